"""Groups: the rows of the totals for the queries of each value of each facet, never tested."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from reportgen.comparison.aggregate import (
    aggregate,
    estimated,
    sample,
    undefined_aggregate,
    undefined_notes,
)
from reportgen.comparison.basis import Basis, confirm
from reportgen.comparison.columns import Columns, difference, value
from reportgen.comparison.direction_findings import COUNTED
from reportgen.comparison.directions import Direction, FacetDirections
from reportgen.comparison.facets import facet_groups
from reportgen.comparison.pairs import Totals
from reportgen.comparison.uncertainty.interval import SMALLEST_N
from reportgen.model.matched import Ints
from reportgen.model.measure import Averaging, Measure, MeasureRow
from reportgen.model.report import Aggregate, Facet, Group, GroupExclusion, GroupHits

MANY_VALUES = 30


@dataclass(frozen=True, slots=True, eq=False)
class GroupTables:
    """All facets with their groups, and the exact deltas of every facet for the detector of directions."""

    facets: list[Facet]
    groups: list[Group]
    directions: list[FacetDirections]


def build_groups(basis: Basis, totals: Totals, names: Sequence[str]) -> GroupTables:
    """A table for every chosen facet and for gold per query."""
    scored = np.zeros(basis.size, dtype=np.bool_)
    scored[basis.scored] = True
    reasons = _Reasons.of(basis)
    tables = GroupTables([], [], [])
    for facet in facet_groups(basis, names):
        members = [(value, at[scored[at]]) for value, at in facet.members]
        values = sum(value is not None for value, _ in members)
        deltas: list[Direction] = []
        groups = [
            _group(
                basis,
                totals,
                facet=facet.name,
                value=value,
                at=at,
                excluded=reasons.count(everyone),
                counts_only=values > MANY_VALUES and len(at) < SMALLEST_N,
                deltas=deltas,
            )
            for (value, at), (_, everyone) in zip(members, facet.members, strict=True)
        ]
        memberships = sum(group.n for group in groups)
        has_counts_only = any(group.hits for group in groups)
        partition = _is_partition(basis, members)
        if partition and not has_counts_only:
            _confirm_partition(basis, totals, members, facet.name)
        tables.groups.extend(groups)
        tables.facets.append(
            Facet(
                name=facet.name,
                values=values,
                memberships=memberships,
                partition=partition,
                automatic=facet.automatic,
                intervals=sum(
                    row.interval is not None for group in groups for row in group.aggregates
                ),
            )
        )
        tables.directions.append(
            FacetDirections(
                facet=facet.name,
                # Where some groups have counts only, nothing is said of all groups.
                groups=() if has_counts_only else tuple(deltas),
                overlapping=memberships > basis.n,
                uncovered=any(value is None and len(at) > 0 for value, at in members),
            )
        )
    return tables


def _group(
    basis: Basis,
    totals: Totals,
    *,
    facet: str,
    value: str | None,
    at: Ints,
    excluded: list[GroupExclusion],
    counts_only: bool,
    deltas: list[Direction],
) -> Group:
    """The group whose scored queries are `at`."""
    return Group(
        facet=facet,
        value=value,
        n=len(at),
        excluded=excluded,
        gold=int(basis.scores.gold[at].sum()),
        aggregates=[] if counts_only else _aggregates(basis, totals, at, value, deltas),
        hits=_hits(basis, at) if counts_only else [],
    )


def _aggregates(
    basis: Basis, totals: Totals, members: Ints, value: str | None, deltas: list[Direction]
) -> list[Aggregate]:
    found = []
    for total in totals.rows:
        columns = total.columns
        of = sample(basis, members, total.row)
        if columns is None or not len(of.at):
            notes = undefined_notes(basis, total.row, total.facts, of)
            row = undefined_aggregate(total.row, total.stage, total.facts, of, notes)
        else:
            interval = estimated(columns, of)
            row = aggregate(basis, columns, total.facts, of, estimate=interval)
            if value is not None and total.row in COUNTED and interval.delta is not None:
                deltas.append(_direction(total.row, row, interval.delta, value))
        found.append(row)
    return found


def _direction(row: MeasureRow, found: Aggregate, delta: Fraction | float, value: str) -> Direction:
    return Direction(
        row=row,
        stage=found.stage,
        cutoff=found.cutoff,
        delta=delta,
        better=found.better,
        same=found.same,
        worse=found.worse,
        group=value,
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Reasons:
    """Why queries are excluded: the reasons in the order of the accounting, and for every query the place of its
    reason, or -1 where it is scored."""

    names: tuple[str, ...]
    of_query: Ints

    @classmethod
    def of(cls, basis: Basis) -> _Reasons:
        names = tuple(dict.fromkeys(part.reason.value for part in basis.classified.excluded))
        of_query = np.full(basis.size, -1, dtype=np.int64)
        for part in basis.classified.excluded:
            of_query[part.queries] = names.index(part.reason.value)
        return cls(names, of_query)

    def count(self, members: Ints) -> list[GroupExclusion]:
        """How many of some queries are excluded, by reason."""
        places = self.of_query[members]
        counts = np.bincount(places[places >= 0], minlength=len(self.names)).tolist()
        return [
            GroupExclusion(reason=reason, count=count)
            for reason, count in zip(self.names, counts, strict=True)
            if count
        ]


def _hits(basis: Basis, at: Ints) -> list[GroupHits]:
    return [
        GroupHits(
            stage=stage,
            cutoff=cutoff,
            baseline=int(cell.baseline.hits[at].sum()),
            candidate=int(cell.candidate.hits[at].sum()),
        )
        for (stage, cutoff), cell in basis.scores.cells.items()
        if cutoff in basis.cutoffs
    ]


def _is_partition(basis: Basis, members: Sequence[tuple[str | None, Ints]]) -> bool:
    """Whether every scored query is in exactly one group."""
    together = np.concatenate([at for _, at in members]) if members else basis.scored[:0]
    return np.array_equal(np.sort(together), basis.scored)


def _confirm_partition(
    basis: Basis, totals: Totals, members: Sequence[tuple[str | None, Ints]], facet: str
) -> None:
    """The partition theorem: group deltas weighted by n (macro) or gold (pooled) add up to the total's, exactly."""
    for total in totals.rows:
        columns, row = total.columns, total.row
        if columns is None or row.measure is not Measure.RECALL or not basis.n:
            continue
        weighed = sum(
            (_weight(basis, row, at) * _exact_delta(columns, at) for _, at in members if len(at)),
            Fraction(0),
        )
        whole = _weight(basis, row, basis.scored) * _exact_delta(columns, basis.scored)
        confirm(
            weighed == whole,
            f"the groups of {facet} add up to the total of {row.averaging.value} recall",
        )


def _weight(basis: Basis, row: MeasureRow, at: Ints) -> int:
    return int(basis.scores.gold[at].sum()) if row.averaging is Averaging.POOLED else len(at)


def _exact_delta(columns: Columns, at: Ints) -> Fraction:
    baseline = value(columns.baseline, at, columns.row)
    candidate = value(columns.candidate, at, columns.row)
    return Fraction(difference(columns, at, baseline, candidate))
