"""Lines and cells as Markdown, each escaped for the place where it stands."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Final, Self

from markupsafe import Markup

from reportgen.present import numbers
from reportgen.present.blocks import (
    Align,
    Bar,
    Cell,
    Change,
    Code,
    Column,
    Counts,
    Data,
    DataKind,
    Delta,
    Direction,
    Inline,
    Line,
    Link,
    Number,
    Range,
    Row,
    Strip,
    Strong,
    Table,
    Text,
    Value,
    Words,
)
from reportgen.rendering.markdown import escape
from reportgen.rendering.markdown.syntax import Place, Syntax

_MARKS: Final = {
    Direction.UP: "▲\u00a0",
    Direction.DOWN: "▼\u00a0",
    Direction.NONE: "=\u00a0",
}
_DRAWN: Final = "strip"
"""The key of columns that are drawn only."""

_RULES: Final = {Align.START: "---", Align.NUMBER: "---:", Align.CENTER: ":---:"}


@dataclass(frozen=True, slots=True)
class Writer:
    """Writes for one reader of Markdown.

    `longest`: names and ids from the data are cut to so many characters. `address`: the one target outside the
    document that a link may have. `targets`: the anchors that links may lead to; a link to another is its words alone.
    `level` is that of the next heading. `made` takes up every anchor that is written.
    """

    syntax: Syntax
    longest: int | None = None
    address: str | None = None
    anchors: bool = False
    targets: frozenset[str] = frozenset()
    level: int = 2
    made: set[str] = field(default_factory=set)

    def shortened(self, longest: int) -> Self:
        return replace(self, longest=longest)

    def below(self) -> Self:
        """The same for what stands under the next heading."""
        return replace(self, level=min(self.level + 1, 6))

    # Lines

    def text(self, line: Line) -> Markup:
        """A paragraph, or the text of a list item."""
        return Markup(escape.line_start(self._line(line, Place.TEXT).strip()))

    def inline(self, line: Line) -> Markup:
        """A part of a line that other things begin."""
        return Markup(self._line(line, Place.TEXT).strip())

    def heading(self, line: Line, anchor: str | None = None) -> Markup:
        marks = "#" * self.level
        shown = self._line(line, Place.HEADING).strip()
        return Markup(f"{marks} {self.within(anchor)}{shown}")

    def html(self, line: Line) -> Markup:
        """What stands between the tags of an HTML block."""
        return Markup(self._line(line, Place.HTML).strip())

    def strong(self, line: Line) -> Markup:
        shown = self._line(line, Place.TEXT).strip()
        return Markup(f"<strong>{shown}</strong>" if self.syntax.html and shown else shown)

    def code(self, text: str) -> Markup:
        return Markup(escape.code(text, self.syntax, Place.TEXT))

    def words(self, text: str) -> Markup:
        return Markup(escape.words(text, self.syntax, Place.TEXT))

    # Anchors

    def before(self, anchor: str | None) -> Markup:
        """An anchor on a line of its own before a block, where that is how anchors are written."""
        if anchor is None or not self.anchors or self.syntax.html_anchors:
            return Markup("")
        return Markup(self._make(anchor, f"({anchor})=\n"))

    def within(self, anchor: str | None) -> Markup:
        """An anchor at the beginning of a line, heading or cell."""
        if anchor is None or not self.anchors or not self.syntax.html_anchors:
            return Markup("")
        return Markup(self._make(anchor, f'<a id="{anchor}"></a>'))

    def _make(self, anchor: str, written: str) -> str:
        if anchor in self.made:
            return ""
        self.made.add(anchor)
        return written

    # Tables

    def grid(self, table: Table) -> Markup:
        """The rows of a table with its headings, without caption and notes. Columns that are drawn only are left out:
        their numbers stand beside them."""
        kept = [at for at, column in enumerate(table.columns) if column.key != _DRAWN]
        columns = [table.columns[at] for at in kept]
        lines = [
            self._row(self._heading(column) for column in columns),
            self._row(_RULES[column.align] for column in columns),
        ]
        for row in table.rows:
            cells = [self.cell(row.cells[at]) for at in kept]
            # Not `+`: markup plus text would escape the text for HTML.
            cells[0] = f"{self.within(row.anchor)}{cells[0]}"
            lines.append(self._row(cells))
        return Markup("\n".join(lines))

    def noted(self, table: Table) -> list[tuple[Line, Line]]:
        """The notes of a table's rows, each with the heading of its row."""
        return [(_first(row), note) for row in table.rows for note in row.notes]

    def cell(self, cell: Cell) -> str:
        match cell:
            case Words(line, sub):
                return self._under(self._line(line, Place.CELL), self._line(sub, Place.CELL))
            case Value(text, fraction):
                return self._own(_beside(text, fraction))
            case Delta(text=text, direction=direction, note=note, fraction=fraction):
                marked = self._own(_MARKS.get(direction, "") + _beside(text, fraction))
                return self._under(marked, "" if note is None else self._own(note))
            case Counts(better, same, worse):
                return self._own(f"{better} · {same} · {worse}")
            case Range(text=text) | Bar(text=text):
                return self._own(text)
            case Strip(label=label):
                return self._own(label)

    def _under(self, first: str, second: str) -> str:
        if not second:
            return first
        return first + (self.syntax.line_break if first else "") + second

    def _own(self, text: str) -> str:
        return escape.words(text, self.syntax, Place.CELL)

    def _heading(self, column: Column) -> str:
        if not column.group:
            return self._line(column.heading, Place.CELL)
        return f"{self._line(column.group, Place.CELL)}: {self._line(column.heading, Place.CELL)}"

    def _row(self, cells: Iterable[str]) -> str:
        pad = self.syntax.pad
        return f"|{pad}{f'{pad}|{pad}'.join(cells)}{pad}|"

    # Pieces

    def _line(self, line: Line, place: Place) -> str:
        return "".join(self._piece(piece, place) for piece in line)

    def _piece(self, piece: Inline, place: Place) -> str:
        match piece:
            case Text(words):
                return escape.words(words, self.syntax, place)
            case Number(shown):
                return escape.words(shown, self.syntax, place)
            case Change(text=shown):
                return escape.words(shown, self.syntax, place)
            case Data():
                return self._data(piece, place)
            case Code(shown):
                return escape.code(shown, self.syntax, place)
            case Strong(line):
                inner = self._line(line, place)
                return f"<strong>{inner}</strong>" if self.syntax.html and inner else inner
            case Link():
                return self._link(piece, place)

    def _data(self, piece: Data, place: Place) -> str:
        """Truncated first, escaped after."""
        value = piece.value
        longest = None if piece.kind is DataKind.TEXT else self.longest
        if longest is not None and len(value) > longest:
            value = shorten(piece.full or value, longest)
        write = escape.data if piece.kind is DataKind.NAME else escape.code
        return write(value, self.syntax, place)

    def _link(self, link: Link, place: Place) -> str:
        inner = self._line(link.line, place)
        if self.address is not None and link.target == self.address:
            return f"[{inner}]({escape.destination(link.target)})"
        if link.target in self.targets and not link.is_file and inner:
            return f"[{inner}](#{link.target})"
        return inner


def shorten(text: str, longest: int) -> str:
    """The beginning of a text, with a sign where something follows."""
    return text if len(text) <= longest else text[: longest - 1] + "…"


def _beside(text: str, fraction: str | None) -> str:
    """`2/5 = 0.400` where the fraction is this number; `0.444 (2/5)` where it is another that belongs to it."""
    if fraction is None:
        return text
    above, _, below = fraction.lstrip("+−").partition("/")
    is_same = (
        above.isdecimal()
        and below.isdecimal()
        and int(below) > 0
        and numbers.level(int(above) / int(below)) == text.lstrip("+−")
    )
    return f"{fraction} = {text}" if is_same else f"{text} ({fraction})"


def _first(row: Row) -> Line:
    return row.cells[0].line if isinstance(row.cells[0], Words) else ()
