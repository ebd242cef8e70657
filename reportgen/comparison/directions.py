"""Deltas whose directions disagree, and why they can: facts for the reader, without a verdict."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from itertools import groupby

from reportgen.model.cutoff import Cutoff, cutoff_order


class Disagreement(StrEnum):
    """Which two things point in different directions."""

    MACRO_POOLED = "macro-against-pooled"
    ANY_ALL = "any-hit-against-all-hit"
    ACROSS_CUTOFFS = "sign-change-across-cutoffs"
    ACROSS_STAGES = "sign-change-across-stages"
    TOTAL_GROUPS = "total-against-groups"


class Cause(StrEnum):
    """Why a total can move against every group; by the partition theorem there must be one."""

    OVERLAPPING_GROUPS = "overlapping-groups"
    UNCOVERED_QUERIES = "uncovered-queries"
    MIXED_ESTIMATORS = "mixed-estimators"


@dataclass(frozen=True, slots=True)
class Direction:
    """One exact delta (candidate - baseline) with the queries better, same and worse.

    `group` is None for a total, else the group's value.
    """

    measure: str
    averaging: str
    stage: str
    cutoff: Cutoff
    delta: Fraction
    better: int
    same: int
    worse: int
    group: str | None = None


@dataclass(frozen=True, slots=True)
class FacetDirections:
    """The deltas of a facet's groups. The row of queries without a value is not a group here: it
    makes `uncovered` true. `overlapping`: some query is in two groups or more."""

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


def find_disagreements(
    totals: Sequence[Direction], facets: Sequence[FacetDirections] = ()
) -> tuple[DirectionFinding, ...]:
    """Every disagreement among exact deltas; a delta of 0 disagrees with nothing.

    `totals` in the order of the report's stages and measures. Macro against pooled recall and
    any-hit against all-hit are compared at one stage and cutoff; every measure and averaging with
    itself across cutoffs and across stages; every total with all non-zero groups of a facet.
    """
    found = [
        *_pairs(totals, Disagreement.MACRO_POOLED, ("recall", "macro"), ("recall", "pooled")),
        *_pairs(totals, Disagreement.ANY_ALL, ("any-hit", "macro"), ("all-hit", "macro")),
        *_sign_changes(totals, Disagreement.ACROSS_CUTOFFS, _same_but_cutoff),
        *_sign_changes(totals, Disagreement.ACROSS_STAGES, _same_but_stage),
    ]
    for facet in facets:
        found += _against_groups(totals, facet)
    return tuple(found)


Key = tuple[str, ...]


def _same_but_cutoff(direction: Direction) -> Key:
    return direction.measure, direction.averaging, direction.stage


def _same_but_stage(direction: Direction) -> Key:
    return direction.measure, direction.averaging, str(direction.cutoff)


def _pairs(
    totals: Sequence[Direction], code: Disagreement, first: Key, second: Key
) -> Iterator[DirectionFinding]:
    others = {
        (total.stage, total.cutoff): total
        for total in totals
        if (total.measure, total.averaging) == second
    }
    for total in totals:
        other = others.get((total.stage, total.cutoff))
        if (total.measure, total.averaging) != first or other is None:
            continue
        if _sign(total) * _sign(other) < 0:
            yield DirectionFinding(code, (total, other))


def _sign_changes(
    totals: Sequence[Direction], code: Disagreement, key: Callable[[Direction], Key]
) -> Iterator[DirectionFinding]:
    places = {name: place for place, name in enumerate(dict.fromkeys(map(key, totals)))}
    ordered = sorted(totals, key=lambda total: places[key(total)])
    for _, members in groupby(ordered, key):
        deltas = tuple(members)
        if code is Disagreement.ACROSS_CUTOFFS:
            deltas = tuple(sorted(deltas, key=lambda total: cutoff_order(total.cutoff)))
        if {1, -1} <= {_sign(delta) for delta in deltas}:
            yield DirectionFinding(code, deltas)


def _against_groups(
    totals: Sequence[Direction], facet: FacetDirections
) -> Iterator[DirectionFinding]:
    structural = tuple(
        cause
        for cause, holds in (
            (Cause.OVERLAPPING_GROUPS, facet.overlapping),
            (Cause.UNCOVERED_QUERIES, facet.uncovered),
        )
        if holds
    )
    for total in totals:
        for averaging in ("macro", "pooled"):
            groups = tuple(
                group
                for group in facet.groups
                if (group.measure, group.stage, group.cutoff)
                == (total.measure, total.stage, total.cutoff)
                and group.averaging == averaging
                and group.delta != 0
            )
            mixed = averaging != total.averaging
            # A single group says no more than macro against pooled already does.
            if not groups or (mixed and len(groups) < 2):
                continue
            if all(_sign(group) * _sign(total) < 0 for group in groups):
                causes = (*structural, Cause.MIXED_ESTIMATORS) if mixed else structural
                finding = (total, *groups)
                yield DirectionFinding(Disagreement.TOTAL_GROUPS, finding, facet.facet, causes)


def _sign(direction: Direction) -> int:
    return (direction.delta > 0) - (direction.delta < 0)
