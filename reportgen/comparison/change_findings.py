"""What changed and where in the pipeline it arises, as findings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from reportgen.comparison.basis import Basis
from reportgen.comparison.direction_findings import measure_param
from reportgen.comparison.list_changes import list_changes
from reportgen.comparison.pairs import Totals, interval_sides
from reportgen.comparison.stage_flow import RunFlow, first_difference
from reportgen.comparison.uncertainty.messages import report_messages
from reportgen.model.cutoff import ALL
from reportgen.model.finding import Finding
from reportgen.model.measure import Averaging, Measure
from reportgen.model.report import Aggregate, Flow, Group, ListChanges, Stages
from reportgen.model.run import Side

SMALLEST_GROUP = 6

_DELTAS = {
    (Measure.RECALL.value, Averaging.MACRO.value): "macro",
    (Measure.RECALL.value, Averaging.POOLED.value): "pooled",
    (Measure.ANY_HIT.value, Averaging.MACRO.value): "any_hit",
    (Measure.ALL_HIT.value, Averaging.MACRO.value): "all_hit",
}


def better_same_worse(basis: Basis, totals: Totals) -> list[Finding]:
    """Queries by recall at every cutoff, one finding a stage."""
    found = []
    for stage in basis.stages:
        cutoffs: dict[Any, dict[str, Any]] = {}
        for row in totals.aggregates:
            name = _DELTAS.get((row.measure, row.averaging))
            if row.stage != stage or name is None or row.delta is None:
                continue
            at_cutoff = cutoffs.setdefault(row.cutoff, {"cutoff": row.cutoff})
            if name == "macro":
                at_cutoff |= {"better": row.better, "same": row.same, "worse": row.worse}
            at_cutoff[name] = row.delta
        if cutoffs:
            params: dict[str, Any] = {
                "stage": stage,
                "n": basis.n,
                "cutoffs": list(cutoffs.values()),
            }
            found.append(Finding(code="better-same-worse", params=params, where={"stage": stage}))
    return found


def list_findings(basis: Basis) -> list[Finding]:
    """Of every stage's full lists (else of those at its largest cutoff): the same, reordered, or other ones."""
    if not basis.n:
        return []
    widest: dict[str, ListChanges] = {}
    for changes in list_changes(basis):
        widest[changes.stage] = changes
    return [_list_finding(basis, changes) for changes in widest.values()]


def _list_finding(basis: Basis, changes: ListChanges) -> Finding:
    where: dict[str, Any] = {"stage": changes.stage, "cutoff": changes.cutoff}
    params: dict[str, Any] = {"stage": changes.stage, "n": basis.n}
    if changes.same_list == basis.n:
        return Finding(code="same-lists", params=params, where=where)
    if changes.same_list + changes.same_units == basis.n:
        params["reordered"] = changes.same_units
        return Finding(code="pure-reorder", params=params, where=where)
    pair = next(pair for pair in basis.matched.stages if pair.baseline.stage == changes.stage)
    params |= {
        "same_list": changes.same_list,
        "same_units": changes.same_units,
        "equal_hits": changes.equal_hits,
        "other_hits": changes.other_hits,
        "largest_baseline": _largest(basis, pair.baseline.lists[ALL].returned),
        "largest_candidate": _largest(basis, pair.candidate.lists[ALL].returned),
    }
    return Finding(code="lists-compared", params=params, where=where)


def _largest(basis: Basis, returned: np.ndarray[Any, np.dtype[np.int64]]) -> int:
    return int(returned[basis.scored].max())


def pipeline_findings(basis: Basis, flows: Mapping[Side, RunFlow], stages: Stages) -> list[Finding]:
    """The stage at which the difference between the runs arises, and what each stage loses; several stages only."""
    if len(basis.stages) == 1 or not basis.n:
        return []
    counts = first_difference(basis, flows)
    rows: list[Any] = [{"stage": stage, "queries": count} for stage, count in counts.items()]
    baseline, candidate = stages.flows
    return [
        Finding(
            code="difference-arises",
            params={
                "n": basis.n,
                "changed": sum(counts.values()),
                "last": basis.stages[-1],
                "stages": rows,
            },
        ),
        Finding(code="gold-lost", params=_gold_lost(basis, baseline, candidate)),
    ]


