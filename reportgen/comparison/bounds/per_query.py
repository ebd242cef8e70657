"""Sharp label bounds of every query: statistics specification, section 7."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from reportgen.comparison.bounds.counts import LabelCounts
from reportgen.comparison.exact import IntArray


@dataclass(frozen=True, slots=True)
class Ratios:
    """numerator / denominator for every query, not reduced; int64 arrays of shape [queries]."""

    numerator: IntArray
    denominator: IntArray


@dataclass(frozen=True, slots=True)
class QueryRange:
    """The least and the greatest value of every query over all verdicts."""

    low: Ratios
    high: Ratios


@dataclass(frozen=True, slots=True)
class QueryBounds:
    """The ranges of one measure for both runs, their delta and the ceiling.

    Each end is attainable, but not together with the ends of other measures or cutoffs.
    """

    baseline: QueryRange
    candidate: QueryRange
    delta: QueryRange
    ceiling: QueryRange


def recall_bounds(counts: LabelCounts, cutoff: int) -> QueryBounds:
    """Bounds of each query's recall at an integer cutoff."""
    gold, lead = counts.gold, counts.lead
    only_a, only_b = counts.baseline_only, counts.candidate_only
    open_units = counts.unjudged + counts.outside
    # A relevant unit of the trailing side, or of neither, only enlarges the denominator: it helps the
    # extreme exactly when the numerator there is on the wrong side of 0.
    spread_out = counts.shared + counts.outside
    best, worst = lead + only_b, lead - only_a
    return QueryBounds(
        baseline=_run_range(counts, counts.baseline_hits, only_a, only_b),
        candidate=_run_range(counts, counts.candidate_hits, only_b, only_a),
        delta=QueryRange(
            low=Ratios(worst, gold + only_a + np.where(worst <= 0, 0, spread_out)),
            high=Ratios(best, gold + only_b + np.where(best >= 0, 0, spread_out)),
        ),
        ceiling=QueryRange(
            low=Ratios(np.minimum(cutoff, gold + open_units), gold + open_units),
            high=Ratios(np.minimum(cutoff, gold), gold),
        ),
    )


def _run_range(counts: LabelCounts, hits: IntArray, own: IntArray, other: IntArray) -> QueryRange:
    found = own + counts.shared
    return QueryRange(
        low=Ratios(hits, counts.gold + other + counts.outside),
        high=Ratios(hits + found, counts.gold + found),
    )


def any_hit_bounds(counts: LabelCounts) -> QueryBounds:
    """Bounds of each query's any-hit."""
    has_a, has_b = counts.baseline_hits > 0, counts.candidate_hits > 0
    only_a, only_b = counts.baseline_only > 0, counts.candidate_only > 0
    shared = counts.shared > 0
    return QueryBounds(
        baseline=_claims(has_a, has_a | only_a | shared),
        candidate=_claims(has_b, has_b | only_b | shared),
        delta=_differences(
            low=(has_b & ~has_a & ~only_a & ~shared, ~has_b & (has_a | only_a)),
            high=(~has_a & (has_b | only_b), has_a & ~has_b & ~only_b & ~shared),
        ),
        ceiling=_claims(np.ones_like(has_a), np.ones_like(has_a)),
    )


def all_hit_bounds(counts: LabelCounts, cutoff: int) -> QueryBounds:
    """Bounds of each query's all-hit at an integer cutoff."""
    gold = counts.gold
    all_a, all_b = counts.baseline_hits == gold, counts.candidate_hits == gold
    only_a, only_b = counts.baseline_only > 0, counts.candidate_only > 0
    outside = counts.outside > 0
    open_units = counts.unjudged + counts.outside
    return QueryBounds(
        baseline=_claims(all_a & ~only_b & ~outside, all_a),
        candidate=_claims(all_b & ~only_a & ~outside, all_b),
        delta=_differences(
            low=(all_b & ~all_a & ~only_a & ~outside, all_a & (~all_b | only_a)),
            high=(all_b & (~all_a | only_b), all_a & ~all_b & ~only_b & ~outside),
        ),
        ceiling=_claims(gold + open_units <= cutoff, gold <= cutoff),
    )


def _claims(low: IntArray, high: IntArray) -> QueryRange:
    return QueryRange(_whole(low.astype(np.int64)), _whole(high.astype(np.int64)))


def _differences(*, low: tuple[IntArray, IntArray], high: tuple[IntArray, IntArray]) -> QueryRange:
    """Each end as (claim that adds 1, claim that takes 1)."""
    low_plus, low_minus = low
    high_plus, high_minus = high
    return QueryRange(
        _whole(low_plus.astype(np.int64) - low_minus.astype(np.int64)),
        _whole(high_plus.astype(np.int64) - high_minus.astype(np.int64)),
    )


def _whole(values: IntArray) -> Ratios:
    return Ratios(values, np.ones_like(values))
