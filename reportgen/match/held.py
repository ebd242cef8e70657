"""The top of every list, and every gold unit at any depth, collected: small enough for arrays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import narwhals as nw
import numpy as np

from reportgen.match.source import Source
from reportgen.match.tables import HELD, beside
from reportgen.model.matched import Bools, Ints
from reportgen.model.run import Order


@dataclass(frozen=True, slots=True, eq=False)
class Held:
    """The rows of a source with depth <= `k`, and those that are gold units; the arrays have one
    entry a row.

    `frame` has the columns `query`, `unit_id`, `rank`, `depth`, and `score` where the order is by
    score and no unit map applies. `gold_unit` is meaningful where `is_gold_unit`.
    `first_change[q]` is the first place at which the orders by rank and by score differ (larger
    than `k`: not within `k`); None where it was not asked for.
    """

    source: Source
    k: int
    frame: nw.DataFrame[Any]
    query: Ints
    rank: Ints
    depth: Ints
    judged: Bools
    gold_unit: Ints
    is_gold_unit: Bools
    first_change: Ints | None

    @property
    def is_gold(self) -> Bools:
        """The rows whose unit is gold, one flag a row."""
        gold = np.zeros(len(self.query), dtype=np.bool_)
        units = self.gold_unit[self.is_gold_unit]
        gold[self.is_gold_unit] = self.source.tables.gold_units.gold[units]
        return gold

    @property
    def queries(self) -> int:
        return len(self.source.tables.complete)

    def size_at(self, k: int) -> Ints:
        """Units within cutoff k, at most the `k` that is held; per query."""
        return count(self.query[self.depth <= k], self.queries)


def hold(source: Source, *, k: int, compare_orders: bool) -> Held:
    """Collect what of `source` reaches into cutoff `k`, and the gold units below it."""
    if source.unit_map is not None:
        first = first_difference(source, Order.RANK, Order.SCORE) if compare_orders else None
        return _held(source, k, source.lists(), nw.col("depth") <= k, first)
    compared = (Order.RANK, Order.SCORE) if compare_orders else ()
    wanted = nw.col("place") <= k
    for order in compared:
        wanted = wanted | (nw.col(f"by_{order}") <= k)
    lists = source.ordered(*compared).with_columns(rank=nw.col("place"), depth=nw.col("place"))
    return _held(source, k, lists, wanted, None)


def _held(
    source: Source, k: int, lists: nw.LazyFrame[Any], wanted: nw.Expr, first: Ints | None
) -> Held:
    judged = source.tables.judged.with_columns(judged=nw.lit(True))
    rows = (
        lists.join(beside(judged, lists), on=["query", "unit_id"], how="left")
        .filter(wanted | ~nw.col("gold_unit").is_null())
        .collect(HELD)
    )
    if "by_rank" in rows.columns:
        first = _first(ints(rows["query"]), ints(rows["by_rank"]), ints(rows["by_score"]), source)
    score = ["score"] if "score" in rows.columns else []
    return Held(
        source=source,
        k=k,
        frame=rows.select("query", "unit_id", "rank", "depth", *score),
        query=ints(rows["query"]),
        rank=ints(rows["rank"]),
        depth=ints(rows["depth"]),
        judged=~rows["judged"].is_null().to_numpy(),
        gold_unit=ints(rows["gold_unit"].fill_null(0)),
        is_gold_unit=~rows["gold_unit"].is_null().to_numpy(),
        first_change=first,
    )


def first_difference(source: Source, one: Order, other: Order) -> Ints:
    """For every query the first place at which two orders of the file's units differ; the largest
    integer where they agree."""
    places = source.ordered(one, other)
    rows = places.filter(nw.col(f"by_{one}") != nw.col(f"by_{other}")).collect(HELD)
    return _first(ints(rows["query"]), ints(rows[f"by_{one}"]), ints(rows[f"by_{other}"]), source)


def _first(query: Ints, one: Ints, other: Ints, source: Source) -> Ints:
    first = np.full(len(source.tables.complete), np.iinfo(np.int64).max)
    differs = one != other
    np.minimum.at(first, query[differs], np.minimum(one, other)[differs])
    return first


def ints(column: nw.Series[Any]) -> Ints:
    """A column of integers without nulls as an array."""
    return column.to_numpy().astype(np.int64)


def count(query: Ints, queries: int) -> Ints:
    """How often each query index occurs; shape [Q]."""
    return np.bincount(query, minlength=queries)
