"""Laws of intervals, tests and their sentences, over random hits."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from reportgen.comparison.exact import IntArray
from reportgen.comparison.uncertainty import family as family_module
from reportgen.comparison.uncertainty.family import Cell, run_tests
from reportgen.comparison.uncertainty.interval import Estimate, Interval, estimate
from reportgen.comparison.uncertainty.messages import cell_messages
from reportgen.comparison.uncertainty.rows import Rows, collapse, rows_of_fractions
from reportgen.comparison.uncertainty.sign_flip import Method, SignFlip, sign_flip
from reportgen.comparison.uncertainty.terms import (
    Terms,
    all_hit_terms,
    any_hit_terms,
    cluster_terms,
    difference_terms,
    macro_terms,
    pooled_terms,
)
from tests.paired import Hits, hits, ints, outcomes, paired, take

Measure = Callable[[IntArray, IntArray, IntArray], Terms]
FOUR: tuple[Measure, ...] = (macro_terms, pooled_terms, any_hit_terms, all_hit_terms)
every_measure = pytest.mark.parametrize("terms", FOUR)


def swapped(columns: Hits) -> Hits:
    baseline, candidate, gold = columns
    return candidate, baseline, gold


def extended(columns: Hits, *more: int) -> Hits:
    """One more query: baseline hits, candidate hits, gold."""
    baseline, candidate, gold = (
        np.append(column, value) for column, value in zip(columns, more, strict=True)
    )
    return baseline, candidate, gold


def fraction(value: Fraction | float | None) -> Fraction:
    assert isinstance(value, Fraction)
    return value


@every_measure
@given(hits())
def test_swapping_the_runs_negates_delta_and_interval(terms: Measure, columns: Hits) -> None:
    there, back = (collapse(terms(*way)) for way in (columns, swapped(columns)))
    forward, reverse = estimate(there), estimate(back)

    assert -fraction(forward.delta) == reverse.delta
    assert (forward.n, forward.m, forward.r, forward.n_eff) == (
        reverse.n,
        reverse.m,
        reverse.r,
        reverse.n_eff,
    )
    assert (there.better, there.same, there.worse) == (back.worse, back.same, back.better)
    assert sign_flip(there, 0, 199) == sign_flip(back, 0, 199)
    if forward.interval is not None and reverse.interval is not None:
        # To the last bit: both ways round the same numbers are added.
        assert (-forward.interval.high, -forward.interval.low) == (
            reverse.interval.low,
            reverse.interval.high,
        )


@every_measure
@given(hits(), st.randoms(use_true_random=False))
def test_the_order_of_the_queries_changes_no_bit(
    terms: Measure, columns: Hits, random: np.random.Generator
) -> None:
    places = list(range(len(columns[0])))
    random.shuffle(places)

    assert collapse(terms(*columns)) == collapse(terms(*take(columns, places)))


@given(hits(largest=20), st.data())
def test_an_unchanged_query_only_dilutes(columns: Hits, data: st.DataObject) -> None:
    gold = data.draw(st.integers(1, 8))
    same = data.draw(st.integers(0, gold))
    more = extended(columns, same, same, gold)
    n, total = len(columns[0]), int(columns[2].sum())
    macro, macro_more = (collapse(macro_terms(*way)) for way in (columns, more))
    pooled, pooled_more = (collapse(pooled_terms(*way)) for way in (columns, more))

    assert fraction(macro.delta) * n / (n + 1) == macro_more.delta
    assert fraction(pooled.delta) * total / (total + gold) == pooled_more.delta
    for before, after in ((macro, macro_more), (pooled, pooled_more)):
        assert (before.better, before.worse) == (after.better, after.worse)
        assert sign_flip(before, 0, 199) == sign_flip(after, 0, 199)


@given(hits(smallest=6, largest=20))
def test_every_query_twice_narrows_the_interval_and_clusters_undo_it(columns: Hits) -> None:
    n = len(columns[0])
    twice = take(columns, np.repeat(np.arange(n), 2))
    pairs = np.repeat(np.arange(n), 2)
    for terms in FOUR:
        once = estimate(collapse(terms(*columns)))
        double = estimate(collapse(terms(*twice)))
        clustered = estimate(collapse(cluster_terms(terms(*twice), pairs)))

        assert once.delta == double.delta == clustered.delta
        assert (once.n, once.m, once.r) == (clustered.n, clustered.m, clustered.r)
        assert ends(once) == pytest.approx(ends(clustered), abs=1e-12)
        if once.r >= 6 and terms is not pooled_terms:
            assert interval(once).standard_error * ((n - 1) / (2 * n - 1)) ** 0.5 == pytest.approx(
                interval(double).standard_error, rel=1e-9
            )


def interval(found: Estimate) -> Interval:
    assert found.interval is not None
    return found.interval


def ends(found: Estimate) -> tuple[float, float]:
    return interval(found).low, interval(found).high


@given(hits(largest=30, most_gold=1))
def test_with_one_gold_unit_each_the_four_measures_are_one(columns: Hits) -> None:
    rows = [collapse(terms(*columns)) for terms in FOUR]
    family = run_tests([Cell(terms(*columns)) for terms in FOUR], 0, 199)

    assert 1 == len(set(rows))
    assert 1 == len(set(family.results))
    assert family.tests <= 1


@every_measure
@given(hits(smallest=6, largest=30, most_gold=1_000_000))
@example((ints(*[0] * 6), ints(*[0] * 6), ints(*[1] * 6)))
@example((ints(*[0] * 6), ints(*[1] * 6), ints(*[1] * 6)))
@example((ints(*[0] * 40), ints(*[1] * 40), ints(*[1] * 40)))
@example(paired([1, 0, 0, 0, 0, 0], [1, 1, 1, 1, 1, 1_000_000]))
@example(paired([0, 0, 0, 0, 0, 1_000_000], [1, 1, 1, 1, 1, 1_000_000]))
@example(paired([-1, 1, 0, 0, 0, 1_000_000], [1, 1, 1, 1, 1, 1_000_000]))
def test_the_interval_is_finite_within_reach_and_holds_the_delta(
    terms: Measure, columns: Hits
) -> None:
    found = estimate(collapse(terms(*columns)))
    made = interval(found)

    assert -1 <= made.low <= fraction(found.delta) <= made.high <= 1
    assert made.low <= made.low_90 <= made.high_90 <= made.high
    assert 0 < made.standard_error < float("inf")
    assert 1 <= made.df


@pytest.mark.parametrize("n", [6, 7, 8, 10, 40])
def test_the_interval_holds_the_delta_of_every_table_of_gains_and_losses(n: int) -> None:
    outside = [
        (gains, losses)
        for gains in range(n + 1)
        for losses in range(n + 1 - gains)
        if not _holds(outcomes(gains, losses, n - gains - losses))
    ]

    assert [] == outside


def _holds(rows: Rows) -> bool:
    found = estimate(rows)
    return interval(found).low <= fraction(found.delta) <= interval(found).high


small_changes = st.lists(
    st.fractions(min_value=-1, max_value=1, max_denominator=6).filter(bool), min_size=1, max_size=9
)


@given(small_changes)
def test_p_is_the_share_of_sign_patterns(values: list[Fraction]) -> None:
    sums = [Fraction(0)]
    for value in values:
        sums = [total + signed for total in sums for signed in (value, -value)]
    reached = [total for total in sums if abs(total) >= abs(sums[0])]
    found = sign_flip(rows_of_fractions(values), seed=0)

    assert Fraction(len(reached), len(sums)) == found.p
    assert found.floor <= found.p <= 1


@given(st.integers(17, 60), st.lists(st.integers(1, 4), min_size=4, max_size=4), st.data())
def test_the_lattice_equals_the_enumeration_of_sums(
    m: int, sizes: list[int], data: st.DataObject
) -> None:
    values = [
        data.draw(st.sampled_from((1, -1))) * Fraction(sizes[place % 4], 12) for place in range(m)
    ]
    found = sign_flip(rows_of_fractions(values), seed=0)
    counts: dict[Fraction, int] = {Fraction(0): 1}
    for value in values:
        grown: dict[Fraction, int] = {}
        for total, count in counts.items():
            for moved in (total + value, total - value):
                grown[moved] = grown.get(moved, 0) + count
        counts = grown
    observed = abs(sum(values, start=Fraction(0)))
    exact = Fraction(sum(count for total, count in counts.items() if abs(total) >= observed), 2**m)

    assert found.method in {Method.LATTICE, Method.BINOMIAL}
    assert float(exact) == pytest.approx(found.value, rel=1e-12)
    if m <= 53:
        assert exact == found.p


# 18 changes that a lattice of a million points cannot hold, and what all their sign patterns give.
FINE = [(-1) ** (place % 3 == 0) * (60_000 + 7_919 * place) for place in range(18)]


def patterns_of_fine() -> Fraction:
    sums = np.zeros(1, dtype=np.int64)
    for value in FINE:
        sums = np.concatenate([sums + value, sums - value])
    return Fraction(int(np.count_nonzero(np.abs(sums) >= abs(sum(FINE)))), len(sums))


@given(st.integers(0, 10_000))
def test_monte_carlo_is_within_four_standard_errors_of_the_exact_p(seed: int) -> None:
    rows = rows_of_fractions(Fraction(value, 1_000_000) for value in FINE)
    drawn = sign_flip(rows, seed, draws=5_000)
    exact = float(patterns_of_fine())
    error = (exact * (1 - exact) / 5_000) ** 0.5

    assert Method.MONTE_CARLO is drawn.method
    assert 0.05 < exact < 0.95
    assert abs(drawn.value - exact) <= 4 * error + 1 / 5_001


@given(hits(), st.data())
def test_a_partition_adds_up_to_the_total(columns: Hits, data: st.DataObject) -> None:
    n = len(columns[0])
    label = ints(*data.draw(st.lists(st.integers(0, 3), min_size=n, max_size=n)))
    parts = [take(columns, label == group) for group in range(4) if (label == group).any()]
    for terms in FOUR:
        total = collapse(terms(*columns))
        weighted = [collapse(terms(*part)) for part in parts]
        shares = [Fraction(rows.total_y, total.total_y) for rows in weighted]
        deltas = [fraction(rows.delta) for rows in weighted]

        assert 1 == sum(shares)
        assert total.delta == sum(w * d for w, d in zip(shares, deltas, strict=True))


@given(hits())
def test_the_delta_is_the_share_of_changed_queries_times_their_mean(columns: Hits) -> None:
    for terms in (macro_terms, any_hit_terms, all_hit_terms):
        rows = collapse(terms(*columns))
        mean = rows.mean_change

        assert rows.delta == (Fraction(rows.changed, rows.n) * mean if mean is not None else 0)
        assert (mean is None) == (rows.changed == 0)


@given(hits(smallest=1, largest=25), st.data())
def test_summing_per_cluster_leaves_the_delta_alone(columns: Hits, data: st.DataObject) -> None:
    n = len(columns[0])
    names = data.draw(st.lists(st.integers(0, 5), min_size=n, max_size=n))
    clusters = ints(*(sorted(set(names)).index(name) for name in names))
    for terms in FOUR:
        per_query = terms(*columns)
        summed = cluster_terms(per_query, clusters)
        by_hand = [
            sum(
                (
                    Fraction(int(above), int(under))
                    for above, under, cluster in zip(
                        per_query.numerator, per_query.denominator, clusters, strict=True
                    )
                    if cluster == number
                ),
                start=Fraction(0),
            )
            for number in range(len(set(names)))
        ]

        assert by_hand == [
            Fraction(int(above), int(under))
            for above, under in zip(summed.numerator, summed.denominator, strict=True)
        ]
        assert collapse(per_query).delta == collapse(summed).delta


@given(hits())
def test_differences_of_two_ratios_are_exact(columns: Hits) -> None:
    # Reciprocal ranks: 1/rank, or 0/1 where nothing was found.
    baseline, candidate, _ = columns
    one = np.ones_like(baseline)
    terms = difference_terms(
        ((baseline > 0) * one, np.maximum(baseline, 1)),
        ((candidate > 0) * one, np.maximum(candidate, 1)),
    )
    by_hand = [
        (Fraction(1, int(b)) if b else Fraction(0)) - (Fraction(1, int(a)) if a else Fraction(0))
        for a, b in zip(baseline, candidate, strict=True)
    ]

    assert rows_of_fractions(by_hand) == collapse(terms)


tables = st.tuples(st.integers(0, 30), st.integers(0, 30), st.integers(0, 100))


@given(tables, st.fractions(0, 1), st.fractions(0, 1))
def test_a_direction_is_claimed_only_when_interval_and_adjusted_p_agree(
    counts: tuple[int, int, int], p: Fraction, more: Fraction
) -> None:
    assume(sum(counts) > 0)
    found = estimate(outcomes(*counts))
    adjusted = min(Fraction(1), p + more)
    tested = family_module.TestedCell(SignFlip(p, found.m, Method.ENUMERATION), 0, adjusted)
    codes = [
        sentence.code
        for sentence in cell_messages(found, tested, better=counts[0], worse=counts[1])
    ]
    directions = {"up", "down", "alone", "open", "unresolved"}.intersection(codes)
    made = found.interval

    assert (1 if found.m >= 6 else 0) == len(directions)
    if made is not None and "up" in directions:
        assert made.low > 0
        assert adjusted <= Fraction(1, 20)
    if made is not None and "down" in directions:
        assert made.high < 0
        assert adjusted <= Fraction(1, 20)
    if made is not None and "alone" in directions:
        assert not made.low <= 0 <= made.high
        assert p <= Fraction(1, 20) < adjusted
    if made is not None and "open" in directions:
        assert made.low <= 0 <= made.high
        assert p > Fraction(1, 20)
    if made is not None and "unresolved" in directions:
        assert (made.low <= 0 <= made.high) == (p <= Fraction(1, 20))


@given(hits(smallest=6))
def test_the_choice_of_sentences_depends_on_n_m_r_interval_and_p_alone(columns: Hits) -> None:
    # Another delta, other weights, an n_eff of its own: the same codes.
    found = estimate(collapse(macro_terms(*columns)))
    other = Estimate(found.n, found.m, found.r, Fraction(1, 7), 3.0, Fraction(1, 2), found.interval)
    test = SignFlip(Fraction(1, 40), found.m, Method.LATTICE)
    tested = family_module.TestedCell(test, 0, test.p)
    first, second = (
        [
            sentence.code
            for sentence in cell_messages(one, tested, better=1, worse=1)
            if sentence.code != "tie"
        ]
        for one in (found, other)
    )

    assert first == second
