"""Blocks as Markdown: a macro a kind, blank lines between them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import jinja2
from markupsafe import Markup

from reportgen.present.blocks import (
    Align,
    Block,
    Column,
    Figure,
    Grid,
    GridPart,
    QueryTable,
    Row,
    Table,
    Text,
    Unit,
    Value,
    Words,
)
from reportgen.rendering import templates
from reportgen.rendering.markdown import escape
from reportgen.rendering.markdown.syntax import Place
from reportgen.rendering.markdown.writer import Writer
from reportgen.rendering.marks import kind


@dataclass(frozen=True, slots=True)
class BlockWriter(Writer):
    """`figures` takes up every figure whose picture is referred to, by the name of its file without ending."""

    figures: dict[str, Figure] = field(default_factory=dict)

    def blocks(self, blocks: Iterable[Block]) -> Markup:
        """The blocks in order, a blank line between two."""
        return join(self._block(block) for block in blocks)

    def picture(self, figure: Figure) -> Markup:
        """A picture in a paragraph of its own; its text says what it shows."""
        self.figures[figure.anchor] = figure
        alt = escape.words(figure.alt, self.syntax, Place.LINK)
        return Markup(f"![{alt}](figures/{figure.anchor}.svg)")

    def small_grid(self, grid: Grid) -> Markup:
        """A table of plain strings a part."""
        return join(self._grid_part(grid, part) for part in grid.parts)

    def as_table(self, table: QueryTable) -> Table:
        """The rows of the query table; what they open to is not written."""
        rows = tuple(Row(entry.cells, entry.anchor) for entry in table.entries)
        return Table(table.anchor, table.caption, table.columns, rows)

    def unit(self, unit: Unit) -> Markup:
        """A unit with its mark, and the beginning of its text where there is one."""
        line = (unit.id, Text(f" · {unit.word}"))
        return self.text(line if unit.text is None else (*line, Text(" · "), unit.text))

    def _grid_part(self, grid: Grid, part: GridPart) -> Markup:
        columns = (
            Column("heading", part.caption),
            *(Column(str(at), line, Align.NUMBER) for at, line in enumerate(grid.columns)),
        )
        rows = tuple(
            Row((Words(row.heading), *(Value(cell) for cell in row.cells))) for row in part.rows
        )
        return self.grid(Table("", part.caption, columns, rows))

    def _block(self, block: Block) -> str:
        return str(getattr(_macros(), kind(block))(block, self))


def join(parts: Iterable[str]) -> Markup:
    """Parts with a blank line between two; empty ones leave no trace."""
    return Markup("\n\n").join(Markup(part.strip("\n")) for part in map(str, parts) if part.strip())


@cache
def _macros() -> Any:
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(templates.folder() / "markdown"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        finalize=_finalize,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template("blocks.md.j2").module


def _finalize(value: object) -> object:
    """What a template prints was escaped for its place, or is a count."""
    if isinstance(value, Markup | int):
        return value
    raise TypeError(f"a template printed {type(value).__name__}, which nothing has escaped")
