"""Blocks that hold blocks, the query table among them, and the union of all kinds."""

from __future__ import annotations

from dataclasses import dataclass, field

from reportgen.present.blocks.cells import Cell
from reportgen.present.blocks.inline import Line
from reportgen.present.blocks.opened import Grid, UnitLists
from reportgen.present.blocks.pictures import Figure, Histogram, StackedBar
from reportgen.present.blocks.statements import Chips, Note, Paragraph, Sentences
from reportgen.present.blocks.tables import Column, Table


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
