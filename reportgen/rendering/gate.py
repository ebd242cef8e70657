"""The rules of a gate as text for a terminal, and as Markdown for code hosts."""

from __future__ import annotations

from typing import Final

from reportgen.present import lines
from reportgen.present.blocks import Line
from reportgen.present.gate import GateView
from reportgen.rendering.markdown.blocks import BlockWriter, join
from reportgen.rendering.markdown.escape import one_line
from reportgen.rendering.markdown.syntax import GFM

_INDENT: Final = "   "


def render_gate_text(view: GateView) -> str:
    """A paragraph a rule: its condition, whether it holds, its numbers, and why it does not hold."""
    head = "\n".join(_plain(line) for line in (view.held, *view.scope))
    rules = (f"\n{_INDENT}".join(map(_plain, paragraph)) for paragraph in view.paragraphs)
    return "\n\n".join([head, *rules]) + "\n"


def render_gate_markdown(view: GateView) -> str:
    """A section with a table, a row a rule."""
    writer = BlockWriter(GFM)
    parts = [
        writer.heading(view.title),
        writer.text(view.held),
        *(writer.text(line) for line in view.scope),
        writer.blocks([view.table]),
    ]
    return str(join(parts)) + "\n"


def _plain(line: Line) -> str:
    return one_line(lines.plain(line))
