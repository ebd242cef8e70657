"""Every stage and cutoff of both runs, scored."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from reportgen.model.cutoff import ALL, Cutoff
from reportgen.model.labels import Labels
from reportgen.model.matched import GoldUnits, Ints, Matched, StagePair
from reportgen.model.run import Side
from reportgen.model.scores import CellScores, Scores
from reportgen.score.evidence import Evidence, evidence_of
from reportgen.score.lists import ideal_dcg, score_side
from reportgen.score.reach import is_bounded, reachable_hits, reachable_parts
from reportgen.score.signs import average_precision_sign, ndcg_sign


def score(matched: Matched, labels: Labels, *, cutoffs: Sequence[Cutoff]) -> Scores:
    """Per-query integers of every cell that both runs have a list for."""
    gold_units = matched.gold_units
    evidence = evidence_of(labels, gold_units)
    gold = np.bincount(gold_units.query[gold_units.gold], minlength=len(labels.queries))
    cells = {
        (pair.baseline.stage, cutoff): _cell(pair, cutoff, gold_units, gold, evidence)
        for pair in matched.stages
        for cutoff in cutoffs
        if cutoff in pair.baseline.lists and cutoff in pair.candidate.lists
    }
    return Scores(
        gold=gold,
        parts=evidence.parts,
        cells=cells,
        has_result={
            (side, pair.baseline.stage): pair.side(side).has_result
            for side in Side
            for pair in matched.stages
        },
    )


def _cell(
    pair: StagePair, cutoff: Cutoff, gold_units: GoldUnits, gold: Ints, evidence: Evidence
) -> CellScores:
    baseline, candidate = pair.baseline.lists[cutoff], pair.candidate.lists[cutoff]
    ours = score_side(baseline, gold_units, evidence, cutoff)
    theirs = score_side(candidate, gold_units, evidence, cutoff)
    stages = pair.baseline, pair.candidate
    # Where only one of the runs goes through a unit map, the ceiling is what either could reach.
    hits = reachable_hits(stages[0], gold_units, gold, cutoff).or_more(
        reachable_hits(stages[1], gold_units, gold, cutoff)
    )
    parts = reachable_parts(stages[0], evidence, cutoff).or_more(
        reachable_parts(stages[1], evidence, cutoff)
    )
    bounded = all(is_bounded(stage, cutoff) for stage in stages)
    sums = ours.precision_sum, theirs.precision_sum
    return CellScores(
        stage=pair.baseline.stage,
        cutoff=cutoff,
        baseline=ours,
        candidate=theirs,
        reachable=hits.most,
        reachable_exact=hits.exact and parts.exact,
        bounded=bounded,
        ideal_dcg=ideal_dcg(gold_units, len(gold), cutoff if bounded and cutoff != ALL else None),
        parts_reachable=parts.most,
        average_precision_sign=average_precision_sign(
            baseline, candidate, gold_units, sums, cutoff
        ),
        ndcg_sign=ndcg_sign(ours.dcg, theirs.dcg),
    )
