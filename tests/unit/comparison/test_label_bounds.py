"""Label bounds, tipping points and the review order against the fixtures of the specification."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from reportgen.comparison.bounds.per_query import (
    QueryRange,
    all_hit_bounds,
    any_hit_bounds,
    recall_bounds,
)
from reportgen.comparison.bounds.review import review_order, unit_changes, unreviewed_order
from reportgen.comparison.bounds.tipping import macro_tip, pooled_tip, pooled_tip_of
from reportgen.comparison.bounds.totals import mean_bounds, pooled_bounds
from tests.paired import Unknowns, label_counts

THREE: tuple[Unknowns, ...] = ((1, 2, 3, 1, 2, 1), (1, 1, 1, 0, 1, 0), (0, 1, 1, 1, 0, 2))


def ends(found: QueryRange) -> list[tuple[Fraction, Fraction]]:
    return [
        (Fraction(low, low_under), Fraction(high, high_under))
        for low, low_under, high, high_under in zip(
            found.low.numerator.tolist(),
            found.low.denominator.tolist(),
            found.high.numerator.tolist(),
            found.high.denominator.tolist(),
            strict=True,
        )
    ]


def pair(text: str) -> tuple[Fraction, Fraction]:
    low, high = text.split()
    return Fraction(low), Fraction(high)


@pytest.mark.parametrize(
    ("counts", "outside", "baseline", "candidate", "delta", "any_hit", "all_hit"),
    [
        ((1, 2, 3, 1, 2, 1), 0, "1/5 3/5", "1/2 5/6", "0 3/5", "0 0", "0 0"),
        ((1, 1, 1, 0, 1, 0), 0, "1/2 1", "1 1", "0 1/2", "0 0", "0 1"),
        ((0, 1, 1, 1, 0, 2), 0, "0 3/4", "1/2 1", "0 1", "0 1", "0 1"),
        ((2, 0, 2, 0, 1, 3), 0, "2/3 1", "0 2/3", "-1 -1/6", "-1 0", "-1 0"),
        ((2, 0, 2, 0, 1, 3), 5, None, None, "-1 -1/11", None, None),
        ((1, 1, 2, 1, 1, 2), 0, "1/3 4/5", "1/3 4/5", "-1/3 1/3", "0 0", "0 0"),
        ((3, 1, 4, 0, 1, 2), 0, "3/5 5/6", "1/4 4/7", "-1/2 -1/7", "0 0", "0 0"),
        ((3, 1, 4, 0, 1, 2), 5, None, None, "-1/2 -1/12", None, None),
    ],
)
def test_bounds_of_one_query(  # noqa: PLR0917 - the columns of the fixture
    counts: Unknowns,
    outside: int,
    baseline: str | None,
    candidate: str | None,
    delta: str,
    any_hit: str | None,
    all_hit: str | None,
) -> None:
    known = label_counts([counts], outside)
    recall = recall_bounds(known, 5)

    assert [pair(delta)] == ends(recall.delta)
    for expected, found in (
        (baseline, recall.baseline),
        (candidate, recall.candidate),
        (any_hit, any_hit_bounds(known).delta),
        (all_hit, all_hit_bounds(known, 5).delta),
    ):
        if expected is not None:
            assert [pair(expected)] == ends(found)


def test_bounds_of_three_queries_as_one_set() -> None:
    known = label_counts(THREE)
    totals = [
        mean_bounds(recall_bounds(known, 5)),
        pooled_bounds(known, 5),
        mean_bounds(any_hit_bounds(known)),
        mean_bounds(all_hit_bounds(known, 5)),
    ]

    assert [pair("0 7/10"), pair("0 5/8"), pair("0 1/3"), pair("0 2/3")] == [
        total and (total.delta.low, total.delta.high) for total in totals
    ]


def test_two_verdicts_remove_the_lead_of_the_three_queries() -> None:
    known = label_counts(THREE)
    pooled = pooled_tip(known)

    assert 2 == macro_tip(known)
    assert pooled is not None
    assert (2, True) == (pooled.needed, pooled.removable)


def test_shared_units_count_from_where_the_exclusive_ones_left_the_query() -> None:
    # 4/4 - 12/25 of two queries. The baseline's only unit: 3/5; two of the shared ones: 3/6, 3/7.
    known = label_counts([(0, 4, 4, 1, 0, 3), (12, 0, 25, 0, 0, 0)])

    assert 3 == macro_tip(known)


def test_the_widest_range_per_unit_is_reviewed_first() -> None:
    known = label_counts([*THREE, (1, 0, 2, 0, 0, 0)])
    found = review_order(known, ["first", "second", "third", "judged"])

    assert [(1, Fraction(1, 2)), (2, Fraction(1, 3)), (0, Fraction(3, 20))] == [
        (review.place, review.range_per_unit) for review in found
    ]


def test_equal_ranges_are_ordered_by_query_id_and_outside_units_do_not_matter() -> None:
    queries = [(1, 1, 1, 0, 1, 0)] * 4
    found = review_order(label_counts(queries, [9, 0, 3, 0]), ["q2", "q10", "问", "Q"])

    assert [3, 1, 0, 2] == [review.place for review in found]
    assert () == review_order(label_counts([(1, 1, 1, 0, 0, 0)]), ["q"])


def test_unreviewed_queries_whose_sets_differ_come_first() -> None:
    assert (2, 1, 3, 0) == unreviewed_order(["d", "b", "a", "c"], [False, True, True, False])


def test_one_more_relevant_unit_of_one_query() -> None:
    found = unit_changes(label_counts([(1, 2, 3, 1, 2, 1)]))

    assert [Fraction(1, 6), Fraction(-1, 3), Fraction(-1, 12)] == [
        Fraction(int(change.numerator[0]), int(change.denominator[0]))
        for change in (found.candidate, found.baseline, found.shared)
    ]


@pytest.mark.parametrize(
    ("lead", "only_a", "only_b", "removable", "rate"),
    [
        (7, 31, 12, True, "7/19"),
        (7, 5, 12, False, None),
        (7, 31, 40, True, None),
        (-5, 12, 40, True, "5/28"),
        (7, 12, 12, True, None),  # equal numbers of units: the lead stays at every share
        (7, 13, 12, True, None),  # the share would have to be 7
        (7, 7, 0, True, "1"),
        (7, 6, 0, False, None),
    ],
)
def test_pooled_tipping_points(
    lead: int, only_a: int, only_b: int, removable: bool, rate: str | None
) -> None:
    found = pooled_tip_of(lead=lead, baseline_only=only_a, candidate_only=only_b)

    assert found is not None
    assert (abs(lead), removable) == (found.needed, found.removable)
    assert (None if rate is None else Fraction(rate)) == found.equal_rate
    assert (only_a if lead > 0 else only_b) == found.only_trailing


def test_without_a_lead_there_is_nothing_to_tip() -> None:
    tied = label_counts([(1, 0, 2, 3, 3, 3), (0, 1, 2, 3, 3, 3)])

    assert pooled_tip(tied) is None
    assert macro_tip(tied) is None


def test_without_queries_totals_are_undefined() -> None:
    nothing = label_counts([])

    assert mean_bounds(recall_bounds(nothing, 3)) is None
    assert pooled_bounds(nothing, 3) is None
    assert () == review_order(nothing, [])
    assert macro_tip(nothing) is None


def test_impossible_counts_are_refused() -> None:
    with pytest.raises(ValueError, match="more hits than gold"):
        label_counts([(2, 0, 1, 0, 0, 0)])
    with pytest.raises(ValueError, match="no gold"):
        label_counts([(0, 0, 0, 0, 0, 0)])
    with pytest.raises(ValueError, match="negative"):
        label_counts([(0, 0, 1, 0, -1, 0)])


def test_a_large_gold_does_not_overflow_the_review_order() -> None:
    gold = 2_000_000_000
    found = review_order(label_counts([(5, 6, gold, 3, 2, 1)]), ["q"])

    low, high = Fraction(1 - 3, gold + 3), Fraction(1 + 2, gold + 2)
    assert (high - low) / 6 == found[0].range_per_unit


def test_a_sum_of_many_different_denominators_is_exact() -> None:
    gold = np.arange(1, 201)
    known = label_counts([(0, 1, int(g), 0, 0, 0) for g in gold])
    found = mean_bounds(recall_bounds(known, 5))

    assert found is not None
    assert sum(Fraction(1, int(g)) for g in gold) / 200 == found.delta.low
    assert found.delta.low == found.delta.high
