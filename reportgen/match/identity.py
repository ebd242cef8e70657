"""Two lists of one query side by side: the same list, the same units, and what only one of them
holds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import narwhals as nw
import numpy as np

from reportgen.match.arrays import blocks, count, ints
from reportgen.match.held import Held
from reportgen.match.source import Source
from reportgen.match.tables import HELD
from reportgen.model.matched import Bools, Ints, Unjudged

Same = tuple[Bools, Bools]
"""Per query: the same list; the same units."""


def held_pairs(
    baseline: Held, candidate: Held, cutoffs: Sequence[int]
) -> dict[int, tuple[Unjudged, Same]]:
    """What the two lists share within each integer cutoff, which both must hold."""
    queries = baseline.source.queries
    joined = baseline.frame.with_columns(
        nw.new_series("judged", baseline.judged, nw.Boolean(), backend=HELD)
    ).join(candidate.frame, on=["query", "unit_id"], how="inner", suffix="_candidate")
    query = ints(joined["query"])
    unjudged = ~joined["judged"].to_numpy() & ~baseline.source.tables.complete[query]
    ranks = ints(joined["rank"]), ints(joined["rank_candidate"])
    depths = ints(joined["depth"]), ints(joined["depth_candidate"])
    pairs = {}
    for k in cutoffs:
        inside = (depths[0] <= k) & (depths[1] <= k)
        both = count(query[inside & unjudged], queries)
        counts = Unjudged(
            baseline=_unjudged(baseline, k) - both,
            candidate=_unjudged(candidate, k) - both,
            both=both,
        )
        shared = count(query[inside], queries)
        in_place = count(query[inside & (ranks[0] == ranks[1])], queries)
        pairs[k] = counts, _same(baseline.size_at(k), candidate.size_at(k), shared, in_place)
    return pairs


def full_pairs(baseline: Source, candidate: Source, returned: tuple[Ints, Ints]) -> Same:
    """Whether the full lists are the same, read from the engine that holds the runs.

    Joining two whole runs is the dearest step there is. Queries whose sizes, first or last units
    (by id), or numbers of ids that end in some digit differ hold different units, so only the
    others are joined.
    """
    alike = _alike(baseline, candidate, returned)
    shared, in_place = np.zeros_like(returned[0]), np.zeros_like(returned[0])
    for queries in blocks(np.where(alike, returned[0], 0)):
        joined = [query for query in queries if alike[query]]
        if joined:
            _count_shared(baseline.of(joined), candidate.of(joined), shared, in_place)
    return _same(*returned, shared, in_place)


def _count_shared(baseline: Source, candidate: Source, shared: Ints, in_place: Ints) -> None:
    """Fill in, for the queries of the sources, the units in both lists and those at one rank."""
    lists = baseline.lists().join(
        candidate.lists(), on=["query", "unit_id"], how="inner", suffix="_candidate"
    )
    placed = (nw.col("rank") == nw.col("rank_candidate")).cast(nw.Int64()).sum()
    counted = (
        lists.group_by("query")
        .agg(nw.len().alias("shared"), placed.alias("in_place"))
        .collect(HELD)
    )
    shared[ints(counted["query"])] = ints(counted["shared"])
    in_place[ints(counted["query"])] = ints(counted["in_place"])


def nested(earlier: Source, later: Source) -> Bools:
    """For every query whether the later list holds only units of the earlier one."""
    units = later.members()
    added = (
        units.join(earlier.members(), on=["query", "unit_id"], how="anti")
        .select("query")
        .unique()
        .collect(HELD)
    )
    inside = np.ones(later.queries, dtype=np.bool_)
    inside[ints(added["query"])] = False
    return inside


def is_prefix(shorter: Held, longer: Held) -> Bools:
    """For every query whether the list held as `shorter` is the beginning of the one held as
    `longer`."""
    joined = shorter.frame.join(
        longer.frame, on=["query", "unit_id"], how="inner", suffix="_longer"
    )
    stays = (ints(joined["rank"]) == ints(joined["rank_longer"])) & (
        ints(joined["depth"]) <= shorter.k
    )
    kept = count(ints(joined["query"])[stays], shorter.source.queries)
    prefix: Bools = kept == shorter.size_at(shorter.k)
    return prefix


def _alike(baseline: Source, candidate: Source, returned: tuple[Ints, Ints]) -> Bools:
    signs = [_signs(source) for source in (baseline, candidate)]
    found = signs[0].join(signs[1], on=signs[0].columns, how="inner")
    alike = np.zeros(len(returned[0]), dtype=np.bool_)
    alike[ints(found["query"])] = True
    alike &= returned[0] == returned[1]
    return alike


def _signs(source: Source) -> nw.DataFrame[Any]:
    """What lists of the same units have in common, per query, and most others do not."""
    unit = nw.col("unit_id")
    return source.per_query(
        unit.min().alias("least"),
        unit.max().alias("largest"),
        *(unit.str.ends_with(digit).cast(nw.Int64()).sum().alias(digit) for digit in "27"),
    )


def _unjudged(held: Held, k: int) -> Ints:
    unjudged = ~held.judged & ~held.source.tables.complete[held.query]
    return count(held.query[unjudged & (held.depth <= k)], held.source.queries)


def _same(baseline: Ints, candidate: Ints, shared: Ints, in_place: Ints) -> Same:
    same_size = baseline == candidate
    return same_size & (in_place == baseline), same_size & (shared == baseline)
