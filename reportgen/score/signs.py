"""Better, same or worse, decided exactly: -1, 0, 1 for the candidate against the baseline."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from reportgen.model.cutoff import Cutoff
from reportgen.model.matched import GoldUnits, Ints, ListMatch
from reportgen.model.scores import Floats
from reportgen.score.lists import within

# Sums of fewer than 10**6 terms of at most 1 in doubles are off by less.
CLOSE = 1e-9
SAME_GAIN = 1e-12


def average_precision_sign(
    baseline: ListMatch,
    candidate: ListMatch,
    gold_units: GoldUnits,
    sums: tuple[Floats, Floats],
    cutoff: Cutoff,
) -> Ints:
    """The sign of the difference in average precision; fractions decide where the doubles are too
    close to."""
    difference = sums[1] - sums[0]
    sign = np.sign(difference).astype(np.int64)
    close = np.flatnonzero(np.abs(difference) < CLOSE)
    # Nothing found on either side is the common case of a close call.
    for query in close[(sums[0][close] > 0) | (sums[1][close] > 0)].tolist():
        exact = precision_sum(candidate, gold_units, query, cutoff) - precision_sum(
            baseline, gold_units, query, cutoff
        )
        sign[query] = (exact > 0) - (exact < 0)
    return sign


def precision_sum(lists: ListMatch, gold_units: GoldUnits, query: int, cutoff: Cutoff) -> Fraction:
    """The sum over gold units within the cutoff of (gold units up to that rank) / rank, exactly."""
    return sum(
        (
            Fraction(place, rank)
            for place, rank in enumerate(gold_ranks(lists, gold_units, query, cutoff), 1)
        ),
        Fraction(0),
    )


def gold_ranks(lists: ListMatch, gold_units: GoldUnits, query: int, cutoff: Cutoff) -> list[int]:
    """Ranks of one query's gold units within the cutoff, ascending."""
    of_found = gold_units.query[lists.found]
    start, end = np.searchsorted(of_found, (query, query + 1))
    here = slice(int(start), int(end))
    kept = within(lists, cutoff)[here] & gold_units.gold[lists.found[here]]
    ranks: list[int] = lists.rank[here][kept].tolist()
    return ranks


def ndcg_sign(baseline: Floats, candidate: Floats) -> Ints:
    """The sign of the difference in discounted gain; equal grades at ranks 1..k give equal sums,
    and sums closer than 1e-12 are the same."""
    difference = candidate - baseline
    return np.where(np.abs(difference) < SAME_GAIN, 0, np.sign(difference)).astype(np.int64)
