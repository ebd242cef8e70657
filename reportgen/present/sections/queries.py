"""Query by query: every query with what both runs found for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from reportgen.model.cutoff import ALL
from reportgen.model.report import CellColumns, Queries, reachable_hits
from reportgen.present import anchors, lines, numbers
from reportgen.present.blocks import (
    Align,
    Block,
    Cell,
    Column,
    Delta,
    Direction,
    Filter,
    Line,
    QueryEntry,
    QueryTable,
    Section,
    Strip,
    Value,
    Words,
)
from reportgen.present.page import Page
from reportgen.present.sections.opened import Opener
from reportgen.present.sections.paired import deltas_figure

CHANGES: Final = ("better", "same", "worse")
_MISSING: Final = "–"


@dataclass(frozen=True, slots=True)
class Change:
    """What one query adds to the filters: its direction, its delta in hits over gold, None where
    it is not scored."""

    key: str
    delta: float | None


def queries(page: Page) -> Section:
    """The table with its filters, after the figure of all deltas."""
    blocks: list[Block] = []
    figure = deltas_figure(page) if page.options.figures else None
    if figure is not None:
        blocks.append(figure)
    blocks.append(query_table(page))
    return Section(
        "queries",
        page.words.line("section.queries"),
        tuple(blocks),
        subtitle=page.words.line("queries.subtitle", cell=page.cell_name(page.last, page.largest)),
    )


def query_table(page: Page) -> QueryTable:
    """The queries that have a row, by delta at the last stage's largest integer cutoff, falls
    first, then by id; excluded ones last."""
    table = _Rows(page)
    order = table.order()
    total = len(page.report.queries)
    left_out = total - len(order)
    shown: Line = ()
    if left_out:
        shown = page.words.line(
            "queries.left-out",
            count=left_out,
            file=table.file("queries.csv"),
        )
    return QueryTable(
        "query-table",
        page.words.line("queries.caption", cell=page.cell_name(page.last, page.largest)),
        table.columns(),
        tuple(table.entry(at) for at in order),
        tuple(table.filters()),
        total,
        page.words.line("queries.showing", shown=len(order), total=total),
        shown,
        {
            name: page.words.texts.source(f"queries.control.{name}")
            for name in ("all", "search", "search_hint", "showing", "open")
        },
        table.opener.list_order(order),
        page.words.line("queries.lists-elsewhere"),
    )


def movers(page: Page, limit: int) -> tuple[list[int], list[int]]:
    """Indices of the queries with the largest falls and the largest rises, at most `limit` each,
    largest first, ties by id. Never filled up with unchanged queries."""
    cell = page.columns.get((page.last, page.largest))
    changes = [
        (at, change(page.report.queries, cell, at)) for at in range(len(page.report.queries))
    ]
    moved = [(one.delta, at) for at, one in changes if one.delta]
    falls = sorted(pair for pair in moved if pair[0] < 0)
    rises = sorted((-delta, at) for delta, at in moved if delta > 0)
    return [at for _, at in falls[:limit]], [at for _, at in rises[:limit]]


def change(queries: Queries, cell: CellColumns | None, at: int) -> Change:
    """The direction of one query at a cell, decided by its hits."""
    reason = queries.excluded[at]
    if reason is not None or cell is None:
        return Change("excluded", None)
    baseline, candidate = cell.baseline.hits[at], cell.candidate.hits[at]
    if baseline is None or candidate is None:
        return Change("excluded", None)
    delta = (candidate - baseline) / queries.gold[at]
    return Change(_direction_key(candidate - baseline), delta)


def _direction_key(difference: int) -> str:
    if difference == 0:
        return "same"
    return "better" if difference > 0 else "worse"


class _Rows:
    """Rows of the table; what all of them share is looked up once."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.queries = page.report.queries
        self.first = page.columns.get((page.last, page.largest))
        # The stage that rows are sorted by first, where a narrow page still shows it.
        self.cells = [
            cell
            for stage in (page.last, *page.stages[:-1])
            if (cell := page.columns.get((stage, page.largest)))
        ]
        self.opener = Opener(page)
        self.undefined = page.undefined()
        self.absent = page.words.plain("absent")
        self.reasons = {
            reason: page.words.plain(f"reason-word.{reason}")
            for reason in dict.fromkeys(self.queries.excluded)
            if reason is not None
        }
        self.shows_text = page.options.query_text and self.queries.text is not None
        self.facets = list(self.queries.groups)

    def file(self, name: str) -> Line:
        return (lines.file_link(name),)

    def columns(self) -> tuple[Column, ...]:
        line = self.page.words.line
        columns = [Column("query", line("column.query"))]
        if self.shows_text:
            columns.append(Column("text", line("column.text"), priority=1))
        columns += [
            Column("gold", line("column.gold"), Align.NUMBER, priority=1),
            Column("ceiling", line("column.ceiling"), Align.NUMBER, priority=1),
            Column("strip", line("column.strip"), Align.CENTER, priority=2),
        ]
        for cell in self.cells:
            group = self.page.cell_name(cell.stage, cell.cutoff)
            stage = anchors.encode(cell.stage)
            columns += [
                Column(f"baseline.{stage}", line("run.baseline"), Align.NUMBER, group),
                Column(f"candidate.{stage}", line("run.candidate"), Align.NUMBER, group),
                Column(f"delta.{stage}", line("column.delta"), Align.NUMBER, group),
                Column(f"unjudged.{stage}", line("column.unjudged"), Align.NUMBER, group, 2),
            ]
        if self.facets:
            columns.append(Column("groups", line("column.groups"), priority=2))
        return tuple(columns)

    def order(self) -> list[int]:
        """The queries with a row: by delta, falls first, ties in the order of ids; those without a
        delta last."""
        keyed = []
        for at in sorted(self.page.shown):
            delta = change(self.queries, self.first, at).delta
            keyed.append((delta is None, delta or 0.0, at))
        return [at for _, _, at in sorted(keyed)]

    def filters(self) -> Iterator[Filter]:
        """Chips with counts over all queries, zero included."""
        counts: Counter[str] = Counter()
        for at in range(len(self.queries)):
            counts.update(self._keys(at))
        excluded = [f"excluded-{reason}" for reason in self.reasons]
        keys = (*CHANGES, "excluded", *excluded, "ceiling", "unjudged")
        for key in keys:
            if key.startswith("excluded-"):
                line = lines.text(self.reasons[key.removeprefix("excluded-")])
            else:
                line = self.page.words.line(f"filter.{key}")
            yield Filter(key, line, counts[key])

    def entry(self, at: int) -> QueryEntry:
        query_id = self.queries.query_id[at]
        return QueryEntry(
            anchors.query(query_id),
            tuple(self._row(at)),
            self._keys(at),
            self._search(at),
            self.opener.blocks(at),
            self.opener.lists(at),
        )

    def _row(self, at: int) -> Iterator[Cell]:
        query_id = self.queries.query_id[at]
        gold = self.queries.gold[at]
        yield Words((lines.id_(query_id),), sort=query_id)
        if self.shows_text:
            yield Words(self._text(at))
        yield Value(numbers.count(gold), sort=gold)
        yield self._ceiling(at, gold)
        yield self._strip(at, gold)
        for cell in self.cells:
            yield from self._cell(cell, at, gold)
        if self.facets:
            yield Words(self._groups(at))

    def _text(self, at: int) -> Line:
        text = None if self.queries.text is None else self.queries.text[at]
        return () if text is None else (lines.beginning(text),)

    def _groups(self, at: int) -> Line:
        values = [
            (lines.name(value),)
            for facet in self.facets
            for value in self.queries.groups[facet][at]
        ]
        return lines.join(values, ", ")

    def _ceiling(self, at: int, gold: int) -> Value:
        if self.first is None or not gold:
            return Value(_MISSING, undefined=True)
        reachable = reachable_hits(self.first, gold, at)
        return Value(numbers.level(reachable / gold), sort=reachable / gold)

    def _strip(self, at: int, gold: int) -> Cell:
        if self.first is None or not gold:
            return Words(())
        baseline, candidate = self.first.baseline.hits[at], self.first.candidate.hits[at]
        return Strip(
            None if baseline is None else baseline / gold,
            None if candidate is None else candidate / gold,
            reachable_hits(self.first, gold, at) / gold,
            "",
        )

    def _cell(self, cell: CellColumns, at: int, gold: int) -> Iterator[Cell]:
        yield self._hits(cell.baseline.hits[at], gold)
        yield self._hits(cell.candidate.hits[at], gold)
        yield self._delta(cell, at)
        yield self._unjudged(cell, at)

    def _hits(self, hits: int | None, gold: int) -> Value:
        if hits is None:
            return Value(self.absent, undefined=True)
        if not gold:
            return Value(_MISSING, undefined=True)
        return Value(numbers.fraction(hits, gold), sort=hits / gold)

    def _delta(self, cell: CellColumns, at: int) -> Delta:
        reason = self.queries.excluded[at]
        if reason is not None:
            return Delta(self.reasons[reason], Direction.UNDEFINED)
        delta = change(self.queries, cell, at).delta
        if delta is None:
            return Delta(self.undefined, Direction.UNDEFINED)
        return Delta(numbers.signed(delta), lines.direction(delta), sort=delta)

    def _unjudged(self, cell: CellColumns, at: int) -> Value:
        pair = _unjudged_pair(cell, at)
        if pair is None:
            return Value(_MISSING, undefined=True)
        shown = " · ".join(_MISSING if one is None else str(one) for one in pair)
        return Value(shown, sort=float(sum(one or 0 for one in pair)))

    def _keys(self, at: int) -> tuple[str, ...]:
        reason = self.queries.excluded[at]
        keys: list[str] = []
        if reason is not None:
            keys += ["excluded", f"excluded-{reason}"]
        else:
            keys.append(change(self.queries, self.first, at).key)
        gold = self.queries.gold[at]
        if (
            self.first is not None
            and reason is None
            and reachable_hits(self.first, gold, at) < gold
        ):
            keys.append("ceiling")
        pair = None if self.first is None else _unjudged_pair(self.first, at)
        if pair is not None and None not in pair and pair[0] != pair[1]:
            keys.append("unjudged")
        return tuple(keys)

    def _search(self, at: int) -> str:
        parts = [self.queries.query_id[at]]
        if self.shows_text and self.queries.text is not None:
            parts.append((self.queries.text[at] or "")[: lines.LONGEST_TEXT])
        for facet in self.facets:
            parts += self.queries.groups[facet][at]
        return " ".join(parts).lower()


def _unjudged_pair(cell: CellColumns, at: int) -> tuple[int | None, int | None] | None:
    baseline, candidate = cell.baseline.unjudged, cell.candidate.unjudged
    if baseline is None or candidate is None or cell.cutoff == ALL:
        return None
    return baseline[at], candidate[at]
