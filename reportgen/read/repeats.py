"""Rows that must not repeat: a unit listed twice for a query, two equal ranks."""

from __future__ import annotations

import numpy as np
import polars as pl

from reportgen.errors import Problems
from reportgen.read.line_problems import SHOWN, some
from reportgen.read.row_table import RowTable

SPREAD = 0x9E3779B97F4A7C15  # odd, so that a query's hash moves every bit of the pair's


def may_repeat(frame: pl.DataFrame, column: str) -> bool:
    """Whether a pair of query and `column` may stand twice: never false where one does.

    Pairs are compared by a 64-bit hash, sorted: seven million of them take 0.2 s, and equal hashes of different pairs
    one run in a million.
    """
    pairs = np.empty(frame.height, dtype=np.uint64)
    at = 0
    for part in frame.select("query_id", column).iter_slices(1 << 20):
        hashes = part.get_column("query_id").hash(1) * SPREAD + part.get_column(column).hash(2)
        pairs[at : at + part.height] = hashes.to_numpy()
        at += part.height
    pairs.sort()
    return bool((pairs[1:] == pairs[:-1]).any())


def repeated_pairs(frame: pl.DataFrame, column: str) -> pl.DataFrame:
    """`query_id`, `column` and `rows` (list of row places from 0) of every pair that stands more than once, in the
    order of their first rows."""
    if not may_repeat(frame, column):
        empty = frame.clear().select("query_id", column)
        return empty.with_columns(rows=pl.lit(None, pl.List(pl.UInt32)))
    return (
        frame.select("query_id", column)
        .with_row_index("rows")
        .group_by("query_id", column)
        .agg("rows")
        .filter(pl.col("rows").list.len() > 1)
        .sort(pl.col("rows").list.first())
    )


def refuse_repeated_units(table: RowTable, shown: str, problems: Problems) -> None:
    """One problem that names every repeated unit with its query and lines."""
    repeated = repeated_pairs(table.frame, "unit_id")
    if repeated.is_empty():
        return
    queries = repeated.get_column("query_id").n_unique()
    listed = _described(table, repeated, "unit")
    problems.add(
        shown,
        _first_repeat(table, repeated),
        f"{_counted(repeated.height, 'unit')} listed more than once in {_counted_queries(queries)}: {listed}",
        "remove the repeats, or set `duplicates` to `keep-first` in run.json "
        "(a single ranking file has none: give it a run directory)",
    )


def refuse_equal_ranks(table: RowTable, shown: str, problems: Problems) -> None:
    """One problem that names every rank that stands twice in a query."""
    if not table.has_rank:
        return
    repeated = repeated_pairs(table.frame, "rank")
    if repeated.is_empty():
        return
    queries = repeated.get_column("query_id").n_unique()
    listed = _described(table, repeated, "rank")
    problems.add(
        shown,
        _first_repeat(table, repeated),
        f"{_counted(repeated.height, 'rank')} given more than once in {_counted_queries(queries)}: {listed}",
        "number the ranks of a query, or choose another order for the stage",
    )


def _described(table: RowTable, repeated: pl.DataFrame, kind: str) -> str:
    shown = [
        f"query {query}, {kind} {value} ({table.places(rows)})"
        for query, value, rows in repeated.head(SHOWN).iter_rows()
    ]
    rest = repeated.height - len(shown)
    return some(shown) + (f"; and {rest:,} more" if rest else "")


def _first_repeat(table: RowTable, repeated: pl.DataFrame) -> int:
    return table.numbers.of(repeated.get_column("rows")[0][1])


def _counted(count: int, kind: str) -> str:
    return f"1 {kind} is" if count == 1 else f"{count:,} {kind}s are"


def _counted_queries(count: int) -> str:
    return "1 query" if count == 1 else f"{count:,} queries"
