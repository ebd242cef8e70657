"""Per-query values of every measure: numerators over denominators, and signs."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from reportgen.model.cutoff import ALL
from reportgen.model.matched import Bools, Ints, Matched
from reportgen.model.measure import Measure
from reportgen.model.run import Side
from reportgen.model.scores import CellScores, Ratios, Scores, SideScores, Values
from reportgen.score.signs import precision_sum


def query_values(scores: Scores, measure: Measure, cell: CellScores, side: Side) -> Ratios | None:
    """One run's values of `measure` in `cell`; None where the measure is undefined there
    (precision at `all`, or where a unit map turns one unit into several).

    A denominator of 0 is a query that the measure does not cover.
    """
    if not is_defined(measure, cell):
        return None
    of_side = cell.side(side)
    return Ratios(
        numerator=_numerator(scores, measure, of_side),
        denominator=_denominator(scores, measure, cell, of_side),
    )


def is_defined(measure: Measure, cell: CellScores) -> bool:
    """Whether `measure` has a meaning in `cell` at all."""
    return measure is not Measure.PRECISION or (cell.cutoff != ALL and cell.bounded)


def ceilings(scores: Scores, measure: Measure, cell: CellScores) -> Ratios | None:
    """The largest value of `measure` that any ranking could have in `cell`, per query; None where
    the measure is undefined. That of average precision is min(k, gold) / gold (statistics.md 1).
    """
    if not is_defined(measure, cell):
        return None
    ones = np.ones_like(scores.gold)
    match measure:
        case Measure.RECALL | Measure.AVERAGE_PRECISION:
            return Ratios(cell.reachable, scores.gold)
        case Measure.ALL_HIT:
            return Ratios(_ints(cell.reachable == scores.gold), ones)
        case Measure.PRECISION:
            return Ratios(cell.reachable, _k(cell, ones))
        case Measure.EVIDENCE_MET:
            asked = scores.parts > 0
            return Ratios(_ints(asked & (cell.parts_reachable == scores.parts)), _ints(asked))
        case Measure.EVIDENCE_COVERAGE:
            return Ratios(cell.parts_reachable, scores.parts)
        case Measure.ANY_HIT | Measure.SHARE_OF_CEILING | Measure.RECIPROCAL_RANK | Measure.NDCG:
            return Ratios(ones, ones)


def signs(scores: Scores, measure: Measure, cell: CellScores) -> Ints | None:
    """-1, 0, 1 for the candidate against the baseline, exactly; None where undefined."""
    if measure is Measure.AVERAGE_PRECISION:
        return cell.average_precision_sign
    if measure is Measure.NDCG:
        return cell.ndcg_sign
    baseline = query_values(scores, measure, cell, Side.BASELINE)
    candidate = query_values(scores, measure, cell, Side.CANDIDATE)
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


def _numerator(scores: Scores, measure: Measure, of_side: SideScores) -> Values:
    match measure:
        case Measure.RECALL | Measure.SHARE_OF_CEILING | Measure.PRECISION:
            values: Values = of_side.hits
        case Measure.ANY_HIT:
            values = _ints(of_side.hits > 0)
        case Measure.ALL_HIT:
            values = _ints(of_side.hits == scores.gold)
        case Measure.EVIDENCE_MET:
            values = _ints((scores.parts > 0) & (of_side.parts_met == scores.parts))
        case Measure.EVIDENCE_COVERAGE:
            values = of_side.parts_met
        case Measure.RECIPROCAL_RANK:
            values = _ints(of_side.first_rank > 0)
        case Measure.AVERAGE_PRECISION:
            values = of_side.precision_sum
        case Measure.NDCG:
            values = of_side.dcg
    return values


def _denominator(scores: Scores, measure: Measure, cell: CellScores, of_side: SideScores) -> Values:
    ones = np.ones_like(scores.gold)
    match measure:
        case Measure.RECALL | Measure.AVERAGE_PRECISION:
            values: Values = scores.gold
        case Measure.ANY_HIT | Measure.ALL_HIT:
            values = ones
        case Measure.SHARE_OF_CEILING:
            values = cell.reachable
        case Measure.PRECISION:
            values = _k(cell, ones)
        case Measure.EVIDENCE_MET:
            values = _ints(scores.parts > 0)
        case Measure.EVIDENCE_COVERAGE:
            values = scores.parts
        case Measure.RECIPROCAL_RANK:
            values = np.maximum(of_side.first_rank, 1)
        case Measure.NDCG:
            values = cell.ideal_dcg
    return values


def _k(cell: CellScores, ones: Ints) -> Ints:
    return ones if cell.cutoff == ALL else ones * cell.cutoff


def _ints(claims: Bools) -> Ints:
    return claims.astype(np.int64)
