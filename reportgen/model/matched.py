"""What is left of the rankings after they met the judgments: small arrays, a row per query or per
found unit.

Q is the number of queries in the snapshot; every array over queries follows `Labels.queries`
(sorted by id).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from reportgen.model.cutoff import Cutoff
from reportgen.model.labels import CutoffCounts
from reportgen.model.run import Order, Side

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]
Strings = NDArray[np.object_]


@dataclass(frozen=True, slots=True, eq=False)
class GoldUnits:
    """Every judgment with a grade above 0, and every unit named by evidence; rows sorted by query,
    then unit id.

    `gold` says whether the grade is at or above the relevance level.
    """

    query: Ints
    unit: Strings
    grade: Ints
    gold: Bools


@dataclass(frozen=True, slots=True, eq=False)
class ListMatch:
    """One list per query of one run at one stage, met with the judgments.

    `found[i]` is a row of `GoldUnits` (an index into it) that stands in its query's list, at
    `rank[i]` (1-based place in the list as scored: after dropping duplicates and mapping units)
    and inside every cutoff k >= `depth[i]`. `depth` equals `rank` but under a unit map whose
    cutoffs count the units before it. Rows are sorted by query, then rank, then unit id.
    `returned[q]` is the size of the full list; `size_at[k][q]` the number of units within an
    integer cutoff k.
    """

    returned: Ints
    size_at: Mapping[int, Ints]
    found: Ints
    rank: Ints
    depth: Ints


@dataclass(frozen=True, slots=True, eq=False)
class OrderCheck:
    """Does the stage's order decide the top k? For each integer cutoff, indices of the queries
    whose first k units, as a list, differ between the order by rank and the order by score; None
    where the file cannot serve both rules (no ranks, equal ranks, no scores).

    `ties` lists, for each integer cutoff, the queries for which a tie in score across the cut
    leaves the hits open: (query index, least hits, most hits), only where least < most; empty
    unless the order is by score, and where a unit map applies.
    """

    rank_against_score: Mapping[int, Ints] | None
    ties: Mapping[int, tuple[tuple[int, int, int], ...]]


@dataclass(frozen=True, slots=True, eq=False)
class UnitCover:
    """What the unit map lets a stage reach: row i says that source unit `source[i]` (a number, for
    this array only) stands for `GoldUnits` row `unit[i]`. `one_to_many` where some source unit
    stands for several units."""

    unit: Ints
    source: Ints
    cutoff_counts: CutoffCounts
    one_to_many: bool


@dataclass(frozen=True, slots=True, eq=False)
class StageMatch:
    """One run at one stage. `lists` maps every cutoff that has a list (a single list serves them
    all: the same object); `all` is always among them, requested or not. Cutoffs of a stage with
    `cutoff_files` that have no list are missing, and its largest list stands for `all`.
    `has_result[q]`: a list, perhaps an empty one, is recorded (with `cutoff_files`: in every
    file); the run's rule for absent queries is not applied. `longest` is the size of the longest
    list, in what a cutoff counts. `cover` is given where a unit map applies. `dropped` counts
    duplicates left out under `keep-first`; `unmapped` counts distinct ids without a unit-map
    entry, and `unmapped_ids` holds the first of them. `prefix[k]` (only with `cutoff_files`) marks
    the queries whose list at cutoff k is a prefix of the list at the next larger cutoff.
    `strangers` counts queries of the run that the snapshot does not list; `stranger_ids` the first
    of them. `knows_units`: the snapshot judges some unit of the stage, for whatever query.
    """

    stage: str
    order: Order
    unit: str | None
    mapped_by: str | None
    lists: Mapping[Cutoff, ListMatch]
    has_result: Bools
    longest: int
    dropped: int
    unmapped: int
    unmapped_ids: tuple[str, ...]
    prefix: Mapping[int, Bools]
    strangers: int
    stranger_ids: tuple[str, ...]
    knows_units: bool
    cover: UnitCover | None
    order_check: OrderCheck


@dataclass(frozen=True, slots=True, eq=False)
class Unjudged:
    """Units within a cutoff without a judgment for their query: only in baseline, only in
    candidate, in both lists. Shape [Q] each."""

    baseline: Ints
    candidate: Ints
    both: Ints


@dataclass(frozen=True, slots=True, eq=False)
class StagePair:
    """Both runs at one shared stage. `unjudged` has the integer cutoffs; `same_list` and
    `same_units` every cutoff that both have a list for (same units: equal as sets). `other_order`
    is given where the runs declare different orders: for each side, the queries whose first k
    units, as a list, the other side's rule would change; None where the file cannot serve that
    rule."""

    baseline: StageMatch
    candidate: StageMatch
    unjudged: Mapping[int, Unjudged]
    same_list: Mapping[Cutoff, Bools]
    same_units: Mapping[Cutoff, Bools]
    other_order: Mapping[Side, Mapping[Cutoff, Ints] | None] | None

    def side(self, side: Side) -> StageMatch:
        return self.baseline if side is Side.BASELINE else self.candidate


@dataclass(frozen=True, slots=True)
class UnknownUnits:
    """A run of which no unit, in any compared stage, is judged for any query. `distinct` units
    were returned. `samples` are (returned ids, judged ids) of the first queries that have both, or
    of any queries where none has."""

    distinct: int
    samples: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True, eq=False)
class Matched:
    """Everything that the comparison needs of the rankings. `stages` are the compared (shared)
    stages in the baseline's order. `nested[side][i]` marks, for the step from stage i to stage i +
    1, the queries whose later list holds only units of the earlier one. `listed[side]` marks
    queries with at least one result in any stage of the run, compared or not. `unknown` has the
    sides that know none of the judged units (no side where there are no judgments)."""

    gold_units: GoldUnits
    stages: tuple[StagePair, ...]
    nested: Mapping[Side, tuple[Bools, ...]]
    listed: Mapping[Side, Bools]
    unknown: Mapping[Side, UnknownUnits]


@dataclass(frozen=True, slots=True)
class ListHead:
    """The first units of one list: ids with their grade for this query (None: unjudged)."""

    units: tuple[tuple[str, int | None], ...]
    returned: int
