"""Every measure of one run, over some queries of a report, from what report.json keeps of each query: hits, gold, and
the ranks of gold units and evidence."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from reportgen.comparison.exact import FloatArray, sum_of_ratios
from reportgen.model.cutoff import ALL, Cutoff
from reportgen.model.matched import Ints
from reportgen.model.measure import Averaging, Measure, MeasureRow
from reportgen.model.report import CellColumns, Queries, RankColumns
from reportgen.model.run import Side

NOWHERE = 2**62
"""A rank below every cutoff."""

Value = Fraction | float | None
Ranks = Sequence[Sequence[int | None] | None]


@dataclass(frozen=True, slots=True, eq=False)
class Ranked:
    """Gold units that a list holds, sorted by query, then rank; `query` counts the queries looked at from 0."""

    query: Ints
    rank: Ints
    grade: Ints


class Version:
    """The queries of one report at the places `at`, as its labels score them."""

    def __init__(self, queries: Queries, at: Sequence[int]) -> None:
        self.queries = queries
        self.at = tuple(at)
        self.gold = np.array([queries.gold[place] for place in at], dtype=np.int64)
        self._ranked: dict[tuple[str, Side], Ranked] = {}
        self._parts: dict[tuple[str, Side], tuple[Ints, Ints]] = {}

    @property
    def has_evidence(self) -> frozenset[int]:
        """The queries looked at, counted from 0, that declare evidence."""
        evidence = self.queries.evidence
        if evidence is None:
            return frozenset()
        return frozenset(place for place, at in enumerate(self.at) if evidence.parts[at])

    def value(self, row: MeasureRow, cell: CellColumns, side: Side, covered: Ints) -> Value:
        """One run's value over the queries `covered` (counted from 0), all of them but for evidence; None where it is
        undefined. Order and evidence are right where the full list stands for every cutoff and no unit map applies."""
        if not len(covered):
            return None
        if row.measure in {Measure.RECIPROCAL_RANK, Measure.AVERAGE_PRECISION, Measure.NDCG}:
            return self._order(row.measure, cell, side)
        if row.measure.needs_evidence:
            return self._evidence(row.measure, cell, side, covered)
        return self._found(row, cell, side)

    def _found(self, row: MeasureRow, cell: CellColumns, side: Side) -> Fraction | None:
        columns = cell.baseline if side is Side.BASELINE else cell.candidate
        counts = [columns.hits[at] for at in self.at]
        known = [count for count in counts if count is not None]
        if len(known) < len(counts):
            return None
        hits, gold = np.array(known, dtype=np.int64), self.gold
        whole = np.ones_like(gold)
        if row.averaging is Averaging.POOLED:
            return Fraction(int(hits.sum()), int(gold.sum()))
        match row.measure:
            case Measure.RECALL:
                return _mean(hits, gold)
            case Measure.ANY_HIT:
                return _mean((hits > 0).astype(np.int64), whole)
            case Measure.ALL_HIT:
                return _mean((hits == gold).astype(np.int64), whole)
            case Measure.SHARE_OF_CEILING:
                return _mean(hits, self._reachable(cell))
            case Measure.PRECISION:
                return None if cell.cutoff == ALL else _mean(hits, whole * int(cell.cutoff))
            case _:
                raise ValueError(f"{row.measure} does not follow from hits")

    def _reachable(self, cell: CellColumns) -> Ints:
        if cell.reachable is not None:
            return np.array([cell.reachable[at] for at in self.at], dtype=np.int64)
        return np.minimum(self.gold, _depth(cell.cutoff))

    def _order(self, measure: Measure, cell: CellColumns, side: Side) -> Value:
        n, depth = len(self.at), _depth(cell.cutoff)
        ranked = self._gold_in(cell.stage, side)
        inside = ranked.rank <= depth
        query, rank, grade = ranked.query[inside], ranked.rank[inside], ranked.grade[inside]
        if measure is Measure.RECIPROCAL_RANK:
            _, first = np.unique(query, return_index=True)
            return sum_of_ratios(np.ones_like(first), rank[first]) / n
        if measure is Measure.AVERAGE_PRECISION:
            sums = np.bincount(query, weights=_places(query, n) / rank, minlength=n)
            return math.fsum(sums / self.gold) / n
        gains = np.bincount(query, weights=grade / np.log2(rank + 1), minlength=n)
        return math.fsum(gains / self._ideal(depth)) / n

    def _ideal(self, depth: int) -> FloatArray:
        """The gain of the best ranking of the gold; right where every grade above 0 makes gold."""
        n = len(self.at)
        grades = [sorted(self.queries.gold_grades[at], reverse=True)[:depth] for at in self.at]
        query = np.repeat(np.arange(n), [len(of_query) for of_query in grades])
        grade = np.array([one for of_query in grades for one in of_query], dtype=np.int64)
        gains: FloatArray = grade / np.log2(_places(query, n) + 1)
        return np.bincount(query, weights=gains, minlength=n).astype(np.float64)

    def _gold_in(self, stage: str, side: Side) -> Ranked:
        if (stage, side) not in self._ranked:
            ranks = _of_stage(self.queries.ranks, stage, side)
            rows = [
                (place, rank, grade)
                for place, at in enumerate(self.at)
                for rank, grade in zip(
                    ranks[at] or (), self.queries.gold_grades[at], strict=ranks[at] is not None
                )
                if rank is not None
            ]
            columns = np.array(sorted(rows), dtype=np.int64).reshape(len(rows), 3)
            self._ranked[stage, side] = Ranked(columns[:, 0], columns[:, 1], columns[:, 2])
        return self._ranked[stage, side]

    def _evidence(
        self, measure: Measure, cell: CellColumns, side: Side, covered: Ints
    ) -> Fraction | None:
        query, rank = self._parts_in(cell.stage, side)
        n = len(self.at)
        parts = np.bincount(query, minlength=n)[covered]
        met = np.bincount(query[rank <= _depth(cell.cutoff)], minlength=n)[covered]
        if measure is Measure.EVIDENCE_MET:
            return _mean((met == parts).astype(np.int64), np.ones_like(parts))
        return _mean(met, parts)

    def _parts_in(self, stage: str, side: Side) -> tuple[Ints, Ints]:
        """Every part of the evidence: whose it is, and the first rank at which it is met."""
        evidence = self.queries.evidence
        if evidence is None:
            raise ValueError("a measure of evidence needs evidence")
        if (stage, side) not in self._parts:
            ranks = _of_stage(evidence.ranks, stage, side)
            rows = []
            for place, at in enumerate(self.at):
                units, found = evidence.units[at], ranks[at] or [None] * len(evidence.units[at])
                rank_of: Mapping[str, int | None] = dict(zip(units, found, strict=True))
                for part in evidence.parts[at]:
                    known = [rank for unit in part if (rank := rank_of[unit]) is not None]
                    rows.append((place, min(known, default=NOWHERE)))
            columns = np.array(rows, dtype=np.int64).reshape(len(rows), 2)
            self._parts[stage, side] = columns[:, 0], columns[:, 1]
        return self._parts[stage, side]


def _of_stage(columns: Sequence[RankColumns], stage: str, side: Side) -> Ranks:
    found = next(one for one in columns if one.stage == stage)
    return found.baseline if side is Side.BASELINE else found.candidate


def _depth(cutoff: Cutoff) -> int:
    return NOWHERE - 1 if cutoff == ALL else int(cutoff)


def _places(query: Ints, n: int) -> Ints:
    """1, 2, 3, … within each query; `query` ascends."""
    starts = np.searchsorted(query, np.arange(n))
    places: Ints = np.arange(len(query)) - starts[query] + 1
    return places


def _mean(numerators: Ints, denominators: Ints) -> Fraction | None:
    covered = denominators > 0
    if not covered.any():
        return None
    total = sum_of_ratios(numerators[covered], denominators[covered])
    return total / int(np.count_nonzero(covered))
