"""The top of every list, and every gold unit at any depth, collected: small enough for arrays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import narwhals as nw
import numpy as np

from reportgen.match.arrays import blocks, count, ints
from reportgen.match.orders import first_difference, first_places
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

    def size_at(self, k: int) -> Ints:
        """Units within cutoff k, at most the `k` that is held; per query."""
        return count(self.query[self.depth <= k], self.source.queries)


def hold(source: Source, *, k: int, compare_orders: bool, rows: Ints) -> Held:
    """Collect what of `source` reaches into cutoff `k`, and the gold units below it.

    `compare_orders`: look where the orders by rank and by score differ, if the file serves both.
    `rows` are the rows of each query: where places are to be found by sorting, so many queries are
    taken at a time that memory stays small.
    """
    orders = (Order.RANK, Order.SCORE)
    fused = compare_orders and all(map(source.serves, orders)) and source.unit_map is None
    others = [order for order in orders if fused and order is not source.order]
    near = source.near(k, *others)
    parts = [near] if near is not None else [source.of(queries) for queries in blocks(rows)]
    held = nw.concat([_rows(part, k, others) for part in parts])
    first = None
    if fused:
        first = _first_change(held, k, source)
    elif compare_orders:
        first = first_difference(source, *orders)
    score = ["score"] if "score" in held.columns else []
    return Held(
        source=source,
        k=k,
        frame=held.select("query", "unit_id", "rank", "depth", *score),
        query=ints(held["query"]),
        rank=ints(held["rank"]),
        depth=ints(held["depth"]),
        judged=~held["judged"].is_null().to_numpy(),
        gold_unit=ints(held["gold_unit"].fill_null(0)),
        is_gold_unit=~held["gold_unit"].is_null().to_numpy(),
        first_change=first,
    )


def _rows(source: Source, k: int, others: Sequence[Order]) -> nw.DataFrame[Any]:
    if source.unit_map is not None:
        return _judged(source, source.lists(), nw.col("depth") <= k)
    if source.order is Order.SCORE and source.places(Order.SCORE) is None:
        return _judged(source, _placed(source, source.top_by_score(k, *others)), nw.lit(True))
    wanted = nw.col("place") <= k
    for order in others:
        wanted = wanted | (nw.col(f"by_{order}") <= k)
    return _judged(source, _placed(source, source.ordered(*others)), wanted)


def _placed(source: Source, lists: nw.LazyFrame[Any]) -> nw.LazyFrame[Any]:
    place = nw.col("place")
    return lists.with_columns(place.alias(f"by_{source.order}"), rank=place, depth=place)


def _judged(source: Source, lists: nw.LazyFrame[Any], wanted: nw.Expr) -> nw.DataFrame[Any]:
    judged = source.tables.judged.with_columns(judged=nw.lit(True))
    return (
        lists.join(beside(judged, lists), on=["query", "unit_id"], how="left")
        .filter(wanted | ~nw.col("gold_unit").is_null())
        .collect(HELD)
    )


def _first_change(held: nw.DataFrame[Any], k: int, source: Source) -> Ints | None:
    """Where the orders by rank and by score first differ; None where equal ranks within k leave the
    order by rank open. Units of one rank share the first of their places, so that all are held.
    """
    query, by_rank = ints(held["query"]), ints(held["by_rank"])
    if source.places(Order.RANK) is None:
        top = by_rank <= k
        if count(query[top] * (k + 1) + by_rank[top], 0).max(initial=0) > 1:
            return None
    return first_places(query, by_rank, ints(held["by_score"]), source.queries)
