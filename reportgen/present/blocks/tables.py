"""Tables."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from reportgen.present.blocks.cells import Cell
from reportgen.present.blocks.inline import Line


class Align(StrEnum):
    START = "start"
    NUMBER = "number"
    CENTER = "center"


@dataclass(frozen=True, slots=True)
class Column:
    """`priority` 0 always stays; a narrow renderer (e-mail) may leave out the larger ones where a
    spec allows it. `help` explains the heading."""

    key: str
    heading: Line
    align: Align = Align.START
    group: Line | None = None
    priority: int = 0
    help: str | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """The first cell is the row's heading. `notes` stand under the row, across its width. `anchor`
    makes it addressable."""

    cells: tuple[Cell, ...]
    anchor: str | None = None
    notes: tuple[Line, ...] = ()
    quiet: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    anchor: str
    caption: Line
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    style: str = "plain"  # plain, matrix, measures, groups, compact
    signature: str | None = None
    left_out: Line = ()
