"""What can be said of one ranking file without labels: lengths, repeats, ties, and whether its orders agree."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

import polars as pl

from reportgen.read.repeats import may_repeat
from reportgen.read.row_table import RowTable


@dataclass(frozen=True, slots=True)
class Spread:
    """Smallest, median and largest of some counts; None where there are none."""

    least: int | None
    middle: float | None
    most: int | None


@dataclass(frozen=True, slots=True)
class RankingFacts:
    """Counts over one ranking file.

    `queries` include those that `returned_nothing`, and so does `lengths`, in rows a query. `repeated_rows` are rows
    beyond the first of a query and unit. `tied_queries` have two rows of one score, `equal_rank_queries` of one rank.
    `rank_differs` and `listed_differs` count the queries whose order by rank, or as written, is not that by score
    (ties by unit id descending); None where there are no scores, no ranks, or equal ranks.
    """

    queries: int
    returned_nothing: int
    rows: int
    lengths: Spread
    repeated_rows: int
    tied_queries: int | None
    equal_rank_queries: int | None
    rank_differs: int | None
    listed_differs: int | None
    comments: int


def ranking_facts(table: RowTable) -> RankingFacts:
    """The facts of one file's rows."""
    frame = table.frame
    lengths = frame.group_by("query_id").len().get_column("len").to_list()
    equal_ranks = _repeating_queries(frame, "rank") if table.has_rank else None
    serves_ranks = table.has_score and equal_ranks == 0
    return RankingFacts(
        queries=len(lengths) + len(table.empty),
        returned_nothing=len(table.empty),
        rows=frame.height,
        lengths=spread_of(lengths + [0] * len(table.empty)),
        repeated_rows=_repeated_rows(frame),
        tied_queries=_repeating_queries(frame, "score") if table.has_score else None,
        equal_rank_queries=equal_ranks,
        rank_differs=_queries_out_of_order(frame, "rank") if serves_ranks else None,
        listed_differs=_queries_out_of_order(frame, "row") if table.has_score else None,
        comments=table.comments,
    )


def spread_of(counts: Sequence[int]) -> Spread:
    """Least, median and most."""
    return Spread(min(counts), median(counts), max(counts)) if counts else Spread(None, None, None)


def _repeated_rows(frame: pl.DataFrame) -> int:
    if not may_repeat(frame, "unit_id"):
        return 0
    return frame.height - frame.select("query_id", "unit_id").n_unique()


def _repeating_queries(frame: pl.DataFrame, column: str) -> int:
    """Queries with two rows of one value."""
    pairs = frame.group_by("query_id", column).len().filter(pl.col("len") > 1)
    return pairs.get_column("query_id").n_unique()


def _queries_out_of_order(frame: pl.DataFrame, column: str) -> int:
    """Queries in which `column` does not grow along the order by score."""
    rows = frame.with_row_index("row") if column == "row" else frame
    grows = pl.col(column).diff().over("query_id").fill_null(1) > 0
    by_score = rows.select(
        # 0.0 and -0.0 are one score.
        "query_id",
        "unit_id",
        pl.col("score") + 0.0,
        pl.col(column).cast(pl.Int64),
    ).sort("score", "unit_id", descending=True, maintain_order=True)
    return by_score.filter(~grows).get_column("query_id").n_unique()
