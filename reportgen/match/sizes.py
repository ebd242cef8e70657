"""How many units every query got, before anything is cut or ordered."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import narwhals as nw
import numpy as np

from reportgen.match.arrays import ints
from reportgen.match.source import Source
from reportgen.match.tables import HELD
from reportgen.model.labels import CutoffCounts
from reportgen.model.matched import Bools, Ints
from reportgen.model.run import DuplicatesRule, Rankings


@dataclass(frozen=True, slots=True, eq=False)
class Sizes:
    """Of one source: `rows[q]` as recorded, `returned[q]` label units, `has_result[q]`, `longest` list in what a cutoff
    counts, `dropped` duplicates, `strangers` (ids of queries that the snapshot does not list, in
    byte order). `crowded_ranks`: some query has more rows than ranks to tell them apart.
    """

    rows: Ints
    returned: Ints
    has_result: Bools
    longest: int
    dropped: int
    strangers: tuple[str, ...]
    crowded_ranks: bool


def count_sizes(source: Source) -> Sizes:
    """Count what `source` holds."""
    rankings = source.rankings
    rows = nw.len().alias("rows")
    # Counting the distinct ranks of every query takes as long as all else here; their range is
    # free, and tells of files whose ranks are all alike.
    rank = nw.col("rank")
    ranks = [(rank.max() - rank.min() + 1).alias("ranks")] if rankings.has_rank else []
    raw = rankings.frame.group_by("query_id").agg(rows, *ranks).collect(HELD)
    known = raw.join(source.tables.queries, on="query_id", how="inner")
    queries = source.queries
    listed = np.zeros(queries, dtype=np.int64)
    listed[ints(known["query"])] = ints(known["rows"])
    distinct = listed
    if source.duplicates is DuplicatesRule.KEEP_FIRST:
        distinct = _counted(source.rows().group_by("query").agg(rows).collect(HELD), queries)
    returned = distinct if source.unit_map is None else count_members(source)
    counts_source = (
        source.unit_map is not None and source.unit_map.cutoff_counts is CutoffCounts.FROM
    )
    index = source.tables.index
    has_result = listed > 0
    has_result[[index[query] for query in rankings.empty if query in index]] = True
    mine = set(raw["query_id"].to_list()) | set(rankings.empty)
    return Sizes(
        rows=listed,
        returned=returned,
        has_result=has_result,
        longest=int((distinct if counts_source else returned).max(initial=0)),
        dropped=int((listed - distinct).sum()),
        strangers=tuple(sorted(mine - index.keys())),
        crowded_ranks=rankings.has_rank and bool((raw["ranks"] < raw["rows"]).any()),
    )


def count_members(source: Source) -> Ints:
    """Units in every list, in label units, per query."""
    return _counted(source.per_query(nw.len().alias("rows")), source.queries)


def listed_queries(rankings: Rankings) -> set[str]:
    """Ids of every query with a row, or recorded as having returned nothing."""
    rows = rankings.frame.select("query_id").unique().collect(HELD)
    return set(rows["query_id"].to_list()) | set(rankings.empty)


def _counted(lists: nw.DataFrame[Any], queries: int) -> Ints:
    counts = np.zeros(queries, dtype=np.int64)
    counts[ints(lists["query"])] = ints(lists["rows"])
    return counts
