"""Single queries by one measure, from what report.json keeps of them: hits, and ranks of gold in the full lists."""

from __future__ import annotations

import difflib
import math
from collections.abc import Sequence
from fractions import Fraction

from reportgen.errors import Problem, Problems
from reportgen.model.cutoff import ALL
from reportgen.model.gate import (
    ComparedQuery,
    ExcludedQuery,
    NamedQuery,
    NeverWorse,
    Rule,
    UncoveredQuery,
)
from reportgen.model.groups import is_member
from reportgen.model.measure import Measure
from reportgen.model.report import (
    Aggregate,
    CellColumns,
    Exclusion,
    Group,
    Queries,
    QueryRow,
    RankColumns,
    Report,
    reachable_hits,
)
from reportgen.model.run import Side
from reportgen.score.signs import SAME_GAIN

Value = Fraction | float

_KEY = "never_worse"
_BY_RANK = frozenset(
    {
        Measure.RECIPROCAL_RANK,
        Measure.AVERAGE_PRECISION,
        Measure.NDCG,
        Measure.EVIDENCE_MET,
        Measure.EVIDENCE_COVERAGE,
    }
)


def named_queries(
    report: Report, rule: Rule, group: Group | None, aggregate: Aggregate | None, problems: Problems
) -> tuple[NamedQuery, ...]:
    """The queries that a rule names, each by the rule's measure; () where it names none, and where the measure has no
    value in the rule's row of the report."""
    if not isinstance(rule.condition, NeverWorse):
        return ()
    named = rule.condition.queries
    index = {id_: at for at, id_ in enumerate(report.queries.query_id)}
    known = [id_ for id_ in named if id_ in index]
    for id_ in named:
        if id_ not in index:
            problems.extend([_unknown(rule, id_, report.queries.query_id)])
        elif group is not None and not is_member(report, group, index[id_]):
            what = f"query {id_} is not in the group {rule.group}"
            problems.extend([rule.problem(_KEY, what, "remove it, or the rule's group")])
    if aggregate is None or aggregate.delta is None:
        return ()
    undecided = _undecided(report, rule)
    if undecided is not None:
        problems.extend([undecided])
        return ()
    cell = next(
        one for one in report.queries.cells if (one.stage, one.cutoff) == (rule.stage, rule.cutoff)
    )
    return tuple(_named(report, cell, rule, report.queries[index[id_]]) for id_ in known)


def _unknown(rule: Rule, query_id: str, known: Sequence[str]) -> Problem:
    near = difflib.get_close_matches(query_id, known, 3, 0.6)
    remedy = f"near are: {', '.join(near)}" if near else "name one of its queries"
    return rule.problem(_KEY, f"the report has no query {query_id}", remedy)


def _undecided(report: Report, rule: Rule) -> Problem | None:
    """Why report.json cannot tell one query's value by the rule's measure; None where it can."""
    measure = rule.row.measure
    if measure not in _BY_RANK:
        return None
    if measure is Measure.NDCG and report.scope.relevance_level > 1:
        what = (
            "report.json cannot decide ndcg of single queries at a relevance level above 1:"
            " it keeps no ranks of units graded below the level"
        )
        return rule.problem(_KEY, what, "choose another measure")
    for run in (report.scope.baseline, report.scope.candidate):
        stage = next(one for one in run.stages if one.name == rule.stage)
        files = stage.cutoff_files
        if files is not None and rule.cutoff not in (ALL, max(files)):
            what = (
                f"report.json cannot decide {measure} of single queries at cutoff {rule.cutoff}: {run.name} retrieved"
                " each cutoff separately, and ranks are kept of the list of the largest only"
            )
            return rule.problem(_KEY, what, f"write cutoff = {max(files)}, or choose recall")
    return None


def _named(report: Report, cell: CellColumns, rule: Rule, row: QueryRow) -> NamedQuery:
    if row.excluded is not None:
        where = _where(report.accounting.excluded, row)
        return ExcludedQuery(row.query_id, row.excluded, where.run, where.stage)
    if rule.row.measure.needs_evidence and not _parts(report.queries, row.index):
        return UncoveredQuery(row.query_id)
    baseline, candidate = (_List(report, cell, side, row.index) for side in Side)
    values = baseline.value(rule.row.measure), candidate.value(rule.row.measure)
    if rule.row.measure is Measure.NDCG:
        # As everywhere: gains decide, and sums that only doubles tell apart are the same.
        gap = candidate.gain() - baseline.gain()
        difference: Value = 0.0 if abs(gap) < SAME_GAIN else gap
    else:
        difference = values[1] - values[0]
    return ComparedQuery(row.query_id, *values, (difference > 0) - (difference < 0))


