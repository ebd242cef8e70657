"""Which queries to review first, and what one more relevant unit would change."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from reportgen.comparison.bounds.counts import LabelCounts
from reportgen.comparison.bounds.per_query import Ratios, recall_bounds
from reportgen.comparison.exact import distinct_rows, products


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
    found = zip(some.tolist(), *_ranges_per_unit(lists_only), strict=True)
    order = sorted((rank, query_ids[place], place, value) for place, rank, value in found)
    return tuple(Review(place, value) for _, _, place, value in order)


def _ranges_per_unit(counts: LabelCounts) -> tuple[list[int], list[Fraction]]:
    """Every query's range per unit, and its rank from the largest (comparing ranks is fast)."""
    delta = recall_bounds(counts, cutoff=1).delta  # the cutoff enters the ceiling alone
    low, high = delta.low, delta.high
    width = products(high.numerator, low.denominator) - products(low.numerator, high.denominator)
    scale = products(products(low.denominator, high.denominator), counts.unjudged)
    (widths, scales), _ = distinct_rows((width, scale))
    pairs = zip(widths.tolist(), scales.tolist(), strict=True)
    values = {pair: Fraction(*pair) for pair in pairs}
    ranks = {value: rank for rank, value in enumerate(sorted(set(values.values()), reverse=True))}
    per_query = [values[pair] for pair in zip(width.tolist(), scale.tolist(), strict=True)]
    rank_of = {pair: ranks[value] for pair, value in values.items()}
    return [rank_of[pair] for pair in zip(width.tolist(), scale.tolist(), strict=True)], per_query


def unreviewed_order(query_ids: Sequence[str], sets_differ: Sequence[bool]) -> tuple[int, ...]:
    """Places of the unreviewed queries: those whose top-k sets differ between the runs first, ties by
    query id. They follow the reviewed ones as a block of their own."""
    places = range(len(query_ids))
    return tuple(sorted(places, key=lambda place: (not sets_differ[place], query_ids[place])))
