"""Holm over the family: what is testable, what counts once."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from reportgen.comparison.uncertainty.family import Cell, holm, run_tests
from reportgen.comparison.uncertainty.terms import (
    all_hit_terms,
    any_hit_terms,
    claim_terms,
    cluster_terms,
    macro_terms,
    pooled_terms,
)
from tests.paired import ints, paired

FOUR = (macro_terms, pooled_terms, any_hit_terms, all_hit_terms)


def test_holm_of_four_p_values() -> None:
    found = holm([Fraction(p, 100) for p in (1, 2, 3, 4)])

    assert [Fraction(p, 100) for p in (4, 6, 6, 6)] == found


def test_holm_answers_in_the_order_given() -> None:
    found = holm([Fraction(p, 100) for p in (4, 1, 3, 2)])

    assert [Fraction(p, 100) for p in (6, 4, 6, 6)] == found


def test_a_cell_with_fewer_than_six_changes_is_not_counted() -> None:
    tested = Cell(macro_terms(*paired([1] * 6 + [0] * 4, [2] * 10)))
    small = Cell(macro_terms(*paired([1] * 5 + [0] * 5, [2] * 10)))
    found = run_tests([small, tested], seed=0)

    assert (1, 1, 1) == (found.cells, found.tests, found.not_testable)
    assert found.results[0] is None
    assert found.results[1] is not None
    assert Fraction(1, 32) == found.results[1].p_adjusted


def test_with_one_gold_unit_each_the_four_measures_are_one_test() -> None:
    hits = paired([1] * 8 + [-1] + [0] * 5, [1] * 14)
    found = run_tests([Cell(terms(*hits)) for terms in FOUR], seed=0)

    assert (4, 1) == (found.cells, found.tests)
    assert 1 == len(set(found.results))
    assert [Fraction(5, 128)] * 4 == [result and result.p_adjusted for result in found.results]


def test_vectors_equal_up_to_scale_are_one_test() -> None:
    x = [1, 2, -1, 1, 1, 1, 2, 0]
    single = Cell(pooled_terms(*paired(x, [4] * 8)))
    double = Cell(pooled_terms(*paired([2 * value for value in x], [4] * 8)))
    seventh = Cell(macro_terms(*paired(x, [7] * 8)))
    found = run_tests([single, double, seventh], seed=0)

    assert (3, 1) == (found.cells, found.tests)


@pytest.mark.parametrize(
    "other",
    [
        [1, 2, -1, 1, 1, 2, 1, 0],  # the same values at other queries
        [1, 2, -1, 1, 1, 1, 2, 1],  # one more change
        [1, 2, 1, 1, 1, 1, 2, 0],  # one sign
        [1, 3, -1, 1, 1, 1, 2, 0],  # one size
    ],
)
def test_other_vectors_are_other_tests(other: list[int]) -> None:
    first = Cell(pooled_terms(*paired([1, 2, -1, 1, 1, 1, 2, 0], [4] * 8)))
    second = Cell(pooled_terms(*paired(other, [4] * 8)))
    found = run_tests([first, second], seed=0)

    assert 2 == found.tests


def test_a_measure_defined_for_some_queries_is_compared_at_their_places() -> None:
    everywhere = claim_terms(ints(*[0] * 10) > 0, ints(0, 0, 1, 1, 1, 1, 1, 1, 0, 0) > 0)
    some = claim_terms(ints(*[0] * 7) > 0, ints(1, 1, 1, 1, 1, 1, 0) > 0)
    same = run_tests([Cell(everywhere), Cell(some, np.arange(2, 9))], seed=0)
    moved = run_tests([Cell(everywhere), Cell(some, np.arange(3, 10))], seed=0)

    assert (1, 2) == (same.tests, moved.tests)


def test_clusters_are_the_rows_of_a_test() -> None:
    terms = pooled_terms(*paired([1] * 12, [2] * 12))
    pairs = cluster_terms(terms, np.repeat(np.arange(6), 2))
    fives = cluster_terms(terms, np.minimum(np.arange(12), 4))
    found = run_tests([Cell(pairs), Cell(fives)], seed=0)

    assert found.results[0] is not None
    assert (6, Fraction(1, 32)) == (found.results[0].test.m, found.results[0].test.p)
    assert found.results[1] is None


@pytest.mark.parametrize("golds", [4, 6])
def test_clusters_of_coprime_golds_are_summed_beyond_64_bits(golds: int) -> None:
    primes = [1_000_003, 1_000_033, 1_000_037, 1_000_039, 1_000_081, 1_000_099][:golds]
    gold = ints(*primes)
    found = cluster_terms(macro_terms(0 * gold, 0 * gold + 1, gold), np.arange(golds) // 2)

    assert [Fraction(1, one) + Fraction(1, two) for one, two in batched(primes)] == [
        Fraction(int(above), int(under))
        for above, under in zip(found.numerator, found.denominator, strict=True)
    ]


def batched(values: list[int]) -> list[tuple[int, int]]:
    return list(zip(values[::2], values[1::2], strict=True))


def test_huge_denominators_are_compared_exactly() -> None:
    primes = [1_000_003, 1_000_033, 1_000_037, 1_000_039, 1_000_081, 1_000_099, 1_000_117]
    x = [1] * 7
    gold = ints(*primes)
    terms = cluster_terms(macro_terms(0 * gold, ints(*x), gold), np.arange(7))
    nearly = cluster_terms(macro_terms(0 * gold, ints(*x[:-1], 2), gold), np.arange(7))
    found = run_tests([Cell(terms), Cell(macro_terms(0 * gold, ints(*x), gold)), Cell(nearly)], 0)

    assert (3, 2) == (found.cells, found.tests)
