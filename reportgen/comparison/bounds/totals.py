"""Sharp label bounds of the totals: means of the per-query bounds, and the pooled formulas."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from reportgen.comparison.bounds.counts import LabelCounts
from reportgen.comparison.bounds.per_query import QueryBounds, QueryRange
from reportgen.comparison.exact import IntArray, distinct_rows, sum_of_ratios


@dataclass(frozen=True, slots=True)
class Range:
    """The least and the greatest value over all verdicts; exact."""

    low: Fraction
    high: Fraction


@dataclass(frozen=True, slots=True)
class TotalBounds:
    """The ranges of one total for both runs, their delta and the ceiling.

    Each end is attainable, but not together with the ends of other measures or cutoffs.
    """

    baseline: Range
    candidate: Range
    delta: Range
    ceiling: Range


def mean_bounds(bounds: QueryBounds) -> TotalBounds | None:
    """Macro recall, any-hit or all-hit: the means of the per-query bounds; None without queries."""
    if not len(bounds.delta.low.numerator):
        return None
    return TotalBounds(
        baseline=_mean(bounds.baseline),
        candidate=_mean(bounds.candidate),
        delta=_mean(bounds.delta),
        ceiling=_mean(bounds.ceiling),
    )


def _mean(bounds: QueryRange) -> Range:
    n = len(bounds.low.numerator)
    return Range(
        low=sum_of_ratios(bounds.low.numerator, bounds.low.denominator) / n,
        high=sum_of_ratios(bounds.high.numerator, bounds.high.denominator) / n,
    )


def pooled_bounds(counts: LabelCounts, cutoff: int) -> TotalBounds | None:
    """Pooled recall at an integer cutoff: the formulas of one query on the sums; None without queries."""
    if not len(counts):
        return None
    hits_a, hits_b = _sum(counts.baseline_hits), _sum(counts.candidate_hits)
    gold, shared, outside = _sum(counts.gold), _sum(counts.shared), _sum(counts.outside)
    only_a, only_b = _sum(counts.baseline_only), _sum(counts.candidate_only)
    best, worst = hits_b - hits_a + only_b, hits_b - hits_a - only_a
    spread_out = shared + outside
    return TotalBounds(
        baseline=Range(
            Fraction(hits_a, gold + only_b + outside),
            Fraction(hits_a + only_a + shared, gold + only_a + shared),
        ),
        candidate=Range(
            Fraction(hits_b, gold + only_a + outside),
            Fraction(hits_b + only_b + shared, gold + only_b + shared),
        ),
        delta=Range(
            Fraction(worst, gold + only_a + (0 if worst <= 0 else spread_out)),
            Fraction(best, gold + only_b + (0 if best >= 0 else spread_out)),
        ),
        ceiling=_pooled_ceiling(counts, cutoff),
    )


def _pooled_ceiling(counts: LabelCounts, cutoff: int) -> Range:
    """The range of sum(min(k, D)) / sum(D) with D from gold to gold + open units, query by query."""
    gold, open_units = counts.gold, counts.unjudged + counts.outside
    most = gold + open_units
    filled = np.maximum(gold, np.minimum(cutoff, most))
    high = Fraction(_sum(np.minimum(cutoff, filled)), _sum(filled))
    reachable, total = _sum(np.minimum(cutoff, gold)), _sum(gold)
    growth = np.minimum(cutoff, most) - np.minimum(cutoff, gold)
    for _, gained, added in _by_slope(growth, open_units):
        # Adding a query lowers the ratio exactly when its slope lies below it.
        if gained * total >= reachable * added:
            break
        reachable += gained
        total += added
    return Range(Fraction(reachable, total), high)


def _by_slope(growth: IntArray, open_units: IntArray) -> list[tuple[Fraction, int, int]]:
    """(slope, summed growth, summed open units) of the queries with open units, slopes ascending."""
    some = open_units > 0
    (growths, units), counts = distinct_rows((growth[some], open_units[some]))
    table: dict[Fraction, tuple[int, int]] = {}
    rows = zip(growths.tolist(), units.tolist(), counts.tolist(), strict=True)
    for gained, added, count in rows:
        slope = Fraction(gained, added)
        before = table.get(slope, (0, 0))
        table[slope] = (before[0] + gained * count, before[1] + added * count)
    return [(slope, *table[slope]) for slope in sorted(table)]


def _sum(values: IntArray) -> int:
    return int(values.sum())
