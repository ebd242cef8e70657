"""Which groups a query belongs to: the facets of the snapshot, and the one that reportgen makes itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from reportgen.comparison.basis import Basis
from reportgen.errors import Problem, Refused
from reportgen.model.groups import GOLD_CLASSES
from reportgen.model.labels import Labels
from reportgen.model.matched import Ints

GOLD_PER_QUERY = "gold-per-query"


@dataclass(frozen=True, slots=True, eq=False)
class FacetGroups:
    """A facet and the queries (indices, ascending) of each of its values, in the order shown; the value None holds
    those without one and comes last."""

    name: str
    automatic: bool
    members: tuple[tuple[str | None, Ints], ...]


def facet_names(labels: Labels) -> list[str]:
    """The group fields that any query of the snapshot has, in byte order."""
    return sorted({name for record in labels.queries for name in record.groups})


def choose_facets(labels: Labels, groups: Sequence[str] | None) -> list[str]:
    """The fields asked for, all of them for None. Raises `Refused` for a field that no query has."""
    known = facet_names(labels)
    if groups is None:
        return known
    unknown = [name for name in groups if name not in known]
    if unknown:
        there = ", ".join(known) if known else "none"
        raise Refused(
            Problem(
                "--group", 0, f"no query has the field {name!r}", f"the fields there are: {there}"
            )
            for name in unknown
        )
    return list(dict.fromkeys(groups))


def declared_values(labels: Labels) -> dict[str, list[list[str]]]:
    """Facet -> for every query the list of its values, each once, in the order given."""
    return {
        name: [list(values_of(record.groups.get(name))) for record in labels.queries]
        for name in facet_names(labels)
    }


def values_of(declared: str | tuple[str, ...] | None) -> tuple[str, ...]:
    """The distinct values of one query in one facet."""
    if declared is None:
        return ()
    return (declared,) if isinstance(declared, str) else tuple(dict.fromkeys(declared))


def facet_groups(basis: Basis, names: Sequence[str]) -> list[FacetGroups]:
    """The chosen facets of the snapshot, then gold per query; values in byte order."""
    chosen = [_declared_groups(basis.labels, name) for name in names]
    return [*chosen, _gold_groups(basis, taken=set(facet_names(basis.labels)))]


def _declared_groups(labels: Labels, name: str) -> FacetGroups:
    members: dict[str, list[int]] = {}
    without = []
    for at, record in enumerate(labels.queries):
        values = values_of(record.groups.get(name))
        for value in values:
            members.setdefault(value, []).append(at)
        if not values:
            without.append(at)
    ordered: list[tuple[str | None, Ints]] = [
        (value, np.array(members[value], dtype=np.int64)) for value in sorted(members)
    ]
    if without:
        ordered.append((None, np.array(without, dtype=np.int64)))
    return FacetGroups(name, automatic=False, members=tuple(ordered))


def _gold_groups(basis: Basis, taken: set[str]) -> FacetGroups:
    """Queries without gold belong to no class of this facet, and make no row."""
    gold = basis.scores.gold
    name = GOLD_PER_QUERY
    while name in taken:
        name += "*"
    members = []
    for value, least, most in GOLD_CLASSES:
        inside = gold >= least if most is None else (gold >= least) & (gold <= most)
        if inside.any():
            members.append((value, np.flatnonzero(inside)))
    return FacetGroups(name, automatic=True, members=tuple(members))
