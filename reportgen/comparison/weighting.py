"""The identity between macro and pooled recall: their gap is a covariance with the gold counts."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from reportgen.comparison.exact import IntArray, sum_of_ratios


@dataclass(frozen=True, slots=True)
class WeightingGap:
    """Macro and pooled of one run's recall, or of the delta, and why they differ; all exact.

    pooled - macro = `gap` = `covariance` / `mean_gold`, the covariance of the per-query value and
    gold divided by n. A positive one: queries with more gold score (change) higher.
    """

    macro: Fraction
    pooled: Fraction
    gap: Fraction
    covariance: Fraction
    mean_gold: Fraction


def weighting_gap(hits: IntArray, gold: IntArray) -> WeightingGap | None:
    """The gap for hits, or for differences of hits, of shape [queries]; None without queries.

    MSG_MACRO_POOLED for a run, MSG_DELTA_MACRO_POOLED for candidate - baseline hits.
    """
    n = len(gold)
    if n == 0:
        return None
    total_hits, total_gold = int(hits.sum()), int(gold.sum())
    macro = sum_of_ratios(hits, gold) / n
    mean_gold = Fraction(total_gold, n)
    covariance = Fraction(total_hits, n) - macro * mean_gold
    pooled = Fraction(total_hits, total_gold)
    return WeightingGap(macro, pooled, pooled - macro, covariance, mean_gold)
