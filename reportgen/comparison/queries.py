"""Every query as columns: hits, returned and unjudged units of both runs in every cell, and where its gold stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from reportgen.comparison.basis import SIDES, Basis
from reportgen.comparison.evidence_columns import evidence_columns
from reportgen.comparison.facets import declared_values
from reportgen.comparison.list_changes import both_have_result, change_codes
from reportgen.comparison.unit_ranks import rank_columns
from reportgen.model.classified import Classified
from reportgen.model.cutoff import ALL, Cutoff
from reportgen.model.matched import Bools, Ints, ListHead, Matched
from reportgen.model.report import CellColumns, Opened, OpenedList, Queries, SideColumns
from reportgen.model.run import Side
from reportgen.model.scores import CellScores, Scores

OPENED_AT_MOST = 2_000

Heads = Mapping[tuple[Side, str], Mapping[int, ListHead]]
"""The first units of the lists of some queries, by run and stage, then by query index."""


def query_columns(
    basis: Basis, *, with_text: bool, heads: Heads, unit_texts: Mapping[str, str]
) -> Queries:
    """The queries of the snapshot in the order of their ids."""
    records = basis.labels.queries
    gold_rows = np.flatnonzero(basis.matched.gold_units.gold)
    opened = _opened(basis, heads)
    return Queries(
        query_id=[record.query_id for record in records],
        text=[record.text for record in records] if with_text else None,
        state=[None if record.state is None else record.state.value for record in records],
        excluded=_reasons(basis.classified, basis.size),
        gold=basis.scores.gold.tolist(),
        cluster=None if basis.clusters is None else [record.cluster for record in records],
        groups=declared_values(basis.labels),
        cells=[_cell(basis, stage, cutoff) for stage, cutoff in basis.cells()],
        gold_units=_by_query(basis, gold_rows, basis.matched.gold_units.unit),
        gold_grades=_by_query(basis, gold_rows, basis.matched.gold_units.grade),
        ranks=rank_columns(basis, gold_rows, basis.matched.gold_units.query[gold_rows]),
        evidence=evidence_columns(basis),
        opened=opened,
        unit_texts=_shown_texts(opened, unit_texts),
    )


def queries_to_open(
    matched: Matched, scores: Scores, classified: Classified, *, at_most: int = OPENED_AT_MOST
) -> list[int]:
    """The queries whose lists are worth showing, as indices in ascending order: those whose lists differ between
    the runs at some stage and cutoff. Where there are more than `at_most`, those with the largest |delta| of recall
    in any cell stay, scored queries before excluded ones, then by id."""
    differs = np.zeros(len(scores.gold), dtype=np.bool_)
    largest = np.zeros(len(scores.gold))
    for pair in matched.stages:
        for cutoff, same in pair.same_list.items():
            cell = scores.cells.get((pair.baseline.stage, cutoff))
            if cell is not None:
                change = np.abs(cell.candidate.hits - cell.baseline.hits)
                np.maximum(largest, change / np.maximum(scores.gold, 1), out=largest)
            differs |= ~same
    candidates = np.flatnonzero(differs)
    # lexsort: the last key decides first, and equal queries stay in the order of their ids.
    order = np.lexsort((-largest[candidates], ~classified.scored[candidates]))
    chosen: list[int] = np.sort(candidates[order[:at_most]]).tolist()
    return chosen


def _reasons(classified: Classified, size: int) -> list[str | None]:
    reasons: list[str | None] = [None] * size
    for part in classified.excluded:
        for at in part.queries.tolist():
            reasons[at] = part.reason.value
    return reasons


def _cell(basis: Basis, stage: str, cutoff: Cutoff) -> CellColumns:
    cell = basis.scores.cells.get((stage, cutoff))
    pair = next(pair for pair in basis.matched.stages if pair.baseline.stage == stage)
    both = both_have_result(basis, stage)
    unjudged = pair.unjudged.get(cutoff) if isinstance(cutoff, int) and cell else None
    own = (
        dict.fromkeys(SIDES)
        if unjudged is None
        else {
            Side.BASELINE: unjudged.baseline + unjudged.both,
            Side.CANDIDATE: unjudged.candidate + unjudged.both,
        }
    )
    sides = {side: _side(basis, side, stage, cell, own[side]) for side in SIDES}
    return CellColumns(
        stage=stage,
        cutoff=cutoff,
        reachable=None if cell is None else _unusual_reach(basis, cell),
        unjudged_both=None if unjudged is None else _masked(unjudged.both, both),
        baseline=sides[Side.BASELINE],
        candidate=sides[Side.CANDIDATE],
        change=change_codes(basis, stage, cutoff).tolist(),
    )


def _side(
    basis: Basis, side: Side, stage: str, cell: CellScores | None, unjudged: Ints | None
) -> SideColumns:
    if cell is None:
        nothing: list[int | None] = [None] * basis.size
        return SideColumns(hits=nothing, returned=list(nothing), unjudged=None)
    has_result = basis.has_result[side, stage]
    scores = cell.side(side)
    return SideColumns(
        hits=_masked(scores.hits, has_result),
        returned=_masked(scores.returned, has_result),
        unjudged=None if unjudged is None else _masked(unjudged, has_result),
    )


def _unusual_reach(basis: Basis, cell: CellScores) -> list[int] | None:
    gold = basis.scores.gold
    usual = gold if cell.cutoff == ALL else np.minimum(gold, cell.cutoff)
    return None if np.array_equal(cell.reachable, usual) else cell.reachable.tolist()


def _masked(values: Ints, known: Bools) -> list[int | None]:
    if known.all():
        whole: list[int | None] = values.tolist()
        return whole
    found = values.astype(object)
    found[~known] = None
    masked: list[int | None] = found.tolist()
    return masked


def _by_query(basis: Basis, rows: Ints, values: NDArray[Any]) -> list[list[Any]]:
    """One list a query of the `values` at `rows` of the gold units, which are sorted by query."""
    ends = np.searchsorted(basis.matched.gold_units.query[rows], np.arange(basis.size + 1))
    flat = values[rows].tolist()
    return [flat[first:last] for first, last in pairwise(ends.tolist())]


def _opened(basis: Basis, heads: Heads) -> list[Opened]:
    queries = sorted({at for of_stage in heads.values() for at in of_stage})
    return [
        Opened(
            query=at,
            lists=[
                OpenedList(
                    run=side.value,
                    stage=stage,
                    returned=heads[side, stage][at].returned,
                    units=list(heads[side, stage][at].units),
                )
                for stage in basis.stages
                for side in SIDES
                if (side, stage) in heads
                and at in heads[side, stage]
                and basis.has_result[side, stage][at]
            ],
        )
        for at in queries
    ]


def _shown_texts(opened: Sequence[Opened], unit_texts: Mapping[str, str]) -> dict[str, str]:
    """Of the texts, those of units that an opened row shows."""
    shown = {unit for row in opened for part in row.lists for unit, _ in part.units}
    return {unit: unit_texts[unit] for unit in sorted(shown & unit_texts.keys())}