def _where(excluded: Sequence[Exclusion], row: QueryRow) -> Exclusion:
    return next(
        one for one in excluded if one.reason == row.excluded and row.query_id in one.queries
    )


def _parts(queries: Queries, at: int) -> list[list[str]]:
    return [] if queries.evidence is None else queries.evidence.parts[at]


class _List:
    """The list of one scored query in one run, within one cutoff."""

    def __init__(self, report: Report, cell: CellColumns, side: Side, at: int) -> None:
        columns = cell.baseline if side is Side.BASELINE else cell.candidate
        hits, returned = columns.hits[at], columns.returned[at]
        if hits is None or returned is None:
            raise ValueError("a scored query has a list wherever a measure has a value")
        self._report, self._cell, self._side, self._at = report, cell, side, at
        self._queries = report.queries
        self._gold = report.queries.gold[at]
        self._hits = hits
        # Units within a cutoff are the first of the full list; under a unit map they need not be k.
        self._returned = returned

    def value(self, measure: Measure) -> Value:
        match measure:
            case Measure.RECALL:
                return Fraction(self._hits, self._gold)
            case Measure.ANY_HIT:
                return Fraction(self._hits > 0)
            case Measure.ALL_HIT:
                return Fraction(self._hits == self._gold)
            case Measure.SHARE_OF_CEILING:
                return Fraction(self._hits, reachable_hits(self._cell, self._gold, self._at))
            case Measure.PRECISION:
                return Fraction(self._hits, int(self._cell.cutoff))
            case _:
                return self._ranked(measure)

    def _ranked(self, measure: Measure) -> Value:
        """What follows from ranks and not from hits."""
        match measure:
            case Measure.EVIDENCE_MET:
                return Fraction(self._parts_met() == len(_parts(self._queries, self._at)))
            case Measure.EVIDENCE_COVERAGE:
                return Fraction(self._parts_met(), len(_parts(self._queries, self._at)))
            case Measure.RECIPROCAL_RANK:
                return max((Fraction(1, rank) for rank, _ in self._found()), default=Fraction(0))
            case Measure.AVERAGE_PRECISION:
                found = enumerate(self._found(), 1)
                return sum((Fraction(n, rank) for n, (rank, _) in found), Fraction(0)) / self._gold
            case _:
                return self.gain() / self._ideal_gain()

    def gain(self) -> float:
        """trec_eval's discounted gain; at relevance level 1 every grade above 0 is gold."""
        return _discounted(self._found())

    def _ideal_gain(self) -> float:
        grades = sorted(self._queries.gold_grades[self._at], reverse=True)
        return _discounted(list(enumerate(grades[: self._most()], 1)))

    def _most(self) -> int | None:
        """How many units the best list may have; None where the cutoff does not say."""
        if self._cell.cutoff == ALL or self._is_unbounded():
            return None
        return self._cell.cutoff

    def _is_unbounded(self) -> bool:
        """Under a unit map one unit may stand for several: precision is then undefined."""
        precision = next(
            one
            for one in self._report.aggregates
            if (one.measure, one.stage, one.cutoff)
            == (Measure.PRECISION, self._cell.stage, self._cell.cutoff)
        )
        return precision.delta is None

    def _found(self) -> list[tuple[int, int]]:
        """Rank and grade of each gold unit within the cutoff, by rank."""
        ranks = self._ranks(self._queries.ranks)
        grades = self._queries.gold_grades[self._at]
        pairs = zip(ranks, grades, strict=True)
        return sorted(
            (rank, grade) for rank, grade in pairs if rank is not None and rank <= self._returned
        )

    def _parts_met(self) -> int:
        evidence = self._queries.evidence
        if evidence is None:
            return 0
        units = zip(evidence.units[self._at], self._ranks(evidence.ranks), strict=True)
        found = {unit for unit, rank in units if rank is not None and rank <= self._returned}
        return sum(not found.isdisjoint(part) for part in evidence.parts[self._at])

    def _ranks(self, columns: Sequence[RankColumns]) -> list[int | None]:
        stage = next(one for one in columns if one.stage == self._cell.stage)
        of_side = stage.baseline if self._side is Side.BASELINE else stage.candidate
        ranks = of_side[self._at]
        if ranks is None:
            raise ValueError("a scored query has ranks at every stage")
        return ranks


def _discounted(found: Sequence[tuple[int, int]]) -> float:
    return sum((grade / math.log2(rank + 1) for rank, grade in found), 0.0)
