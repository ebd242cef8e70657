"""Per-query values of every measure: numerators over denominators, and signs."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from reportgen.model.cutoff import ALL
from reportgen.model.matched import Ints, Matched
from reportgen.model.measure import Measure
from reportgen.model.run import Side
from reportgen.model.scores import CellScores, Ratios, Scores
from reportgen.score.signs import precision_sum


def query_values(scores: Scores, measure: Measure, cell: CellScores, side: Side) -> Ratios | None:
    """One run's values of `measure` in `cell`; None where the measure is undefined there (precision at `all`, or where a unit map
    turns one unit into several). A denominator of 0 is a query that the measure does not cover."""
    of_side = cell.side(side)
    ones = np.ones_like(scores.gold)
    match measure:
        case Measure.RECALL:
            return Ratios(of_side.hits, scores.gold)
        case Measure.ANY_HIT:
            return Ratios(_ints(of_side.hits > 0), ones)
        case Measure.ALL_HIT:
            return Ratios(_ints(of_side.hits == scores.gold), ones)
        case Measure.SHARE_OF_CEILING:
            return Ratios(of_side.hits, cell.reachable)
        case Measure.PRECISION:
            if cell.cutoff == ALL or not cell.bounded:
                return None
            return Ratios(of_side.hits, ones * cell.cutoff)
        case Measure.EVIDENCE_MET:
            return Ratios(
                _ints((of_side.parts_met == scores.parts) & (scores.parts > 0)),
                _ints(scores.parts > 0),
            )
        case Measure.EVIDENCE_COVERAGE:
            return Ratios(of_side.parts_met, scores.parts)
        case Measure.RECIPROCAL_RANK:
            return Ratios(_ints(of_side.first_rank > 0), np.maximum(of_side.first_rank, 1))
        case Measure.AVERAGE_PRECISION:
            return Ratios(of_side.precision_sum, scores.gold)
        case Measure.NDCG:
            return Ratios(of_side.dcg, cell.ideal_dcg)


def ceilings(scores: Scores, measure: Measure, cell: CellScores) -> Ratios | None:
    """The largest value of `measure` that any ranking could have in `cell`, per query; None where the measure is undefined.

    Average precision: min(k, gold) / gold (statistics.md 1).
    """
    ones = np.ones_like(scores.gold)
    match measure:
        case Measure.RECALL | Measure.AVERAGE_PRECISION:
            return Ratios(cell.reachable, scores.gold)
        case Measure.ALL_HIT:
            return Ratios(_ints(cell.reachable == scores.gold), ones)
        case Measure.PRECISION:
            if cell.cutoff == ALL or not cell.bounded:
                return None
            return Ratios(cell.reachable, ones * cell.cutoff)
        case Measure.EVIDENCE_MET:
            return Ratios(
                _ints((cell.parts_reachable == scores.parts) & (scores.parts > 0)),
                _ints(scores.parts > 0),
            )
        case Measure.EVIDENCE_COVERAGE:
            return Ratios(cell.parts_reachable, scores.parts)
        case Measure.ANY_HIT | Measure.SHARE_OF_CEILING | Measure.RECIPROCAL_RANK | Measure.NDCG:
            return Ratios(ones, ones)


def signs(scores: Scores, measure: Measure, cell: CellScores) -> Ints | None:
    """-1, 0, 1 for the candidate against the baseline, exactly; None where the measure is undefined."""
    if measure is Measure.AVERAGE_PRECISION:
        return cell.average_precision_sign
    if measure is Measure.NDCG:
        return cell.ndcg_sign
    values = [query_values(scores, measure, cell, side) for side in Side]
    baseline, candidate = values
    if baseline is None or candidate is None:
        return None
    crossed = (
        candidate.numerator * baseline.denominator - baseline.numerator * candidate.denominator
    )
    return np.sign(crossed).astype(np.int64)


def exact_average_precision(
    matched: Matched, scores: Scores, cell: CellScores, side: Side, query: int
) -> Fraction:
    """Average precision of one scored query as a fraction."""
    pair = next(pair for pair in matched.stages if pair.baseline.stage == cell.stage)
    lists = pair.side(side).lists[cell.cutoff]
    total = precision_sum(lists, matched.gold_units, query, cell.cutoff)
    return total / int(scores.gold[query])


def _ints(claims: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]) -> Ints:
    return claims.astype(np.int64)
