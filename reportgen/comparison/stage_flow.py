"""Where gold is lost: what every stage holds, loses and gains, in integers and never netted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from reportgen.comparison.basis import SIDES, Basis, confirm
from reportgen.comparison.exact import sum_of_ratios
from reportgen.comparison.unit_ranks import present_in
from reportgen.model.cutoff import ALL
from reportgen.model.matched import Bools, Ints
from reportgen.model.report import Flow, FlowStep, GainedUnit, MacroFlow, MacroStep, Pattern
from reportgen.model.run import Side

GAINED_SHOWN = 1_000


@dataclass(frozen=True, slots=True, eq=False)
class StepCounts:
    """Counts for every query of the snapshot, shape [queries], at one stage after the first."""

    stage: str
    lost: Ints
    forced: Ints
    gained: Ints


@dataclass(frozen=True, slots=True, eq=False)
class RunFlow:
    """One run. `presence[i, s]`: the scored gold unit `rows[i]` (a row of the gold units) stands in the full list
    of stage s. The arrays are per query: gold - reached = missed + sum of lost - sum of gained."""

    side: Side
    rows: Ints
    presence: NDArray[np.bool_]
    missed: Ints
    steps: tuple[StepCounts, ...]
    reached: Ints


def run_flow(basis: Basis, side: Side) -> RunFlow:
    """The presence of the scored queries' gold along the shared stages of one run."""
    gold_units = basis.matched.gold_units
    scored = np.zeros(basis.size, dtype=np.bool_)
    scored[basis.scored] = True
    rows = np.flatnonzero(gold_units.gold & scored[gold_units.query])
    size = len(gold_units.query)
    lists = [pair.side(side).lists[ALL] for pair in basis.matched.stages]
    presence = np.stack([present_in(of_stage, size)[rows] for of_stage in lists], axis=1)
    query = gold_units.query[rows]

    def per_query(marked: Bools) -> Ints:
        return np.bincount(query[marked], minlength=basis.size)

    held = [per_query(presence[:, at]) for at in range(presence.shape[1])]
    steps = []
    for at, (stage, found) in enumerate(zip(basis.stages[1:], lists[1:], strict=True), start=1):
        before, now = presence[:, at - 1], presence[:, at]
        lost = per_query(before & ~now)
        steps.append(
            StepCounts(
                stage=stage,
                lost=lost,
                forced=np.minimum(lost, np.maximum(0, held[at - 1] - found.returned)),
                gained=per_query(~before & now),
            )
        )
    flow = RunFlow(side, rows, presence, per_query(~presence[:, 0]), tuple(steps), held[-1])
    _confirm(basis, flow)
    return flow


def _confirm(basis: Basis, flow: RunFlow) -> None:
    at = basis.scored
    left = basis.scores.gold[at] - flow.reached[at]
    right = flow.missed[at]
    for step in flow.steps:
        right = right + step.lost[at] - step.gained[at]
    confirm(
        np.array_equal(left, right),
        f"gold - reached = missed + lost - gained for every query of the {flow.side.value}",
    )


def pooled_flow(basis: Basis, flow: RunFlow) -> Flow:
    """The terms summed over the scored queries."""
    at = basis.scored
    return Flow(
        run=flow.side.value,
        n=basis.n,
        gold=int(basis.scores.gold[at].sum()),
        missed=int(flow.missed[at].sum()),
        steps=[
            FlowStep(
                stage=step.stage,
                lost=int(step.lost[at].sum()),
                forced=int(step.forced[at].sum()),
                gained=int(step.gained[at].sum()),
            )
            for step in flow.steps
        ],
        reached=int(flow.reached[at].sum()),
    )


def macro_flow(basis: Basis, flow: RunFlow) -> MacroFlow:
    """The terms as means of count / gold over the scored queries, at least one."""
    at = basis.scored
    gold = basis.scores.gold[at]

    def mean(counts: Ints) -> float:
        return float(sum_of_ratios(counts[at], gold) / basis.n)

    return MacroFlow(
        run=flow.side.value,
        missed=mean(flow.missed),
        steps=[
            MacroStep(
                stage=step.stage,
                lost=mean(step.lost),
                forced=mean(step.forced),
                gained=mean(step.gained),
            )
            for step in flow.steps
        ],
        reached=mean(flow.reached),
    )


def patterns(basis: Basis, flow: RunFlow) -> list[Pattern]:
    """Gold units by presence along the stages, most present first; the counts add up to the gold."""
    stages = flow.presence.shape[1]
    codes = flow.presence @ (1 << np.arange(stages - 1, -1, -1))
    counts = Counter(codes.tolist())
    confirm(
        counts.total() == int(basis.scores.gold[basis.scored].sum()),
        f"patterns of the {flow.side.value} add up to the gold",
    )
    return [
        Pattern(run=flow.side.value, pattern=format(code, f"0{stages}b"), units=counts[code])
        for code in sorted(counts, reverse=True)
    ]


def gained_units(basis: Basis, flows: Mapping[Side, RunFlow]) -> tuple[list[GainedUnit], int]:
    """Gold units that a stage holds and the one before does not, by run, stage, query and unit: the first of them,
    and how many."""
    found: list[GainedUnit] = []
    total = 0
    gold_units = basis.matched.gold_units
    for side in SIDES:
        flow = flows[side]
        for at, stage in enumerate(basis.stages[1:], start=1):
            rows = flow.rows[~flow.presence[:, at - 1] & flow.presence[:, at]]
            total += len(rows)
            found += [
                GainedUnit(
                    run=side.value,
                    stage=stage,
                    query_id=basis.labels.queries[query].query_id,
                    unit_id=unit,
                )
                for query, unit in zip(
                    gold_units.query[rows[:GAINED_SHOWN]].tolist(),
                    gold_units.unit[rows[:GAINED_SHOWN]].tolist(),
                    strict=True,
                )
            ]
    return found[:GAINED_SHOWN], total


def first_difference(basis: Basis, flows: Mapping[Side, RunFlow]) -> dict[str, int]:
    """Of the queries whose gold found at the last stage differs between the runs: how many by the first stage where
    it differs."""
    baseline, candidate = flows[Side.BASELINE], flows[Side.CANDIDATE]
    query = basis.matched.gold_units.query[baseline.rows]
    differs = [
        np.bincount(
            query[baseline.presence[:, at] != candidate.presence[:, at]], minlength=basis.size
        )
        > 0
        for at in range(len(basis.stages))
    ]
    counts = {}
    open_queries = differs[-1].copy()
    for stage, at_stage in zip(basis.stages, differs, strict=True):
        counts[stage] = int(np.count_nonzero(open_queries & at_stage))
        open_queries &= ~at_stage
    return counts
