"""The few kinds of block a page is made of. Text is ready and numbers are rounded; renderers only
lay out.

A line is a tuple of inline pieces, so that renderers can escape what comes from data by its context
and never by guessing.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from reportgen.present.charts import Chart


class Direction(StrEnum):
    """Sign of a difference; shown by a sign, a word and a colour together."""

    UP = "up"
    DOWN = "down"
    NONE = "none"
    UNDEFINED = "undefined"


class DataKind(StrEnum):
    """What a string from the data is: names and ids are short and isolated; texts may be long."""

    NAME = "name"
    ID = "id"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class Text:
    """Our own words, from the texts of the language."""

    words: str


@dataclass(frozen=True, slots=True)
class Data:
    """A string from the user's data: never parsed, always isolated. `full` is given when `value` is
    a shortened form."""

    value: str
    kind: DataKind = DataKind.NAME
    full: str | None = None


@dataclass(frozen=True, slots=True)
class Number:
    """A formatted number."""

    text: str


@dataclass(frozen=True, slots=True)
class Change:
    """A signed difference, formatted: `text` carries its sign."""

    text: str
    direction: Direction


@dataclass(frozen=True, slots=True)
class Code:
    """A literal of ours: a signature, a command, a formula."""

    text: str


@dataclass(frozen=True, slots=True)
class Strong:
    line: Line


@dataclass(frozen=True, slots=True)
class Link:
    """Leads to an anchor of the page (`target` without `#`) or to `queries.csv` / `report.json`
    (`is_file`). `filter` is a filter of the query table that the link also sets where it can."""

    target: str
    line: Line
    is_file: bool = False
    filter: str | None = None


Inline = Text | Data | Number | Change | Code | Strong | Link
Line = tuple[Inline, ...]


# Cells of a table


@dataclass(frozen=True, slots=True)
class Words:
    """A text cell; `sub` is a second, quieter line."""

    line: Line
    sub: Line = ()
    sort: str | float | None = None


@dataclass(frozen=True, slots=True)
class Value:
    """A number cell, aligned on the decimal point. `fraction` stands beside it, quieter. `sort` is
    None when missing (sorts last)."""

    text: str
    fraction: str | None = None
    sort: float | None = None
    undefined: bool = False


@dataclass(frozen=True, slots=True)
class Delta:
    """A signed difference; `weight` in 0..1 tints matrix cells; `target` leads to the detail it
    stands for."""

    text: str
    direction: Direction
    sort: float | None = None
    weight: float = 0.0
    target: str | None = None
    note: str | None = None
    fraction: str | None = None


@dataclass(frozen=True, slots=True)
class Strip:
    """A 0..1 scale: ring = baseline, dot = candidate, tick = ceiling, hatched = unreachable.
    `label` says it in words."""

    baseline: float | None
    candidate: float | None
    ceiling: float | None
    label: str


@dataclass(frozen=True, slots=True)
class Range:
    """An interval of a delta on a scale of -limit..limit with a dot at `at` and a line at zero;
    `outer` is a wider or second range (label bounds)."""

    low: float | None
    high: float | None
    at: float | None
    limit: float
    text: str
    label: str
    outer: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class Counts:
    """Better · same · worse, as a bar with its counts."""

    better: int
    same: int
    worse: int
    label: str
    sort: float | None = None


@dataclass(frozen=True, slots=True)
class Bar:
    """A share of 0..1 as an in-cell bar with its text."""

    share: float | None
    text: str
    label: str
    sort: float | None = None


Cell = Words | Value | Delta | Strip | Range | Counts | Bar


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


# Blocks


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


@dataclass(frozen=True, slots=True)
class Histogram:
    """A few counts as small columns: (label, count), drawn to the largest. `label` says it all in
    words."""

    label: str
    bars: tuple[tuple[str, int], ...]
    caption: Line


@dataclass(frozen=True, slots=True)
class Paragraph:
    line: Line
    quiet: bool = False


@dataclass(frozen=True, slots=True)
class Note:
    """A finding or a caution beside what it touches; `anchor` makes it a place to link to, `back`
    leads to the number it belongs to."""

    line: Line
    anchor: str | None = None
    back: str | None = None


@dataclass(frozen=True, slots=True)
class Sentence:
    """One fact with its counts; `details` are further lines of the same finding."""

    line: Line
    anchor: str | None = None
    details: tuple[Line, ...] = ()


@dataclass(frozen=True, slots=True)
class Sentences:
    """A numbered list of facts."""

    items: tuple[Sentence, ...]


class ChipState(StrEnum):
    SAME = "same"
    DIFFERS = "differs"
    UNDECLARED = "undeclared"
    PLAIN = "plain"


@dataclass(frozen=True, slots=True)
class Chip:
    line: Line
    state: ChipState = ChipState.PLAIN
    target: str | None = None


@dataclass(frozen=True, slots=True)
class Chips:
    label: str
    items: tuple[Chip, ...]


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a whole. `kind` names its place in the palette: kept, lost, lost-later, missed,
    gained, scored, excluded, …"""

    label: Line
    count: int
    kind: str
    target: str | None = None


