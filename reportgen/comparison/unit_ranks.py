"""Where known units stand in the full lists of a stage."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from reportgen.comparison.basis import Basis
from reportgen.model.cutoff import ALL
from reportgen.model.matched import Bools, Ints, ListMatch
from reportgen.model.report import RankColumns
from reportgen.model.run import Side

Ranks = list[list[int | None] | None]


def ranks_in(found: ListMatch, size: int) -> Ints:
    """The rank of every row of the gold units in one list, 0 where it is missing; `size` rows."""
    ranks = np.zeros(size, dtype=np.int64)
    ranks[found.found] = found.rank
    return ranks


def present_in(found: ListMatch, size: int) -> Bools:
    """Which rows of the gold units stand in one list; `size` rows."""
    present = np.zeros(size, dtype=np.bool_)
    present[found.found] = True
    return present


def rank_columns(basis: Basis, rows: Ints, queries: Ints) -> list[RankColumns]:
    """Ranks of the gold-unit rows `rows` at every stage, one list a query; `queries` says whose row each is,
    ascending."""
    return [
        RankColumns(
            stage=stage,
            baseline=_ranks(basis, Side.BASELINE, stage, rows, queries),
            candidate=_ranks(basis, Side.CANDIDATE, stage, rows, queries),
        )
        for stage in basis.stages
    ]


def _ranks(basis: Basis, side: Side, stage: str, rows: Ints, queries: Ints) -> Ranks:
    pair = next(pair for pair in basis.matched.stages if pair.baseline.stage == stage)
    ranks = ranks_in(pair.side(side).lists[ALL], len(basis.matched.gold_units.query))[rows]
    values = ranks.astype(object)
    values[ranks == 0] = None
    flat = values.tolist()
    ends = np.searchsorted(queries, np.arange(basis.size + 1)).tolist()
    known = basis.has_result[side, stage].tolist()
    return [
        flat[first:last] if has_result else None
        for (first, last), has_result in zip(pairwise(ends), known, strict=True)
    ]
