from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from reportgen.score.coverage import max_coverage

SETS = st.lists(st.integers(0, 255), max_size=8)


def brute_force(choices: list[int], k: int) -> int:
    best = 0
    for some in combinations(choices, min(k, len(choices))):
        union = 0
        for choice in some:
            union |= choice
        best = max(best, union.bit_count())
    return best


@given(choices=SETS, k=st.integers(0, 9))
def test_it_is_what_trying_every_choice_finds(choices: list[int], k: int) -> None:
    coverage = max_coverage(choices, k)

    assert (brute_force(choices, k), True) == (coverage.most, coverage.exact)


def test_taking_the_largest_first_would_find_less() -> None:
    """The largest set covers four, with any other five; the two others cover six."""
    coverage = max_coverage([0b011110, 0b000111, 0b111000], 2)

    assert (6, True) == (coverage.most, coverage.exact)


def test_separate_sets_cost_nothing_however_many_there_are() -> None:
    coverage = max_coverage([1 << n for n in range(500)], 123)

    assert (123, True) == (coverage.most, coverage.exact)


RING = [sum(1 << (n + step) % 60 for step in (0, 1, 7)) for n in range(60)]
"""Sets of three neighbours on a ring of 60: whatever is not searched is bounded by three a set."""


def test_a_search_too_large_states_a_bound_that_is_not_too_small() -> None:
    coverage = max_coverage(RING, 8)

    assert (24, False) == (coverage.most, coverage.exact)


def test_a_part_too_large_is_still_exact_for_few_choices_and_for_all_of_them() -> None:
    few, all_of_them = max_coverage(RING, 2), max_coverage(RING, 60)

    assert (6, True) == (few.most, few.exact)
    assert (60, True) == (all_of_them.most, all_of_them.exact)
