"""Better, same or worse, decided exactly: -1, 0, 1 for the candidate against the baseline."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from reportgen.model.cutoff import Cutoff
from reportgen.model.matched import Bools, GoldUnits, Ints, ListMatch
from reportgen.model.scores import Floats
from reportgen.score.lists import within

# Sums of fewer than 10**6 terms of at most 1 in doubles are off by less.
CLOSE = 1e-9
SAME_GAIN = 1e-12


@dataclass(frozen=True, slots=True, eq=False)
class GoldRanks:
    """Ranks of the gold units within a cutoff, sorted by query, then rank; those of query q stand at
    `ends[q]:ends[q + 1]`."""

    query: Ints
    rank: Ints
    ends: Ints

    def of(self, query: int) -> list[int]:
        ranks: list[int] = self.rank[self.ends[query] : self.ends[query + 1]].tolist()
        return ranks


def gold_ranks(lists: ListMatch, gold_units: GoldUnits, cutoff: Cutoff, queries: int) -> GoldRanks:
    """The ranks in one list of each of `queries` queries."""
    kept = within(lists, cutoff) & gold_units.gold[lists.found]
    query = gold_units.query[lists.found[kept]]
    return GoldRanks(query, lists.rank[kept], np.searchsorted(query, np.arange(queries + 1)))


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
    ours = gold_ranks(baseline, gold_units, cutoff, len(sign))
    theirs = gold_ranks(candidate, gold_units, cutoff, len(sign))
    close = np.abs(difference) < CLOSE
    sign[close] = 0
    # Gold at the same ranks, or nowhere, is the common case of a close call and needs no fractions.
    for query in np.flatnonzero(close & ~_same_ranks(ours, theirs)).tolist():
        exact = _precision_sum(theirs.of(query)) - _precision_sum(ours.of(query))
        sign[query] = (exact > 0) - (exact < 0)
    return sign


def _same_ranks(ours: GoldRanks, theirs: GoldRanks) -> Bools:
    """Queries whose gold stands at the same ranks in both lists."""
    alike: Bools = np.diff(ours.ends) == np.diff(theirs.ends)
    # Of queries with equally many units, the rows of both sides run in parallel.
    mine, others = alike[ours.query], alike[theirs.query]
    differs = ours.rank[mine] != theirs.rank[others]
    alike[ours.query[mine][differs]] = False
    return alike


def precision_sum(lists: ListMatch, gold_units: GoldUnits, query: int, cutoff: Cutoff) -> Fraction:
    """The sum over gold units within the cutoff of (gold units up to that rank) / rank, exactly."""
    return _precision_sum(gold_ranks(lists, gold_units, cutoff, query + 1).of(query))


def _precision_sum(ranks: Sequence[int]) -> Fraction:
    return sum((Fraction(place, rank) for place, rank in enumerate(ranks, 1)), Fraction(0))


def ndcg_sign(baseline: Floats, candidate: Floats) -> Ints:
    """The sign of the difference in discounted gain; equal grades at ranks 1..k give equal sums,
    and sums closer than 1e-12 are the same."""
    difference = candidate - baseline
    return np.where(np.abs(difference) < SAME_GAIN, 0, np.sign(difference)).astype(np.int64)
