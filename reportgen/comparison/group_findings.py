"""Findings beside the group tables."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from reportgen.comparison.basis import Basis
from reportgen.comparison.groups import MANY_VALUES, GroupTables
from reportgen.comparison.uncertainty.interval import SMALLEST_N
from reportgen.model.finding import Finding
from reportgen.model.report import Facet, Group


def group_context(basis: Basis, tables: GroupTables) -> Iterator[Finding]:
    """What to know before reading the group tables."""
    intervals = sum(facet.intervals for facet in tables.facets)
    if intervals:
        params: dict[str, Any] = {"intervals": intervals, "expected": intervals / 20}
        yield Finding(code="groups-not-tested", params=params)
    for facet in tables.facets:
        groups = [group for group in tables.groups if group.facet == facet.name]
        for code, of_facet in _facet_facts(basis, facet, groups):
            yield Finding(
                code=code,
                params={"facet": facet.name, **of_facet},
                where={"facet": facet.name},
            )
    small = sum(0 < group.n < SMALLEST_N for group in tables.groups)
    if small and not basis.census:
        yield Finding(code="small-groups", params={"count": small, "of": len(tables.groups)})
    narrow = sum(
        any("clusters-below-6" in row.notes for row in group.aggregates) for group in tables.groups
    )
    if narrow:
        yield Finding(
            code="groups-of-few-clusters", params={"count": narrow, "of": len(tables.groups)}
        )


def _facet_facts(
    basis: Basis, facet: Facet, groups: list[Group]
) -> Iterator[tuple[str, dict[str, Any]]]:
    if facet.memberships > basis.n:
        yield "groups-overlap", {"n": basis.n, "memberships": facet.memberships}
    if facet.values > MANY_VALUES:
        small = sum(group.n < SMALLEST_N for group in groups if group.value is not None)
        yield "many-values", {"values": facet.values, "small": small}
