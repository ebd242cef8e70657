"""Queries without an answer: what was returned, and who declined."""

from __future__ import annotations

from reportgen.model.report import Report
from tests.in_memory import labels, run, stage
from tests.reports import codes, report
from tests.unit.comparison.cases import CASES, answering

JUDGED = {
    "in": {"a": 1},
    "out": {"a": 1},
    "none1": {"x": 0},
    "none2": {"x": 0},
    "none3": {"x": 0},
}


def made() -> Report:
    lists = {"in": ["a"], "out": ["x"], "none1": ["x", "y"], "none2": [], "none3": ["x"]}
    other = {"in": ["x"], "out": ["a"], "none1": [], "none2": [], "none3": ["x"]}
    baseline = answering(run(lists), {"in": False, "out": True, "none1": True, "none2": False})
    candidate = answering(
        run(other), {"in": True, "out": False, "none1": False, "none2": False, "none3": True}
    )
    return report(baseline, candidate, labels(JUDGED), cutoffs=(1,))


def test_returned_units_are_counted_and_stay_out_of_recall() -> None:
    of = made()

    assert [("baseline", 1, 2, 3), ("candidate", 2, 1, 1)] == [
        (row.run, row.empty, row.returning, row.units) for row in of.no_answer.returns
    ]
    assert {2} == {row.n for row in of.aggregates}


def test_abstention_is_split_by_what_should_have_happened() -> None:
    found = {
        (row.run, row.of): (row.queries, row.abstained, row.answered, row.unrecorded)
        for row in made().no_answer.abstentions
    }

    assert {
        ("baseline", "no-answer"): (3, 1, 1, 1),
        ("baseline", "gold-in-context"): (1, 0, 1, 0),
        ("baseline", "gold-not-in-context"): (1, 1, 0, 0),
        ("candidate", "no-answer"): (3, 1, 2, 0),
        ("candidate", "gold-in-context"): (1, 0, 1, 0),
        ("candidate", "gold-not-in-context"): (1, 1, 0, 0),
    } == found


def test_pairs_count_the_queries_with_an_answer_of_both_runs() -> None:
    found = {
        row.of: (row.both_abstained, row.only_baseline, row.only_candidate, row.neither)
        for row in made().no_answer.pairs
    }

    assert {"no-answer": (0, 1, 0, 1), "gold": (0, 1, 1, 0)} == found


def test_the_context_is_the_last_shared_stage() -> None:
    pool, context = {"in": ["a"]}, {"in": ["x"]}
    staged = run(stage(pool, name="pool"), stage(context, name="context"))
    one = answering(staged, {"in": False})
    rows = report(one, one, labels({"in": {"a": 1}}), cutoffs=(1,)).no_answer.abstentions

    assert [("gold-in-context", 0), ("gold-not-in-context", 1)] == [
        (row.of, row.queries) for row in rows if row.run == "baseline" and row.of != "no-answer"
    ]


def test_a_run_without_answers_says_so_and_makes_no_table() -> None:
    of = CASES["without_an_answer"]()

    assert (False, True) == (of.no_answer.answers_baseline, of.no_answer.answers_candidate)
    assert {"candidate"} == {row.run for row in of.no_answer.abstentions}
    assert [] == of.no_answer.pairs
    assert ["baseline"] == [
        finding.params["run"] for finding in of.findings if finding.code == "no-answers-recorded"
    ]


def test_without_such_queries_missing_answers_are_not_mentioned() -> None:
    assert "no-answers-recorded" not in codes(CASES["few_queries"]())
