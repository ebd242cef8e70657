"""Columns of integers: distinct rows and exact sums, in 64 bits and beyond."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from reportgen.comparison.exact import IntArray, distinct_rows, products, reduced, sum_of_ratios
from tests.paired import ints

SMALL = st.integers(-5, 5)
LARGE = st.integers(-(2**62), 2**62)
WIDE = st.one_of(SMALL, LARGE)


@pytest.mark.parametrize("kind", [np.int64, object])
@given(st.lists(st.tuples(WIDE, SMALL, WIDE), min_size=1, max_size=30))
def test_distinct_rows_are_those_of_a_counter(kind: type, rows: list[tuple[int, int, int]]) -> None:
    repeated = [*rows, *rows[::2]]
    columns, counts = distinct_rows(
        [np.array([row[place] for row in repeated], dtype=kind) for place in range(3)]
    )
    found = list(zip(*(column.tolist() for column in columns), counts.tolist(), strict=True))
    expected = Counter(repeated)

    assert [(*row, expected[row]) for row in sorted(expected)] == found


@given(st.lists(st.tuples(SMALL, SMALL), min_size=1, max_size=200))
def test_a_small_range_of_values_gives_the_same(rows: list[tuple[int, int]]) -> None:
    columns, counts = distinct_rows([ints(*(row[place] for row in rows)) for place in range(2)])
    found = list(zip(*(column.tolist() for column in columns), counts.tolist(), strict=True))
    expected = Counter(rows)

    assert [(*row, expected[row]) for row in sorted(expected)] == found


def test_no_rows_are_no_distinct_rows() -> None:
    columns, counts = distinct_rows([ints(), ints()])

    assert [0, 0, 0] == [len(columns[0]), len(columns[1]), len(counts)]


ratios = st.lists(st.tuples(WIDE, st.one_of(st.integers(1, 9), st.integers(1, 2**62))), max_size=20)


@pytest.mark.parametrize("kind", [np.int64, object])
@given(ratios)
def test_a_sum_of_ratios_is_exact(kind: type, rows: list[tuple[int, int]]) -> None:
    above: IntArray = np.array([numerator for numerator, _ in rows], dtype=kind)
    under: IntArray = np.array([denominator for _, denominator in rows], dtype=kind)
    expected = sum((Fraction(*row) for row in rows), start=Fraction(0))

    assert expected == sum_of_ratios(above, under)


@given(st.lists(st.tuples(WIDE, WIDE), min_size=1, max_size=10))
def test_products_do_not_overflow(rows: list[tuple[int, int]]) -> None:
    found = products(ints(*(left for left, _ in rows)), ints(*(right for _, right in rows)))

    assert [left * right for left, right in rows] == found.tolist()


@given(st.lists(st.tuples(WIDE, WIDE.filter(bool)), min_size=1, max_size=10))
def test_reduced_ratios_are_in_lowest_terms(rows: list[tuple[int, int]]) -> None:
    above, under = reduced(ints(*(a for a, _ in rows)), ints(*(b for _, b in rows)))
    expected = [Fraction(*row) for row in rows]

    assert [(value.numerator, value.denominator) for value in expected] == list(
        zip(above.tolist(), under.tolist(), strict=True)
    )
