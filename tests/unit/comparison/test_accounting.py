"""Every query stands in one place of the accounting, with its reason."""

from __future__ import annotations

from typing import Any

from reportgen.model.labels import State
from reportgen.model.report import Report
from reportgen.model.run import AbsentRule, DuplicatesRule, Run
from tests.in_memory import golds, labels, run, stage
from tests.reports import codes, params, report
from tests.unit.comparison.cases import CASES


def reasons(of: Report) -> list[tuple[Any, ...]]:
    return [
        (part.reason, tuple(part.queries), part.run, part.stage) for part in of.accounting.excluded
    ]


def staged(pool: list[str], context: list[str]) -> Run:
    return run(
        stage({query: ["a"] for query in pool}, name="pool"),
        stage({query: ["a"] for query in context}, name="context"),
    )


def test_every_exclusion_has_the_first_reason_that_applies() -> None:
    gold = [*(f"g{at}" for at in range(5)), "only2"]
    judged: dict[str, dict[str, int]] = {
        **{query: {"a": 2} for query in gold},
        "low": {"a": 1},
        "none": {"x": 0},
    }
    snapshot = labels(judged, states={"open": State.UNREVIEWED, "only2": State.RELEVANT})
    everywhere = ["g0", "low", "none"]
    made = report(
        staged([*everywhere, "g2", "g3", "only2"], [*everywhere, "g2", "g3"]),
        staged([*everywhere, "g1", "g3", "only2"], [*everywhere, "g1", "g3", "only2"]),
        snapshot,
        relevance_level=2,
        cutoffs=(1,),
    )

    assert [
        ("unreviewed", ("open",), None, None),
        ("no-answer", ("none",), None, None),
        ("no-gold-at-level", ("low",), None, None),
        ("absent-from-both", ("g4",), None, None),
        ("absent-from-baseline", ("g1",), None, None),
        ("absent-from-candidate", ("g2",), None, None),
        ("stage-missing", ("only2",), "baseline", "context"),
    ] == reasons(made)
    assert (9, 2) == (made.accounting.queries, made.accounting.scored)


def test_swapping_the_runs_swaps_the_reasons() -> None:
    judged = golds({"q1": ["a"], "q2": ["a"], "q3": ["a"]})
    ours, theirs = run({"q1": ["a"], "q2": ["a"]}), run({"q1": ["a"], "q3": ["a"]})
    forward = report(ours, theirs, labels(judged), cutoffs=(1,))
    backward = report(theirs, ours, labels(judged), cutoffs=(1,))

    assert [
        ("absent-from-baseline", ("q3",), None, None),
        ("absent-from-candidate", ("q2",), None, None),
    ] == reasons(forward)
    assert [
        ("absent-from-baseline", ("q2",), None, None),
        ("absent-from-candidate", ("q3",), None, None),
    ] == reasons(backward)


def test_one_query_of_fifty_is_scored_and_the_others_are_counted() -> None:
    judged = golds({f"q{at:02d}": ["a"] for at in range(50)})
    made = report(
        run({query: ["a"] for query in judged}), run({"q00": ["a"]}), labels(judged), cutoffs=(1,)
    )

    assert (1, 49) == (made.accounting.scored, made.accounting.excluded[0].count)
    assert 49 == params(made, "missing-queries")["count"]


def test_results_are_counted_as_returned_empty_or_absent() -> None:
    judged = golds({"q1": ["a"], "q2": ["a"], "q3": ["a"]})
    made = report(
        run({"q1": ["a", "a"], "q2": []}, duplicates=DuplicatesRule.KEEP_FIRST),
        run({"q1": ["a"], "q2": ["a"], "q3": []}, duplicates=DuplicatesRule.KEEP_FIRST),
        labels(judged),
        cutoffs=(1,),
    )

    assert [("baseline", 1, 1, 1, 1), ("candidate", 2, 1, 0, 0)] == [
        (row.run, row.returned, row.returned_nothing, row.absent, row.dropped)
        for row in made.accounting.results
    ]


def test_an_absent_query_keeps_the_other_runs_hits_and_is_neither_zero() -> None:
    made = CASES["absent_queries"]()
    rows = {row.query_id: row for row in made.queries}
    first = rows["q2"].cells[0]

    assert ("absent-from-candidate", 1, None) == (
        rows["q2"].excluded,
        first.baseline.hits,
        first.candidate.hits,
    )
    assert None is first.change


def test_absent_as_zero_gives_every_aggregate_over_all_queries_with_gold() -> None:
    made = CASES["absent_queries"]()
    found = params(made, "absent-as-zero")
    recall = found["rows"][0]

    assert (3, 2, len(made.aggregates)) == (found["n"], found["absent"], len(found["rows"]))
    assert ("recall", 3, 2 / 3, 1 / 3) == (
        recall["measure"],
        recall["n"],
        recall["baseline"],
        recall["candidate"],
    )


def test_with_absent_counted_as_nothing_no_query_is_missing() -> None:
    judged = golds({"q1": ["a"], "q2": ["a"]})
    made = report(
        run({"q1": ["a"], "q2": ["x"]}),
        run({"q2": ["a"]}),
        labels(judged),
        absent=AbsentRule.RETURNED_NOTHING,
        cutoffs=(1,),
    )

    assert (2, []) == (made.accounting.scored, reasons(made))
    assert "missing-queries" not in codes(made)
    assert "absent-overridden" in codes(made)


def test_gold_per_query_and_ceilings_below_one_are_counted() -> None:
    judged = golds({"q1": ["a"], "q2": ["a", "b"], "q3": ["a", "b"]})
    lists = {query: ["a"] for query in judged}
    made = report(run(lists), run(lists), labels(judged), cutoffs=(1, 2))

    assert [(1, 1), (2, 2)] == [(row.gold, row.queries) for row in made.accounting.gold_per_query]
    assert [(1, 2), (2, 0)] == [(row.cutoff, row.below_one) for row in made.accounting.ceilings]
