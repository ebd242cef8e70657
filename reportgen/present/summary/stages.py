"""Where gold is lost, as tables."""

from __future__ import annotations

from reportgen.present.blocks import Block, Note, Paragraph, Table
from reportgen.present.page import Page
from reportgen.present.sections.lost import lost


def blocks(page: Page) -> tuple[Block, ...]:
    """The page's section without its drawings and folded lists: everything they show stands in its tables."""
    section = lost(page)
    if section is None:
        return ()
    return tuple(block for block in section.blocks if isinstance(block, Paragraph | Note | Table))
