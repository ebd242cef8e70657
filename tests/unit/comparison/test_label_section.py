"""What the labels cannot tell, and what a new snapshot changed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from reportgen.errors import Refused
from reportgen.model.labels import State, Verdicts
from reportgen.model.report import Report
from reportgen.model.run import AbsentRule, InputFile, Run
from tests.in_memory import golds, labels, run
from tests.reports import cell, codes, params, report
from tests.unit.comparison.cases import CASES


def test_judged_shares_are_over_what_was_returned() -> None:
    found = CASES["unjudged_units"]().labels.judged[1]

    assert (1, 5) == (found.judged_baseline, found.returned_baseline)
    assert (3, 5) == (found.judged_candidate, found.returned_candidate)
    assert (3, 1, 1) == (found.only_baseline, found.only_candidate, found.both)
    assert 6 == found.slots


def test_two_units_returned_of_five_asked_for_are_judged_two_of_two() -> None:
    lists = {"q1": ["a", "n"]}
    made = report(run(lists), run(lists), labels({"q1": {"a": 1, "n": 0}}), cutoffs=(5,))
    found = cell(made, "recall", 5).judged_baseline

    assert found is not None
    assert (2, 2) == (found.judged, found.returned)


def test_judged_shares_further_apart_than_a_twentieth_are_a_finding() -> None:
    judged = {f"q{at:02d}": {"a": 1, "n": 0} for at in range(20)}
    ours = {query: ["n"] for query in judged}
    one_off = ours | {"q00": ["u"]}
    two_off = one_off | {"q01": ["u"]}
    snapshot = labels(judged)

    assert "label-coverage-differs" not in codes(
        report(run(ours), run(one_off), snapshot, cutoffs=(1,))
    )
    [row] = params(
        report(run(ours), run(two_off), snapshot, cutoffs=(1,)), "label-coverage-differs"
    )["cells"]
    assert (20, 20, 18, 20) == (
        row["judged_baseline"],
        row["returned_baseline"],
        row["judged_candidate"],
        row["returned_candidate"],
    )


def test_a_lead_that_verdicts_could_remove_is_counted_as_open() -> None:
    made = report(
        run({"q1": ["u"]}), run({"q1": ["a"]}), labels({"q1": {"a": 1, "n": 0}}), cutoffs=(1,)
    )
    [tipping] = made.labels.tipping

    assert (1, "candidate", 1, True, 1) == (
        tipping.lead,
        tipping.leading,
        tipping.only_trailing,
        tipping.pooled_removable,
        tipping.macro_needed,
    )
    assert 1 == params(made, "labels-leave-open")["unjudged"]


def test_with_complete_verdicts_nothing_is_open() -> None:
    made = CASES["complete_verdicts"]()

    assert "labels-leave-open" not in codes(made)
    assert "positives-only" not in codes(made)
    assert not made.labels.positives_only


def test_one_complete_query_is_enough_for_more_than_positives() -> None:
    lists = {"q1": ["a", "x"], "q2": ["b"]}
    made = report(
        run(lists),
        run(lists),
        labels(golds({"q1": ["a"], "q2": ["b"]}), query_verdicts={"q1": Verdicts.COMPLETE}),
        cutoffs=(1,),
    )

    assert not made.labels.positives_only
    assert CASES["only_positives"]().labels.positives_only


def test_unreviewed_queries_are_told_apart_by_their_sets() -> None:
    states = dict.fromkeys(("same", "order", "other", "gone"), State.UNREVIEWED)
    snapshot = labels(golds({"q1": ["a"]}), states=states)
    ours = {"q1": ["a"], "same": ["x", "y"], "order": ["x", "y"], "other": ["x", "y"], "gone": []}
    theirs = {"q1": ["a"], "same": ["x", "y"], "order": ["y", "x"], "other": ["x", "z"]}
    found = params(report(run(ours), run(theirs), snapshot, cutoffs=(2,)), "unreviewed-queries")

    assert (4, 2, 1, 1) == (
        found["count"],
        found["identical"],
        found["could_differ"],
        found["absent"],
    )


def run_of(name: str, sha256: str, lists: dict[str, list[str]]) -> Run:
    return replace(run(lists), inputs=(InputFile(f"{name}/run.jsonl", sha256),))


def before_and_after(digest: str = "1") -> tuple[Report, Report]:
    lists, theirs = {"q1": ["a", "b"], "q2": ["a"]}, {"q1": ["b", "c"], "q2": ["a"]}
    before = report(
        run_of("baseline", "1", lists),
        run_of("candidate", "2", theirs),
        labels({"q1": {"a": 1}, "q2": {"a": 1}, "q3": {"a": 1}}),
        cutoffs=(1, 2),
    )
    after = report(
        run_of("baseline", digest, lists),
        run_of("candidate", "2", theirs),
        labels({"q1": {"a": 1, "b": 1}, "q2": {"a": 0}}, digest="sha256:1"),
        cutoffs=(2,),
        previous=before,
    )
    return before, after


def test_the_effect_of_new_labels_is_told_per_run_over_queries_scored_in_both() -> None:
    _, after = before_and_after()
    section = after.labels.previous

    assert section is not None
    assert (1, ["q1"], [], ["q2"]) == (
        section.queries,
        section.changed_gold,
        section.newly_scored,
        section.no_longer_scored,
    )
    row = section.rows[0]
    assert ("recall", "macro", 2, 1) == (row.measure, row.averaging, row.cutoff, row.n)
    assert (1.0, 1.0, 0.0) == (row.baseline_before, row.baseline_after, row.baseline_effect)
    assert (0.0, 0.5, 0.5) == (row.candidate_before, row.candidate_after, row.candidate_effect)
    assert (-1.0, -0.5) == (row.delta_before, row.delta_after)


def test_a_previous_report_of_other_runs_is_refused() -> None:
    with pytest.raises(Refused) as refused:
        before_and_after(digest="3")

    assert [
        "--previous: the baseline's files are not those of the previous report; "
        "compare the same two runs on the new labels, or leave the option out"
    ] == [str(problem) for problem in refused.value.problems]


def test_a_previous_report_with_other_rules_is_refused() -> None:
    before, _ = before_and_after()
    lists, theirs = {"q1": ["a", "b"], "q2": ["a"]}, {"q1": ["b", "c"], "q2": ["a"]}

    with pytest.raises(Refused, match="read by other rules"):
        report(
            run_of("baseline", "1", lists),
            run_of("candidate", "2", theirs),
            labels({"q1": {"a": 1}}, digest="sha256:1"),
            absent=AbsentRule.RETURNED_NOTHING,
            previous=before,
        )
