"""Deltas that point in different directions, and the causes."""

from __future__ import annotations

from fractions import Fraction

import pytest

from reportgen.comparison.directions import (
    Cause,
    Direction,
    Disagreement,
    FacetDirections,
    find_disagreements,
)
from reportgen.comparison.uncertainty.rows import collapse
from reportgen.comparison.uncertainty.terms import Terms, macro_terms, pooled_terms
from reportgen.model.catalogue import FINDING_ORDER
from reportgen.model.cutoff import ALL, Cutoff
from reportgen.model.measure import Averaging, Measure, MeasureRow
from tests.paired import Hits, ints, paired, take


def direction(
    delta: str | Fraction,
    measure: Measure = Measure.RECALL,
    averaging: Averaging = Averaging.MACRO,
    *,
    stage: str = "pool",
    cutoff: Cutoff = 5,
    group: str | None = None,
) -> Direction:
    row = MeasureRow(measure, averaging)
    return Direction(row, stage, cutoff, Fraction(delta), 0, 0, 0, group)


def pooled(delta: str, **place: str) -> Direction:
    return direction(delta, averaging=Averaging.POOLED, **place)  # type: ignore[arg-type]


def measured(terms: Terms, averaging: Averaging, group: str | None = None) -> Direction:
    rows = collapse(terms)
    assert rows.delta is not None
    row = MeasureRow(Measure.RECALL, averaging)
    return Direction(row, "pool", 5, rows.delta, rows.better, rows.same, rows.worse, group)


def recall(hits: Hits, group: str | None = None) -> tuple[Direction, Direction]:
    macro = measured(macro_terms(*hits), Averaging.MACRO, group)
    return macro, measured(pooled_terms(*hits), Averaging.POOLED, group)


def test_every_code_stands_in_the_catalogue() -> None:
    assert set() == {code.value for code in Disagreement} - set(FINDING_ORDER)


def test_macro_rises_and_pooled_falls() -> None:
    hits = (ints(8, 0, 0), ints(4, 1, 0), ints(10, 1, 1))
    macro, over_gold = recall(hits)
    (found,) = find_disagreements([macro, over_gold])

    assert (Fraction(1, 5), Fraction(-1, 4)) == (macro.delta, over_gold.delta)
    assert Disagreement.MACRO_POOLED is found.code
    assert (macro, over_gold) == found.deltas


@pytest.mark.parametrize("delta", ["0", "-1/9"])
def test_one_of_macro_and_pooled_moving_alone_is_a_disagreement(delta: str) -> None:
    assert 1 == len(find_disagreements([direction("1/5"), pooled(delta)]))


def test_equal_directions_are_no_finding() -> None:
    totals = [direction("1/5"), pooled("1/9"), direction("1/5", cutoff=10)]

    assert () == find_disagreements(totals)


def test_deltas_of_different_places_are_not_held_against_each_other() -> None:
    totals = [direction("1/5", stage="pool"), pooled("-1/9", stage="context")]

    assert () == find_disagreements(totals)


def test_any_hit_against_all_hit() -> None:
    totals = [direction("1/5", Measure.ANY_HIT), direction("-1/5", Measure.ALL_HIT)]

    assert [Disagreement.ANY_ALL] == [found.code for found in find_disagreements(totals)]


@pytest.mark.parametrize(
    "measure", [Measure.RECIPROCAL_RANK, Measure.AVERAGE_PRECISION, Measure.NDCG]
)
def test_recall_against_an_order_measure(measure: Measure) -> None:
    against = find_disagreements([direction("1/5"), direction("-1/5", measure)])
    still = find_disagreements([direction("1/5"), direction("0", measure)])

    assert [Disagreement.FOUND_ORDER] == [found.code for found in against]
    assert () == still


def test_evidence_met_against_all_hit() -> None:
    totals = [direction("1/5", Measure.ALL_HIT), direction("-1/5", Measure.EVIDENCE_MET)]
    (found,) = find_disagreements(totals)

    assert Disagreement.EVIDENCE_ALL is found.code
    assert (totals[1], totals[0]) == found.deltas


