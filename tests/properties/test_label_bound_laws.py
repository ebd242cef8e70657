"""Label bounds, tipping points and one-unit changes against every completion of small instances."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from reportgen.comparison.bounds.counts import LabelCounts
from reportgen.comparison.bounds.per_query import all_hit_bounds, any_hit_bounds, recall_bounds
from reportgen.comparison.bounds.review import review_order, unit_changes
from reportgen.comparison.bounds.tipping import (
    Sign,
    macro_sign,
    macro_tip,
    pooled_sign,
    pooled_tip,
)
from reportgen.comparison.bounds.totals import Range, TotalBounds, mean_bounds, pooled_bounds
from tests.paired import Unknowns, label_counts, unknowns

K = 5
Query = tuple[Unknowns, int]
Completed = tuple[int, int, int]
"""Baseline hits, candidate hits, gold after all verdicts."""

one_query = unknowns(most_open=9)
some_queries = st.lists(unknowns(most_open=3), min_size=1, max_size=3)
MEASURES = ("macro", "pooled", "any-hit", "all-hit")


def counts_of(queries: Sequence[Query]) -> LabelCounts:
    return label_counts([known for known, _ in queries], [outside for _, outside in queries])


def completions(query: Query) -> Iterator[tuple[Completed, int]]:
    """Every outcome of the verdicts, and how many of those on the two lists were relevant."""
    (baseline, candidate, gold, only_a, only_b, shared), outside = query
    parts = (only_a, only_b, shared, outside)
    for x, y, z, w in itertools.product(*(range(part + 1) for part in parts)):
        yield (baseline + x + z, candidate + y + z, gold + x + y + z + w), x + y + z


def all_completions(queries: Sequence[Query]) -> list[tuple[list[Completed], int]]:
    return [
        ([query for query, _ in combined], sum(relevant for _, relevant in combined))
        for combined in itertools.product(*(list(completions(query)) for query in queries))
    ]


def mean(values: Sequence[Fraction]) -> Fraction:
    return sum(values, start=Fraction(0)) / len(values)


def values_of(measure: str, queries: Sequence[Completed]) -> tuple[Fraction, Fraction, Fraction]:
    """Baseline, candidate and ceiling."""
    if measure == "pooled":
        total = sum(gold for _, _, gold in queries)
        reach = sum(min(K, gold) for _, _, gold in queries)
        return (
            Fraction(sum(baseline for baseline, _, _ in queries), total),
            Fraction(sum(candidate for _, candidate, _ in queries), total),
            Fraction(reach, total),
        )
    if measure == "macro":
        per_query = [
            (Fraction(a, gold), Fraction(b, gold), Fraction(min(K, gold), gold))
            for a, b, gold in queries
        ]
    elif measure == "any-hit":
        per_query = [(Fraction(a > 0), Fraction(b > 0), Fraction(1)) for a, b, _ in queries]
    else:
        per_query = [
            (Fraction(a == gold), Fraction(b == gold), Fraction(gold <= K))
            for a, b, gold in queries
        ]
    baseline, candidate, ceiling = (
        mean([values[place] for values in per_query]) for place in range(3)
    )
    return baseline, candidate, ceiling


def bounds_of(measure: str, counts: LabelCounts) -> TotalBounds:
    found = {
        "macro": lambda: mean_bounds(recall_bounds(counts, K)),
        "pooled": lambda: pooled_bounds(counts, K),
        "any-hit": lambda: mean_bounds(any_hit_bounds(counts)),
        "all-hit": lambda: mean_bounds(all_hit_bounds(counts, K)),
    }[measure]()
    assert found is not None
    return found


def enumerated(measure: str, queries: Sequence[Query]) -> TotalBounds:
    results = [values_of(measure, completed) for completed, _ in all_completions(queries)]
    columns = [
        [baseline for baseline, _, _ in results],
        [candidate for _, candidate, _ in results],
        [candidate - baseline for baseline, candidate, _ in results],
        [ceiling for _, _, ceiling in results],
    ]
    baseline, candidate, delta, ceiling = (Range(min(column), max(column)) for column in columns)
    return TotalBounds(baseline, candidate, delta, ceiling)


every_measure = pytest.mark.parametrize("measure", MEASURES)


@every_measure
@settings(max_examples=300)
@given(one_query)
def test_bounds_of_one_query_are_those_of_every_completion(measure: str, query: Query) -> None:
    assert enumerated(measure, [query]) == bounds_of(measure, counts_of([query]))


@every_measure
@settings(max_examples=150)
@given(some_queries)
def test_bounds_of_a_set_are_those_of_every_completion(measure: str, queries: list[Query]) -> None:
    assert enumerated(measure, queries) == bounds_of(measure, counts_of(queries))


@every_measure
@given(some_queries)
def test_bounds_hold_the_scored_value_and_collapse_to_it(
    measure: str, queries: list[Query]
) -> None:
    scored = values_of(measure, [known[:3] for known, _ in queries])
    found = bounds_of(measure, counts_of(queries))
    judged = bounds_of(measure, counts_of([((*known[:3], 0, 0, 0), 0) for known, _ in queries]))
    baseline, candidate, ceiling = scored

    for value, within, exactly in (
        (baseline, found.baseline, judged.baseline),
        (candidate, found.candidate, judged.candidate),
        (candidate - baseline, found.delta, judged.delta),
        (ceiling, found.ceiling, judged.ceiling),
    ):
        assert within.low <= value <= within.high
        assert Range(value, value) == exactly


def lies_inside(inner: TotalBounds, outer: TotalBounds) -> bool:
    return all(
        large.low <= small.low and small.high <= large.high
        for small, large in (
            (inner.baseline, outer.baseline),
            (inner.candidate, outer.candidate),
            (inner.delta, outer.delta),
            (inner.ceiling, outer.ceiling),
        )
    )


def after_one_verdict(query: Query) -> list[Query]:
    """Every state that one verdict on one open unit can lead to."""
    (baseline, candidate, gold, only_a, only_b, shared), outside = query
    after: list[Query] = []
    for relevant in (0, 1):
        grown = gold + relevant
        if only_a:
            known = (baseline + relevant, candidate, grown, only_a - 1, only_b, shared)
            after.append((known, outside))
        if only_b:
            known = (baseline, candidate + relevant, grown, only_a, only_b - 1, shared)
            after.append((known, outside))
        if shared:
            known = (baseline + relevant, candidate + relevant, grown, only_a, only_b, shared - 1)
            after.append((known, outside))
        if outside:
            known = (baseline, candidate, grown, only_a, only_b, shared)
            after.append((known, outside - 1))
    return after


@every_measure
@given(some_queries)
def test_a_verdict_never_widens_the_bounds(measure: str, queries: list[Query]) -> None:
    before = bounds_of(measure, counts_of(queries))
    widened = [
        (place, after)
        for place, query in enumerate(queries)
        for after in after_one_verdict(query)
        if not lies_inside(
            bounds_of(measure, counts_of([*queries[:place], after, *queries[place + 1 :]])), before
        )
    ]

    assert [] == widened


@every_measure
@given(some_queries, st.integers(0, 3))
def test_one_more_unjudged_unit_never_narrows_the_bounds(
    measure: str, queries: list[Query], part: int
) -> None:
    known, outside = queries[0]
    more = list(known)
    if part < 3:
        more[3 + part] += 1
    baseline, candidate, gold, only_a, only_b, shared = more
    grown = ((baseline, candidate, gold, only_a, only_b, shared), outside + (part == 3))
    before = bounds_of(measure, counts_of(queries))

    assert lies_inside(before, bounds_of(measure, counts_of([grown, *queries[1:]])))


@every_measure
@given(some_queries)
def test_swapping_the_runs_negates_the_bounds(measure: str, queries: list[Query]) -> None:
    back = [
        ((candidate, baseline, gold, only_b, only_a, shared), outside)
        for (baseline, candidate, gold, only_a, only_b, shared), outside in queries
    ]
    forward, reverse = bounds_of(measure, counts_of(queries)), bounds_of(measure, counts_of(back))

    assert Range(-forward.delta.high, -forward.delta.low) == reverse.delta
    assert (forward.baseline, forward.candidate) == (reverse.candidate, reverse.baseline)
    assert forward.ceiling == reverse.ceiling


def with_outside(queries: Sequence[Query], outside: int) -> list[Query]:
    return [(known, outside) for known, _ in queries]


@given(some_queries)
def test_a_certain_sign_holds_for_every_number_of_outside_units(queries: list[Query]) -> None:
    # The bounds only tend to 0 as W grows, so a large W decides.
    counts = counts_of(queries)
    pooled = bounds_of("pooled", counts_of(with_outside(queries, 1000))).delta
    macro = [recall_bounds(counts_of(with_outside([query], 1000)), K).delta for query in queries]
    lows = [int(query.low.numerator[0]) for query in macro]
    highs = [int(query.high.numerator[0]) for query in macro]

    assert (pooled.low > 0) == (pooled_sign(counts) is Sign.CANDIDATE)
    assert (pooled.high < 0) == (pooled_sign(counts) is Sign.BASELINE)
    assert (min(lows) >= 0 and max(lows) > 0) == (macro_sign(counts) is Sign.CANDIDATE)
    assert (max(highs) <= 0 and min(highs) < 0) == (macro_sign(counts) is Sign.BASELINE)


@given(st.lists(unknowns(most_open=2), min_size=2, max_size=3))
def test_an_open_macro_sign_can_be_lost(queries: list[Query]) -> None:
    # Let W weigh down one query after the other: any sign that is not certain can be turned to 0 or over.
    assume(macro_sign(counts_of(queries)) is Sign.OPEN)
    deltas = [
        candidate - baseline
        for outside in itertools.product((0, 1000), repeat=len(queries))
        for completed, _ in all_completions([(known, 0) for known, _ in queries])
        for baseline, candidate, _ in [
            values_of(
                "macro",
                [(a, b, gold + w) for (a, b, gold), w in zip(completed, outside, strict=True)],
            )
        ]
    ]

    assert min(deltas) <= 0 <= max(deltas)


@settings(max_examples=200)
@given(some_queries)
def test_the_greedy_macro_tip_is_the_smallest_number_of_verdicts(queries: list[Query]) -> None:
    listed = with_outside(queries, 0)
    baseline, candidate, _ = values_of("macro", [known[:3] for known, _ in listed])
    lead = candidate - baseline
    assume(lead != 0)
    needed = []
    for completed, relevant in all_completions(listed):
        after_baseline, after_candidate, _ = values_of("macro", completed)
        if (after_candidate - after_baseline) * lead <= 0:
            needed.append(relevant)

    assert min(needed, default=None) == macro_tip(counts_of(listed))


@given(some_queries)
def test_the_pooled_tip_is_the_smallest_number_of_verdicts(queries: list[Query]) -> None:
    listed = with_outside(queries, 0)
    found = pooled_tip(counts_of(listed))
    baseline, candidate, _ = values_of("pooled", [known[:3] for known, _ in listed])
    lead = candidate - baseline
    if found is None:
        assert 0 == lead
        return
    needed = []
    for completed, relevant in all_completions(listed):
        after_baseline, after_candidate, _ = values_of("pooled", completed)
        if (after_candidate - after_baseline) * lead <= 0:
            needed.append(relevant)

    assert min(needed, default=None) == (found.needed if found.removable else None)


@given(st.integers(-9, 9), st.integers(0, 12), st.integers(0, 12))
def test_at_the_equal_rate_the_expected_pooled_lead_is_zero(
    lead: int, only_a: int, only_b: int
) -> None:
    gold = 20
    known = (max(0, -lead), max(0, lead), gold, only_a, only_b, 0)
    found = pooled_tip(label_counts([known]))
    if found is None:
        assert 0 == lead
        return
    rate = found.equal_rate
    if rate is None:
        assert all(lead + Fraction(share, 240) * (only_b - only_a) != 0 for share in range(1, 241))
    else:
        assert 0 < rate <= 1
        assert 0 == lead + rate * (only_b - only_a)


@given(some_queries)
def test_one_unit_changes_are_those_of_rescoring(queries: list[Query]) -> None:
    known = [query for query, _ in queries]
    found = unit_changes(label_counts(known))

    def delta(rows: Sequence[Completed]) -> Fraction:
        baseline, candidate, _ = values_of("macro", rows)
        return candidate - baseline

    before = delta([query[:3] for query in known])
    for place, (baseline, candidate, gold, *_) in enumerate(known):
        for change, grown in (
            (found.candidate, (baseline, candidate + 1, gold + 1)),
            (found.baseline, (baseline + 1, candidate, gold + 1)),
            (found.shared, (baseline + 1, candidate + 1, gold + 1)),
        ):
            rows: list[Completed] = [query[:3] for query in known]
            rows[place] = grown
            above, under = int(change.numerator[place]), int(change.denominator[place])

            assert delta(rows) - before == Fraction(above, under)


@given(st.lists(unknowns(most_open=4), min_size=1, max_size=8))
def test_the_review_order_is_that_of_the_ranges_by_hand(queries: list[Query]) -> None:
    names = [f"q{place}" for place in range(len(queries))]
    by_hand = []
    for place, (known, _) in enumerate(queries):
        units = sum(known[3:])
        if units:
            span = bounds_of("macro", counts_of([(known, 0)])).delta
            by_hand.append((-(span.high - span.low) / units, names[place], place))
    found = review_order(counts_of(queries), names)

    assert [place for _, _, place in sorted(by_hand)] == [review.place for review in found]
    assert sorted(-value for value, _, _ in by_hand) == sorted(
        review.range_per_unit for review in found
    )


@given(some_queries, st.randoms(use_true_random=False))
def test_the_order_of_the_queries_does_not_matter(
    queries: list[Query], random: np.random.Generator
) -> None:
    mixed = list(queries)
    random.shuffle(mixed)
    there, back = counts_of(queries), counts_of(mixed)

    assert [bounds_of(measure, there) for measure in MEASURES] == [
        bounds_of(measure, back) for measure in MEASURES
    ]
    assert (macro_tip(there), pooled_tip(there)) == (macro_tip(back), pooled_tip(back))
