"""Two orders of one file: where the lists that they make first differ."""

from __future__ import annotations

import narwhals as nw
import numpy as np

from reportgen.match.arrays import ints
from reportgen.match.source import Source
from reportgen.match.tables import HELD
from reportgen.model.matched import Ints
from reportgen.model.run import Order

NOWHERE = np.iinfo(np.int64).max


def first_difference(source: Source, one: Order, other: Order) -> Ints | None:
    """For every query the first place at which two orders of the file's units differ, `NOWHERE`
    where they agree; None where the file cannot serve both orders."""
    if not all(source.serves(order) for order in (one, other)):
        return None
    if Order.RANK in (one, other) and _has_equal_ranks(source):
        return None
    places = source.ordered(one, other)
    rows = places.filter(nw.col(f"by_{one}") != nw.col(f"by_{other}")).collect(HELD)
    return first_places(
        ints(rows["query"]), ints(rows[f"by_{one}"]), ints(rows[f"by_{other}"]), source.queries
    )


def first_places(query: Ints, one: Ints, other: Ints, queries: int) -> Ints:
    """The smallest place of a unit that stands at two different ones, per query."""
    first = np.full(queries, NOWHERE)
    differs = one != other
    np.minimum.at(first, query[differs], np.minimum(one, other)[differs])
    return first


def _has_equal_ranks(source: Source) -> bool:
    if source.places(Order.RANK) is not None:
        return False
    rows = source.rows(Order.RANK)
    ranks = rows.group_by("query").agg(
        nw.len().alias("rows"), nw.col("rank").n_unique().alias("ranks")
    )
    return len(ranks.filter(nw.col("ranks") < nw.col("rows")).head(1).collect(HELD)) > 0
