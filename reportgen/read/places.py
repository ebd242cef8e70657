"""The places of a ranking file's rows among those of their query, in the orders that its lines are nearly in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import numpy as np
import polars as pl

from reportgen.model.run import Order

SCORE_POSITION: Final = "score_position"
_STARTS: Final = pl.col("query_id").ne_missing(pl.col("query_id").shift())
_ROW: Final = pl.int_range(pl.len(), dtype=pl.Int64)


def with_places(frame: pl.DataFrame, order: Order) -> tuple[pl.LazyFrame, Mapping[Order, str]]:
    """The rows with their `position`, and the orders whose places are known, with the column that holds them.

    Where the rows of each query stand together and ascend by rank, that is `position`; where their scores never rise
    too, or `score_position`, which differs from it only among equal scores. Comparing neighbours costs a fiftieth of
    sorting. A stage that is `listed` needs no other order.
    """
    places = {Order.LISTED: "position"}
    if not _stand_together(frame):
        # Counted only where an order needs it: the column would cost as much memory as the scores.
        return frame.lazy().with_columns(position=_ROW.over("query_id")), places
    if order is not Order.LISTED:
        if "rank" in frame.columns and _always(frame, pl.col("rank") > pl.col("rank").shift()):
            places[Order.RANK] = "position"
        if "score" in frame.columns and _always(frame, pl.col("score") <= pl.col("score").shift()):
            moved = _by_unit_among_equals(frame)
            places[Order.SCORE] = "position" if moved is None else SCORE_POSITION
            frame = frame if moved is None else frame.with_columns(moved.alias(SCORE_POSITION))
    first = pl.when(_STARTS).then(_ROW).forward_fill()
    return frame.lazy().with_columns(position=_ROW - first), places


def _stand_together(frame: pl.DataFrame) -> bool:
    starts = frame.lazy().filter(_STARTS).select("query_id").collect().get_column("query_id")
    return starts.len() == starts.n_unique()


def _always(frame: pl.DataFrame, follows: pl.Expr) -> bool:
    """Whether every row follows the one before it, the first of each query aside."""
    return bool(frame.select((_STARTS | follows).all()).item())


def _by_unit_among_equals(frame: pl.DataFrame) -> pl.Series | None:
    """The places by score of rows whose scores never rise; None where units of one score already descend."""
    equals = frame.select(~_STARTS & (pl.col("score") == pl.col("score").shift())).to_series()
    equals_before = equals.to_numpy()
    rows = np.flatnonzero(equals_before | np.append(equals_before[1:], False))
    tied = pl.DataFrame(
        {
            "row": rows,
            "tie": np.cumsum(~equals_before[rows]),
            "unit_id": frame.get_column("unit_id").gather(rows),
        }
    )
    sorted_rows = tied.sort("tie", "unit_id", descending=[False, True]).get_column("row").to_numpy()
    if (sorted_rows == rows).all():
        return None
    place = np.arange(frame.height, dtype=np.int32)
    place[sorted_rows] = rows
    first = frame.select(pl.when(_STARTS).then(_ROW).forward_fill()).to_series()
    return pl.Series(place) - first
