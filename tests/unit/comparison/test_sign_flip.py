"""The sign-flip test: hand-computed p-values, its methods, and what it never does."""

from __future__ import annotations

import math
import sys
from fractions import Fraction

import numpy as np
import pytest
from scipy.stats import chisquare

from reportgen.comparison.uncertainty.rows import Rows, collapse, rows_of_fractions
from reportgen.comparison.uncertainty.sign_flip import (
    Method,
    binomial_tail,
    heads,
    lattice_tail,
    sign_flip,
)
from reportgen.comparison.uncertainty.terms import macro_terms, pooled_terms
from tests.paired import ints, outcomes, paired


def fractions(*values: str) -> Rows:
    return rows_of_fractions(Fraction(value) for value in values)


def test_graded_changes_are_enumerated_exactly() -> None:
    found = sign_flip(fractions("1/2", "1/2", "1/3", "0", "-2/3"), seed=0)

    assert (Fraction(5, 8), Fraction(1, 8), 4) == (found.p, found.floor, found.m)
    assert Method.ENUMERATION is found.method


def test_the_gold_counts_matter_for_macro_and_not_for_pooled() -> None:
    hits = paired([3, -1, 1, 0, 2], [5, 1, 2, 3, 4])

    assert Fraction(3, 8) == sign_flip(collapse(pooled_terms(*hits)), seed=0).p
    assert Fraction(3, 4) == sign_flip(collapse(macro_terms(*hits)), seed=0).p


@pytest.mark.parametrize(
    ("gains", "losses", "p"),
    [
        (5, 0, "1/16"),
        (6, 0, "1/32"),
        (8, 1, "5/128"),
        (7, 1, "9/128"),
        (12, 5, "4701/32768"),
        (3, 3, "1"),
        (10, 0, "1/512"),
        (12, 0, "1/2048"),
    ],
)
def test_gains_and_losses_give_the_exact_mcnemar_p(gains: int, losses: int, p: str) -> None:
    assert Fraction(p) == sign_flip(outcomes(gains, losses, 4), seed=0).p


@pytest.mark.parametrize(
    ("x", "gold", "pooled", "macro"),
    [
        (
            [2, -1, 1, 0, 3, -2, 1, 1, 0, -1, 2, 1, 0, 1],
            [4, 1, 2, 3, 6, 5, 1, 2, 2, 3, 4, 1, 1, 2],
            "197/1024",
            "69/512",
        ),
        ([2, -1, 1, *[0] * 9], [4, 1, 2, 3, 6, 5, 1, 2, 2, 3, 4, 1], "3/4", "1"),
        (
            [0, 0, 0, 0, 0, 1, -1, 2, -1, 1, 1, 30],
            [1, 2, 2, 1, 3, 2, 1, 4, 1, 2, 1, 120],
            "17/64",
            "13/16",
        ),
    ],
)
def test_fixtures_of_the_specification(
    x: list[int], gold: list[int], pooled: str, macro: str
) -> None:
    hits = paired(x, gold)

    assert Fraction(pooled) == sign_flip(collapse(pooled_terms(*hits)), seed=0).p
    assert Fraction(macro) == sign_flip(collapse(macro_terms(*hits)), seed=0).p


def test_without_a_change_p_is_one() -> None:
    found = sign_flip(outcomes(0, 0, 9), seed=0)

    assert (Fraction(1), Fraction(1), 0) == (found.p, found.floor, found.m)


@pytest.mark.parametrize(
    ("rows", "method"),
    [
        (fractions(*["1/2"] * 8, *["-1/3"] * 8), Method.ENUMERATION),
        (fractions(*["2/5"] * 12, *["-2/5"] * 5), Method.BINOMIAL),
        (fractions(*["1/2"] * 9, *["-1/3"] * 8), Method.LATTICE),
        (rows_of_fractions(Fraction(1, g) for g in range(1, 61)), Method.MONTE_CARLO),
    ],
)
def test_the_first_method_that_is_possible_is_taken(rows: Rows, method: Method) -> None:
    assert method is sign_flip(rows, seed=0, draws=999).method


