"""scipy.stats and statsmodels as oracles; reportgen itself needs neither."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from scipy import stats
from statsmodels.stats.multitest import multipletests

from reportgen.comparison.uncertainty.family import holm
from reportgen.comparison.uncertainty.interval import estimate, estimate_measured
from reportgen.comparison.uncertainty.rows import collapse, rows_of_fractions
from reportgen.comparison.uncertainty.sign_flip import Method, sign_flip
from reportgen.comparison.uncertainty.terms import macro_terms
from tests.paired import Hits, hits, outcomes

changes = st.lists(
    st.fractions(min_value=-1, max_value=1, max_denominator=6).filter(bool), min_size=2, max_size=9
)


@given(hits(smallest=8, most_gold=30))
def test_with_six_changes_the_macro_interval_is_the_paired_t_interval(columns: Hits) -> None:
    baseline, candidate, gold = columns
    found = estimate(collapse(macro_terms(*columns)))
    assume(found.r >= 6)
    paired = stats.ttest_rel(candidate / gold, baseline / gold)
    single = stats.ttest_1samp((candidate - baseline) / gold, 0)

    assert found.interval is not None
    for oracle in (paired, single):
        for level, low, high in (
            (0.95, found.interval.low, found.interval.high),
            (0.90, found.interval.low_90, found.interval.high_90),
        ):
            expected = oracle.confidence_interval(level)
            assert max(-1, expected.low) == pytest.approx(low, abs=1e-12)
            assert min(1, expected.high) == pytest.approx(high, abs=1e-12)


@given(st.lists(st.floats(-1, 1, width=32), min_size=8, max_size=40))
def test_measured_differences_have_the_t_interval(values: list[float]) -> None:
    deltas = np.array(values, dtype=np.float64)
    found = estimate_measured(deltas)
    assume(found.r >= 6)
    expected = stats.ttest_1samp(deltas, 0).confidence_interval(0.95)

    assert found.interval is not None
    assert max(-1, expected.low) == pytest.approx(found.interval.low, abs=1e-12)
    assert min(1, expected.high) == pytest.approx(found.interval.high, abs=1e-12)


@settings(max_examples=40)
@given(changes)
def test_p_is_that_of_scipys_permutation_test(values: list[Fraction]) -> None:
    # In whole numbers: scipy compares doubles with a tolerance. Zeros would have to be dropped for it.
    scaled = np.array([int(value * 60) for value in values])
    expected = stats.permutation_test(
        (scaled,),
        lambda sample, axis: np.abs(np.sum(sample, axis=axis)),
        permutation_type="samples",
        n_resamples=2 ** len(values),
        alternative="greater",
        vectorized=True,
    )
    found = sign_flip(rows_of_fractions(values), seed=0)

    assert found.value == pytest.approx(expected.pvalue, abs=1e-12)


@given(st.integers(0, 400), st.integers(0, 400))
def test_equal_changes_give_the_exact_mcnemar_p(gains: int, losses: int) -> None:
    assume(gains + losses > 0)
    found = sign_flip(outcomes(gains, losses, 3), seed=0)
    expected = stats.binomtest(gains, gains + losses, 0.5).pvalue

    assert found.method in {Method.ENUMERATION, Method.BINOMIAL}
    assert expected == pytest.approx(found.value, rel=1e-9)


@settings(max_examples=25)  # statsmodels takes its time
@given(st.lists(st.fractions(0, 1, max_denominator=1000), min_size=1, max_size=20))
def test_holm_is_that_of_statsmodels(values: list[Fraction]) -> None:
    found = holm(values)
    expected = multipletests([float(value) for value in values], method="holm")[1]

    assert [float(value) for value in found] == pytest.approx(list(expected), abs=1e-12)
    assert all(p <= adjusted <= 1 for p, adjusted in zip(values, found, strict=True))
    ordered = [adjusted for _, adjusted in sorted(zip(values, found, strict=True))]
    assert sorted(ordered) == ordered
