"""The aggregates as they would be if every absent result were an empty list."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from reportgen.comparison.aggregate import sample
from reportgen.comparison.basis import Basis
from reportgen.comparison.columns import Columns, columns_of, difference, value
from reportgen.model.classified import Reason
from reportgen.model.cutoff import ALL
from reportgen.model.finding import Finding
from reportgen.model.matched import Bools, Ints
from reportgen.model.measure import Averaging, Measure, MeasureRow
from reportgen.model.run import Side
from reportgen.model.scores import Ratios

_ABSENT = frozenset(
    (
        Reason.ABSENT_FROM_BOTH,
        Reason.ABSENT_FROM_BASELINE,
        Reason.ABSENT_FROM_CANDIDATE,
        Reason.STAGE_MISSING,
    )
)


@dataclass(frozen=True, slots=True)
class AsIfZero:
    row: MeasureRow
    stage: str
    params: dict[str, Any]


def absent_findings(basis: Basis) -> list[Finding]:
    """MSG_MISSING for each run that lacks results, and every aggregate with absent counted as zero; none where
    nothing is absent."""
    absent = [part.queries for part in basis.classified.excluded if part.reason in _ABSENT]
    if not absent:
        return []
    at = np.sort(np.concatenate([basis.scored, *absent]))
    rows = list(_rows(basis, at))
    found = [finding for side in Side for finding in _missing(basis, side, at, rows)]
    listed: list[Any] = [row.params for row in rows]
    found.append(
        Finding(
            code="absent-as-zero",
            params={"n": len(at), "absent": len(at) - basis.n, "rows": listed},
        )
    )
    return found


def _rows(basis: Basis, at: Ints) -> Iterable[AsIfZero]:
    for stage, cutoff in basis.cells():
        cell = basis.scores.cells.get((stage, cutoff))
        for row in basis.rows:
            columns = None if cell is None else columns_of(basis.scores, cell, row)
            covered = sample(basis, at, row).at
            params: dict[str, Any] = {
                "measure": row.measure.value,
                "averaging": row.averaging.value,
                "stage": stage,
                "cutoff": cutoff,
                "n": len(covered),
                "baseline": None,
                "candidate": None,
                "delta": None,
            }
            if columns is not None and len(covered):
                params |= _values(basis, columns, covered)
            yield AsIfZero(row, stage, params)


def _values(basis: Basis, columns: Columns, at: Ints) -> dict[str, float]:
    masked = {
        side: _zeroed(
            columns.baseline if side is Side.BASELINE else columns.candidate,
            basis.has_result[side, columns.stage],
        )
        for side in Side
    }
    baseline = value(masked[Side.BASELINE], at, columns.row)
    candidate = value(masked[Side.CANDIDATE], at, columns.row)
    shown = Columns(
        columns.row,
        columns.stage,
        columns.cutoff,
        masked[Side.BASELINE],
        masked[Side.CANDIDATE],
        columns.ceiling,
        np.ones_like(columns.sign),
    )
    delta = difference(shown, at, baseline, candidate)
    return {"baseline": float(baseline), "candidate": float(candidate), "delta": float(delta)}


def _zeroed(ratios: Ratios, known: Bools) -> Ratios:
    zero = np.zeros_like(ratios.numerator)
    return Ratios(np.where(known, ratios.numerator, zero), ratios.denominator)


def _missing(basis: Basis, side: Side, at: Ints, rows: list[AsIfZero]) -> list[Finding]:
    lacking = np.zeros(basis.size, dtype=np.bool_)
    for stage in basis.stages:
        lacking |= ~basis.has_result[side, stage]
    count = int(np.count_nonzero(lacking[at]))
    stage, cutoff = basis.stages[-1], (basis.integer_cutoffs or (ALL,))[-1]
    deltas = {
        row.row.averaging: row.params["delta"]
        for row in rows
        if row.row.measure is Measure.RECALL
        and (row.stage, row.params["cutoff"]) == (stage, cutoff)
    }
    if not count:
        return []
    return [
        Finding(
            code="missing-queries",
            params={
                "run": side.value,
                "count": count,
                "stage": stage,
                "cutoff": cutoff,
                "macro": deltas.get(Averaging.MACRO),
                "pooled": deltas.get(Averaging.POOLED),
            },
            where={"run": side.value},
        )
    ]
