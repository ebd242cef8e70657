"""Ties in score across a cut: which queries' hits they leave open, and by how much."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import narwhals as nw
import numpy as np

from reportgen.match.held import Held, ints
from reportgen.match.tables import HELD, beside
from reportgen.model.matched import Ints
from reportgen.model.run import Order

Open = tuple[int, int, int]


def open_ties(held: Held, cutoffs: Sequence[int]) -> dict[int, tuple[Open, ...]]:
    """For each cutoff: (query index, least hits, most hits) where units of one score stand on both
    sides of the cut and the hits depend on which of them stand first."""
    source = held.source
    if source.order is not Order.SCORE or source.unit_map is not None:
        return dict.fromkeys(cutoffs, ())
    gold = held.is_gold
    found = held.frame.filter(nw.new_series("gold", gold, nw.Boolean(), backend=HELD))
    # Only units that tie with a gold unit matter; the first of the gold units in a tie stands for it.
    tied = found.group_by("query", "score").agg(
        nw.col("unit_id").max().alias("first_unit"),
        nw.col("rank").min().alias("first_rank"),
        nw.len().alias("gold"),
    )
    rows = source.rows(Order.SCORE)
    groups = (
        rows.join(beside(tied, rows), on=["query", "score"], how="inner")
        .group_by("query", "score", "first_rank", "gold")
        .agg(
            nw.len().alias("size"),
            (nw.col("unit_id") > nw.col("first_unit")).cast(nw.Int64()).sum().alias("above"),
        )
        .filter(nw.col("size") > 1)
        .collect(HELD)
        .sort("query", "first_rank")
    )
    first = ints(groups["first_rank"]) - ints(groups["above"])
    ties = _Ties(
        query=ints(groups["query"]),
        first=first,
        last=first + ints(groups["size"]) - 1,
        gold=ints(groups["gold"]),
    )
    return {k: tuple(_open(k, ties, held.query[gold], held.rank[gold])) for k in cutoffs}


@dataclass(frozen=True, slots=True, eq=False)
class _Ties:
    """Units of one score in one list: where they begin and end, and how many of them are gold."""

    query: Ints
    first: Ints
    last: Ints
    gold: Ints


def _open(k: int, ties: _Ties, hits_query: Ints, hits_rank: Ints) -> Iterator[Open]:
    across = np.flatnonzero((ties.first <= k) & (ties.last > k))
    for at in across.tolist():
        query, first, gold = int(ties.query[at]), int(ties.first[at]), int(ties.gold[at])
        before = int(((hits_query == query) & (hits_rank < first)).sum())
        least = before + max(0, gold - (int(ties.last[at]) - k))
        most = before + min(gold, k - first + 1)
        if least < most:
            yield query, least, most
