"""What both bodies of a mail are made of, so that text/plain holds what HTML holds."""

from __future__ import annotations

from dataclasses import dataclass

from reportgen.present.blocks import Align, Cell, Line


@dataclass(frozen=True, slots=True)
class Title:
    """The heading of the mail."""

    line: Line


@dataclass(frozen=True, slots=True)
class Heading:
    line: Line


@dataclass(frozen=True, slots=True)
class Prose:
    line: Line
    quiet: bool = False


@dataclass(frozen=True, slots=True)
class Facts:
    """Numbered sentences; `first` is the number of the first."""

    lines: tuple[Line, ...]
    first: int = 1


@dataclass(frozen=True, slots=True)
class UnderColumn:
    """A column that a narrow table has no room for, and a wide one beside the others. `is_below`: its cells stand with
    its heading on a line across the table, else in the cells of the column above, under its heading."""

    heading: Line
    align: Align = Align.START
    is_below: bool = False


@dataclass(frozen=True, slots=True)
class MailColumn:
    heading: Line
    align: Align = Align.START
    unders: tuple[UnderColumn, ...] = ()


@dataclass(frozen=True, slots=True)
class MailCell:
    """`unders` are those of the column, in their order."""

    cell: Cell
    unders: tuple[Cell, ...] = ()


@dataclass(frozen=True, slots=True)
class MailRow:
    """A cell a column; `below` are lines across the width of the table."""

    cells: tuple[MailCell, ...]
    below: tuple[Line, ...] = ()


@dataclass(frozen=True, slots=True)
class MailTable:
    """`caption` is () where the heading above says it all."""

    caption: Line
    columns: tuple[MailColumn, ...]
    rows: tuple[MailRow, ...]
    is_matrix: bool = False


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawn figure: `cid` names its part of the message; width and height are in CSS pixels. `caption` says what is
    drawn and, where names could not be drawn, what its numbers stand for."""

    cid: str
    png: bytes
    alt: str
    width: int
    height: int
    caption: tuple[Line, ...]


Part = Title | Heading | Prose | Facts | MailTable | Picture
