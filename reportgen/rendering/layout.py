"""Where the cells of a table stand: heading rows with their spans, and which columns hold decimals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from markupsafe import Markup

from reportgen.present.blocks import (
    Align,
    Column,
    Delta,
    Direction,
    GridRow,
    Histogram,
    Line,
    Part,
    Row,
    StackedBar,
    Value,
)
from reportgen.rendering.marks import sign

_ALIGNS: Final = {Align.START: "t", Align.NUMBER: "", Align.CENTER: "g"}


@dataclass(frozen=True, slots=True)
class HeaderCell:
    """A heading with its attributes, ready to be printed."""

    line: Line
    attributes: str


def header_rows(columns: Sequence[Column]) -> tuple[tuple[HeaderCell, ...], ...]:
    """One row of headings, or two where columns belong to groups: the groups, and what stands below them."""
    if not any(column.group for column in columns):
        return (tuple(_heading(column) for column in columns),)
    above: list[HeaderCell] = []
    below: list[HeaderCell] = []
    for group, members in groupby(columns, key=lambda column: column.group):
        row = list(members)
        if group:
            attributes = Markup(" colspan={} scope=colgroup class=gr").format(len(row))
            above.append(HeaderCell(group, attributes))
            below.extend(_heading(column, first=place == 0) for place, column in enumerate(row))
        else:
            above.extend(_heading(column, rows=2) for column in row)
    return tuple(above), tuple(below)


def column_groups(columns: Sequence[Column]) -> tuple[int, ...]:
    """The number of columns in each group, in order; nothing where there are no groups."""
    if not any(column.group for column in columns):
        return ()
    return tuple(
        len(list(members)) for _, members in groupby(columns, key=lambda column: column.group)
    )


def _heading(column: Column, *, rows: int = 1, first: bool = False) -> HeaderCell:
    names = " ".join(filter(None, (_ALIGNS[column.align], "f" if first else "")))
    attributes = Markup(" scope=col")
    if rows > 1:
        attributes += Markup(" rowspan={}").format(rows)
    if names:
        attributes += Markup(' class="{}"').format(names)
    if column.help is not None:
        attributes += Markup(' title="{}"').format(column.help)
    return HeaderCell(column.heading, attributes)


def decimal_columns(rows: Sequence[Row]) -> frozenset[int]:
    """The places of columns in which some number has decimals, so that whole ones leave room for them."""
    return frozenset(
        place
        for row in rows
        for place, cell in enumerate(row.cells)
        if isinstance(cell, Value | Delta) and "." in cell.text
    )


@dataclass(frozen=True, slots=True)
class LegendPart:
    """A part with its count in each bar, in the order of the bars."""

    label: Line
    kind: str
    target: str | None
    counts: str


def legend(bar: StackedBar) -> tuple[LegendPart, ...]:
    """Every part once, in the order of appearance, with its counts: "9 → 13"; 0 where a bar lacks it."""
    first: dict[tuple[Line, str], Part] = {}
    for _, parts in bar.bars:
        for part in parts:
            first.setdefault((part.label, part.kind), part)
    counts = [{(part.label, part.kind): part.count for part in parts} for _, parts in bar.bars]
    return tuple(
        LegendPart(
            part.label,
            part.kind,
            part.target,
            " → ".join(str(of.get(key, 0)) for of in counts),
        )
        for key, part in first.items()
    )


def total(parts: Sequence[Part]) -> int:
    """How much a bar holds; at least 1."""
    return max(1, sum(part.count for part in parts))


def longest_bar(bar: StackedBar) -> int:
    """What all its bars are drawn to."""
    return max(total(parts) for _, parts in bar.bars)


def grid_cells(row: GridRow) -> Iterator[tuple[str, str]]:
    """Each cell with the class of its direction, "" where nothing changed."""
    for place, cell in enumerate(row.cells):
        direction = row.directions[place] if row.directions else Direction.NONE
        yield cell, (sign(direction) if direction in {Direction.UP, Direction.DOWN} else "")


def largest_count(histogram: Histogram) -> int:
    """What the columns are drawn to; at least 1."""
    return max((1, *(count for _, count in histogram.bars)))
