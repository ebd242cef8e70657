"""How each number is computed, a line a measure."""

from __future__ import annotations

from typing import Final

from reportgen.model.measure import Measure, MeasureRow
from reportgen.present.blocks import Code, Line, Paragraph
from reportgen.present.page import Page
from reportgen.present.sections.definitions import general_names
from reportgen.present.sections.measures import weights

_LEFT_OUT: Final = frozenset({"flow"})


def lines_of(page: Page) -> tuple[Line, ...]:
    """The formula of every measure with what one query contributes, then what stands around the measures."""
    measured = [_measure(page, row) for row in page.measures]
    general = [
        page.words.line(
            "summary.general",
            term=page.words.line(f"general.{name}.term"),
            said=page.words.line(f"general.{name}"),
        )
        for name in general_names(page)
        if name not in _LEFT_OUT
    ]
    return (*measured, *general)


def weights_of(page: Page) -> tuple[Paragraph, ...]:
    """What one query weighs in macro and in pooled; () where nothing is scored."""
    return tuple(block for block in weights(page) if isinstance(block, Paragraph))


def _measure(page: Page, row: MeasureRow) -> Line:
    key = f"definition.{row.measure}"
    if row.measure is Measure.RECALL:
        key += f".{row.averaging}"
    return page.words.line(
        "summary.definition",
        measure=page.measure(row.measure, row.averaging),
        formula=Code(page.words.texts.source(f"{key}.formula")),
        said=page.words.line(f"{key}.one"),
    )
