"""Ties in score across a cut: which queries' hits they leave open, and by how much."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import narwhals as nw

from reportgen.match.arrays import ints
from reportgen.match.held import Held
from reportgen.match.tables import HELD
from reportgen.model.run import Order

Open = tuple[int, int, int]


def open_ties(held: Held, cutoffs: Sequence[int]) -> dict[int, tuple[Open, ...]]:
    """For each cutoff: (query index, least hits, most hits) where units of one score stand on both
    sides of the cut and the hits depend on which of them stand first."""
    source = held.source
    if source.order is not Order.SCORE or source.unit_map is not None:
        return dict.fromkeys(cutoffs, ())
    rows = held.frame.with_columns(nw.new_series("gold", held.is_gold, nw.Boolean(), backend=HELD))
    # Whatever ties with a gold unit is held; the hits of other ties are not open.
    ties = (
        rows.join(rows.filter(nw.col("gold")), on=["query", "score"], how="semi")
        .group_by("query", "score")
        .agg(
            nw.col("rank").min().alias("first"),
            nw.col("rank").max().alias("last"),
            nw.col("gold").cast(nw.Int64()).sum(),
        )
        .filter(nw.col("last") > nw.col("first"))
        .sort("query", "first")
    )
    columns = (ints(ties[name]).tolist() for name in ("query", "first", "last", "gold"))
    of_score = [_Tie(*row) for row in zip(*columns, strict=True)]
    return {k: tuple(_open(k, held, of_score)) for k in cutoffs}


class _Tie(NamedTuple):
    """Units of one score in one query's list, and how many of them are gold."""

    query: int
    first: int
    last: int
    gold: int


def _open(k: int, held: Held, ties: Sequence[_Tie]) -> Iterator[Open]:
    hits_query, hits_rank = held.query[held.is_gold], held.rank[held.is_gold]
    for tie in ties:
        if tie.first <= k < tie.last:
            before = int(((hits_query == tie.query) & (hits_rank < tie.first)).sum())
            least = before + max(0, tie.gold - (tie.last - k))
            most = before + min(tie.gold, k - tie.first + 1)
            if least < most:
                yield tie.query, least, most
