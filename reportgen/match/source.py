"""One recorded list per query, from the rows of a file to a ranked list of label units; nothing but
what is counted per query is computed before it is collected."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import narwhals as nw

from reportgen.match.tables import HELD, LabelTables, beside
from reportgen.model.labels import CutoffCounts, UnitMap
from reportgen.model.run import DuplicatesRule, Order, Rankings

KEY = {Order.SCORE: "score", Order.RANK: "rank", Order.LISTED: "position"}


@dataclass(frozen=True, slots=True, eq=False)
class Source:
    """Where the lists of one run at one stage come from: a file's rows and the rules that make
    lists of them."""

    rankings: Rankings
    order: Order
    duplicates: DuplicatesRule
    unit_map: UnitMap | None
    tables: LabelTables

    @property
    def queries(self) -> int:
        """Queries of the snapshot, whether they are in this source or not."""
        return len(self.tables.complete)

    def serves(self, order: Order) -> bool:
        """The file has what `order` needs. Equal ranks, which serve no order, are not looked for
        here."""
        if order is Order.LISTED:
            return True
        return self.rankings.has_score if order is Order.SCORE else self.rankings.has_rank

    def places(self, order: Order) -> str | None:
        """The column of the file that holds the places in `order`, counted from 0; None where they
        are to be found by sorting."""
        if self.duplicates is DuplicatesRule.REFUSE:
            return self.rankings.places.get(order)
        return None  # repeats that are left out would leave gaps

    def near(self, k: int, *others: Order) -> Source | None:
        """The same source with only the rows that stand within `k` by one of the orders, and those
        whose unit is judged for some query; None where the places are to be found by sorting."""
        places = [self.places(order) for order in (self.order, *others)]
        known = [place for place in places if place is not None]
        if self.unit_map is not None or len(known) < len(places):
            return None
        frame = self.rankings.frame
        judged = beside(self.tables.judged.select("unit_id").unique(), frame)
        is_near = nw.any_horizontal(*(nw.col(place) < k for place in known), ignore_nulls=False)
        below = frame.filter(~is_near).join(judged, on="unit_id", how="semi")
        kept = nw.concat([frame.filter(is_near), below])
        return replace(self, rankings=replace(self.rankings, frame=kept))

    def rows(self, *orders: Order) -> nw.LazyFrame[Any]:
        """Columns `query`, `unit_id`, what gives the places in `orders`, and `score` where one of
        them is by score; a row per query and unit. Queries that the snapshot does not list are
        left out."""
        scores = ["score"] if Order.SCORE in orders else []
        keys = list(dict.fromkeys([*map(self._key, orders), *scores]))
        frame = self.rankings.frame
        rows = frame.select("query_id", "unit_id", *keys).join(
            beside(self.tables.queries, frame), on="query_id", how="inner"
        )
        rows = rows.select("query", "unit_id", *keys)
        if self.duplicates is DuplicatesRule.REFUSE:
            return rows
        # The first of equal units is, in any order, the one with the largest score, the smallest
        # rank or position.
        return rows.group_by("query", "unit_id").agg(
            *(nw.col(key).max() if key == "score" else nw.col(key).min() for key in keys)
        )

    def ordered(self, *others: Order) -> nw.LazyFrame[Any]:
        """Columns `query`, `unit_id`, `place` (1-based, in this source's order) and `by_<order>`
        for every other order; the units are those of the file."""
        orders = dict.fromkeys((self.order, *others))
        places = {f"by_{order}": self._place(order) for order in orders}
        return (
            self.rows(*orders)
            .with_columns(**places)
            .select(
                "query",
                "unit_id",
                nw.col(f"by_{self.order}").alias("place"),
                *(f"by_{order}" for order in others),
                *(["score"] if self.order is Order.SCORE else []),
            )
        )

    def top_by_score(self, k: int, *others: Order) -> nw.LazyFrame[Any]:
        """As `ordered`, of an order by score, but only the rows that stand within k by one of the
        orders, and those that share their score with a gold unit.

        Sorting strings is what costs most: these rows alone are sorted by id, the others are
        only ranked by number. Rows that stand within k by another order alone keep a place that
        is too small where ties were left out, but above k.
        """
        rows = self.rows(Order.SCORE, *others)
        gold = self.tables.judged.filter(~nw.col("gold_unit").is_null())
        tied = (
            rows.join(beside(gold, rows), on=["query", "unit_id"], how="semi")
            .select("query", "score")
            .unique()
            .with_columns(tied=nw.lit(True))
        )
        above = nw.col("score").rank("min", descending=True).over("query").cast(nw.Int64())
        wanted = (nw.col("above") <= k) | ~nw.col("tied").is_null()
        for order in others:
            wanted = wanted | (nw.col(f"by_{order}") <= k)
        among_tied = nw.col("unit_id").cum_count(reverse=True)
        place = nw.col("above") - 1 + among_tied.over("query", "score", order_by="unit_id")
        return (
            rows.with_columns(
                above=above, **{f"by_{order}": self._place(order) for order in others}
            )
            .join(tied, on=["query", "score"], how="left")
            .filter(wanted)
            .with_columns(place=place.cast(nw.Int32()))
            .select("query", "unit_id", "place", *(f"by_{order}" for order in others), "score")
        )

    def _key(self, order: Order) -> str:
        return self.places(order) or KEY[order]

    def _place(self, order: Order) -> nw.Expr:
        known = self.places(order)
        if known is not None:
            place = nw.col(known) + 1
        elif order is Order.SCORE:
            # Ordinal ranks break ties the wrong way when descending; counting from the end of
            # the ascending order is right.
            counted = nw.col("unit_id").cum_count(reverse=True)
            place = counted.over("query", order_by=["score", "unit_id"])
        else:
            # Ranks and positions do not repeat; equal ranks that no rule sorts by share a place.
            place = nw.col(KEY[order]).rank("min").over("query")
        return place.cast(nw.Int32())

    def lists(self) -> nw.LazyFrame[Any]:
        """Columns `query`, `unit_id`, `rank`, `depth`: the lists as they are scored, in label
        units.

        Under a unit map a unit stands where the first of its source units stood; units of one
        source unit follow each other by id. `depth` is that source unit's place where cutoffs
        count source units, else the rank.
        """
        if self.unit_map is None:
            places = self.ordered()
            return places.select(
                "query", "unit_id", nw.col("place").alias("rank"), nw.col("place").alias("depth")
            )
        ranked = (
            self._mapped(self.ordered(), self.unit_map)
            .group_by("query", "unit_id")
            .agg(nw.col("place").min().alias("depth"))
            .with_columns(
                nw.col("unit_id")
                .cum_count()
                .over("query", order_by=["depth", "unit_id"])
                .cast(nw.Int32())
                .alias("rank")
            )
        )
        depth = "depth" if self.unit_map.cutoff_counts is CutoffCounts.FROM else "rank"
        return ranked.select("query", "unit_id", "rank", nw.col(depth).alias("depth"))

    def members(self) -> nw.LazyFrame[Any]:
        """Columns `query`, `unit_id`: the units of every list, in label units, each once, in no
        order."""
        if self.unit_map is None:
            return self.rows()
        return self._mapped(self.rows(), self.unit_map).select("query", "unit_id").unique()

    def per_query(self, *aggregates: nw.Expr) -> nw.DataFrame[Any]:
        """Column `query` and `aggregates` over the members of its list; queries without any are
        left out."""
        if self.unit_map is not None or self.duplicates is not DuplicatesRule.REFUSE:
            return self.members().group_by("query").agg(*aggregates).collect(HELD)
        # A row a query is joined, not a row a unit.
        lists = self.rankings.frame.group_by("query_id").agg(*aggregates).collect(HELD)
        return lists.join(self.tables.queries, on="query_id", how="inner").drop("query_id")

    def _mapped(self, rows: nw.LazyFrame[Any], unit_map: UnitMap) -> nw.LazyFrame[Any]:
        renamed = unit_map.frame.select(
            nw.col("from").alias("unit_id"), nw.col("to").alias("label_unit")
        )
        return (
            rows.join(renamed, on="unit_id", how="inner")
            .drop("unit_id")
            .rename({"label_unit": "unit_id"})
        )

    def of(self, queries: Sequence[int]) -> Source:
        """The same source for some queries only (indices)."""
        kept = self.tables.queries.filter(nw.col("query").is_in(list(queries)))
        return replace(self, tables=replace(self.tables, queries=kept))
