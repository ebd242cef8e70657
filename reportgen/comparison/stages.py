"""The section "Where gold is lost": flows along the stages, changed lists, and the split of a loss at one cutoff."""

from __future__ import annotations

import numpy as np

from reportgen.comparison.basis import SIDES, Basis, confirm
from reportgen.comparison.exact import sum_of_ratios
from reportgen.comparison.list_changes import list_changes
from reportgen.comparison.stage_flow import (
    RunFlow,
    gained_units,
    macro_flow,
    patterns,
    pooled_flow,
    run_flow,
)
from reportgen.comparison.unit_ranks import present_in
from reportgen.model.cutoff import ALL
from reportgen.model.matched import Bools, Ints
from reportgen.model.report import LossSplit, NestedStep, Stages
from reportgen.model.run import Side


def run_flows(basis: Basis) -> dict[Side, RunFlow]:
    """The flow of either run."""
    return {side: run_flow(basis, side) for side in SIDES}


def build_stages(basis: Basis, flows: dict[Side, RunFlow]) -> Stages:
    """With a single stage there is no flow, only changed lists and the split; without a scored query there is no gold
    that could flow."""
    lists, splits = list_changes(basis), loss_splits(basis)
    if len(basis.stages) == 1:
        return Stages(lists=lists, splits=splits)
    if not basis.n:
        return Stages(lists=lists, splits=splits, not_nested=_not_nested(basis))
    gained, gained_total = gained_units(basis, flows)
    return Stages(
        flows=[pooled_flow(basis, flows[side]) for side in SIDES],
        macro_flows=[macro_flow(basis, flows[side]) for side in SIDES],
        patterns=[pattern for side in SIDES for pattern in patterns(basis, flows[side])],
        gained=gained,
        gained_total=gained_total,
        lists=lists,
        splits=splits,
        not_nested=_not_nested(basis),
    )


def _not_nested(basis: Basis) -> list[NestedStep]:
    found = []
    for side in SIDES:
        for stage, nested in zip(basis.stages[1:], basis.matched.nested[side], strict=True):
            broken = basis.scored[~nested[basis.scored]]
            if len(broken):
                found.append(
                    NestedStep(
                        run=side.value,
                        stage=stage,
                        count=len(broken),
                        queries=basis.ids(broken),
                    )
                )
    return found


def loss_splits(basis: Basis) -> list[LossSplit]:
    """1 - recall = unreachable + candidates missing + ordering, at every stage and integer cutoff, for both runs.

    The candidates are those of the first shared stage together with the stage's own list: a unit that a later stage
    adds counts as a candidate, so that no term is negative.
    """
    if not basis.n:
        return []
    pool = basis.stages[0]
    return [
        _split(basis, side, stage, cutoff, pool)
        for stage, cutoff in basis.scores.cells
        if isinstance(cutoff, int) and cutoff in basis.cutoffs
        for side in SIDES
    ]


def _split(basis: Basis, side: Side, stage: str, cutoff: int, pool: str) -> LossSplit:
    cell = basis.scores.cells[stage, cutoff]
    at = basis.scored
    gold, reachable, hits = (
        values[at] for values in (basis.scores.gold, cell.reachable, cell.side(side).hits)
    )
    candidates = _candidates(basis, side, stage, cutoff)[at]
    within = np.minimum(reachable, candidates)
    unreachable, missing, ordering = gold - reachable, reachable - within, within - hits
    confirm(
        bool((np.minimum(np.minimum(unreachable, missing), ordering) >= 0).all()),
        f"no part of a loss is negative at {stage}, {cutoff}",
    )

    def mean(counts: Ints) -> float:
        return float(sum_of_ratios(counts, gold) / basis.n)

    return LossSplit(
        run=side.value,
        stage=stage,
        cutoff=cutoff,
        pool=pool,
        gold=int(gold.sum()),
        unreachable=int(unreachable.sum()),
        missing=int(missing.sum()),
        ordering=int(ordering.sum()),
        hits=int(hits.sum()),
        macro_unreachable=mean(unreachable),
        macro_missing=mean(missing),
        macro_ordering=mean(ordering),
        macro_recall=mean(hits),
    )


def _candidates(basis: Basis, side: Side, stage: str, cutoff: int) -> Ints:
    """Gold units that stand in the first stage's list or in the stage's own, per query."""
    gold_units = basis.matched.gold_units
    size = len(gold_units.query)
    stages = [pair.side(side) for pair in basis.matched.stages]
    own = next(of_run for of_run in stages if of_run.stage == stage)
    present: Bools = gold_units.gold & (
        present_in(stages[0].lists[ALL], size)
        | present_in(own.lists[ALL], size)
        | present_in(own.lists[cutoff], size)
    )
    return np.bincount(gold_units.query[present], minlength=basis.size)
