"""What qualifies the numbers: orders and ties, lists and units, labels, groups and answers, as findings."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np

from reportgen.comparison.basis import SIDES, Basis
from reportgen.comparison.cell_facts import broken_prefixes, has_separate_lists
from reportgen.comparison.label_bounds import sign_is_certain
from reportgen.comparison.pairs import Totals
from reportgen.model.cutoff import ALL
from reportgen.model.finding import Finding
from reportgen.model.matched import StageMatch
from reportgen.model.report import JudgedShare, LabelSection, NoAnswer, Stages
from reportgen.model.run import Side

JUDGED_SHARES_DIFFER: Fraction = Fraction(1, 20)
"""Judged shares of the two runs further apart than this are a finding."""

SHOWN = 5


def list_context(basis: Basis) -> Iterator[Finding]:
    """Findings on one run at one stage, in the order of stages and runs."""
    for pair in basis.matched.stages:
        for side in SIDES:
            stage = pair.side(side)
            where: dict[str, Any] = {"run": side.value, "stage": stage.stage}
            for code, params in _stage_facts(basis, side, stage):
                yield Finding(code=code, params={**where, **params}, where=where)
            for cutoff, params in _ties(basis, stage):
                yield Finding(
                    code="ties-at-the-cut",
                    params={**where, "cutoff": cutoff, **params},
                    where={**where, "cutoff": cutoff},
                )


def _stage_facts(
    basis: Basis, side: Side, stage: StageMatch
) -> Iterator[tuple[str, dict[str, Any]]]:
    if stage.mapped_by is not None and stage.cover is not None:
        yield (
            "units-mapped",
            {
                "unit": stage.unit,
                "labels": basis.labels.manifest.unit,
                "version": stage.mapped_by,
                "counts": stage.cover.cutoff_counts.value,
            },
        )
    if stage.strangers:
        yield "strangers", {"count": stage.strangers, "ids": list(stage.stranger_ids[:SHOWN])}
    if stage.dropped:
        yield "duplicates-dropped", {"count": stage.dropped}
    if stage.unmapped:
        yield "units-unmapped", {"count": stage.unmapped, "ids": list(stage.unmapped_ids[:SHOWN])}
    orders = [
        {"cutoff": cutoff, "queries": len(queries)}
        for cutoff, queries in (stage.order_check.rank_against_score or {}).items()
        if len(queries) and cutoff in basis.cutoffs
    ]
    if orders:
        yield "rank-against-score", {"order": stage.order.value, "cutoffs": orders}
    # A cutoff that a run has no list for has no values that could stand.
    beyond = [
        cutoff
        for cutoff in basis.integer_cutoffs
        if cutoff > stage.longest and (stage.stage, cutoff) in basis.scores.cells
    ]
    if beyond:
        yield "cutoff-beyond-depth", {"longest": stage.longest, "cutoffs": beyond}
    if has_separate_lists(stage):
        yield from _separate_lists(basis, side, stage)


def _separate_lists(
    basis: Basis, side: Side, stage: StageMatch
) -> Iterator[tuple[str, dict[str, Any]]]:
    declared = basis.run(side).stage(stage.stage).rankings
    own = sorted(cutoff for cutoff in declared if cutoff is not None)
    yield "separate-lists", {"cutoffs": own, "largest": own[-1]}
    broken = broken_prefixes(stage, basis.scored)
    if broken:
        larger = dict(pairwise(own))
        steps = [
            {"smaller": cutoff, "larger": larger[cutoff], "queries": count}
            for cutoff, count in broken.items()
        ]
        yield "lists-not-prefixes", {"steps": steps}


def _ties(basis: Basis, stage: StageMatch) -> Iterator[tuple[int, dict[str, Any]]]:
    scored = set(basis.scored.tolist())
    for cutoff, found in stage.order_check.ties.items():
        ties = [tie for tie in found if tie[0] in scored]
        if ties and cutoff in basis.cutoffs:
            queries = [
                {
                    "query_id": basis.labels.queries[at].query_id,
                    "least": int(least),
                    "most": int(most),
                }
                for at, least, most in ties[:SHOWN]
            ]
            yield cutoff, {"count": len(ties), "queries": queries}


def measure_context(basis: Basis, relevance_level: int) -> Iterator[Finding]:
    """Findings on the measures: one gold each, a level that is not the snapshot's, ceilings that are bounds."""
    gold = basis.scores.gold[basis.scored]
    if basis.n and bool((gold == 1).all()):
        yield Finding(code="one-gold-each", params={"n": basis.n})
    declared = basis.labels.manifest.relevance_level
    if relevance_level != declared:
        params: dict[str, Any] = {"level": relevance_level, "snapshot": declared}
        yield Finding(code="level-overridden", params=params)
    for stage in basis.stages:
        bounds = [
            cutoff
            for (of, cutoff), cell in basis.scores.cells.items()
            if of == stage and cutoff in basis.cutoffs and not cell.reachable_exact
        ]
        if bounds:
            yield Finding(
                code="ceiling-is-bound",
                params={"stage": stage, "cutoffs": list(bounds)},
                where={"stage": stage},
            )


