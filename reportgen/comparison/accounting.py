"""Every query of the snapshot in one place: scored, or excluded for a reason; and what the runs returned."""

from __future__ import annotations

import numpy as np

from reportgen.comparison.basis import SIDES, Basis, confirm
from reportgen.model.cutoff import ALL
from reportgen.model.matched import StageMatch
from reportgen.model.report import (
    Accounting,
    CeilingCount,
    Exclusion,
    GoldCount,
    StageResults,
)
from reportgen.model.run import Side


def account(basis: Basis) -> Accounting:
    """The counts of the report; queries = scored + the exclusions' counts."""
    excluded = [
        Exclusion(
            reason=part.reason.value,
            count=len(part.queries),
            queries=basis.ids(part.queries),
            run=None if part.run is None else part.run.value,
            stage=part.stage,
        )
        for part in basis.classified.excluded
    ]
    gold = basis.scores.gold[basis.scored]
    confirm(
        basis.n + sum(part.count for part in excluded) == basis.size,
        "scored and excluded queries add up to all queries",
    )
    confirm(bool((gold > 0).all()), "every scored query has gold")
    sizes, queries = np.unique(gold, return_counts=True)
    return Accounting(
        queries=basis.size,
        scored=basis.n,
        gold=int(gold.sum()),
        excluded=excluded,
        results=[
            _results(basis, side, pair.side(side))
            for pair in basis.matched.stages
            for side in SIDES
        ],
        gold_per_query=[
            GoldCount(gold=size, queries=count)
            for size, count in zip(sizes.tolist(), queries.tolist(), strict=True)
        ],
        ceilings=[
            CeilingCount(
                stage=stage,
                cutoff=cutoff,
                below_one=int(np.count_nonzero(cell.reachable[basis.scored] < gold)),
            )
            for (stage, cutoff), cell in basis.scores.cells.items()
            if cutoff in basis.cutoffs
        ],
    )


def _results(basis: Basis, side: Side, stage: StageMatch) -> StageResults:
    has_result = basis.has_result[side, stage.stage]
    returned = int(np.count_nonzero(stage.lists[ALL].returned[has_result] > 0))
    present = int(np.count_nonzero(has_result))
    return StageResults(
        run=side.value,
        stage=stage.stage,
        returned=returned,
        returned_nothing=present - returned,
        absent=basis.size - present,
        strangers=stage.strangers,
        dropped=stage.dropped,
        unmapped=stage.unmapped,
    )
