"""How the query table is cut into blocks, and one width a column, so that the blocks look like one table."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from reportgen.present.blocks import (
    Bar,
    Cell,
    Column,
    Counts,
    Data,
    Delta,
    Filter,
    Line,
    Link,
    QueryEntry,
    QueryTable,
    Range,
    Row,
    Strip,
    Strong,
    Text,
    Value,
    Words,
)
from reportgen.rendering.layout import decimal_columns

BLOCK: Final = 100
_GAP: Final = 2
_NARROWEST: Final = 4
_WIDEST: Final = 24
_PICTURE: Final = 12
_FITS: Final = 128  # characters that a page of 72rem holds
_WIDE: Final = {"W", "F"}


@dataclass(frozen=True, slots=True)
class QueryLayout:
    """`blocks` of at most 100 entries; `widths` style a <col> each; `width` is the whole table's, in characters."""

    blocks: tuple[tuple[QueryEntry, ...], ...]
    widths: tuple[str, ...]
    width: int
    is_wide: bool
    decimals: frozenset[int]


def lay_out(table: QueryTable) -> QueryLayout:
    """Blocks and column widths; the widths follow the longest cell, within bounds."""
    entries = table.entries
    widths = [
        min(
            _WIDEST,
            max(
                _NARROWEST,
                _heading_width(column),
                max((_cell_width(entry.cells[place]) for entry in entries), default=0),
            ),
        )
        + _GAP
        for place, column in enumerate(table.columns)
    ]
    return QueryLayout(
        blocks=tuple(entries[at : at + BLOCK] for at in range(0, len(entries), BLOCK)),
        # The first column takes what the others leave.
        widths=("", *(f"--w:{width}" for width in widths[1:])),
        width=sum(widths),
        is_wide=sum(widths) > _FITS,
        decimals=decimal_columns([Row(entry.cells) for entry in entries]),
    )


def filter_numbers(keys: Sequence[str], filters: Sequence[Filter]) -> str:
    """The places of a row's filters among all, which are shorter than their names."""
    return " ".join(str(place) for place, it in enumerate(filters) if it.key in keys)


def _heading_width(column: Column) -> int:
    return max((_width(word) for word in _plain(column.heading).split()), default=0)


def _cell_width(cell: Cell) -> int:
    match cell:
        case Words():
            return max(_width(_plain(cell.line)), _width(_plain(cell.sub)))
        case Value():
            return _width(cell.text) + (len(cell.fraction) + 1 if cell.fraction else 0)
        case Delta():
            return _width(cell.text) + 2 + (len(cell.fraction) + 1 if cell.fraction else 0)
        case Bar():
            return _PICTURE + _width(cell.text)
        case Strip() | Range() | Counts():
            return _PICTURE


def _plain(line: Line) -> str:
    shown = []
    for piece in line:
        match piece:
            case Text():
                shown.append(piece.words)
            case Data():
                shown.append(piece.value)
            case Strong() | Link():
                shown.append(_plain(piece.line))
            case _:
                shown.append(piece.text)
    return "".join(shown)


def _width(text: str) -> int:
    if text.isascii():
        return len(text)
    return sum(2 if unicodedata.east_asian_width(it) in _WIDE else 1 for it in text)
