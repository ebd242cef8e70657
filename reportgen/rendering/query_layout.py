"""How the query table is cut into blocks, and one width a column, so that the blocks look like one table."""

from __future__ import annotations

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
    Direction,
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
from reportgen.present.widths import width
from reportgen.rendering.layout import decimal_columns
from reportgen.rendering.unit_lists import lists_place

Item = TypeVar("Item")

BLOCK: Final = 100
TEXT: Final = "text"
GROUPS: Final = "groups"
_GAP: Final = 1.4
_NARROWEST: Final = 3.0
_WIDEST: Final = 18.0
_PICTURE: Final = 9.0
_SIGN: Final = 1.2
_HEADING: Final = 0.84  # headings are set smaller
_FITS: Final = 137  # characters that a page of 72rem holds


@dataclass(frozen=True, slots=True)
class LaidOutEntry:
    """`text` and `groups` stand under the cells; `place` is where the unit lists go."""

    anchor: str
    cells: tuple[Cell, ...]
    keys: tuple[str, ...]
    text: Line
    groups: Line
    opened: tuple[Block, ...]
    place: str


@dataclass(frozen=True, slots=True)
class QueryLayout:
    """`blocks` of at most 100 entries; `widths` style a <col> each; `width` is the whole table's, in
    characters; `below` are the headings of what stands under the cells, with the columns each spans."""

    columns: tuple[Column, ...]
    below: tuple[tuple[Line, int], ...]
    blocks: tuple[tuple[LaidOutEntry, ...], ...]
    widths: tuple[str, ...]
    width: str
    is_wide: bool
    decimals: frozenset[int]


def lay_out(table: QueryTable) -> QueryLayout:
    """Blocks and column widths, which follow the longest cell within bounds. The columns `text` and `groups` leave
    their places: they need the width of the page, and are what one presses to open a row."""
    places = [_place(table, key) for key in (TEXT, GROUPS)]
    columns = _without(table.columns, places)
    entries = tuple(_entry(entry, *places) for entry in table.entries)
    widths = [_column_width(column, at, entries) for at, column in enumerate(columns)]
    return QueryLayout(
        columns=columns,
        below=_below([table.columns[at].heading for at in places if at is not None], len(columns)),
        blocks=tuple(entries[at : at + BLOCK] for at in range(0, len(entries), BLOCK)),
        # The first column takes what the others leave.
        widths=("", *(f"--w:{width:.1f}" for width in widths[1:])),
        width=f"{sum(widths):.0f}",
        is_wide=sum(widths) > _FITS,
        decimals=decimal_columns([Row(entry.cells) for entry in entries]),
    )


def _place(table: QueryTable, key: str) -> int | None:
    return next((at for at, column in enumerate(table.columns) if column.key == key), None)


def _below(headings: Sequence[Line], columns: int) -> tuple[tuple[Line, int], ...]:
    """The last heading takes the columns that the others leave."""
    spans = [1] * (len(headings) - 1) + [columns - len(headings) + 1]
    return tuple(zip(headings, spans, strict=True)) if headings else ()


def _entry(entry: QueryEntry, text: int | None, groups: int | None) -> LaidOutEntry:
    return LaidOutEntry(
        anchor=entry.anchor,
        cells=_without(entry.cells, (text, groups)),
        keys=entry.keys,
        text=_words(entry, text),
        groups=_words(entry, groups),
        opened=entry.opened,
        place=lists_place(entry),
    )


def _words(entry: QueryEntry, place: int | None) -> Line:
    cell = None if place is None else entry.cells[place]
    return cell.line if isinstance(cell, Words) else ()


def _without(items: tuple[Item, ...], places: Sequence[int | None]) -> tuple[Item, ...]:
    return tuple(item for at, item in enumerate(items) if at not in places)


def _column_width(column: Column, place: int, entries: Sequence[LaidOutEntry]) -> float:
    longest = max((_cell_width(entry.cells[place]) for entry in entries), default=0)
    return _GAP + min(_WIDEST, max(_NARROWEST, _heading_width(column), longest))


def filter_numbers(keys: Sequence[str], filters: Sequence[Filter]) -> str:
    """The places of a row's filters among all, which are shorter than their names."""
    return " ".join(str(place) for place, it in enumerate(filters) if it.key in keys)


def _heading_width(column: Column) -> float:
    return _HEADING * max((width(word) for word in plain(column.heading).split()), default=0)


def _cell_width(cell: Cell) -> float:
    match cell:
        case Words():
            return max(width(plain(cell.line)), width(plain(cell.sub)))
        case Value(undefined=True) | Delta(direction=Direction.UNDEFINED):
            return _HEADING * width(cell.text)
        case Value():
            return width(cell.text) + (len(cell.fraction) + 1 if cell.fraction else 0)
        case Delta():
            return width(cell.text) + _SIGN + (len(cell.fraction) + 1 if cell.fraction else 0)
        case Bar():
            return _PICTURE + width(cell.text)
        case Strip() | Range() | Counts():
            return _PICTURE
