"""Which queries to review first, and what one more relevant unit would change."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from reportgen.comparison.bounds.counts import LabelCounts
from reportgen.comparison.bounds.per_query import Ratios, recall_bounds
from reportgen.comparison.exact import IntArray, distinct_rows, products, reduced


@dataclass(frozen=True, slots=True)
class UnitChanges:
    """By how much the macro delta moves when one more unit of a query proves relevant: a unit found
    only by the candidate, only by the baseline, or by both. Arrays of shape [queries]."""

    candidate: Ratios
    baseline: Ratios
    shared: Ratios


def unit_changes(counts: LabelCounts) -> UnitChanges:
    """The exact one-unit changes of the macro delta over these n queries, under the current labels."""
    gold, lead = counts.gold, counts.lead
    denominator = len(counts) * gold * (gold + 1)
    return UnitChanges(
        candidate=Ratios(gold - lead, denominator),
        baseline=Ratios(-(gold + lead), denominator),
        shared=Ratios(-lead, denominator),
    )


@dataclass(frozen=True, slots=True)
class Review:
    """A query to review: its place in the arrays, and the range of its delta per unjudged unit."""

    place: int
    range_per_unit: Fraction


def review_order(counts: LabelCounts, query_ids: Sequence[str]) -> tuple[Review, ...]:
    """The scored queries with unjudged units in the two lists, largest range of the delta per unit
    first, ties by query id. The range is that of the two lists alone (W = 0)."""
    some = np.flatnonzero(counts.unjudged)
    if not len(some):
        return ()
    lists_only = LabelCounts(
        counts.baseline_hits[some],
        counts.candidate_hits[some],
        counts.gold[some],
        counts.baseline_only[some],
        counts.candidate_only[some],
        counts.shared[some],
        np.zeros_like(counts.gold[some]),
    )
    values = _ranges_per_unit(lists_only)
    order = sorted(
        range(len(some)), key=lambda place: (-values[place], query_ids[int(some[place])])
    )
    return tuple(Review(int(some[place]), values[place]) for place in order)


def _ranges_per_unit(counts: LabelCounts) -> list[Fraction]:
    delta = recall_bounds(counts, cutoff=1).delta  # the cutoff enters the ceiling alone
    low, high = delta.low, delta.high
    width = products(high.numerator, low.denominator) - products(low.numerator, high.denominator)
    scale = products(products(low.denominator, high.denominator), counts.unjudged)
    return _fractions(*reduced(width, scale))


def _fractions(numerator: IntArray, denominator: IntArray) -> list[Fraction]:
    """One fraction for every row, made once for every distinct one."""
    (above, under), _ = distinct_rows((numerator, denominator))
    table = {pair: Fraction(*pair) for pair in zip(above.tolist(), under.tolist(), strict=True)}
    return [table[pair] for pair in zip(numerator.tolist(), denominator.tolist(), strict=True)]


def unreviewed_order(query_ids: Sequence[str], sets_differ: Sequence[bool]) -> tuple[int, ...]:
    """Places of the unreviewed queries: those whose top-k sets differ between the runs first, ties by
    query id. They follow the reviewed ones as a block of their own."""
    places = range(len(query_ids))
    return tuple(sorted(places, key=lambda place: (not sets_differ[place], query_ids[place])))
