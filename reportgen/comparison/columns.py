"""One row of the measures table before it is summed: what every query contributes to it, in both runs."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from reportgen.comparison.exact import sum_of_ratios
from reportgen.comparison.uncertainty.terms import (
    Terms,
    cluster_terms,
    difference_terms,
    ratio_terms,
)
from reportgen.model.cutoff import Cutoff
from reportgen.model.matched import Ints
from reportgen.model.measure import Averaging, MeasureRow
from reportgen.model.run import Side
from reportgen.model.scores import CellScores, Floats, Ratios, Scores
from reportgen.score import ceilings, query_values, signs

Exact = Fraction | float
"""A value: a fraction where the measure is exact, else a double."""

# Differences of doubles as integers over this, so that sums over a cluster are exact.
_GRID = 1 << 40


@dataclass(frozen=True, slots=True, eq=False)
class Columns:
    """Arrays over all queries of the snapshot, meaningful where a query is scored.

    `sign`: -1, 0 or 1, candidate against baseline, decided exactly.
    """

    row: MeasureRow
    stage: str
    cutoff: Cutoff
    baseline: Ratios
    candidate: Ratios
    ceiling: Ratios
    sign: Ints

    def side(self, side: Side) -> Ratios:
        return self.baseline if side is Side.BASELINE else self.candidate

    @property
    def is_exact(self) -> bool:
        return self.row.measure.is_exact


def columns_of(scores: Scores, cell: CellScores, row: MeasureRow) -> Columns | None:
    """The columns of one row in one cell; None where the measure is not defined there."""
    measure = row.measure
    baseline = query_values(scores, measure, cell, Side.BASELINE)
    candidate = query_values(scores, measure, cell, Side.CANDIDATE)
    ceiling = ceilings(scores, measure, cell)
    sign = signs(scores, measure, cell)
    if baseline is None or candidate is None or ceiling is None or sign is None:
        return None
    return Columns(row, cell.stage, cell.cutoff, baseline, candidate, ceiling, sign)


def value(ratios: Ratios, at: Ints, row: MeasureRow) -> Exact:
    """The aggregate over the queries `at`, at least one: exact where the measure is."""
    numerator, denominator = ratios.numerator[at], ratios.denominator[at]
    if row.averaging is Averaging.POOLED:
        return Fraction(int(numerator.sum()), int(denominator.sum()))
    if _integers(numerator):
        return sum_of_ratios(numerator, denominator) / len(at)
    return math.fsum((numerator / denominator).tolist()) / len(at)


def ceiling_value(columns: Columns, at: Ints) -> Fraction:
    """The largest value that any two lists could have had over the queries `at`, at least one."""
    ceiling = value(columns.ceiling, at, columns.row)
    return ceiling if isinstance(ceiling, Fraction) else Fraction(ceiling)


def difference(columns: Columns, at: Ints, baseline: Exact, candidate: Exact) -> Exact:
    """The delta of two values over the queries `at`; exactly 0 where no query differs, also for doubles."""
    if isinstance(baseline, Fraction) and isinstance(candidate, Fraction):
        return candidate - baseline
    return math.fsum(query_differences(columns, at).tolist()) / len(at)


def query_differences(columns: Columns, at: Ints) -> Floats:
    """Per-query differences as doubles, exactly 0 where the values are equal."""
    baseline, candidate = columns.baseline, columns.candidate
    raw = (
        candidate.numerator[at] / candidate.denominator[at]
        - baseline.numerator[at] / baseline.denominator[at]
    )
    return np.where(columns.sign[at] == 0, 0.0, raw)


def terms_of(columns: Columns, at: Ints) -> Terms:
    """What the queries `at` contribute to the delta as x and y (statistics.md 2); exact measures only."""
    above, under = columns.baseline.numerator[at], columns.baseline.denominator[at]
    above_candidate, under_candidate = (
        columns.candidate.numerator[at],
        columns.candidate.denominator[at],
    )
    if columns.row.averaging is Averaging.POOLED:
        return Terms(above_candidate - above, np.ones_like(under), under)
    if np.array_equal(under, under_candidate):
        return ratio_terms(above_candidate - above, under)
    return difference_terms((above, under), (above_candidate, under_candidate))


def clustered_terms(columns: Columns, at: Ints, clusters: Ints) -> Terms:
    """The terms with clusters as rows, for every measure; `clusters` numbers those of `at` from 0."""
    if columns.is_exact:
        return cluster_terms(terms_of(columns, at), clusters)
    steps = np.rint(query_differences(columns, at) * _GRID).astype(np.int64)
    return cluster_terms(ratio_terms(steps, np.full_like(steps, _GRID)), clusters)


def _integers(numbers: Ints | Floats) -> bool:
    return numbers.dtype.kind in "iu"
