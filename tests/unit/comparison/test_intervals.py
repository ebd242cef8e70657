"""The interval engine against the fixtures of the specification, and at its edges."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from reportgen.comparison.uncertainty.interval import (
    Estimate,
    Interval,
    cluster_differences,
    estimate,
    estimate_measured,
)
from reportgen.comparison.uncertainty.rows import collapse, rows_of_fractions
from reportgen.comparison.uncertainty.terms import cluster_terms, macro_terms, pooled_terms
from tests.paired import ints, outcomes, paired

MANY_GOLD = paired(
    [2, -1, 1, 0, 3, -2, 1, 1, 0, -1, 2, 1, 0, 1], [4, 1, 2, 3, 6, 5, 1, 2, 2, 3, 4, 1, 1, 2]
)
FEW_CHANGES = paired([2, -1, 1, *[0] * 9], [4, 1, 2, 3, 6, 5, 1, 2, 2, 3, 4, 1])
ONE_GIANT = paired([0, 0, 0, 0, 0, 1, -1, 2, -1, 1, 1, 30], [1, 2, 2, 1, 3, 2, 1, 4, 1, 2, 1, 120])


def interval_of(found: Estimate) -> Interval:
    assert found.interval is not None
    return found.interval


@pytest.mark.parametrize(
    ("counts", "r", "few", "low", "high"),
    [
        ((12, 5, 83), 17, False, -0.011030, 0.151030),
        ((0, 0, 100), 0, True, -0.027640, 0.027640),
        ((0, 0, 10), 0, True, -0.270923, 0.270923),
        ((5, 0, 95), 5, True, -0.001777, 0.099816),
        ((6, 0, 94), 6, False, 0.012640, 0.107360),
        ((10, 0, 0), 0, True, 0.466502, 1),
        ((5, 0, 1), 1, True, 0.002981, 1),
        ((26, 4, 18), 22, False, 0.269312, 0.647355),
        ((7, 1, 92), 8, False, 0.004879, 0.115121),
    ],
)
def test_gains_losses_and_ties_give_the_interval_of_the_specification(
    counts: tuple[int, int, int], r: int, few: bool, low: float, high: float
) -> None:
    found = estimate(outcomes(*counts))

    assert (r, few) == (found.r, interval_of(found).few_changes)
    assert (low, high) == pytest.approx((interval_of(found).low, interval_of(found).high), abs=1e-6)


def test_the_90_percent_interval_and_the_detectable_difference_have_their_own_quantiles() -> None:
    found = interval_of(estimate(outcomes(12, 5, 83)))

    assert (0.002194, 0.137806) == pytest.approx((found.low_90, found.high_90), abs=1e-6)
    assert found.detectable == pytest.approx(0.115548, abs=1e-6)


def test_the_few_changes_form_is_that_of_bonett_and_price() -> None:
    # statpsych ci.prop.ps(.05, 12, 4, 26, 6): the adjusted estimate and its standard error, which has
    # N where ours has N - 1.
    rows = rows_of_fractions([Fraction(1)] * 27 + [Fraction(-1)] * 5 + [Fraction(0)] * 18)
    found = interval_of(estimate(rows))

    assert found.center == pytest.approx(0.44, abs=1e-12)
    assert found.standard_error * (49 / 50) ** 0.5 == pytest.approx(0.0944881, abs=1e-7)


def test_pooled_and_macro_of_many_gold_units() -> None:
    pooled = estimate(collapse(pooled_terms(*MANY_GOLD)))
    macro = estimate(collapse(macro_terms(*MANY_GOLD)))

    assert (14, 11, 8) == (pooled.n, pooled.m, pooled.r)
    assert (Fraction(8, 37), Fraction(7, 30)) == (pooled.delta, macro.delta)
    assert pooled.n_eff == pytest.approx(10.450382, abs=1e-6)
    assert (-0.093157, 0.525590) == pytest.approx(
        (interval_of(pooled).low, interval_of(pooled).high), abs=1e-6
    )
    assert (-0.087297, 0.553963) == pytest.approx(
        (interval_of(macro).low, interval_of(macro).high), abs=1e-6
    )


def test_df_of_the_few_changes_form_counts_the_pseudo_rows_and_n_eff_does_not() -> None:
    pooled = estimate(collapse(pooled_terms(*FEW_CHANGES)))
    macro = estimate(collapse(macro_terms(*FEW_CHANGES)))

    assert (3, Fraction(1, 17), Fraction(0)) == (pooled.r, pooled.delta, macro.delta)
    assert (10.076261, 9.174603) == pytest.approx((interval_of(pooled).df, pooled.n_eff), abs=1e-6)
    assert (-0.220309, 0.321150) == pytest.approx(
        (interval_of(pooled).low, interval_of(pooled).high), abs=1e-6
    )
    assert (-0.299589, 0.299589) == pytest.approx(
        (interval_of(macro).low, interval_of(macro).high), abs=1e-6
    )


def test_one_query_with_most_gold_leaves_one_degree_of_freedom() -> None:
    found = estimate(collapse(pooled_terms(*ONE_GIANT)))

    assert (Fraction(33, 140), Fraction(120, 140)) == (found.delta, found.largest_weight)
    assert (1.356777, 1, 0.0814139) == pytest.approx(
        (found.n_eff, interval_of(found).df, interval_of(found).standard_error), abs=1e-6
    )
    assert (-0.798747, 1) == pytest.approx(
        (interval_of(found).low, interval_of(found).high), abs=1e-6
    )


def test_below_six_rows_there_are_counts_and_no_interval() -> None:
    found = estimate(outcomes(3, 1, 1))

    assert Estimate(5, 4, 2, Fraction(2, 5), 5.0, Fraction(1, 5), None) == found


def test_without_rows_everything_is_undefined() -> None:
    exact = estimate(rows_of_fractions([]))
    measured = estimate_measured(np.zeros(0))

    assert exact == measured
    assert Estimate(0, 0, 0, None, None, None, None) == exact


def test_exact_ties_of_graded_deltas_are_not_missed_by_rounding() -> None:
    # 1/3 and 2/6 are one value, 1/3 and 0.333... are not.
    terms = macro_terms(ints(*[0] * 8), ints(1, 2, 3, 1, 2, 1, 1, 1), ints(3, 6, 9, 3, 6, 3, 4, 5))
    found = estimate(collapse(terms))

    assert 2 == found.r


def test_measured_differences_agree_with_exact_ones() -> None:
    baseline, candidate, gold = MANY_GOLD
    exact = estimate(collapse(macro_terms(baseline, candidate, gold)))
    measured = estimate_measured((candidate - baseline) / gold)

    assert (exact.n, exact.m, exact.r) == (measured.n, measured.m, measured.r)
    assert interval_of(exact).low == pytest.approx(interval_of(measured).low, abs=1e-12)
    assert interval_of(exact).high == pytest.approx(interval_of(measured).high, abs=1e-12)


@pytest.mark.parametrize("changes", [3, 9])
def test_measured_clusters_agree_with_exact_ones(changes: int) -> None:
    sizes = [1, 2, 3, 4, 1, 2, 3, 4, 1, 2]
    clusters = np.repeat(np.arange(10), sizes)
    x = np.zeros(len(clusters), dtype=np.int64)
    x[np.cumsum(sizes)[:changes] - 1] = [1, -1, 2, 1, 1, 2, -1, 1, 2][:changes]
    gold = np.arange(len(clusters)) % 3 + 2
    baseline = np.maximum(0, -x)
    exact = estimate(collapse(cluster_terms(macro_terms(baseline, baseline + x, gold), clusters)))
    measured = estimate_measured(*cluster_differences(x / gold, clusters))

    assert (exact.n, exact.m, exact.r) == (measured.n, measured.m, measured.r)
    assert exact.n_eff == pytest.approx(measured.n_eff, abs=1e-12)
    assert interval_of(exact).df == pytest.approx(interval_of(measured).df, abs=1e-9)
    assert interval_of(exact).low == pytest.approx(interval_of(measured).low, abs=1e-12)
    assert interval_of(exact).high == pytest.approx(interval_of(measured).high, abs=1e-12)