def test_a_sign_change_across_cutoffs_lists_every_cutoff_in_order() -> None:
    cutoffs: list[Cutoff] = [ALL, 10, 1, 5]
    deltas = ["1/9", "0", "-1/9", "-1/8"]
    totals = [
        direction(delta, cutoff=cutoff) for delta, cutoff in zip(deltas, cutoffs, strict=True)
    ]
    (found,) = find_disagreements(totals)

    assert Disagreement.CUTOFFS is found.code
    assert [1, 5, 10, ALL] == [total.cutoff for total in found.deltas]


def test_a_sign_change_across_stages_keeps_the_order_of_the_stages() -> None:
    totals = [
        direction(delta, stage=stage)
        for stage, delta in (("pool", "1/9"), ("reranked", "0"), ("context", "-1/9"))
    ]
    (found,) = find_disagreements(totals)

    assert Disagreement.STAGES is found.code
    assert tuple(totals) == found.deltas


def test_a_total_can_fall_while_overlapping_groups_rise() -> None:
    # Differences 3/4, -1/2, -1/2; groups of the first with the second, and with the third.
    hits = paired([3, -1, -1], [4, 2, 2])
    total = measured(macro_terms(*hits), Averaging.MACRO)
    groups = tuple(
        measured(macro_terms(*take(hits, list(places))), Averaging.MACRO, name)
        for name, places in (("x", (0, 1)), ("y", (0, 2)))
    )
    facet = FacetDirections("topic", groups, overlapping=True, uncovered=False)
    (found,) = find_disagreements([total], [facet])

    assert [Fraction(1, 8), Fraction(1, 8), Fraction(-1, 12)] == [
        *(group.delta for group in groups),
        total.delta,
    ]
    assert (Disagreement.FACET_TOTAL, "topic") == (found.code, found.facet)
    assert ((total, *groups), (Cause.OVERLAPPING_GROUPS,)) == (found.deltas, found.causes)


def test_queries_without_a_value_are_a_cause() -> None:
    groups = (direction("1/8", group="x"), direction("0", group="y"))
    facet = FacetDirections("topic", groups, overlapping=False, uncovered=True)
    (found,) = find_disagreements([direction("-1/12")], [facet])

    assert (Cause.UNCOVERED_QUERIES,) == found.causes
    assert groups[0] in found.deltas
    assert groups[1] not in found.deltas


def test_one_group_that_moves_with_the_total_is_enough_for_agreement() -> None:
    groups = (direction("1/8", group="x"), direction("-1/8", group="y"))
    facet = FacetDirections("topic", groups, overlapping=True, uncovered=True)

    assert () == find_disagreements([direction("-1/12")], [facet])


def test_a_pooled_total_against_macro_groups_mixes_estimators() -> None:
    # Two groups, each with macro up; pooled falls in the first and so in total.
    hits = paired([-4, 1, 1, 1], [10, 1, 2, 2])
    groups = [
        direction_
        for name, places in (("x", [0, 1]), ("y", [2, 3]))
        for direction_ in recall(take(hits, places), name)
    ]
    facet = FacetDirections("topic", tuple(groups), overlapping=False, uncovered=False)
    found = find_disagreements(recall(hits), [facet])

    assert [Disagreement.MACRO_POOLED, Disagreement.FACET_TOTAL] == [
        finding.code for finding in found
    ]
    assert (Cause.MIXED_ESTIMATORS,) == found[1].causes
    assert Averaging.POOLED is found[1].deltas[0].row.averaging
    assert [Averaging.MACRO] * 2 == [group.row.averaging for group in found[1].deltas[1:]]


def test_a_single_group_of_the_other_estimator_repeats_nothing() -> None:
    groups = (direction("1/8", group="x"), pooled("-1/8"))
    facet = FacetDirections("topic", groups, overlapping=False, uncovered=False)
    found = find_disagreements([direction("1/8"), pooled("-1/8")], [facet])

    assert [Disagreement.MACRO_POOLED] == [finding.code for finding in found]
