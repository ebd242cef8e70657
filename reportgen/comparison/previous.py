"""What a new label snapshot changed: the same two runs, scored before and after, over the queries scored in both."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from reportgen.comparison.previous_values import Value, Version
from reportgen.errors import Problem, Refused
from reportgen.model.measure import Block, Measure, MeasureRow, rows
from reportgen.model.report import (
    CellColumns,
    Input,
    LabelEffect,
    ParentLabels,
    Queries,
    Report,
    Scope,
)
from reportgen.model.run import Side

OPTION = "--previous"


def previous_labels(
    previous: Report, queries: Queries, *, scope: Scope, inputs: Sequence[Input]
) -> ParentLabels:
    """The labels' effect on each run, measure by measure; `queries`, `scope` and `inputs` are those of the new report.

    Raises `Refused` unless both runs' inputs, the cutoffs' lists and the rules they were read with are unchanged.
    """
    _refuse_other_runs(previous, scope, inputs)
    before = {
        query_id: at
        for at, query_id in enumerate(previous.queries.query_id)
        if previous.queries.excluded[at] is None
    }
    after = {
        query_id: at for at, query_id in enumerate(queries.query_id) if queries.excluded[at] is None
    }
    shared = [query_id for query_id in after if query_id in before]
    old = Version(previous.queries, [before[name] for name in shared])
    new = Version(queries, [after[name] for name in shared])
    evidence = bool(old.has_evidence & new.has_evidence)
    return ParentLabels(
        id=previous.scope.labels.id,
        digest=previous.scope.labels.digest,
        queries=len(shared),
        changed_gold=[
            name
            for name in shared
            if previous.queries.gold_units[before[name]] != queries.gold_units[after[name]]
        ],
        newly_scored=[name for name in after if name not in before],
        no_longer_scored=[name for name in before if name not in after],
        rows=[
            _effect(row, old, new, mine, theirs)
            for mine in queries.cells
            for theirs in previous.queries.cells
            if (mine.stage, mine.cutoff) == (theirs.stage, theirs.cutoff)
            for row in _rows((previous.scope, scope), mine, evidence=evidence)
        ],
    )


def _refuse_other_runs(previous: Report, scope: Scope, inputs: Sequence[Input]) -> None:
    problems = []
    for side in Side:
        if _files(previous.provenance.inputs, side) != _files(inputs, side):
            problems.append(
                Problem(
                    OPTION,
                    0,
                    f"the {side.value}'s files are not those of the previous report",
                    "compare the same two runs on the new labels, or leave the option out",
                )
            )
        if _rules(previous.scope, side) != _rules(scope, side):
            problems.append(
                Problem(
                    OPTION,
                    0,
                    f"the {side.value} was read by other rules in the previous report",
                    "repeat the comparison with the options of the previous report",
                )
            )
    if _overridden(previous.scope) != _overridden(scope):
        problems.append(
            Problem(
                OPTION,
                0,
                "the relevance level was given otherwise for the previous report",
                "repeat the comparison with the options of the previous report",
            )
        )
    if not set(previous.scope.stages) & set(scope.stages):
        problems.append(
            Problem(
                OPTION,
                0,
                "the previous report compares other stages",
                "repeat the comparison with the stages of the previous report",
            )
        )
    if problems:
        raise Refused(problems)


def _files(inputs: Sequence[Input], side: Side) -> list[tuple[str, str]]:
    return sorted(
        (file.path, file.sha256) for file in inputs if file.path.startswith(f"{side.value}/")
    )


def _rules(scope: Scope, side: Side) -> tuple[str, str]:
    run = scope.baseline if side is Side.BASELINE else scope.candidate
    return run.absent_queries, run.duplicates


def _overridden(scope: Scope) -> int | None:
    """The relevance level where it is not the snapshot's own."""
    level = scope.relevance_level
    return None if level == scope.snapshot_relevance_level else level


def _rows(scopes: tuple[Scope, Scope], cell: CellColumns, *, evidence: bool) -> list[MeasureRow]:
    """The measures that follow from what both reports keep of every query.

    Ranks are kept in full lists of label units: they tell order and evidence at a cutoff unless a cutoff has a list of
    its own or counts other units, and gold alone makes nDCG only where the relevance level is 1.
    """
    stages = [
        stage
        for scope in scopes
        for run in (scope.baseline, scope.candidate)
        for stage in run.stages
        if stage.name == cell.stage
    ]
    mapped = any(stage.mapped_by is not None for stage in stages)
    ranked = not mapped and all(stage.cutoff_files is None for stage in stages)
    return [
        row
        for row in rows(evidence=evidence and ranked)
        if (row.measure.block is Block.FOUND or ranked)
        and (row.measure is not Measure.PRECISION or not mapped)
        and (row.measure is not Measure.NDCG or {scope.relevance_level for scope in scopes} == {1})
    ]


def _effect(
    row: MeasureRow, old: Version, new: Version, mine: CellColumns, theirs: CellColumns
) -> LabelEffect:
    covered = np.arange(len(new.at))
    if row.measure.needs_evidence:
        covered = np.array(sorted(old.has_evidence & new.has_evidence), dtype=np.int64)
    before = {side: old.value(row, theirs, side, covered) for side in Side}
    after = {side: new.value(row, mine, side, covered) for side in Side}
    baseline, candidate = Side.BASELINE, Side.CANDIDATE
    return LabelEffect(
        measure=row.measure.value,
        averaging=row.averaging.value,
        stage=mine.stage,
        cutoff=mine.cutoff,
        n=len(covered),
        baseline_before=_double(before[baseline]),
        baseline_after=_double(after[baseline]),
        baseline_effect=_difference(before[baseline], after[baseline]),
        candidate_before=_double(before[candidate]),
        candidate_after=_double(after[candidate]),
        candidate_effect=_difference(before[candidate], after[candidate]),
        delta_before=_difference(before[baseline], before[candidate]),
        delta_after=_difference(after[baseline], after[candidate]),
    )


def _double(value: Value) -> float | None:
    return None if value is None else float(value)


def _difference(first: Value, second: Value) -> float | None:
    return None if first is None or second is None else float(second - first)
