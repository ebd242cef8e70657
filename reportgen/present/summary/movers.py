"""The queries that moved most."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from reportgen.model.report import reachable_hits
from reportgen.present import lines, numbers
from reportgen.present.blocks import (
    Align,
    Cell,
    Column,
    Delta,
    Line,
    Row,
    Table,
    Value,
    Words,
)
from reportgen.present.page import Page
from reportgen.present.sections.queries import movers
from reportgen.present.sections.query_row import difference

MOST: Final = 20
_ARROW: Final = " → "


@dataclass(frozen=True, slots=True)
class Movers:
    """`worse` and `better` hold the largest changes, at most 20 each; the counts are those of all queries."""

    caption: Line
    worse: Table
    better: Table
    worse_count: int
    better_count: int

    def first(self, limit: int) -> tuple[Table, Table]:
        """Both tables with at most so many rows."""
        worse, better = self.worse, self.better
        return replace(worse, rows=worse.rows[:limit]), replace(better, rows=better.rows[:limit])


def movers_of(page: Page) -> Movers:
    """Falls and rises at the last stage and largest integer cutoff."""
    worse, better = movers(page, MOST)
    cell = page.columns.get((page.last, page.largest))
    queries = page.report.queries
    changes = [difference(queries, cell, at) or 0 for at in range(len(queries))]
    worse_count, better_count = sum(one < 0 for one in changes), sum(one > 0 for one in changes)
    caption = page.words.line(
        "summary.movers",
        cell=page.cell_name(page.last, page.largest),
        worse=worse_count,
        better=better_count,
    )
    return Movers(
        caption,
        _table(page, "worse", worse, worse_count),
        _table(page, "better", better, better_count),
        worse_count,
        better_count,
    )


def _table(page: Page, key: str, order: Sequence[int], count: int) -> Table:
    line = page.words.line
    shows_text = page.options.query_text and page.report.queries.text is not None
    columns = [Column("query", line("column.query"))]
    columns += [Column("text", line("column.text"))] if shows_text else []
    columns += [
        Column("gold", line("column.gold"), Align.NUMBER),
        Column("ceiling", line("column.ceiling"), Align.NUMBER),
        *(
            Column(stage, page.cell_name(stage, page.largest), Align.NUMBER)
            for stage in page.stages
        ),
        Column("delta", line("column.delta"), Align.NUMBER),
    ]
    rows = tuple(_row(page, at, shows_text=shows_text) for at in order)
    return Table(f"summary-{key}", line(f"summary.{key}", count=count), tuple(columns), rows)


def _row(page: Page, at: int, *, shows_text: bool) -> Row:
    queries = page.report.queries
    gold = queries.gold[at]
    cell = page.columns[page.last, page.largest]
    change = difference(queries, cell, at)
    delta = None if change is None else change / gold
    reachable = reachable_hits(cell, gold, at)
    shown: list[Cell] = [Words((lines.id_(queries.query_id[at]),))]
    if shows_text:
        text = None if queries.text is None else queries.text[at]
        shown.append(Words(() if text is None else (lines.beginning(text),)))
    shown += [
        Value(numbers.count(gold)),
        Value(numbers.level(reachable / gold), numbers.fraction(reachable, gold)),
        *(_hits(page, stage, at, gold) for stage in page.stages),
        Delta(lines.change(delta, page.undefined()).text, lines.direction(delta)),
    ]
    return Row(tuple(shown))


def _hits(page: Page, stage: str, at: int, gold: int) -> Value:
    """Hits of gold, baseline → candidate."""
    cell = page.columns.get((stage, page.largest))
    if cell is None:
        return Value(page.undefined(), undefined=True)
    baseline, candidate = cell.baseline.hits[at], cell.candidate.hits[at]
    if baseline is None or candidate is None:
        return Value(page.words.plain("absent"), undefined=True)
    return Value(numbers.fraction(baseline, gold) + _ARROW + numbers.fraction(candidate, gold))
