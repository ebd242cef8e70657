"""Deltas whose directions disagree, and why they can: facts for the reader, without a verdict."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Final

from reportgen.model.cutoff import Cutoff, cutoff_order
from reportgen.model.measure import Averaging, Measure, MeasureRow


class Disagreement(StrEnum):
    """Which two things point in different directions: codes of the catalogue."""

    MACRO_POOLED = "macro-against-pooled"
    ANY_ALL = "any-hit-against-all-hit"
    FOUND_ORDER = "found-against-order"
    EVIDENCE_ALL = "evidence-against-all-hit"
    CUTOFFS = "cutoffs-disagree"
    STAGES = "stages-disagree"
    FACET_TOTAL = "facet-against-total"


class Cause(StrEnum):
    """Why a total can move against every group; by the partition theorem there must be one."""

    OVERLAPPING_GROUPS = "overlapping-groups"
    UNCOVERED_QUERIES = "uncovered-queries"
    MIXED_ESTIMATORS = "mixed-estimators"


@dataclass(frozen=True, slots=True)
class Direction:
    """One delta (candidate - baseline) with the queries better, same and worse.

    `delta` is exact where the measure is; for the others it must be 0 when the exact comparison says
    so. `group` is None for a total, else the group's value.
    """

    row: MeasureRow
    stage: str
    cutoff: Cutoff
    delta: Fraction | float
    better: int
    same: int
    worse: int
    group: str | None = None

    @property
    def sign(self) -> int:
        return (self.delta > 0) - (self.delta < 0)


@dataclass(frozen=True, slots=True)
class FacetDirections:
    """The deltas of a facet's groups.

    The row of queries without a value is not a group here: it makes `uncovered` true. `overlapping`:
    some query is in two groups or more.
    """

    facet: str
    groups: tuple[Direction, ...]
    overlapping: bool
    uncovered: bool


@dataclass(frozen=True, slots=True)
class DirectionFinding:
    """What disagrees: the deltas concerned, in reading order (a total before its groups).

    `facet` and `causes` are set for totals against groups only.
    """

    code: Disagreement
    deltas: tuple[Direction, ...]
    facet: str | None = None
    causes: tuple[Cause, ...] = ()


_MACRO: Final = MeasureRow(Measure.RECALL, Averaging.MACRO)
_POOLED: Final = MeasureRow(Measure.RECALL, Averaging.POOLED)
_ANY: Final = MeasureRow(Measure.ANY_HIT, Averaging.MACRO)
_ALL: Final = MeasureRow(Measure.ALL_HIT, Averaging.MACRO)
_EVIDENCE: Final = MeasureRow(Measure.EVIDENCE_MET, Averaging.MACRO)
_ORDER: Final = tuple(
    MeasureRow(measure, Averaging.MACRO)
    for measure in (Measure.RECIPROCAL_RANK, Measure.AVERAGE_PRECISION, Measure.NDCG)
)

# Two ways of averaging one count, or of asking one question, disagree already when only one of
# them moves; different questions disagree when they move against each other.
_PAIRS: Final[tuple[tuple[Disagreement, MeasureRow, MeasureRow, bool], ...]] = (
    (Disagreement.MACRO_POOLED, _MACRO, _POOLED, True),
    (Disagreement.ANY_ALL, _ANY, _ALL, True),
    *((Disagreement.FOUND_ORDER, _MACRO, order, False) for order in _ORDER),
    (Disagreement.EVIDENCE_ALL, _EVIDENCE, _ALL, False),
)

Place = tuple[str, Cutoff]


def find_disagreements(
    totals: Sequence[Direction], facets: Sequence[FacetDirections] = ()
) -> tuple[DirectionFinding, ...]:
    """Every disagreement among the deltas, in the order of `Disagreement`, then of `totals`.

    At one stage and cutoff: macro against pooled recall and any-hit against all-hit (0 being a sign),
    macro recall against every order measure and evidence-met against all-hit (opposite signs). Every
    row with itself across cutoffs and across stages, and every total with all groups of a facet that
    move: opposite signs. Which rows take part is the caller's choice of `totals`.
    """
    by_row: dict[MeasureRow, dict[Place, Direction]] = {}
    for total in totals:
        by_row.setdefault(total.row, {})[total.stage, total.cutoff] = total
    found: list[DirectionFinding] = []
    for code, first, second, zero_counts in _PAIRS:
        found += _pairs(code, by_row.get(first, {}), by_row.get(second, {}), zero_counts)
    found += _sign_changes(totals, Disagreement.CUTOFFS, lambda total: (total.row, total.stage))
    found += _sign_changes(totals, Disagreement.STAGES, lambda total: (total.row, total.cutoff))
    for facet in facets:
        found += _against_groups(totals, facet)
    return tuple(found)


def _pairs(
    code: Disagreement,
    first: Mapping[Place, Direction],
    second: Mapping[Place, Direction],
    zero_counts: bool,
) -> Iterator[DirectionFinding]:
    for place, total in first.items():
        other = second.get(place)
        if other is None:
            continue
        opposite = total.sign * other.sign < 0
        if opposite or (zero_counts and total.sign != other.sign):
            yield DirectionFinding(code, (total, other))


def _sign_changes(
    totals: Sequence[Direction], code: Disagreement, key: Callable[[Direction], object]
) -> Iterator[DirectionFinding]:
    members: dict[object, list[Direction]] = {}
    for total in totals:
        members.setdefault(key(total), []).append(total)
    for deltas in members.values():
        if {1, -1} <= {delta.sign for delta in deltas}:
            if code is Disagreement.CUTOFFS:
                deltas.sort(key=lambda delta: cutoff_order(delta.cutoff))
            yield DirectionFinding(code, tuple(deltas))


def _against_groups(
    totals: Sequence[Direction], facet: FacetDirections
) -> Iterator[DirectionFinding]:
    moving: dict[tuple[MeasureRow, Place], list[Direction]] = {}
    for group in facet.groups:
        if group.sign:
            moving.setdefault((group.row, (group.stage, group.cutoff)), []).append(group)
    structural = []
    if facet.overlapping:
        structural.append(Cause.OVERLAPPING_GROUPS)
    if facet.uncovered:
        structural.append(Cause.UNCOVERED_QUERIES)
    for total in totals:
        place = (total.stage, total.cutoff)
        groups = moving.get((total.row, place), [])
        causes = structural
        if not _all_against(total, groups):
            # A single group of the other estimator says no more than macro against pooled does.
            groups = moving.get((_other_averaging(total.row), place), [])
            causes = [*structural, Cause.MIXED_ESTIMATORS]
            if len(groups) < 2 or not _all_against(total, groups):
                continue
        deltas = (total, *groups)
        yield DirectionFinding(Disagreement.FACET_TOTAL, deltas, facet.facet, tuple(causes))


def _other_averaging(row: MeasureRow) -> MeasureRow:
    other = Averaging.POOLED if row.averaging is Averaging.MACRO else Averaging.MACRO
    return MeasureRow(row.measure, other)


def _all_against(total: Direction, groups: Sequence[Direction]) -> bool:
    return bool(groups) and all(group.sign * total.sign < 0 for group in groups)