@dataclass(frozen=True, slots=True)
class StackedBar:
    """One or more wholes drawn to one scale, each as its parts with their counts. Without a legend
    where a line beside it has the same counts."""

    label: str
    bars: tuple[tuple[Line, tuple[Part, ...]], ...]
    caption: Line = ()
    has_legend: bool = True


@dataclass(frozen=True, slots=True)
class Table:
    anchor: str
    caption: Line
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    style: str = "plain"  # plain, matrix, measures, groups, compact
    signature: str | None = None
    left_out: Line = ()


@dataclass(frozen=True, slots=True)
class Figure:
    """A chart with what it shows in words (`alt`: with the numbers) and the table that holds the
    same numbers."""

    anchor: str
    chart: Chart
    alt: str
    caption: Line
    table: str | None = None


@dataclass(frozen=True, slots=True)
class Definition:
    anchor: str
    term: Line
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Definitions:
    items: tuple[Definition, ...]


@dataclass(frozen=True, slots=True)
class Details:
    """Folded on screen, open in print."""

    anchor: str
    summary: Line
    blocks: tuple[Block, ...]
    is_open: bool = False


@dataclass(frozen=True, slots=True)
class Panel:
    """One choice of each dial, e.g. ("context", "3"). `anchor` makes it a place to link to."""

    choice: tuple[str, ...]
    blocks: tuple[Block, ...]
    anchor: str | None = None


@dataclass(frozen=True, slots=True)
class Dial:
    """A row of choices: (key, label). `chosen` is the key shown first."""

    name: str
    label: str
    choices: tuple[tuple[str, Line], ...]
    chosen: str


@dataclass(frozen=True, slots=True)
class Tabs:
    """Panels chosen by dials that need no script. In print all are written out, each under
    `heading` of its choice, or, where `prints_all` is false, the chosen one."""

    anchor: str
    dials: tuple[Dial, ...]
    panels: tuple[Panel, ...]
    headings: tuple[Line, ...] = ()
    prints_all: bool = True


@dataclass(frozen=True, slots=True)
class SideBySide:
    """Blocks beside a figure on a wide page, under one another on a narrow one."""

    main: tuple[Block, ...]
    aside: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Filter:
    """A chip of the query table: filters rows that carry `key`; `count` counts all rows of the
    report, shown or not."""

    key: str
    line: Line
    count: int


@dataclass(frozen=True, slots=True)
class QueryEntry:
    """One query of the table. `keys` are the filters it belongs to; `search` the text that the
    search field looks in, lower-cased; `opened` what the row opens to; `lists` the first units of
    both runs, shown in `opened` while the page has room for them."""

    anchor: str
    cells: tuple[Cell, ...]
    keys: tuple[str, ...]
    search: str
    opened: tuple[Block, ...]
    lists: tuple[UnitLists, ...] = ()


@dataclass(frozen=True, slots=True)
class QueryTable:
    """`total` counts all queries of the report. `words`: "all" (the chip that ends filtering),
    "search" (the field's label), "search_hint" (its placeholder), "showing" (a pattern with {shown}
    and {total}), "open" (opens a row that has no text). The HTML page puts the columns of keys
    "text" and "groups" under the others, across the width of the table. `list_order` holds
    places in `entries`: the order in which a page of limited size takes up their `lists`; every
    other row says `lists_elsewhere` when opened."""

    anchor: str
    caption: Line
    columns: tuple[Column, ...]
    entries: tuple[QueryEntry, ...]
    filters: tuple[Filter, ...]
    total: int
    showing: Line
    left_out: Line = ()
    words: dict[str, str] = field(default_factory=dict)
    list_order: tuple[int, ...] = ()
    lists_elsewhere: Line = ()


Block = (
    Paragraph
    | Note
    | Sentences
    | Chips
    | StackedBar
    | Table
    | Figure
    | Definitions
    | Details
    | Tabs
    | SideBySide
    | QueryTable
    | Grid
    | UnitLists
    | Histogram
)


@dataclass(frozen=True, slots=True)
class Section:
    """One room of the page. `in_index` sections stand in the section index, under `short` where the
    title is long."""

    anchor: str
    title: Line
    blocks: tuple[Block, ...]
    subtitle: Line = ()
    in_index: bool = True
    short: Line = ()


@dataclass(frozen=True, slots=True)
class ReportView:
    """The page in one language: `title` for the window, `heading` for the h1, `words` for the
    renderer's own controls (skip link, search, …)."""

    lang: str
    title: str
    heading: Line
    subheading: tuple[Line, ...]
    sections: tuple[Section, ...]
    words: dict[str, str]
