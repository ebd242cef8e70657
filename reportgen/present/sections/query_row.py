"""One row of the query table. Cells that many rows share are made once: a report has few distinct counts and many
queries."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from reportgen.model.cutoff import ALL
from reportgen.model.report import CellColumns, Queries, reachable_hits
from reportgen.present import anchors, lines, numbers
from reportgen.present.blocks import (
    Align,
    Cell,
    Column,
    Delta,
    Direction,
    Line,
    QueryEntry,
    Strip,
    Value,
    Words,
)
from reportgen.present.page import Page
from reportgen.present.sections.opened import Opener

_MISSING: Final = "–"
_NOTHING: Final = Value(_MISSING, undefined=True)


def difference(queries: Queries, cell: CellColumns | None, at: int) -> int | None:
    """Candidate hits minus baseline hits of a scored query; None for one that is not scored."""
    if cell is None or queries.excluded[at] is not None:
        return None
    baseline, candidate = cell.baseline.hits[at], cell.candidate.hits[at]
    return None if baseline is None or candidate is None else candidate - baseline


class QueryRows:
    """Rows of the table; what they share is looked up once. `reasons` are the exclusion reasons there are, in words."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.queries = page.report.queries
        self.first = page.columns.get((page.last, page.largest))
        # The stage that rows are sorted by comes first, where a narrow page still shows it.
        self.cells = [
            cell
            for stage in (page.last, *page.stages[:-1])
            if (cell := page.columns.get((stage, page.largest)))
        ]
        reasons = dict.fromkeys(one for one in self.queries.excluded if one is not None)
        self.reasons = {one: page.words.plain(f"reason-word.{one}") for one in reasons}
        self._undefined = Delta(page.undefined(), Direction.UNDEFINED)
        self._absent = Value(page.words.plain("absent"), undefined=True)
        self._by_reason = {
            one: Delta(said, Direction.UNDEFINED) for one, said in self.reasons.items()
        }
        self._shows_text = page.options.query_text and self.queries.text is not None
        self._facets = list(self.queries.groups)
        self._hits_made: dict[tuple[int, int], Value] = {}
        self._deltas_made: dict[tuple[int, int], Delta] = {}
        self._pairs_made: dict[tuple[int | None, int | None], Value] = {}
        self._strips_made: dict[tuple[int | None, int | None, int, int], Strip] = {}
        self._groups_made: dict[tuple[str, ...], Words] = {}
        self._counts_made: dict[int, Value] = {}

    def columns(self) -> tuple[Column, ...]:
        line = self.page.words.line
        columns = [Column("query", line("column.query"))]
        if self._shows_text:
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
        if self._facets:
            columns.append(Column("groups", line("column.groups"), priority=2))
        return tuple(columns)

    def entry(self, at: int, opener: Opener) -> QueryEntry:
        return QueryEntry(
            anchors.query(self.queries.query_id[at]),
            tuple(self._row(at)),
            self.keys(at),
            self._search(at),
            opener.blocks(at),
            opener.lists(at),
        )

    def keys(self, at: int) -> tuple[str, ...]:
        """The filters that a query belongs to."""
        reason = self.queries.excluded[at]
        found: list[str] = []
        if reason is not None:
            found += ["excluded", f"excluded-{reason}"]
        else:
            change = difference(self.queries, self.first, at)
            found.append(_direction_key(change or 0))
            gold = self.queries.gold[at]
            if self.first is not None and reachable_hits(self.first, gold, at) < gold:
                found.append("ceiling")
        pair = None if self.first is None else _unjudged_pair(self.first, at)
        if pair is not None and None not in pair and pair[0] != pair[1]:
            found.append("unjudged")
        return tuple(found)

    def _row(self, at: int) -> Iterator[Cell]:
        query_id = self.queries.query_id[at]
        gold = self.queries.gold[at]
        yield Words((lines.id_(query_id),), sort=query_id)
        if self._shows_text:
            yield Words(self._text(at))
        yield self._count(gold)
        yield self._ceiling(at, gold)
        yield self._strip(at, gold)
        for cell in self.cells:
            yield self._hits(cell.baseline.hits[at], gold)
            yield self._hits(cell.candidate.hits[at], gold)
            yield self._delta(cell, at, gold)
            yield self._unjudged(_unjudged_pair(cell, at))
        if self._facets:
            yield self._groups(at)

    def _count(self, gold: int) -> Value:
        made = self._counts_made.get(gold)
        if made is None:
            made = self._counts_made[gold] = Value(numbers.count(gold), sort=gold)
        return made

    def _text(self, at: int) -> Line:
        text = None if self.queries.text is None else self.queries.text[at]
        return () if text is None else (lines.beginning(text),)

    def _groups(self, at: int) -> Words:
        values = tuple(value for facet in self._facets for value in self.queries.groups[facet][at])
        made = self._groups_made.get(values)
        if made is None:
            line = lines.join([(lines.name(value),) for value in values], ", ")
            made = self._groups_made[values] = Words(line)
        return made

    def _ceiling(self, at: int, gold: int) -> Value:
        if self.first is None or not gold:
            return _NOTHING
        reachable = reachable_hits(self.first, gold, at)
        return Value(numbers.level(reachable / gold), sort=reachable / gold)

    def _strip(self, at: int, gold: int) -> Cell:
        if self.first is None or not gold:
            return Words(())
        baseline, candidate = self.first.baseline.hits[at], self.first.candidate.hits[at]
        key = (baseline, candidate, reachable_hits(self.first, gold, at), gold)
        made = self._strips_made.get(key)
        if made is None:
            made = self._strips_made[key] = Strip(
                None if baseline is None else baseline / gold,
                None if candidate is None else candidate / gold,
                key[2] / gold,
                "",
            )
        return made

    def _hits(self, hits: int | None, gold: int) -> Value:
        if hits is None:
            return self._absent
        if not gold:
            return _NOTHING
        made = self._hits_made.get((hits, gold))
        if made is None:
            made = Value(numbers.fraction(hits, gold), sort=hits / gold)
            self._hits_made[hits, gold] = made
        return made

    def _delta(self, cell: CellColumns, at: int, gold: int) -> Delta:
        reason = self.queries.excluded[at]
        if reason is not None:
            return self._by_reason[reason]
        change = difference(self.queries, cell, at)
        if change is None:
            return self._undefined
        made = self._deltas_made.get((change, gold))
        if made is None:
            delta = change / gold
            made = Delta(numbers.signed(delta), lines.direction(delta), sort=delta)
            self._deltas_made[change, gold] = made
        return made

    def _unjudged(self, pair: tuple[int | None, int | None] | None) -> Value:
        if pair is None:
            return _NOTHING
        made = self._pairs_made.get(pair)
        if made is None:
            shown = " · ".join(_MISSING if one is None else str(one) for one in pair)
            made = self._pairs_made[pair] = Value(shown, sort=float(sum(one or 0 for one in pair)))
        return made

    def _search(self, at: int) -> str:
        parts = [self.queries.query_id[at]]
        if self._shows_text and self.queries.text is not None:
            parts.append((self.queries.text[at] or "")[: lines.LONGEST_TEXT])
        for facet in self._facets:
            parts += self.queries.groups[facet][at]
        return " ".join(parts).lower()


def _direction_key(change: int) -> str:
    if change == 0:
        return "same"
    return "better" if change > 0 else "worse"


def _unjudged_pair(cell: CellColumns, at: int) -> tuple[int | None, int | None] | None:
    baseline, candidate = cell.baseline.unjudged, cell.candidate.unjudged
    if baseline is None or candidate is None or cell.cutoff == ALL:
        return None
    return baseline[at], candidate[at]
