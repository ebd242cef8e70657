"""What a new label snapshot changed: the same two runs, scored before and after, over the queries scored in both."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from reportgen.comparison.exact import sum_of_ratios
from reportgen.errors import Problem, Refused
from reportgen.model.cutoff import ALL, Cutoff
from reportgen.model.matched import Ints
from reportgen.model.measure import Averaging, Measure, MeasureRow
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

_ROWS = (
    MeasureRow(Measure.RECALL, Averaging.MACRO),
    MeasureRow(Measure.RECALL, Averaging.POOLED),
    MeasureRow(Measure.ANY_HIT, Averaging.MACRO),
    MeasureRow(Measure.ALL_HIT, Averaging.MACRO),
    MeasureRow(Measure.SHARE_OF_CEILING, Averaging.MACRO),
    MeasureRow(Measure.PRECISION, Averaging.MACRO),
)
"""The rows that follow from what a report keeps of every query: hits, gold and reachable hits."""


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
    old = _Version(previous.queries, np.array([before[name] for name in shared], dtype=np.int64))
    new = _Version(queries, np.array([after[name] for name in shared], dtype=np.int64))
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
            for row in _ROWS
        ],
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Version:
    """The queries of one report, and those of them that both reports scored."""

    queries: Queries
    at: Ints

    @property
    def gold(self) -> Ints:
        return np.array(self.queries.gold, dtype=np.int64)[self.at]


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


def _effect(
    row: MeasureRow, old: _Version, new: _Version, mine: CellColumns, theirs: CellColumns
) -> LabelEffect:
    before = {side: _value(row, old, theirs, side) for side in Side}
    after = {side: _value(row, new, mine, side) for side in Side}
    baseline, candidate = Side.BASELINE, Side.CANDIDATE
    return LabelEffect(
        measure=row.measure.value,
        averaging=row.averaging.value,
        stage=mine.stage,
        cutoff=mine.cutoff,
        n=len(new.at),
        baseline_before=_double(before[baseline]),
        baseline_after=_double(after[baseline]),
        baseline_effect=_difference(before[baseline], after[baseline]),
        candidate_before=_double(before[candidate]),
        candidate_after=_double(after[candidate]),
        candidate_effect=_difference(before[candidate], after[candidate]),
        delta_before=_difference(before[baseline], before[candidate]),
        delta_after=_difference(after[baseline], after[candidate]),
    )


def _value(row: MeasureRow, of: _Version, cell: CellColumns, side: Side) -> Fraction | None:
    """One run's value over the shared queries; None where it is undefined."""
    columns = cell.baseline if side is Side.BASELINE else cell.candidate
    counts = [columns.hits[at] for at in of.at.tolist()]
    known = [count for count in counts if count is not None]
    if not known or len(known) < len(counts):
        return None
    hits, gold = np.array(known, dtype=np.int64), of.gold
    whole = np.ones_like(gold)
    if row.averaging is Averaging.POOLED:
        return Fraction(int(hits.sum()), int(gold.sum()))
    match row.measure:
        case Measure.RECALL:
            return _mean(hits, gold)
        case Measure.ANY_HIT:
            return _mean((hits > 0).astype(np.int64), whole)
        case Measure.ALL_HIT:
            return _mean((hits == gold).astype(np.int64), whole)
        case Measure.SHARE_OF_CEILING:
            return _mean(hits, _reachable(of, cell))
        case Measure.PRECISION:
            return None if cell.cutoff == ALL else _mean(hits, whole * int(cell.cutoff))
        case _:
            raise ValueError(f"{row.measure} does not follow from the counts of a report")


def _reachable(of: _Version, cell: CellColumns) -> Ints:
    if cell.reachable is not None:
        return np.array(cell.reachable, dtype=np.int64)[of.at]
    cutoff: Cutoff = cell.cutoff
    return of.gold if cutoff == ALL else np.minimum(of.gold, cutoff)


def _mean(numerators: Ints, denominators: Ints) -> Fraction | None:
    covered = denominators > 0
    if not covered.any():
        return None
    total = sum_of_ratios(numerators[covered], denominators[covered])
    return total / int(np.count_nonzero(covered))


def _double(value: Fraction | None) -> float | None:
    return None if value is None else float(value)


def _difference(first: Fraction | None, second: Fraction | None) -> float | None:
    return None if first is None or second is None else float(second - first)
