"""Which way the deltas point, and where they disagree, as findings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from reportgen.comparison.basis import Basis
from reportgen.comparison.directions import (
    Direction,
    DirectionFinding,
    Disagreement,
    FacetDirections,
    find_disagreements,
)
from reportgen.comparison.macro_pooled import CellIdentities
from reportgen.comparison.pairs import Cell, TotalRow
from reportgen.model.finding import Finding
from reportgen.model.measure import Averaging, Measure, MeasureRow

COUNTED: Final = (
    MeasureRow(Measure.RECALL, Averaging.MACRO),
    MeasureRow(Measure.RECALL, Averaging.POOLED),
    MeasureRow(Measure.ANY_HIT, Averaging.MACRO),
    MeasureRow(Measure.ALL_HIT, Averaging.MACRO),
)
"""The rows whose directions are counted: one question each, asked in four ways."""

_COMPARED: Final = (
    *COUNTED,
    MeasureRow(Measure.EVIDENCE_MET, Averaging.MACRO),
    MeasureRow(Measure.RECIPROCAL_RANK, Averaging.MACRO),
    MeasureRow(Measure.AVERAGE_PRECISION, Averaging.MACRO),
    MeasureRow(Measure.NDCG, Averaging.MACRO),
)

Row = dict[str, Any]


def direction_findings(
    basis: Basis,
    totals: Sequence[TotalRow],
    identities: Mapping[Cell, CellIdentities],
    facets: Sequence[FacetDirections],
) -> list[Finding]:
    """Directions counted, then every disagreement; none where no query is scored."""
    directions = [direction for total in totals for direction in _directions(total)]
    if not directions:
        return []
    counted = [direction for direction in directions if direction.row in COUNTED]
    found = [_count_directions(basis, counted)]
    pairs = find_disagreements(directions)
    cells = len({(direction.stage, direction.cutoff) for direction in directions})
    for code, of, row in (
        (Disagreement.MACRO_POOLED, cells, _macro_pooled(identities)),
        (Disagreement.ANY_ALL, cells, _any_all),
        (Disagreement.FOUND_ORDER, 3 * cells, _found_order),
        (Disagreement.EVIDENCE_ALL, cells, _evidence_all),
    ):
        rows = [row(*pair.deltas) for pair in pairs if pair.code is code]
        if rows:
            found.append(
                Finding(code=code.value, params={"count": len(rows), "of": of, "cells": rows})
            )
    found += _listing(Disagreement.CUTOFFS, map(_across_cutoffs, _of(pairs, Disagreement.CUTOFFS)))
    found += _listing(Disagreement.STAGES, map(_across_stages, _of(pairs, Disagreement.STAGES)))
    against = find_disagreements(counted, facets)
    found += _listing(
        Disagreement.FACET_TOTAL, map(_facet_total, _of(against, Disagreement.FACET_TOTAL))
    )
    return found


def _directions(total: TotalRow) -> list[Direction]:
    columns, delta = total.columns, total.delta
    if columns is None or delta is None or total.row not in _COMPARED:
        return []
    signs = columns.sign[total.sample.at]
    better, worse = int((signs > 0).sum()), int((signs < 0).sum())
    return [
        Direction(
            row=total.row,
            stage=total.stage,
            cutoff=columns.cutoff,
            delta=delta,
            better=better,
            same=len(signs) - better - worse,
            worse=worse,
        )
    ]


def _count_directions(basis: Basis, counted: Sequence[Direction]) -> Finding:
    up = sum(direction.sign > 0 for direction in counted)
    down = sum(direction.sign < 0 for direction in counted)
    of = len(counted)
    if up and down:
        return Finding(
            code="directions-differ",
            params={"up": up, "down": down, "unchanged": of - up - down, "of": of},
        )
    if up or down:
        return Finding(
            code="directions-agree",
            params={
                "direction": "up" if up else "down",
                "moving": up + down,
                "unchanged": of - up - down,
                "of": of,
            },
        )
    changed = {
        at
        for cell in basis.scores.cells.values()
        if cell.cutoff in basis.cutoffs
        for at in basis.scored[
            cell.baseline.hits[basis.scored] != cell.candidate.hits[basis.scored]
        ].tolist()
    }
    return Finding(code="deltas-all-zero", params={"of": of, "changed": len(changed)})


def _of(pairs: Iterable[DirectionFinding], code: Disagreement) -> list[DirectionFinding]:
    return [pair for pair in pairs if pair.code is code]


def _listing(code: Disagreement, rows: Iterable[Row]) -> list[Finding]:
    listed: list[Any] = list(rows)
    return [Finding(code=code.value, params={"rows": listed})] if listed else []


def measure_param(row: MeasureRow) -> Row:
    """A row of the measures table as the parameter of a text."""
    return {"measure": row.measure.value, "averaging": row.averaging.value}


def _cell(of: Direction) -> Row:
    return {"stage": of.stage, "cutoff": of.cutoff}


def _macro_pooled(identities: Mapping[Cell, CellIdentities]) -> Any:
    def row(macro: Direction, pooled: Direction) -> Row:
        covariance = identities[macro.stage, macro.cutoff].delta.covariance
        return {
            **_cell(macro),
            "macro": float(macro.delta),
            "pooled": float(pooled.delta),
            "covariance": float(covariance),
        }

    return row


def _any_all(any_hit: Direction, all_hit: Direction) -> Row:
    return {
        **_cell(any_hit),
        "any_hit": float(any_hit.delta),
        "all_hit": float(all_hit.delta),
        "any_better": any_hit.better,
        "any_worse": any_hit.worse,
        "all_better": all_hit.better,
        "all_worse": all_hit.worse,
    }


def _found_order(recall: Direction, order: Direction) -> Row:
    return {
        **_cell(recall),
        "recall": float(recall.delta),
        "recall_better": recall.better,
        "recall_worse": recall.worse,
        "measure": measure_param(order.row),
        "delta": float(order.delta),
        "better": order.better,
        "worse": order.worse,
    }


def _evidence_all(evidence: Direction, all_hit: Direction) -> Row:
    return {
        **_cell(evidence),
        "evidence": float(evidence.delta),
        "all_hit": float(all_hit.delta),
        "evidence_better": evidence.better,
        "evidence_worse": evidence.worse,
        "all_better": all_hit.better,
        "all_worse": all_hit.worse,
    }


def _across_cutoffs(of: DirectionFinding) -> Row:
    return {
        "measure": measure_param(of.deltas[0].row),
        "stage": of.deltas[0].stage,
        "up": [delta.cutoff for delta in of.deltas if delta.sign > 0],
        "down": [delta.cutoff for delta in of.deltas if delta.sign < 0],
    }


def _across_stages(of: DirectionFinding) -> Row:
    return {
        "measure": measure_param(of.deltas[0].row),
        "cutoff": of.deltas[0].cutoff,
        "up": [delta.stage for delta in of.deltas if delta.sign > 0],
        "down": [delta.stage for delta in of.deltas if delta.sign < 0],
    }


def _facet_total(of: DirectionFinding) -> Row:
    total, *groups = of.deltas
    return {
        "facet": of.facet,
        "measure": measure_param(total.row),
        "averaging": groups[0].row.averaging.value,
        **_cell(total),
        "total": float(total.delta),
        "groups": len(groups),
        "cause": of.causes[0].value,
    }
