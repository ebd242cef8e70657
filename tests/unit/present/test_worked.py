"""The numbers of one real query in the formulas."""

from __future__ import annotations

import pytest

from reportgen.model.measure import Averaging, Measure, MeasureRow
from reportgen.model.report import Report
from reportgen.present import PresentOptions
from reportgen.present.page import Page
from reportgen.present.sections.worked import Worked, example, per_query, put_in
from tests import in_memory, reports
from tests.example_reports import teaching_report


def _one_query(ranking: list[str], gold: list[str]) -> tuple[Page, Worked]:
    snapshot = in_memory.labels(in_memory.golds({"q": gold}))
    return _worked(
        reports.report(
            in_memory.run({"q": ["x"]}), in_memory.run({"q": ranking}), snapshot, cutoffs=(2,)
        )
    )


def _worked(report: Report) -> tuple[Page, Worked]:
    page = Page.of(report, "en", PresentOptions())
    query = example(page)
    if query is None:
        pytest.fail("no query was scored")
    return page, query


def _row(measure: Measure, averaging: Averaging = Averaging.MACRO) -> MeasureRow:
    return MeasureRow(measure, averaging)


@pytest.mark.parametrize(
    ("measure", "baseline", "candidate"),
    [
        (Measure.RECALL, "0/3 = 0", "2/3 = 0.667"),
        (Measure.ANY_HIT, "0 = 0 → 0", "2 > 0 → 1"),
        (Measure.ALL_HIT, "0 < 3 → 0", "2 < 3 → 0"),
        (Measure.SHARE_OF_CEILING, "0/2 = 0", "2/2 = 1"),
        (Measure.PRECISION, "0/2 = 0", "2/2 = 1"),
        (Measure.RECIPROCAL_RANK, "0", "1/1 = 1"),
        (Measure.AVERAGE_PRECISION, "(0) / 3 = 0", "(1/1 + 2/2) / 3 = 0.667"),
        (Measure.NDCG, "0.000 / 1.631 = 0", "1.631 / 1.631 = 1"),
    ],
)
def test_what_one_query_contributes_to_each_measure(
    measure: Measure, baseline: str, candidate: str
) -> None:
    _, query = _one_query(["a", "b"], ["a", "b", "c"])

    assert per_query(_row(measure), query) == (baseline, candidate)


@pytest.mark.parametrize(
    ("ranking", "met", "coverage"),
    [
        (["n1", "a1"], "2 = 2 → 1", "2/2 = 1"),
        (["n2", "n1", "a1"], "1 < 2 → 0", "1/2 = 0.500"),
        (["x", "y", "n1"], "0 < 2 → 0", "0/2 = 0"),
    ],
)
def test_one_query_contributes_the_parts_of_its_evidence_that_are_met(
    ranking: list[str], met: str, coverage: str
) -> None:
    gold = ["n1", "n2", "a1", "a2", "a3"]
    snapshot = in_memory.labels(
        in_memory.golds({"q": gold}), evidence={"q": [["n1", "n2"], ["a1", "a2", "a3"]]}
    )
    _, query = _worked(
        reports.report(
            in_memory.run({"q": ["x"]}), in_memory.run({"q": ranking}), snapshot, cutoffs=(2,)
        )
    )

    assert per_query(_row(Measure.EVIDENCE_MET), query) == ("0 < 2 → 0", met)
    assert per_query(_row(Measure.EVIDENCE_COVERAGE), query) == ("0/2 = 0", coverage)


def test_of_changed_queries_one_with_evidence_is_the_example() -> None:
    gold = {"p": ["a", "b"], "q": ["c", "d"]}
    snapshot = in_memory.labels(in_memory.golds(gold), evidence={"q": [["c"]]})
    _, query = _worked(
        reports.report(
            in_memory.run({"p": ["x"], "q": ["x"]}),
            in_memory.run({"p": ["a", "b"], "q": ["c"]}),
            snapshot,
            cutoffs=(2,),
        )
    )

    assert query.query_id == "q"


def test_where_a_unit_map_cuts_elsewhere_evidence_is_not_worked_out() -> None:
    snapshot = in_memory.labels(
        in_memory.golds({"q": ["d"]}),
        evidence={"q": [["d"]]},
        unit_maps=[in_memory.unit_map([("p1", "d")])],
        unit="document",
    )
    run = in_memory.run(in_memory.stage({"q": ["p1"]}, unit="passage"))
    _, query = _worked(reports.report(run, run, snapshot, cutoffs=(1,)))

    assert per_query(_row(Measure.EVIDENCE_MET), query) is None


def test_the_gain_of_a_later_rank_is_discounted() -> None:
    _, query = _one_query(["a", "x"], ["a", "b"])
    sides = per_query(_row(Measure.NDCG), query)

    assert sides is not None
    assert sides[1] == "1.000 / 1.631 = 0.613"


def test_weights_are_those_of_macro_and_pooled() -> None:
    page, query = _worked(teaching_report())

    assert query.query_id == "A"
    assert put_in(page, _row(Measure.RECALL), query) == "1/3 = 33.3 %"
    assert put_in(page, _row(Measure.RECALL, Averaging.POOLED), query) == "3/5 = 60 %"


def test_a_changed_query_with_a_few_gold_units_is_the_example() -> None:
    _, query = _worked(teaching_report())

    assert (query.gold, query.hits, query.reachable) == (3, (1, 0), 2)


def test_where_the_labels_hold_graded_units_below_the_level_ndcg_is_not_worked_out() -> None:
    snapshot = in_memory.labels({"q": {"a": 2, "b": 1}}, relevance_level=2)
    run = in_memory.run({"q": ["b", "a"]})
    _, query = _worked(reports.report(run, run, snapshot, cutoffs=(2,)))

    assert per_query(_row(Measure.NDCG), query) is None
    assert per_query(_row(Measure.AVERAGE_PRECISION), query) == (
        "(1/2) / 1 = 0.500",
        "(1/2) / 1 = 0.500",
    )