def _gold_lost(basis: Basis, baseline: Flow, candidate: Flow) -> dict[str, Any]:
    return {
        "gold": baseline.gold,
        "n": basis.n,
        "first": basis.stages[0],
        "last": basis.stages[-1],
        "missed_baseline": baseline.missed,
        "missed_candidate": candidate.missed,
        "reached_baseline": baseline.reached,
        "reached_candidate": candidate.reached,
        "steps": [
            {
                "stage": ours.stage,
                "lost_baseline": ours.lost,
                "lost_candidate": theirs.lost,
                "gained_baseline": ours.gained,
                "gained_candidate": theirs.gained,
            }
            for ours, theirs in zip(baseline.steps, candidate.steps, strict=True)
        ],
    }


def groups_against_total(totals: Totals, groups: list[Group], basis: Basis) -> list[Finding]:
    """Groups of at least 6 queries whose macro recall moves against the total, at the last stage's largest integer
    cutoff."""
    if not basis.integer_cutoffs:
        return []
    stage, cutoff = basis.stages[-1], basis.integer_cutoffs[-1]

    def macro(rows: list[Aggregate]) -> Aggregate | None:
        wanted = (Measure.RECALL.value, Averaging.MACRO.value, stage, cutoff)
        named = ((row.measure, row.averaging, row.stage, row.cutoff) for row in rows)
        return next((row for row, name in zip(rows, named, strict=True) if name == wanted), None)

    total = macro(totals.aggregates)
    if total is None or not total.delta:
        return []
    found = []
    for facet in dict.fromkeys(group.facet for group in groups):
        large = [
            (group.value, row)
            for group in groups
            if group.facet == facet and group.n >= SMALLEST_GROUP
            for row in [macro(group.aggregates)]
            if row is not None and row.delta is not None
        ]
        rows: list[Any] = [
            {
                "value": value,
                "n": row.n,
                "delta": row.delta,
                "better": row.better,
                "worse": row.worse,
            }
            for value, row in large
            if row.delta is not None and row.delta * total.delta < 0
        ]
        if rows:
            params: dict[str, Any] = {
                "facet": facet,
                "stage": stage,
                "cutoff": cutoff,
                "measure": {"measure": total.measure, "averaging": total.averaging},
                "total": total.delta,
                "groups": len(large),
                "rows": rows,
            }
            found.append(
                Finding(code="groups-against-total", params=params, where={"facet": facet})
            )
    return found


def sample_findings(basis: Basis, totals: Totals) -> list[Finding]:
    """What the sample is too small to say, the family of tests, and on which side of zero the intervals lie."""
    if not basis.n:
        return []
    if basis.census:
        return [Finding(code="census", params={"n": basis.n})]
    rows = basis.n if basis.clusters is None else len(np.unique(basis.clusters[basis.scored]))
    found = [
        Finding(code=sentence.code, params=dict(sentence.params))
        for sentence in report_messages(rows, basis.n, totals.family, basis.sampling)
    ]
    return [*found, *_interval_cells(basis, totals)]


def _interval_cells(basis: Basis, totals: Totals) -> list[Finding]:
    found = []
    for stage, cutoff in basis.cells():
        sides = interval_sides(totals, (stage, cutoff))
        if any(sides.values()):
            params: dict[str, Any] = {"stage": stage, "cutoff": cutoff}
            for side, rows in sides.items():
                params[side.value] = [measure_param(row) for row in rows]
            found.append(
                Finding(
                    code="interval-cells", params=params, where={"stage": stage, "cutoff": cutoff}
                )
            )
    return found
