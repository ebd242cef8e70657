"""Unchanged retrieval told apart: the same list, the same units reordered, other units with equal hits, other hits."""

from __future__ import annotations

import numpy as np

from reportgen.comparison.basis import Basis
from reportgen.model.cutoff import Cutoff
from reportgen.model.matched import Bools, Strings
from reportgen.model.report import ListChanges
from reportgen.model.run import Side

SAME_LIST, SAME_UNITS, EQUAL_HITS, OTHER_HITS = "l", "u", "e", "h"


def both_have_result(basis: Basis, stage: str) -> Bools:
    """Queries with a result of both runs at `stage`."""
    both: Bools = basis.has_result[Side.BASELINE, stage] & basis.has_result[Side.CANDIDATE, stage]
    return both


def change_codes(basis: Basis, stage: str, cutoff: Cutoff) -> Strings:
    """A code for every query, None where a run has no result or no list for the cutoff; shape [queries]."""
    codes = np.full(basis.size, None, dtype=object)
    cell = basis.scores.cells.get((stage, cutoff))
    if cell is None:
        return codes
    pair = next(pair for pair in basis.matched.stages if pair.baseline.stage == stage)
    equal_hits = cell.baseline.hits == cell.candidate.hits
    codes[:] = np.where(equal_hits, EQUAL_HITS, OTHER_HITS)
    codes[pair.same_units[cutoff]] = SAME_UNITS
    codes[pair.same_list[cutoff]] = SAME_LIST
    codes[~both_have_result(basis, stage)] = None
    return codes


def list_changes(basis: Basis) -> list[ListChanges]:
    """Scored queries by code, at every stage and cutoff that was scored, `all` included where it was."""
    return [_counted(basis, stage, cutoff) for stage, cutoff in basis.scores.cells]


def _counted(basis: Basis, stage: str, cutoff: Cutoff) -> ListChanges:
    codes = change_codes(basis, stage, cutoff)[basis.scored]
    return ListChanges(
        stage=stage,
        cutoff=cutoff,
        same_list=int(np.count_nonzero(codes == SAME_LIST)),
        same_units=int(np.count_nonzero(codes == SAME_UNITS)),
        equal_hits=int(np.count_nonzero(codes == EQUAL_HITS)),
        other_hits=int(np.count_nonzero(codes == OTHER_HITS)),
    )
