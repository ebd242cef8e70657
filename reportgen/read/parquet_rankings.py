"""Parquet rankings: a row a unit (`query_id`, `unit_id`, `rank`, `score`), or a row a query (`query_id`, `ranking`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import polars as pl

from reportgen.errors import Problems
from reportgen.model.run import Order
from reportgen.read.line_problems import SHOWN, LineProblems
from reportgen.read.parquet_file import ParquetFile, with_valid_ids
from reportgen.read.row_table import RowNumbers, RowTable

ROW_FIELDS: Final = ("query_id", "unit_id", "rank", "score")
LIST_FIELDS: Final = ("query_id", "ranking", "scores")
OPTIONAL: Final = ("rank", "score", "scores")


def default_parquet_order(file: ParquetFile, fields: Mapping[str, str]) -> Order:
    """`listed` for lists, else `score` where there is one, else `rank`."""
    if _is_list_shaped(file, fields):
        return Order.LISTED
    has_score = file.type_of(fields.get("score", "score")) is not None
    return Order.SCORE if has_score else Order.RANK


def read_parquet_rankings(
    file: ParquetFile, fields: Mapping[str, str], order: Order, problems: Problems
) -> RowTable | None:
    """The rows of a Parquet file as they stand; None where its columns are not what `fields` and the order need."""
    is_list_shaped = _is_list_shaped(file, fields)
    wanted = LIST_FIELDS if is_list_shaped else ROW_FIELDS
    names = {key: fields.get(key, key) for key in wanted}
    complete = True
    for key, name in names.items():
        if file.type_of(name) is None and (key in fields or key not in OPTIONAL):
            problems.add(file.source.shown, 0, *_missing(file, name))
            complete = False
    if not complete:
        return None
    frame = file.read(names, problems)
    if frame is None:
        return None
    with LineProblems(problems, file.source.shown) as wrong:
        valid = with_valid_ids(frame, "query_id", names["query_id"], wrong)
        if valid is None:
            return None
        read = _read_lists if is_list_shaped else _read_rows
        return read(valid, names, order, wrong)


def _missing(file: ParquetFile, name: str) -> tuple[str, str]:
    what, remedy = file.missing(name)
    return what, f"{remedy}; name the right one under `fields` of the stage"


def _is_list_shaped(file: ParquetFile, fields: Mapping[str, str]) -> bool:
    if "unit_id" in fields:
        return False
    return "ranking" in fields or (
        file.type_of("ranking") is not None and file.type_of("unit_id") is None
    )


def _read_rows(
    frame: pl.DataFrame, names: Mapping[str, str], order: Order, wrong: LineProblems
) -> RowTable | None:
    valid = with_valid_ids(frame, "unit_id", names["unit_id"], wrong)
    if valid is None:
        return None
    for key, parsed in (("rank", _integers), ("score", _finite)):
        if key in valid.columns:
            valid = parsed(valid, key)
    needed = {Order.SCORE: "score", Order.RANK: "rank"}.get(order)
    if needed is not None:
        if needed not in valid.columns:
            wrong.add(
                0,
                f"the stage is ordered by {needed}, but the file has no column for it",
                "name it under `fields` of the stage, or choose another order",
            )
            return None
        missing = valid.filter(pl.col(needed).is_null())
        kind = "a finite number" if needed == "score" else "an integer"
        wrong.add_rows(
            missing.select("row", needed),
            lambda _: (f"the {needed} of this row is not {kind}", f"give every row a {needed}"),
        )
        valid = valid.filter(pl.col(needed).is_not_null())
    numbers = RowNumbers()
    numbers.append_lines(valid.get_column("row"))
    return RowTable.of(valid.drop("row"), numbers, place="row")


def _integers(frame: pl.DataFrame, key: str) -> pl.DataFrame:
    column = pl.col(key)
    dtype = frame.schema[key]
    if dtype.is_float():
        whole = pl.when(column.is_finite() & (column == column.floor())).then(column)
        return frame.with_columns(whole.cast(pl.Int64, strict=False))
    if dtype.is_integer():
        return frame.with_columns(column.cast(pl.Int64, strict=False))
    return frame.with_columns(pl.lit(None, pl.Int64).alias(key))


def _finite(frame: pl.DataFrame, key: str) -> pl.DataFrame:
    if not frame.schema[key].is_numeric():
        return frame.with_columns(pl.lit(None, pl.Float64).alias(key))
    number = pl.col(key).cast(pl.Float64)
    return frame.with_columns(pl.when(number.is_finite()).then(number))


def _read_lists(
    frame: pl.DataFrame, names: Mapping[str, str], order: Order, wrong: LineProblems
) -> RowTable | None:
    if order is Order.RANK:
        wrong.add(0, "lists have no ranks to order by", "choose the order `listed`")
        return None
    frame = _without_broken_lists(_without_repeated_queries(frame, wrong), names, order, wrong)
    is_empty = pl.col("ranking").list.len() == 0
    empty = dict(frame.filter(is_empty).select("query_id", "row").iter_rows())
    columns = [name for name in ("ranking", "scores") if name in frame.columns]
    exploded = (
        frame.filter(~is_empty)
        .with_columns(position=pl.int_ranges(pl.col("ranking").list.len(), dtype=pl.Int64))
        .explode("position", *columns)
        .rename({"ranking": "unit_id", "scores": "score"}, strict=False)
    )
    valid = with_valid_ids(exploded, "unit_id", names["ranking"], wrong)
    if valid is None:
        return None
    if "score" in valid.columns:
        valid = _finite(valid, "score")
        if order is Order.SCORE:
            wrong.add_rows(
                valid.filter(pl.col("score").is_null()).select("row", "score"),
                lambda _: ("a score of this row is not a finite number", "give every unit a score"),
            )
    numbers = RowNumbers()
    numbers.append_lines(valid.get_column("row"))
    return RowTable.of(valid.drop("row"), numbers, empty=empty, place="row")


def _without_repeated_queries(frame: pl.DataFrame, wrong: LineProblems) -> pl.DataFrame:
    repeated = (
        frame.group_by("query_id").agg(pl.col("row")).filter(pl.col("row").list.len() > 1)
    ).sort("query_id")
    for query, rows in repeated.head(SHOWN + 1).iter_rows():
        wrong.add(
            rows[1], f"query {query} stands already in row {rows[0]}", "write one row a query"
        )
    return frame.unique("query_id", keep="first", maintain_order=True)


def _without_broken_lists(
    frame: pl.DataFrame, names: Mapping[str, str], order: Order, wrong: LineProblems
) -> pl.DataFrame:
    if not isinstance(frame.schema["ranking"], pl.List):
        wrong.add(
            0, f"column `{names['ranking']}` holds no lists", "write a list of unit ids a query"
        )
        return frame.clear().with_columns(ranking=pl.lit(None, pl.List(pl.String)))
    wrong.add_rows(
        frame.filter(pl.col("ranking").is_null()).select("row", "query_id"),
        lambda _: (
            f"`{names['ranking']}` of this row is null",
            "write a list of unit ids; only an empty list means that nothing was returned",
        ),
    )
    frame = frame.filter(pl.col("ranking").is_not_null())
    has_scores = "scores" in frame.columns and isinstance(frame.schema["scores"], pl.List)
    if order is Order.SCORE and not has_scores:
        wrong.add(
            0,
            "the stage is ordered by score, but the file has no lists of scores",
            "name them under `fields` of the stage, or choose the order `listed`",
        )
    if not has_scores:
        return frame.drop("scores", strict=False)
    units, scores = pl.col("ranking").list.len(), pl.col("scores").list.len().fill_null(0)
    is_unscored = (units > 0) & pl.col("scores").is_null()
    if order is not Order.SCORE and frame.select(is_unscored.any()).item():
        return frame.drop("scores")
    uneven = frame.filter(units != scores)
    wrong.add_rows(
        uneven.select("row", "query_id"),
        lambda query: (
            f"query {query} has not one score for every unit",
            "write as many scores as units",
        ),
    )
    return frame.join(uneven.select("row"), on="row", how="anti", maintain_order="left")