def test_the_binomial_tail_and_the_lattice_are_the_same_test() -> None:
    assert float(binomial_tail(17, 5)) == 2 * lattice_tail([(1, 17)], 5)


@pytest.mark.parametrize("m", [40, 600, 1500])
def test_the_lattice_halves_as_often_as_it_doubles(m: int) -> None:
    found = 2 * lattice_tail([(1, m)], m // 2 - 5)

    assert found == pytest.approx(float(binomial_tail(m, m // 2 - 5)), rel=1e-12)


@pytest.mark.parametrize("m", [17, 1000, 1001, 4000])
def test_the_binomial_tail_is_that_of_whole_numbers(m: int) -> None:
    # Beyond 1,000 changes terms are left out that no double can show.
    losses = m // 2 - m // 20
    tail = sum(math.comb(m, drawn) for drawn in range(losses + 1))

    assert 2 * tail / 2**m == float(binomial_tail(m, losses))


def test_sixty_golds_overflow_no_denominator() -> None:
    # Least common multiple of 1..60: 9.7e24.
    gold = ints(*range(1, 61))
    rows = collapse(macro_terms(0 * gold, 0 * gold + 1, gold))
    found = sign_flip(rows, seed=0)

    assert Method.MONTE_CARLO is found.method
    assert Fraction(1, 100_000) == found.p
    assert (99_999, 0) == (found.draws, found.seed)


def test_enumeration_does_not_overflow_either() -> None:
    primes = [10_007, 10_009, 10_037, 10_039, 10_061, 10_067, 10_069, 10_079]
    found = sign_flip(rows_of_fractions(Fraction(1, prime) for prime in primes), seed=0)

    assert Fraction(2, 2**8) == found.p


def test_p_is_never_zero() -> None:
    found = sign_flip(outcomes(5000, 0), seed=0)

    assert 0 < found.p
    assert sys.float_info.min == found.value


def test_monte_carlo_counts_ties() -> None:
    # 9 of 17 unit changes gain, and a tiny one too fine for the lattice. Every sum reaches the observed one
    # but those of +-1 that the tiny change pulls towards 0; without ties the other half would be missing.
    tiny = Fraction(1, 9_999_991)
    found = sign_flip(rows_of_fractions([Fraction(1)] * 9 + [Fraction(-1)] * 8 + [tiny]), seed=0)
    near = math.comb(17, 8) / 2**16

    assert Method.MONTE_CARLO is found.method
    assert 1 - near / 2 == pytest.approx(found.value, abs=0.006)


@pytest.mark.parametrize("count", [1, 3, 8, 9, 16, 17, 32, 33, 64, 65, 300])
def test_coins_show_heads_as_often_as_the_binomial_distribution_says(count: int) -> None:
    draws = 20_000
    drawn = heads(np.random.RandomState(1), count, draws)
    kinds = np.arange(count + 1)
    expected = draws * np.array([math.comb(count, kind) / 2**count for kind in kinds.tolist()])
    likely = expected >= 5
    observed = np.bincount(drawn, minlength=count + 1)

    assert count + 1 == len(observed)
    assert draws == len(drawn)
    assert (
        1e-3
        < chisquare(
            [*observed[likely], observed[~likely].sum() + 5],
            [*expected[likely], expected[~likely].sum() + 5],
        ).pvalue
    )


def test_monte_carlo_repeats_with_its_seed_and_differs_with_another() -> None:
    rows = rows_of_fractions(Fraction((-1) ** (g % 3 == 0), g) for g in range(1, 80))
    first, again, other = (sign_flip(rows, seed=seed, draws=9999) for seed in (3, 3, 4))

    assert first == again
    assert first.p != other.p


def test_rows_equal_up_to_scale_draw_the_same_p() -> None:
    values = [Fraction((-1) ** (g % 3 == 0), g) for g in range(1, 80)]
    plain = sign_flip(rows_of_fractions(values), seed=0, draws=9999)
    scaled = sign_flip(rows_of_fractions(-value / 7 for value in values), seed=0, draws=9999)

    assert plain == scaled
