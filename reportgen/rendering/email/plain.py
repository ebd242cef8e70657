"""The mail as plain text: the same parts in the same order."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from reportgen.present import lines
from reportgen.present.blocks import Align, Line, Link
from reportgen.present.visible import make_visible
from reportgen.rendering.email.columns import TextTable, rule, set_table, wrap
from reportgen.rendering.email.parts import (
    Facts,
    Heading,
    MailColumn,
    MailRow,
    MailTable,
    Part,
    Picture,
    Prose,
    Title,
    UnderColumn,
)
from reportgen.rendering.email.tables import cell_line, together
from reportgen.rendering.links import leads_out

_SPACE: Final = re.compile(r"[ \t\r\n]+")


def render_plain(parts: Sequence[Part]) -> str:
    """The body: paragraphs of at most 76 columns, tables set in columns, a figure as what it shows."""
    text = "\n\n".join(filter(None, map(_part, parts))) + "\n"
    return text.replace("\u00a0", " ")


def _part(part: Part) -> str:
    match part:
        case Title(line):
            return rule(wrap(_said(line)), "=")
        case Heading(line):
            return rule(wrap(_said(line)), "-")
        case Prose(line):
            return wrap(_said(line))
        case Facts(facts, first):
            numbers = [f"{at}. " for at in range(first, first + len(facts))]
            indent = " " * max(map(len, numbers), default=0)
            return "\n".join(
                wrap(_said(fact), first=number.rjust(len(indent)), rest=indent)
                for number, fact in zip(numbers, facts, strict=True)
            )
        case MailTable():
            return _table(part)
        case Picture(alt=alt):
            # A reader of text has no picture: what it shows, and none of what explains it.
            return wrap(_clean(alt))


def _table(table: MailTable) -> str:
    caption = wrap(_said(table.caption))
    if not table.rows:
        return caption
    unders = [(column, under) for column in table.columns for under in column.unders]
    headings = [
        *(_said(column.heading) for column in table.columns),
        *(_under_heading(column, under, table) for column, under in unders),
    ]
    aligns = [*(column.align for column in table.columns), *(under.align for _, under in unders)]
    rows = [_row(row) for row in table.rows]
    below = [[_said(line) for line in row.below] for row in table.rows]
    at_end = [align is not Align.START for align in aligns]
    return "\n\n".join(filter(None, [caption, set_table(TextTable(headings, rows, below, at_end))]))


def _under_heading(column: MailColumn, under: UnderColumn, table: MailTable) -> str:
    """Where several columns have one heading, it stands with that of the column above."""
    same = [one for each in table.columns for one in each.unders if one.heading == under.heading]
    heading = _said(under.heading)
    return f"{heading}: {_said(column.heading)}" if len(same) > 1 else heading


def _row(row: MailRow) -> list[str]:
    unders = [one for cell in row.cells for one in cell.unders]
    return [_said(cell_line(one)) for one in (*(cell.cell for cell in row.cells), *unders)]


def _said(line: Line) -> str:
    """A line as plain text on one line; where it leads stands behind its words."""
    return _clean("".join(_piece(line)))


def _piece(line: Line) -> list[str]:
    shown = []
    for piece in line:
        if isinstance(piece, Link) and leads_out(piece.target):
            shown.append(f"{lines.plain(piece.line)} <{piece.target}>")
        else:
            shown.append(lines.plain((piece,)))
    return shown


def _clean(text: str) -> str:
    return together(_SPACE.sub(" ", make_visible(text)).strip())
