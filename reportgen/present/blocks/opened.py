"""What an opened row of the query table shows: grids of numbers and lists of units."""

from __future__ import annotations

from dataclasses import dataclass

from reportgen.present.blocks.inline import Data, Direction, Line


@dataclass(frozen=True, slots=True)
class GridRow:
    """`cells` are ready to show: numbers and words of ours. `directions` is given where a
    difference stands in the cells, one a cell."""

    heading: Line
    cells: tuple[str, ...]
    directions: tuple[Direction, ...] = ()


@dataclass(frozen=True, slots=True)
class GridPart:
    """Rows that say one thing; `caption` says what."""

    caption: Line
    rows: tuple[GridRow, ...]


@dataclass(frozen=True, slots=True)
class Grid:
    """A small table of plain strings for opened rows, of which there are thousands: its parts stand
    under the same columns."""

    columns: tuple[Line, ...]
    parts: tuple[GridPart, ...]


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit of a list. `mark` is gold, low (judged above 0, below the level), not-relevant or
    unjudged; `word` says it. `text` is the beginning of the unit's text."""

    id: Data
    mark: str
    word: str
    text: Data | None = None


@dataclass(frozen=True, slots=True)
class UnitList:
    """The first units of one list from rank 1; `more` says what follows, or that nothing was
    returned."""

    heading: Line
    units: tuple[Unit, ...]
    more: Line = ()


@dataclass(frozen=True, slots=True)
class UnitLists:
    """The lists of both runs at one stage, side by side."""

    caption: Line
    lists: tuple[UnitList, ...]
