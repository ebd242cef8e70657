"""The groups of a summary: a table for every facet at the cell that is shown first."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from reportgen.model.catalogue import Place
from reportgen.present.blocks import Block, Cell, Column, Delta, Note, Table
from reportgen.present.page import Page
from reportgen.present.sections.group_table import group_table
from reportgen.present.summary.findings import of_place

_LEFT_OUT: Final = frozenset({"judged"})


def blocks(page: Page) -> tuple[tuple[Block, ...], int]:
    """The facets' tables with the findings that belong to them, and how many rows they have."""
    if not page.report.facets or not page.report.accounting.scored:
        return (), 0
    tables = [
        _narrowed(page, group_table(page, facet, page.last, page.largest))
        for facet in page.report.facets
    ]
    notes = [Note(line) for line in of_place(page, Place.GROUPS)]
    return (*notes, *tables), sum(len(table.rows) for table in tables)


def _narrowed(page: Page, table: Table) -> Table:
    """Without what the report alone has room for; every measure stays."""
    kept = [at for at, column in enumerate(table.columns) if column.key not in _LEFT_OUT]
    return replace(
        table,
        columns=tuple(_renamed(page, table.columns[at]) for at in kept),
        rows=tuple(
            replace(row, cells=tuple(_plain(row.cells[at]) for at in kept)) for row in table.rows
        ),
    )


def _renamed(page: Page, column: Column) -> Column:
    """The deltas of the other measures stand under their own names."""
    if column.key.startswith("delta.") and column.priority:
        return replace(column, group=column.heading, heading=page.words.line("column.delta"))
    return column


def _plain(cell: Cell) -> Cell:
    return replace(cell, note=None) if isinstance(cell, Delta) else cell
