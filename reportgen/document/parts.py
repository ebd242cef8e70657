"""What the types of a report leave open beside its queries and its sentences: words of ours, names that refer to other
parts, parts that come together, and numbers that no count or share can be."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any, Final

import msgspec

from reportgen.model.classified import Reason
from reportgen.model.cutoff import ALL, Cutoff
from reportgen.model.finding import Finding
from reportgen.model.labels import Verdicts
from reportgen.model.measure import Averaging, Measure, rows
from reportgen.model.report import (
    Abstention,
    AbstentionPair,
    Aggregate,
    Comparability,
    Flow,
    Identity,
    MacroFlow,
    Message,
    Provenance,
    Queries,
    Report,
    SettingDifference,
    Weights,
)
from reportgen.model.run import AbsentRule, DuplicatesRule, Order, Side

LARGEST: Final = float(1 << 63)
"""No number of a report is larger; those that the user gave (settings, options) aside."""

_CLASSES: Final = frozenset({"no-answer", "gold-in-context", "gold-not-in-context"})
_WORDS: Final[Mapping[str, frozenset[str]]] = {
    "run": frozenset(Side),
    "leading": frozenset(Side),
    "reason": frozenset(Reason),
    "measure": frozenset(Measure),
    "averaging": frozenset(Averaging),
    "order": frozenset(Order),
    "duplicates": frozenset(DuplicatesRule),
    "absent_queries": frozenset(AbsentRule),
    "verdicts": frozenset(Verdicts),
}
"""Field name -> what it may hold, in every part."""
_WORDS_OF: Final[Mapping[tuple[type, str], frozenset[str]]] = {
    (Abstention, "of"): _CLASSES,
    (AbstentionPair, "of"): frozenset({"no-answer", "gold"}),
    (Identity, "of"): frozenset({*Side, "delta"}),
    (Weights, "counted"): frozenset({"queries", "clusters"}),
    (Comparability, "status"): frozenset({"same", "differs", "undeclared"}),
    (Comparability, "field"): frozenset(
        {
            *("labels", "unit", "corpus_snapshot", "query_set"),
            *("stages", "order", "duplicates", "absent_queries"),
        }
    ),
}
_OPEN: Final = (Finding, Message, Provenance, Queries, SettingDifference)
"""Checked elsewhere, or the user's own values."""


def wrong_parts(report: Report) -> Iterator[str]:
    """What contradicts the rest of the report, each with its place."""
    scope = report.scope
    for name, values in (("stages", scope.stages), ("cutoffs", scope.cutoffs)):
        if not values or len(set(values)) < len(values):
            yield f"scope.{name} is empty, or names one twice"
    if not all(cutoff == ALL or cutoff >= 1 for cutoff in scope.cutoffs):
        yield "scope.cutoffs holds what is no cutoff"
    references: dict[str, frozenset[str | int]] = {
        "stage": frozenset(scope.stages),
        "cutoff": frozenset([*scope.cutoffs, ALL]),
        "facet": frozenset(facet.name for facet in report.facets),
    }
    for place, part in _parts(report, ""):
        yield from _wrong_fields(part, place, references)
    yield from _wrong_aggregates(report)
    yield from _wrong_flows(report)
    queries, counts = report.queries, report.accounting
    scored = [
        g for g, reason in zip(queries.gold, queries.excluded, strict=False) if reason is None
    ]
    if (len(queries), len(scored), sum(scored)) != (counts.queries, counts.scored, counts.gold):
        yield "accounting counts other queries than there are in queries"
    for facet in report.facets:
        if not facet.automatic and facet.name not in report.queries.groups:
            yield f"queries.groups has no column {facet.name!r}"
    if any(one.gold < 1 for one in report.accounting.gold_per_query):
        yield "accounting.gold_per_query counts queries without gold"


def _parts(part: msgspec.Struct, place: str) -> Iterator[tuple[str, msgspec.Struct]]:
    """Every part with its place, the whole first."""
    yield place, part
    for name in part.__struct_fields__:
        value = getattr(part, name)
        where = f"{place}.{name}" if place else name
        if isinstance(value, msgspec.Struct) and not isinstance(value, _OPEN):
            yield from _parts(value, where)
        elif isinstance(value, list) and value and isinstance(value[0], msgspec.Struct):
            if isinstance(value[0], _OPEN):
                continue
            for at, item in enumerate(value):
                yield from _parts(item, f"{where}[{at}]")


def _wrong_fields(
    part: msgspec.Struct, place: str, references: Mapping[str, frozenset[str | int]]
) -> Iterator[str]:
    for name in part.__struct_fields__:
        value = getattr(part, name)
        if value is None:
            continue
        if isinstance(value, float | tuple):
            if any(abs(number) > LARGEST for number in _numbers(value)):
                yield f"{place}.{name} is too large"
        elif isinstance(value, str | int):
            known: frozenset[Any] | None = (
                _WORDS_OF.get((type(part), name)) or _WORDS.get(name) or references.get(name)
            )
            if known is not None and value not in known:
                yield f"{place}.{name} is {value!r}, which nothing else in the report knows"


def _numbers(value: float | tuple[Any, ...]) -> Sequence[float]:
    if isinstance(value, float):
        return [value]
    return [number for number in value if isinstance(number, int | float)]


def _wrong_aggregates(report: Report) -> Iterator[str]:
    scope = report.scope
    evidence = any(row.measure == Measure.EVIDENCE_MET for row in report.aggregates)
    wanted = {
        (row.measure.value, row.averaging.value, stage, cutoff)
        for row, stage, cutoff in product(rows(evidence=evidence), scope.stages, scope.cutoffs)
    }
    if {*map(_cell, report.aggregates)} != wanted or len(report.aggregates) != len(wanted):
        yield "aggregates are not those of every measure, stage and cutoff"
    for at, group in enumerate(report.groups):
        if group.aggregates and {*map(_cell, group.aggregates)} != wanted:
            yield f"groups[{at}].aggregates are not those of every measure, stage and cutoff"
    groups = ((f"groups[{at}].", group.aggregates) for at, group in enumerate(report.groups))
    for place, aggregates in (("", report.aggregates), *groups):
        for at, row in enumerate(aggregates):
            is_defined = row.baseline is not None and row.candidate is not None
            if (row.delta is not None) != is_defined:
                yield f"{place}aggregates[{at}] has a delta without both values, or none of them"
            elif row.label_bounds is not None and not is_defined:
                yield f"{place}aggregates[{at}] has label bounds without both values"


def _cell(row: Aggregate) -> tuple[str, str, str, Cutoff]:
    return row.measure, row.averaging, row.stage, row.cutoff


def _wrong_flows(report: Report) -> Iterator[str]:
    stages = report.scope.stages
    flows: tuple[tuple[str, Sequence[Flow | MacroFlow]], ...] = (
        ("flows", report.stages.flows),
        ("macro_flows", report.stages.macro_flows),
    )
    for name, of in flows:
        shape = [(flow.run, [step.stage for step in flow.steps]) for flow in of]
        if shape and shape != [(str(side), stages[1:]) for side in Side]:
            yield f"stages.{name} is not a step for every stage after the first, for both runs"
    if bool(report.stages.flows) != bool(report.stages.macro_flows):
        yield "stages.flows and stages.macro_flows do not come together"
