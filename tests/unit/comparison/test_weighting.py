"""Macro, pooled, and the covariance between them."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from hypothesis import given

from reportgen.comparison.weighting import weighting_gap
from tests.paired import Hits, hits, ints


def test_the_example_with_three_queries() -> None:
    found = weighting_gap(ints(1, 1, 0), ints(3, 1, 1))

    assert found is not None
    assert (Fraction(4, 9), Fraction(2, 5)) == (found.macro, found.pooled)
    assert (Fraction(-2, 27), Fraction(5, 3)) == (found.covariance, found.mean_gold)
    assert Fraction(-2, 45) == found.gap


def test_the_example_of_opposite_deltas() -> None:
    found = weighting_gap(ints(-4, 1, 0), ints(10, 1, 1))

    assert found is not None
    assert (Fraction(1, 5), Fraction(-1, 4)) == (found.macro, found.pooled)
    assert (Fraction(-9, 5), Fraction(4)) == (found.covariance, found.mean_gold)


def test_without_queries_it_is_undefined() -> None:
    assert weighting_gap(ints(), ints()) is None


@given(hits())
def test_the_gap_is_the_covariance_over_the_mean_gold(columns: Hits) -> None:
    baseline, candidate, gold = columns
    for values in (baseline, candidate, candidate - baseline):
        found = weighting_gap(values, gold)
        n = len(gold)
        recall = [Fraction(int(v), int(g)) for v, g in zip(values, gold, strict=True)]
        mean = sum(recall, start=Fraction(0)) / n
        mean_gold = Fraction(int(np.sum(gold)), n)
        products = [(r - mean) * (int(g) - mean_gold) for r, g in zip(recall, gold, strict=True)]
        covariance = sum(products, start=Fraction(0)) / n

        assert found is not None
        assert (covariance, covariance / mean_gold) == (found.covariance, found.gap)
        assert found.pooled - found.macro == found.gap
