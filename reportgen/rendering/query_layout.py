"""How the query table is cut into blocks, and one width a column, so that the blocks look like one table."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from reportgen.present.blocks import (
    Bar,
    Block,
    Cell,
    Column,
    Counts,
    Delta,
    Filter,
    Line,
    QueryEntry,
    QueryTable,
    Range,
    Row,
    Strip,
    Value,
    Words,
)
from reportgen.present.lines import plain
from reportgen.rendering.layout import decimal_columns
from reportgen.rendering.unit_lists import lists_place

Item = TypeVar("Item")

BLOCK: Final = 100
TEXT: Final = "text"
_GAP: Final = 1.4
_NARROWEST: Final = 3.0
_WIDEST: Final = 18.0
_PICTURE: Final = 9.0
_SIGN: Final = 1.2
_HEADING: Final = 0.84  # headings are set smaller
_FITS: Final = 142  # characters that a page of 72rem holds
_WIDE: Final = {"W", "F"}


@dataclass(frozen=True, slots=True)
class LaidOutEntry:
    """`summary` is the query's text, which stands under the cells; `place` is where its unit lists go."""

    anchor: str
    cells: tuple[Cell, ...]
    keys: tuple[str, ...]
    summary: Line
    opened: tuple[Block, ...]
    place: str


@dataclass(frozen=True, slots=True)
class QueryLayout:
    """`blocks` of at most 100 entries; `widths` style a <col> each; `width` is the whole table's, in characters; `text`
    is the heading of the queries' text, None where there is none."""

    columns: tuple[Column, ...]
    text: Line | None
    blocks: tuple[tuple[LaidOutEntry, ...], ...]
    widths: tuple[str, ...]
    width: str
    is_wide: bool
    decimals: frozenset[int]


def lay_out(table: QueryTable) -> QueryLayout:
    """Blocks and column widths, which follow the longest cell within bounds. The column `text` leaves its place: a
    question needs the width of the page, and is what one presses to open its row."""
    place = next((at for at, column in enumerate(table.columns) if column.key == TEXT), None)
    columns = _without(table.columns, place)
    entries = tuple(_entry(entry, place) for entry in table.entries)
    widths = [_column_width(column, at, entries) for at, column in enumerate(columns)]
    return QueryLayout(
        columns=columns,
        text=None if place is None else table.columns[place].heading,
        blocks=tuple(entries[at : at + BLOCK] for at in range(0, len(entries), BLOCK)),
        # The first column takes what the others leave.
        widths=("", *(f"--w:{width:.1f}" for width in widths[1:])),
        width=f"{sum(widths):.0f}",
        is_wide=sum(widths) > _FITS,
        decimals=decimal_columns([Row(entry.cells) for entry in entries]),
    )


def _entry(entry: QueryEntry, text: int | None) -> LaidOutEntry:
    cell = None if text is None else entry.cells[text]
    return LaidOutEntry(
        anchor=entry.anchor,
        cells=_without(entry.cells, text),
        keys=entry.keys,
        summary=cell.line if isinstance(cell, Words) else (),
        opened=entry.opened,
        place=lists_place(entry),
    )


def _without(items: tuple[Item, ...], place: int | None) -> tuple[Item, ...]:
    return items if place is None else (*items[:place], *items[place + 1 :])


def _column_width(column: Column, place: int, entries: Sequence[LaidOutEntry]) -> float:
    longest = max((_cell_width(entry.cells[place]) for entry in entries), default=0)
    return _GAP + min(_WIDEST, max(_NARROWEST, _heading_width(column), longest))


def filter_numbers(keys: Sequence[str], filters: Sequence[Filter]) -> str:
    """The places of a row's filters among all, which are shorter than their names."""
    return " ".join(str(place) for place, it in enumerate(filters) if it.key in keys)


def _heading_width(column: Column) -> float:
    return _HEADING * max((_width(word) for word in plain(column.heading).split()), default=0)


def _cell_width(cell: Cell) -> float:
    match cell:
        case Words():
            return max(_width(plain(cell.line)), _width(plain(cell.sub)))
        case Value():
            return _width(cell.text) + (len(cell.fraction) + 1 if cell.fraction else 0)
        case Delta():
            return _width(cell.text) + _SIGN + (len(cell.fraction) + 1 if cell.fraction else 0)
        case Bar():
            return _PICTURE + _width(cell.text)
        case Strip() | Range() | Counts():
            return _PICTURE


def _width(text: str) -> int:
    if text.isascii():
        return len(text)
    return sum(2 if unicodedata.east_asian_width(it) in _WIDE else 1 for it in text)