def stage_context(basis: Basis, stages: Stages) -> Iterator[Finding]:
    """Findings on the steps between stages."""
    before = dict(zip(basis.stages[1:], basis.stages, strict=False))
    for step in stages.not_nested:
        yield Finding(
            code="stages-not-nested",
            params={
                "run": step.run,
                "stage": step.stage,
                "before": before[step.stage],
                "count": step.count,
                "ids": list(step.queries[:SHOWN]),
            },
            where={"run": step.run, "stage": step.stage},
        )
    for flow in stages.flows:
        for gain in flow.steps:
            if gain.gained:
                queries = {
                    unit.query_id
                    for unit in stages.gained
                    if (unit.run, unit.stage) == (flow.run, gain.stage)
                }
                yield Finding(
                    code="gold-gained",
                    params={
                        "run": flow.run,
                        "stage": gain.stage,
                        "units": gain.gained,
                        "queries": len(queries),
                    },
                    where={"run": flow.run, "stage": gain.stage},
                )


def label_context(basis: Basis, totals: Totals, section: LabelSection) -> Iterator[Finding]:
    """What the labels leave open."""
    shares = [share for share in section.judged if _shares_differ(share)]
    if shares:
        cells: list[Any] = [_share_row(share) for share in shares]
        yield Finding(
            code="label-coverage-differs",
            params={
                "threshold": float(JUDGED_SHARES_DIFFER),
                "count": len(cells),
                "of": len(section.judged),
                "cells": cells,
            },
        )
    yield from _open_signs(basis, totals, section)
    if section.positives_only and basis.n:
        yield Finding(code="positives-only")
    yield from _unreviewed(basis, section)


def _shares_differ(share: JudgedShare) -> bool:
    if not share.returned_baseline or not share.returned_candidate:
        return False
    baseline = Fraction(share.judged_baseline, share.returned_baseline)
    candidate = Fraction(share.judged_candidate, share.returned_candidate)
    return abs(candidate - baseline) > JUDGED_SHARES_DIFFER


def _share_row(share: JudgedShare) -> dict[str, Any]:
    return {
        "stage": share.stage,
        "cutoff": share.cutoff,
        "judged_baseline": share.judged_baseline,
        "returned_baseline": share.returned_baseline,
        "share_baseline": share.judged_baseline / share.returned_baseline,
        "judged_candidate": share.judged_candidate,
        "returned_candidate": share.returned_candidate,
        "share_candidate": share.judged_candidate / share.returned_candidate,
    }


def _open_signs(basis: Basis, totals: Totals, section: LabelSection) -> Iterator[Finding]:
    bounded = [
        (row.label_bounds, total.delta)
        for row, total in zip(totals.aggregates, totals.rows, strict=True)
        if row.label_bounds is not None
    ]
    if not bounded:
        return
    certain = sum(
        isinstance(delta, Fraction) and sign_is_certain(bounds, delta) for bounds, delta in bounded
    )
    if certain == len(bounded):
        return
    last = next(share for share in reversed(section.judged) if share.stage == basis.stages[-1])
    params: dict[str, Any] = {
        "open": len(bounded) - certain,
        "certain": certain,
        "of": len(bounded),
        "unjudged": last.only_baseline + last.only_candidate + last.both,
        "stage": last.stage,
        "cutoff": last.cutoff,
    }
    yield Finding(code="labels-leave-open", params=params)


def _unreviewed(basis: Basis, section: LabelSection) -> Iterator[Finding]:
    """At the last stage's largest integer cutoff, else at `all`."""
    wanted = (basis.integer_cutoffs or (ALL,))[-1]
    for cell in section.unreviewed:
        if cell.stage == basis.stages[-1] and cell.cutoff == wanted:
            params: dict[str, Any] = {
                "count": cell.identical + cell.could_differ + cell.absent,
                "stage": cell.stage,
                "cutoff": cell.cutoff,
                "identical": cell.identical,
                "could_differ": cell.could_differ,
                "absent": cell.absent,
            }
            yield Finding(code="unreviewed-queries", params=params)


def answer_context(no_answer: NoAnswer) -> Iterator[Finding]:
    """Runs without recorded answers, where a query without an answer makes that matter."""
    recorded = {
        Side.BASELINE: no_answer.answers_baseline,
        Side.CANDIDATE: no_answer.answers_candidate,
    }
    for side in SIDES:
        if no_answer.queries and not recorded[side]:
            yield Finding(
                code="no-answers-recorded",
                params={"run": side.value},
                where={"run": side.value},
            )


def nothing_scored(basis: Basis) -> Iterator[Finding]:
    """One finding where no query is scored."""
    if not basis.n:
        excluded = int(np.sum([len(part.queries) for part in basis.classified.excluded]))
        yield Finding(code="no-scored-query", params={"queries": basis.size, "excluded": excluded})
