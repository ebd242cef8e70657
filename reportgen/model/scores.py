"""Scores as integer arrays: numerators and denominators are kept, ratios are derived where they
are shown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from reportgen.model.cutoff import Cutoff
from reportgen.model.matched import Bools, Ints
from reportgen.model.run import Side

Floats = NDArray[np.float64]
Values = Ints | Floats


@dataclass(frozen=True, slots=True, eq=False)
class SideScores:
    """One run in one cell (stage, cutoff); arrays over all Q queries, meaningless where the run
    has no result.

    `hits`: gold units within the cutoff. `returned`: units within the cutoff. `first_rank`: rank
    of the first gold unit within the cutoff, 0 where none. `precision_sum`: the sum over gold
    units within the cutoff of (gold units up to that rank) / rank, as doubles; average precision
    is this over `gold` (trec_eval map_cut). `dcg`: trec_eval's discounted cumulative gain, grades
    above 0 as gains. `parts_met`: evidence parts met, 0 where the query declares none.
    """

    hits: Ints
    returned: Ints
    first_rank: Ints
    precision_sum: Floats
    dcg: Floats
    parts_met: Ints


@dataclass(frozen=True, slots=True, eq=False)
class CellScores:
    """Both runs in one cell.

    `reachable[q]`: the most hits any ranking could have within the cutoff (min(k, gold), unless a
    unit map says otherwise); `reachable_exact` is false where it is an upper bound. `bounded`: at
    most k units stand within the cutoff, so that hits / k is a share; false at `all` and under a
    unit map that turns one unit into several (precision is undefined there). `ideal_dcg`: that of
    the best ranking of the labels. `parts_reachable`: the most evidence parts that k units can
    meet. `average_precision_sign`, `ndcg_sign`: -1, 0, 1 for candidate against baseline, decided
    exactly (fractions; equal grades at ranks 1..k, or sums closer than 1e-12, are 0).
    """

    stage: str
    cutoff: Cutoff
    baseline: SideScores
    candidate: SideScores
    reachable: Ints
    reachable_exact: bool
    bounded: bool
    ideal_dcg: Floats
    parts_reachable: Ints
    average_precision_sign: Ints
    ndcg_sign: Ints

    def side(self, side: Side) -> SideScores:
        return self.baseline if side is Side.BASELINE else self.candidate


@dataclass(frozen=True, slots=True, eq=False)
class Scores:
    """All cells. `gold[q]` and `parts[q]` are the numbers of gold units and evidence parts.
    `cells` is keyed by (stage, cutoff) in the order of stages and cutoffs; a cell that one side
    has no list for is missing."""

    gold: Ints
    parts: Ints
    cells: Mapping[tuple[str, Cutoff], CellScores]
    has_result: Mapping[tuple[Side, str], Bools]


@dataclass(frozen=True, slots=True, eq=False)
class Ratios:
    """Per-query values of one measure as numerator / denominator, shape [Q] each: integers where
    the measure is exact, else doubles. Meaningless where the query is not scored. A denominator of
    0: the measure does not cover the query."""

    numerator: Values
    denominator: Values
