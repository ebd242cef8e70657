"""One run in one cell: hits, ranks and gains within the cutoff, as arrays over the queries."""

from __future__ import annotations

import numpy as np

from reportgen.model.cutoff import ALL, Cutoff
from reportgen.model.matched import Bools, GoldUnits, Ints, ListMatch
from reportgen.model.scores import Floats, SideScores
from reportgen.score.evidence import Evidence


def score_side(
    lists: ListMatch, gold_units: GoldUnits, evidence: Evidence, cutoff: Cutoff
) -> SideScores:
    """What one list per query is worth within `cutoff`. Formulas: trec_eval 10 (map_cut, ndcg_cut,
    recip_rank)."""
    queries = len(lists.returned)
    inside = within(lists, cutoff)
    found, rank = lists.found[inside], lists.rank[inside]
    is_gold = gold_units.gold[found]
    query, gold_rank = gold_units.query[found[is_gold]], rank[is_gold]
    so_far = place_in_group(query)
    first = np.zeros(queries, dtype=np.int64)
    opens = so_far == 1
    first[query[opens]] = gold_rank[opens]
    return SideScores(
        hits=np.bincount(query, minlength=queries),
        returned=lists.returned if cutoff == ALL else lists.size_at[cutoff],
        first_rank=first,
        precision_sum=sum_by(query, so_far / gold_rank, queries),
        dcg=discounted(gold_units.query[found], gold_units.grade[found], rank, queries),
        parts_met=evidence.met(found),
    )


def within(lists: ListMatch, cutoff: Cutoff) -> Bools:
    """Which found units stand within the cutoff."""
    return lists.depth >= 1 if cutoff == ALL else lists.depth <= cutoff


def ideal_dcg(gold_units: GoldUnits, queries: int, limit: int | None) -> Floats:
    """The discounted gain of the best ranking of the labels, of at most `limit` units; per
    query."""
    gains = gold_units.grade > 0
    query, grade = gold_units.query[gains], gold_units.grade[gains]
    order = np.lexsort((-grade, query))
    query, grade = query[order], grade[order]
    rank = place_in_group(query)
    kept = rank >= 1 if limit is None else rank <= limit
    return discounted(query[kept], grade[kept], rank[kept], queries)


def discounted(query: Ints, grade: Ints, rank: Ints, queries: int) -> Floats:
    """Sum of grade / log2(rank + 1) over grades above 0; per query, added up in the order of the
    rows."""
    return sum_by(query, np.maximum(grade, 0) / np.log2(rank + 1), queries)


def place_in_group(query: Ints) -> Ints:
    """1, 2, … within each run of equal values of the sorted `query`."""
    starts = np.flatnonzero(np.diff(query, prepend=-1))
    sizes = np.diff(starts, append=len(query))
    return np.arange(len(query)) - np.repeat(starts, sizes) + 1


def sum_by(query: Ints, value: Floats, queries: int) -> Floats:
    """Sums per query. bincount adds one row after another, as trec_eval does: the same doubles
    come out."""
    sums: Floats = np.bincount(query, weights=value, minlength=queries).astype(np.float64)
    return sums
