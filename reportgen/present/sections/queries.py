"""Query by query: every query with what both runs found for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from reportgen.present import lines
from reportgen.present.blocks import Block, Filter, Line, QueryTable, Section
from reportgen.present.page import Page
from reportgen.present.sections.opened import Opener
from reportgen.present.sections.paired import deltas_figure
from reportgen.present.sections.query_row import QueryRows, difference

CHANGES: Final = ("better", "same", "worse")


def queries(page: Page) -> Section:
    """The table with its filters, after the figure of all deltas."""
    blocks: list[Block] = []
    figure = deltas_figure(page) if page.options.figures else None
    if figure is not None:
        blocks.append(figure)
    blocks.append(query_table(page))
    cell = page.cell_name(page.last, page.largest)
    return Section(
        "queries",
        page.words.line("section.queries"),
        tuple(blocks),
        subtitle=page.words.line("queries.subtitle", cell=cell),
    )


def query_table(page: Page) -> QueryTable:
    """The queries that have a row, by delta at the last stage's largest integer cutoff, falls
    first, then by id; excluded ones last."""
    rows = QueryRows(page)
    opener = Opener(page)
    order = row_order(page)
    total = len(page.report.queries)
    left_out: Line = ()
    if len(order) < total:
        file = (lines.file_link("queries.csv"),)
        left_out = page.words.line("queries.left-out", count=total - len(order), file=file)
    return QueryTable(
        "query-table",
        page.words.line("queries.caption", cell=page.cell_name(page.last, page.largest)),
        rows.columns(),
        tuple(rows.entry(at, opener) for at in order),
        tuple(_filters(page, rows)),
        total,
        page.words.line("queries.showing", shown=len(order), total=total),
        left_out,
        {
            name: page.words.texts.source(f"queries.control.{name}")
            for name in ("all", "search", "search_hint", "showing", "open")
        },
        opener.list_order(order),
        page.words.line("queries.lists-elsewhere"),
    )


def row_order(page: Page) -> list[int]:
    """Indices of the queries that have a row: by delta, falls first, ties in the order of ids;
    those without a delta last."""
    cell = page.columns.get((page.last, page.largest))
    gold = page.report.queries.gold
    keyed = []
    for at in sorted(page.shown):
        change = difference(page.report.queries, cell, at)
        keyed.append((change is None, 0.0 if change is None else change / gold[at], at))
    return [at for _, _, at in sorted(keyed)]


def movers(page: Page, limit: int) -> tuple[list[int], list[int]]:
    """Indices of the queries with the largest falls and the largest rises, at most `limit` each,
    largest first, ties by id. Never filled up with unchanged queries."""
    cell = page.columns.get((page.last, page.largest))
    queries = page.report.queries
    moved = [
        (change / queries.gold[at], at)
        for at in range(len(queries))
        if (change := difference(queries, cell, at))
    ]
    falls = sorted(pair for pair in moved if pair[0] < 0)
    rises = sorted((-delta, at) for delta, at in moved if delta > 0)
    return [at for _, at in falls[:limit]], [at for _, at in rises[:limit]]


def _filters(page: Page, rows: QueryRows) -> Iterator[Filter]:
    """Chips with counts over all queries, zero included."""
    counts: Counter[str] = Counter()
    for at in range(len(page.report.queries)):
        counts.update(rows.keys(at))
    for key in (*CHANGES, "excluded", *rows.reasons, "ceiling", "unjudged"):
        if key in rows.reasons:
            yield Filter(
                f"excluded-{key}", lines.text(rows.reasons[key]), counts[f"excluded-{key}"]
            )
        else:
            yield Filter(key, page.words.line(f"filter.{key}"), counts[key])
