"""The mail as HTML: tables and cell styles only, for programs that know little more."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

import jinja2

from reportgen.present import lines
from reportgen.present.blocks import Align, Data, Delta, Direction, Line, Link, Value, Words
from reportgen.rendering import templates
from reportgen.rendering.email.parts import MailCell, MailColumn, MailRow, MailTable, Part
from reportgen.rendering.email.tables import MARKS, cell_line, together
from reportgen.rendering.links import leads_out
from reportgen.rendering.marks import kind

# Laid over whatever ground a program gives, under its own letters: they stay readable on light and on dark, and a
# program that knows no transparency shows the signed number without a tint.
_TINTS: Final = {Direction.UP: "rgba(70,140,215,{})", Direction.DOWN: "rgba(225,120,40,{})"}
_STRENGTHS: Final = (".14", ".28", ".44")
_LONGEST_WORD: Final = 12
_NAMES: Final = 34
"""Per cent of a matrix's width that the names of the measures take."""


@dataclass(frozen=True, slots=True)
class DrawnCell:
    """`main` on the first line, `small` on quieter lines under it. `tint` is a style, or empty."""

    main: Line
    small: tuple[Line, ...] = ()
    tint: str = ""


def render_html_body(parts: Sequence[Part], *, lang: str, title: str) -> str:
    """The HTML body: the same parts in the same order as in the plain text."""
    page = _environment().get_template("mail.html.j2")
    return page.render(parts=parts, lang=lang, title=title) + "\n"


def heads(table: MailTable) -> Iterator[DrawnCell]:
    """The headings of the columns, with those of what stands in their cells."""
    for column in table.columns:
        unders = tuple(under.heading for under in column.unders if not under.is_below)
        yield DrawnCell(column.heading, unders)


def column_width(table: MailTable, is_first: bool) -> str:
    """Columns of numbers are equally wide, whatever stands in them."""
    share = _NAMES if is_first else (100 - _NAMES) // (len(table.columns) - 1)
    return f"{share}%"


def draw_cell(cell: MailCell, column: MailColumn, table: MailTable) -> DrawnCell:
    """A cell with what stands under it."""
    small: list[Line] = []
    match cell.cell:
        case Words(line, sub):
            main = line
            small += [sub] if sub else []
        case Value(text, fraction):
            main = lines.number(text)
            small += [] if fraction is None else [lines.number(fraction)]
        case Delta(text=text, direction=direction):
            # A matrix has room for the number alone, which carries its sign.
            main = lines.number(text if table.is_matrix else MARKS.get(direction, "") + text)
        case _:
            main = cell_line(cell.cell)
    small += [
        cell_line(held)
        for under, held in zip(column.unders, cell.unders, strict=True)
        if not under.is_below
    ]
    return DrawnCell(main, tuple(small), _tint(cell))


def lines_below(row: MailRow, table: MailTable) -> tuple[Line, ...]:
    """What stands under a row across the table: cells with their headings on one line, then the row's own lines."""
    named = [
        lines.concat(under.heading, lines.text("\u00a0"), cell_line(held))
        for column, cell in zip(table.columns, row.cells, strict=True)
        for under, held in zip(column.unders, cell.unders, strict=True)
        if under.is_below
    ]
    return (*([lines.join(named, " · ")] if named else []), *row.below)


def _tint(cell: MailCell) -> str:
    """The ground of a delta, by its direction and its share of the largest one."""
    delta = cell.cell
    if not isinstance(delta, Delta) or delta.direction not in _TINTS:
        return ""
    strength = _STRENGTHS[min(int(delta.weight * len(_STRENGTHS)), len(_STRENGTHS) - 1)]
    return f"background:{_TINTS[delta.direction].format(strength)}"


def _is_long(data: Data) -> bool:
    """Whether a string holds a word that would make a column wider than a phone has room for."""
    return any(len(word) > _LONGEST_WORD for word in data.value.split())


def _is_at_end(column: MailColumn) -> bool:
    return column.align is not Align.START


def _is_address(link: Link) -> bool:
    """Whether a link leads out of the mail; the page that other links lead into is not here."""
    return leads_out(link.target)


@cache
def _environment() -> jinja2.Environment:
    return templates.html_environment(
        {
            "column_width": column_width,
            "drawn": draw_cell,
            "heads": heads,
            "is_address": _is_address,
            "is_at_end": _is_at_end,
            "is_long": _is_long,
            "kind": kind,
            "lines_below": lines_below,
            "together": together,
        },
        room="email",
    )
