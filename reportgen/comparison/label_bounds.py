"""How far the verdicts that nobody has given yet could move the deltas of one cell."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import numpy as np

from reportgen.comparison.basis import Basis
from reportgen.comparison.bounds.counts import LabelCounts, label_counts
from reportgen.comparison.bounds.per_query import all_hit_bounds, any_hit_bounds, recall_bounds
from reportgen.comparison.bounds.tipping import Sign, macro_sign, macro_tip, pooled_sign, pooled_tip
from reportgen.comparison.bounds.totals import Range, TotalBounds, mean_bounds, pooled_bounds
from reportgen.comparison.uncertainty.messages import Sentence
from reportgen.model.matched import Ints
from reportgen.model.measure import Averaging, Measure, MeasureRow
from reportgen.model.report import Interval, LabelBounds, Tipping
from reportgen.model.run import Side

Bounds = Mapping[MeasureRow, LabelBounds]


def counts_at(basis: Basis, stage: str, cutoff: int, at: Ints) -> LabelCounts | None:
    """What the labels leave open in one cell over the queries `at`; None where a run has no list, or where a unit
    map makes another ceiling than min(k, gold), for which the formulas do not hold."""
    cell = basis.scores.cells.get((stage, cutoff))
    if cell is None:
        return None
    gold = basis.scores.gold[at]
    if not cell.bounded or not np.array_equal(cell.reachable[at], np.minimum(cutoff, gold)):
        return None
    pair = next(pair for pair in basis.matched.stages if pair.baseline.stage == stage)
    unjudged = pair.unjudged[cutoff]
    return label_counts(
        cell.baseline.hits[at],
        cell.candidate.hits[at],
        gold,
        baseline_only=unjudged.baseline[at],
        candidate_only=unjudged.candidate[at],
        shared=unjudged.both[at],
    )


def bounds_of(counts: LabelCounts, cutoff: int) -> Bounds:
    """Label bounds of the rows that have them; none without queries."""
    totals = {
        MeasureRow(Measure.RECALL, Averaging.MACRO): mean_bounds(recall_bounds(counts, cutoff)),
        MeasureRow(Measure.RECALL, Averaging.POOLED): pooled_bounds(counts, cutoff),
        MeasureRow(Measure.ANY_HIT, Averaging.MACRO): mean_bounds(any_hit_bounds(counts)),
        MeasureRow(Measure.ALL_HIT, Averaging.MACRO): mean_bounds(all_hit_bounds(counts, cutoff)),
    }
    return {row: _as_doubles(total) for row, total in totals.items() if total is not None}


def sign_is_certain(bounds: LabelBounds, delta: Fraction) -> bool:
    """Whether no verdict on the two lists gives the delta another sign (zero being a sign)."""
    low, high = bounds.delta
    if delta == 0:
        return low == high == 0
    return low > 0 if delta > 0 else high < 0


def tipping_at(counts: LabelCounts, stage: str, cutoff: int) -> Tipping:
    """What it would take to remove the leads of one cell."""
    pooled = pooled_tip(counts)
    lead = 0 if pooled is None else pooled.lead
    return Tipping(
        stage=stage,
        cutoff=cutoff,
        lead=lead,
        leading=_leading(lead),
        only_leading=0 if pooled is None else pooled.only_leading,
        only_trailing=0 if pooled is None else pooled.only_trailing,
        pooled_removable=pooled is not None and pooled.removable,
        equal_rate=None
        if pooled is None or pooled.equal_rate is None
        else float(pooled.equal_rate),
        macro_needed=macro_tip(counts),
        pooled_sign_certain=pooled_sign(counts) is not Sign.OPEN,
        macro_sign_certain=macro_sign(counts) is not Sign.OPEN,
    )


def bounds_sentences(
    row: MeasureRow, bounds: LabelBounds, counts: LabelCounts, tipping: Tipping
) -> list[Sentence]:
    """MSG_BOUNDS for a row, and for pooled recall MSG_TIP and MSG_RATE; none where nothing is unjudged."""
    units = int(counts.unjudged.sum())
    if not units:
        return []
    low, high = bounds.delta
    found = [
        Sentence("bounds", {"low": low, "high": high, "units": units, "cutoff": tipping.cutoff})
    ]
    if row.averaging is Averaging.POOLED and tipping.leading is not None:
        found += _tipping_sentences(tipping, tipping.leading)
    return found


def _tipping_sentences(tipping: Tipping, leading: str) -> list[Sentence]:
    trailing = Side.CANDIDATE if leading == Side.BASELINE else Side.BASELINE
    if not tipping.pooled_removable:
        return [Sentence("tip-none")]
    params = {
        "lead": abs(tipping.lead),
        "leading": leading,
        "trailing": trailing.value,
        "only_leading": tipping.only_leading,
        "only_trailing": tipping.only_trailing,
    }
    if tipping.equal_rate is None:
        return [Sentence("tip", params), Sentence("equal-rate-none")]
    return [Sentence("tip", params), Sentence("equal-rate", {"rate": tipping.equal_rate})]


def _leading(lead: int) -> str | None:
    if lead == 0:
        return None
    return (Side.CANDIDATE if lead > 0 else Side.BASELINE).value


def _as_doubles(total: TotalBounds) -> LabelBounds:
    return LabelBounds(
        baseline=_ends(total.baseline),
        candidate=_ends(total.candidate),
        delta=_ends(total.delta),
        ceiling=_ends(total.ceiling),
    )


def _ends(of: Range) -> Interval:
    return float(of.low), float(of.high)
