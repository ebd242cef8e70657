"""Where gold is lost: flows, patterns, splits and the stage at which a difference arises, worked by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from reportgen.document import decode_report, encode_report
from reportgen.model.cutoff import ALL
from reportgen.model.labels import State
from reportgen.model.report import Report
from reportgen.model.run import Run
from reportgen.pipeline import render
from reportgen.pipeline.options import FORMATS
from tests.in_memory import golds, labels, run, stage
from tests.reports import amount, cell, codes, params, report
from tests.unit.comparison.cases import CASES

Lists = Mapping[str, Sequence[str]]


def staged(**lists: Lists) -> Run:
    return run(*(stage(of, name=name) for name, of in lists.items()))


def test_lost_and_gained_are_counted_and_never_netted() -> None:
    """FX14."""
    made = CASES["gained_at_the_end"]()
    flow = made.stages.flows[0]

    assert (5, 1, 2) == (flow.gold, flow.missed, flow.reached)
    assert [("rerank", 2, 1, 0), ("context", 1, 0, 1)] == [
        (step.stage, step.lost, step.forced, step.gained) for step in flow.steps
    ]


def test_patterns_of_presence_add_up_to_the_gold() -> None:
    made = CASES["gained_at_the_end"]()
    found = {row.pattern: row.units for row in made.stages.patterns if row.run == "baseline"}

    assert {"111": 1, "110": 1, "100": 2, "001": 1} == found


def test_a_unit_that_only_a_later_stage_holds_is_listed() -> None:
    made = CASES["gained_at_the_end"]()

    assert [("baseline", "context", "q1", "5")] == [
        (row.run, row.stage, row.query_id, row.unit_id) for row in made.stages.gained
    ]
    assert 1 == made.stages.gained_total
    assert {"run": "baseline", "stage": "context", "units": 1, "queries": 1} == params(
        made, "gold-gained"
    )


def test_a_step_that_adds_units_is_not_nested() -> None:
    made = CASES["gained_at_the_end"]()

    assert [("baseline", "context", 1, ["q1"])] == [
        (row.run, row.stage, row.count, row.queries) for row in made.stages.not_nested
    ]


def test_macro_flows_obey_the_identity_of_the_counts() -> None:
    judged = golds({"q1": ["a", "b"], "q2": ["c"]})
    baseline = staged(pool={"q1": ["a", "b"], "q2": ["x"]}, context={"q1": ["a"], "q2": ["c"]})
    made = report(baseline, baseline, labels(judged), cutoffs=(1,))
    flow = made.stages.macro_flows[0]

    assert (0.5, 0.25, 0.5, 0.75) == (
        flow.missed,
        flow.steps[0].lost,
        flow.steps[0].gained,
        flow.reached,
    )
    assert pytest.approx(1 - flow.reached) == (
        flow.missed + flow.steps[0].lost - flow.steps[0].gained
    )


def test_the_same_cutoff_split_has_its_three_parts() -> None:
    """FX15."""
    judged = golds({"q1": list("abcde")})
    lists = {"q1": ["a", "b", "x", "c", "d"]}
    made = report(run(lists), run(lists), labels(judged), cutoffs=(3,))
    split = made.stages.splits[0]

    assert (2, 0, 1, 2) == (split.unreachable, split.missing, split.ordering, split.hits)
    assert pytest.approx([2 / 5, 0, 1 / 5, 2 / 5]) == [
        split.macro_unreachable,
        split.macro_missing,
        split.macro_ordering,
        split.macro_recall,
    ]


def test_a_unit_that_a_later_stage_adds_counts_as_a_candidate_there() -> None:
    judged = golds({"q1": ["a"]})
    baseline = staged(pool={"q1": ["x"]}, context={"q1": ["a"]})
    made = report(baseline, baseline, labels(judged), cutoffs=(1,))

    assert [("pool", 1, 0, 0), ("context", 0, 0, 1)] == [
        (row.stage, row.missing, row.ordering, row.hits)
        for row in made.stages.splits
        if row.run == "baseline"
    ]


def test_the_difference_is_put_on_the_first_stage_where_the_gold_differs() -> None:
    judged = golds({"q1": ["a"], "q2": ["a"], "q3": ["a"]})
    baseline = staged(
        pool={query: ["a", "x"] for query in judged}, context={query: ["a"] for query in judged}
    )
    candidate = staged(
        pool={"q1": ["x", "y"], "q2": ["a", "x"], "q3": ["a", "y"]},
        context={"q1": ["x"], "q2": ["x"], "q3": ["a"]},
    )
    found = params(report(baseline, candidate, labels(judged), cutoffs=(1,)), "difference-arises")

    assert (3, 2) == (found["n"], found["changed"])
    assert [{"stage": "pool", "queries": 1}, {"stage": "context", "queries": 1}] == found["stages"]


def test_only_shared_stages_are_compared_and_the_others_listed() -> None:
    judged = golds({"q1": ["a"]})
    lists: Lists = {"q1": ["a"]}
    baseline = staged(pool=lists, reranked={"q1": ["x"]}, context=lists)
    made = report(baseline, staged(pool=lists, context=lists), labels(judged), cutoffs=(1,))

    assert ["pool", "context"] == made.scope.stages
    assert ["reranked"] == made.scope.baseline.other_stages
    assert {"baseline": ["reranked"], "candidate": []} == params(made, "other-stages")
    assert [0, 0] == [step.lost for flow in made.stages.flows for step in flow.steps]


def test_one_stage_has_no_flow() -> None:
    made = CASES["few_queries"]()

    assert ([], [], []) == (
        made.stages.flows,
        made.stages.macro_flows,
        made.stages.patterns,
    )


def changes(of: Report, cutoff: object) -> tuple[int, ...]:
    row = next(row for row in of.stages.lists if row.cutoff == cutoff)
    return row.same_list, row.same_units, row.equal_hits, row.other_hits


def test_unchanged_retrieval_is_told_apart() -> None:
    judged = golds({f"q{at}": ["a"] for at in range(4)})
    baseline = run({"q0": ["a", "x"], "q1": ["a", "x"], "q2": ["a", "x"], "q3": ["a", "x"]})
    candidate = run({"q0": ["a", "x"], "q1": ["x", "a"], "q2": ["a", "y"], "q3": ["y", "x"]})
    made = report(baseline, candidate, labels(judged), cutoffs=(2,))

    assert (1, 1, 1, 1) == changes(made, 2)
    assert ["l", "u", "e", "h"] == [row.cells[0].change for row in made.queries]


def test_a_reversed_list_moves_recall_at_one_and_not_at_all() -> None:
    made = CASES["reordered"]()

    assert (0.0, 1.0) == (
        amount(cell(made, "recall", 1).baseline).value,
        amount(cell(made, "recall", 1).candidate).value,
    )
    assert (0, 0) == (cell(made, "recall", ALL).better, cell(made, "recall", ALL).worse)
    assert {"stage": "run", "n": 1, "reordered": 1} == params(made, "pure-reorder")


def test_full_lists_are_told_apart_where_all_is_no_cutoff() -> None:
    judged = golds({"q1": ["a"]})
    made = report(run({"q1": ["a", "x"]}), run({"q1": ["a", "y"]}), labels(judged), cutoffs=(1,))

    assert (1, 0, 0, 0) == changes(made, 1)
    assert (0, 0, 1, 0) == changes(made, ALL)
    assert "lists-compared" in codes(made)


@pytest.mark.parametrize("states", [{}, {"q1": State.UNREVIEWED}, {"q1": State.NO_ANSWER}])
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_without_a_scored_query_no_gold_flows_and_every_format_is_written(
    states: Mapping[str, State], lang: str
) -> None:
    """A relevance level that no grade reaches, or no query that has gold: several stages, nothing to lose."""
    grade = 0 if states else 1
    made = report(
        staged(pool={"q1": ["a", "b"]}, context={"q1": ["a"]}),
        staged(pool={"q1": ["b", "a"]}, context={"q1": ["b"]}),
        labels({"q1": {"a": grade}}, states=states),
        relevance_level=None if states else 9,
    )

    assert ([], [], [], []) == (
        made.stages.flows,
        made.stages.macro_flows,
        made.stages.patterns,
        made.stages.gained,
    )
    assert "no-scored-query" in codes(made)
    for name in FORMATS:
        assert render(made, format=name, lang=lang)
    assert made == decode_report(encode_report(made), "report.json")
