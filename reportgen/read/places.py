"""The places of a ranking file's rows among those of their query, in the orders that its lines are nearly in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import numpy as np
import polars as pl
from numpy.typing import NDArray

from reportgen.model.run import Order

SCORE_POSITION: Final = "score_position"

_Rows = NDArray[np.int32]


def with_places(frame: pl.DataFrame, order: Order) -> tuple[pl.LazyFrame, Mapping[Order, str]]:
    """The rows with their `position`, and the orders whose places are known, with the column that holds them.

    Where the rows of each query stand together and ascend by rank, that is `position`; where their scores never rise
    too, or `score_position`, which differs from it only among equal scores. Comparing neighbours costs a fiftieth of
    sorting. A stage that is `listed` needs no other order.
    """
    places = {Order.LISTED: "position"}
    starts = _differs_from_above(frame, "query_id")
    if frame.filter(starts).get_column("query_id").is_duplicated().any():
        # Counted only where an order needs it: few do.
        position = pl.int_range(pl.len(), dtype=pl.Int32).over("query_id")
        return frame.lazy().with_columns(position=position), places
    rows = np.arange(frame.height, dtype=np.int32)
    first = np.maximum.accumulate(np.where(starts.to_numpy(), rows, 0))
    placed = frame.with_columns(position=pl.Series(rows - first))
    if order is not Order.LISTED:
        if "rank" in frame.columns and _always(frame, starts, pl.col("rank") > _above("rank")):
            places[Order.RANK] = "position"
        if "score" in frame.columns and _always(frame, starts, pl.col("score") <= _above("score")):
            by_score = _by_unit_among_equals(frame, starts)
            if (by_score == rows).all():
                places[Order.SCORE] = "position"
            else:
                places[Order.SCORE] = SCORE_POSITION
                placed = placed.with_columns(pl.Series(SCORE_POSITION, by_score - first))
    return placed.lazy(), places


def _above(column: str) -> pl.Expr:
    """The value of the row above."""
    return pl.col(column).shift()


def _differs_from_above(frame: pl.DataFrame, column: str) -> pl.Series:
    """One flag a row; the first row differs."""
    return frame.select(pl.col(column).ne_missing(_above(column))).to_series()


def _always(frame: pl.DataFrame, starts: pl.Series, follows: pl.Expr) -> bool:
    """Whether every row follows the one above it, the first of each query aside."""
    return bool(frame.select((follows | starts).all()).item())


def _by_unit_among_equals(frame: pl.DataFrame, starts: pl.Series) -> _Rows:
    """The rows' numbers, in rows whose scores never rise, after units of one score are sorted descending."""
    is_equal = ~(starts | _differs_from_above(frame, "score")).to_numpy()
    tied = np.flatnonzero(is_equal | np.append(is_equal[1:], False))
    columns = {"row": tied, "tie": np.cumsum(~is_equal[tied])}
    by_unit = pl.DataFrame(columns).with_columns(frame.get_column("unit_id").gather(tied))
    by_unit = by_unit.sort("tie", "unit_id", descending=[False, True])
    rows = np.arange(frame.height, dtype=np.int32)
    rows[by_unit.get_column("row").to_numpy()] = tied
    return rows
