"""The same measures for the values of every facet."""

from __future__ import annotations

import msgspec

from reportgen.model.cutoff import Cutoff
from reportgen.model.report.aggregates import Aggregate
from reportgen.model.report.part import Part


class GroupExclusion(Part, frozen=True):
    reason: str
    count: int


class GroupHits(Part, frozen=True):
    stage: str
    cutoff: Cutoff
    baseline: int
    candidate: int


class Group(Part, frozen=True, omit_defaults=True):
    """One value of one facet. `value` is null for the queries without a value ("(none)"). Small values of a facet
    with more than 30 values carry `gold` and `hits` in place of `aggregates`."""

    facet: str
    value: str | None
    n: int
    excluded: list[GroupExclusion]
    gold: int
    aggregates: list[Aggregate] = msgspec.field(default_factory=list)
    hits: list[GroupHits] = msgspec.field(default_factory=list)


class Facet(Part, frozen=True):
    """`memberships` counts scored queries once for every value; `partition` says whether every scored query has
    exactly one value (or none, which is a row of its own). `automatic` marks the facet that reportgen makes: gold
    per query."""

    name: str
    values: int
    memberships: int
    partition: bool
    automatic: bool
    intervals: int
