"""Macro beside pooled recall: the identity that ties them, and what one query weighs in each."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from reportgen.comparison.basis import Basis, confirm
from reportgen.comparison.uncertainty.messages import Sentence
from reportgen.comparison.weighting import WeightingGap, weighting_gap
from reportgen.model.cutoff import Cutoff
from reportgen.model.matched import Ints
from reportgen.model.measure import Averaging, Measure, MeasureRow
from reportgen.model.report import Identity, Weights

LARGEST_SHOWN = 5
POOLED_RECALL = MeasureRow(Measure.RECALL, Averaging.POOLED)


@dataclass(frozen=True, slots=True)
class CellIdentities:
    """Macro - pooled of both runs and of their delta in one cell."""

    baseline: WeightingGap
    candidate: WeightingGap
    delta: WeightingGap


def identities_at(basis: Basis, stage: str, cutoff: Cutoff) -> CellIdentities | None:
    """The identities of one cell; None where a run has no list or no query is scored."""
    cell = basis.scores.cells.get((stage, cutoff))
    if cell is None or not basis.n:
        return None
    gold = basis.scores.gold[basis.scored]
    baseline, candidate = cell.baseline.hits[basis.scored], cell.candidate.hits[basis.scored]
    gaps = [weighting_gap(hits, gold) for hits in (baseline, candidate, candidate - baseline)]
    first, second, third = (gap for gap in gaps if gap is not None)
    confirm(
        third.macro == second.macro - first.macro and third.gap == second.gap - first.gap,
        f"macro - pooled of the delta is that of the candidate less that of the baseline at {stage}, {cutoff}",
    )
    return CellIdentities(first, second, third)


def identity_rows(stage: str, cutoff: Cutoff, of: CellIdentities) -> list[Identity]:
    """Three rows of the report: baseline, candidate, delta."""
    named = (("baseline", of.baseline), ("candidate", of.candidate), ("delta", of.delta))
    return [
        Identity(
            of=name,
            stage=stage,
            cutoff=cutoff,
            macro=float(gap.macro),
            pooled=float(gap.pooled),
            difference=float(gap.macro - gap.pooled),
            covariance=float(gap.covariance),
            mean_gold=float(gap.mean_gold),
        )
        for name, gap in named
    ]


def identity_sentences(row: MeasureRow, of: CellIdentities | None) -> list[Sentence]:
    """MSG_MACRO_POOLED and MSG_DELTA_MACRO_POOLED, in the row of pooled recall."""
    if row != POOLED_RECALL or of is None:
        return []
    runs = (("baseline", of.baseline), ("candidate", of.candidate))
    found = [
        Sentence("macro-pooled", {"run": name, **_gap(gap)}) for name, gap in runs if gap.gap != 0
    ]
    if of.delta.gap != 0:
        found.append(Sentence("delta-macro-pooled", _gap(of.delta)))
    return found


def _gap(gap: WeightingGap) -> dict[str, str | float]:
    return {
        "direction": "higher" if gap.gap > 0 else "lower",
        "size": float(abs(gap.gap)),
        "covariance": float(gap.covariance),
    }


def weights(basis: Basis) -> Weights:
    """1/n in macro, gold over all gold in pooled; the queries of most gold."""
    gold = basis.scores.gold[basis.scored]
    total = int(gold.sum())
    rows = gold if basis.clusters is None else _together(gold, basis.clusters[basis.scored])
    squares = int((rows * rows).sum())
    # Stable: queries of equal gold stay in the order of their ids.
    largest = basis.scored[np.argsort(-gold, kind="stable")[:LARGEST_SHOWN]]
    return Weights(
        macro=1 / basis.n if basis.n else None,
        total_gold=total,
        n_eff=float(Fraction(total * total, squares)) if squares else None,
        counted=basis.sampling.counted.value,
        largest=[
            (query_id, int(basis.scores.gold[at]))
            for query_id, at in zip(basis.ids(largest), largest.tolist(), strict=True)
        ],
    )


def _together(gold: Ints, clusters: Ints) -> Ints:
    """The gold of each cluster."""
    _, places = np.unique(clusters, return_inverse=True)
    summed = np.zeros(int(places.max(initial=-1)) + 1, dtype=np.int64)
    np.add.at(summed, places, gold)
    return summed
