"""What one query contributes to a delta: the ratio's numerator x and denominator y, per measure.

Every delta is sum(x) / sum(y) with x = numerator / denominator and y = weight. Baseline hits,
candidate hits and gold are integer arrays of shape [queries], scored queries only.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from reportgen.comparison.exact import IntArray, magnitude, products, reduced

_EXACT_IN_INT64 = 1 << 62


@dataclass(frozen=True, slots=True)
class Terms:
    """x = numerator / denominator and y = weight for every row: integer arrays of shape [rows].

    Denominators and weights are at least 1. Raises ValueError otherwise.
    """

    numerator: IntArray
    denominator: IntArray
    weight: IntArray

    def __post_init__(self) -> None:
        if not len(self.numerator) == len(self.denominator) == len(self.weight):
            raise ValueError("numerators, denominators and weights differ in length")
        if (self.denominator < 1).any() or (self.weight < 1).any():
            raise ValueError("a row has a denominator or a weight below 1")

    def __len__(self) -> int:
        return len(self.numerator)


def ratio_terms(numerator: IntArray, denominator: IntArray) -> Terms:
    """A mean of exact per-query differences numerator / denominator, y = 1."""
    return Terms(numerator, denominator, np.ones_like(numerator))


def difference_terms(
    baseline: tuple[IntArray, IntArray], candidate: tuple[IntArray, IntArray]
) -> Terms:
    """A mean of exact values given as (numerators, denominators) of either run (reciprocal rank):
    x = candidate value - baseline value, y = 1."""
    above, under = baseline
    above_candidate, under_candidate = candidate
    numerator = products(above_candidate, under) - products(above, under_candidate)
    return ratio_terms(*reduced(numerator, products(under, under_candidate)))


def macro_terms(baseline: IntArray, candidate: IntArray, gold: IntArray) -> Terms:
    """Macro recall: x = (candidate hits - baseline hits) / gold, y = 1."""
    _check_hits(baseline, candidate, gold)
    return ratio_terms(candidate - baseline, gold)


def pooled_terms(baseline: IntArray, candidate: IntArray, gold: IntArray) -> Terms:
    """Pooled recall: x = candidate hits - baseline hits, y = gold."""
    _check_hits(baseline, candidate, gold)
    return Terms(candidate - baseline, np.ones_like(gold), gold)


def any_hit_terms(baseline: IntArray, candidate: IntArray, gold: IntArray) -> Terms:
    """Any-hit: x = [candidate hits > 0] - [baseline hits > 0], y = 1."""
    _check_hits(baseline, candidate, gold)
    return claim_terms(baseline > 0, candidate > 0)


def all_hit_terms(baseline: IntArray, candidate: IntArray, gold: IntArray) -> Terms:
    """All-hit: x = [candidate hits = gold] - [baseline hits = gold], y = 1."""
    _check_hits(baseline, candidate, gold)
    return claim_terms(baseline == gold, candidate == gold)


def claim_terms(baseline: IntArray, candidate: IntArray) -> Terms:
    """A claim that holds or not for a query (any-hit, all-hit, evidence met): boolean arrays."""
    difference = candidate.astype(np.int64) - baseline.astype(np.int64)
    return ratio_terms(difference, np.ones_like(difference))


def share_of_ceiling_terms(baseline: IntArray, candidate: IntArray, reachable: IntArray) -> Terms:
    """Share of ceiling: x = (candidate hits - baseline hits) / reachable hits, y = 1.

    `reachable` is min(cutoff, gold), unless a unit map says otherwise.
    """
    _check_hits(baseline, candidate, reachable)
    return ratio_terms(candidate - baseline, reachable)


def precision_terms(baseline: IntArray, candidate: IntArray, gold: IntArray, cutoff: int) -> Terms:
    """Precision: x = (candidate hits - baseline hits) / cutoff, y = 1."""
    _check_hits(baseline, candidate, gold)
    return ratio_terms(candidate - baseline, np.full_like(gold, cutoff))


def _check_hits(baseline: IntArray, candidate: IntArray, gold: IntArray) -> None:
    if (gold < 1).any():
        raise ValueError("a scored query has no gold")
    for hits in (baseline, candidate):
        if (hits < 0).any() or (hits > gold).any():
            raise ValueError("hits outside 0..gold")


def cluster_terms(terms: Terms, clusters: IntArray) -> Terms:
    """The terms with clusters of dependent queries as rows: x and y summed per cluster, exactly.

    `clusters` is an int array of shape [rows] with a cluster number from 0 for every row (a query
    without a cluster has one of its own). The result has a row for every cluster number up to the
    largest, in order; numerators are Python ints (dtype object) where 64 bits might not hold them.
    Raises ValueError when a number is not used.
    """
    if len(terms) == 0:
        return terms
    size = int(clusters.max()) + 1
    if (np.bincount(clusters, minlength=size) == 0).any():
        raise ValueError("cluster numbers are not consecutive")
    multiple = math.lcm(*np.unique(terms.denominator).tolist())
    largest = multiple * magnitude(terms.numerator) * len(terms)
    kind: type = np.int64 if largest < _EXACT_IN_INT64 else object
    scaled: IntArray = terms.numerator.astype(kind) * (multiple // terms.denominator.astype(kind))
    numerator: IntArray = np.zeros(size, dtype=kind)
    np.add.at(numerator, clusters, scaled)
    weight = np.zeros(size, dtype=terms.weight.dtype)
    np.add.at(weight, clusters, terms.weight)
    denominator: IntArray = np.full(size, multiple, dtype=kind)
    return Terms(*reduced(numerator, denominator), weight)
