"""What only the rankings can tell: shared queries, known units, orders that matter."""

from __future__ import annotations

from typing import Any

import pytest

from reportgen.contract import check_matched
from reportgen.contract.near_misses import Nearness, id_pairs
from reportgen.errors import Refused
from reportgen.model.cutoff import ALL, Cutoff
from reportgen.model.finding import Finding
from reportgen.model.labels import Labels
from reportgen.model.run import Order, Run
from tests.in_memory import golds, labels, matched, run, stage, unit_map


def check(
    baseline: Run,
    candidate: Run,
    snapshot: Labels,
    *,
    cutoffs: tuple[Cutoff, ...] = (1, ALL),
    allow: tuple[str, ...] = (),
) -> tuple[Finding, ...]:
    met = matched(baseline, candidate, snapshot, cutoffs=cutoffs)
    return check_matched(baseline, candidate, snapshot, met, allow=allow)


def refusal(*args: Any, **options: Any) -> list[str]:
    with pytest.raises(Refused) as refused:
        check(*args, **options)
    return [str(problem) for problem in refused.value.problems]


def test_runs_that_know_units_of_shared_queries_pass_without_a_finding() -> None:
    of_run = run({"q1": ["a"]})

    assert () == check(of_run, of_run, labels(golds({"q1": "a"})))


def test_a_part_of_a_known_unit_is_suspected_to_be_of_another_kind() -> None:
    ours = run({"q1": ["doc7#c1", "doc1#c3"]}, path="a")
    theirs = run({"q1": ["doc1#c4"]}, path="b")
    problems = refusal(ours, theirs, labels(golds({"q1": ["doc1", "zz"]})))

    assert 2 == len(problems)
    assert problems[0].startswith(
        "a: the labels know none of the 2 unit ids that the baseline returned, and none of the other run's: "
        "baseline 'doc1#c3', 'doc7#c1'; labels 'doc1'"
    )
    assert "units of different kinds" in problems[0]


def test_ids_that_differ_in_signs_alone_are_suspected_to_be_written_differently() -> None:
    of_run = run({"q1": ["2f67<::>1"]})
    problems = refusal(of_run, of_run, labels(golds({"q1": ["2f67::1"]})))

    assert ["written differently" in problem for problem in problems] == [True, True]
    assert "'2f67<::>1'" in problems[0]
    assert "'2f67::1'" in problems[0]


def test_ids_that_have_nothing_in_common_are_shown_all_the_same() -> None:
    of_run = run({"q1": ["a", "b", "c", "d"]})
    problems = refusal(of_run, of_run, labels(golds({"q1": "wxyz"})))

    assert "baseline 'a', 'b', 'c'; labels 'w', 'x', 'y'" in problems[0]
    assert "different corpora" in problems[0]


def test_one_run_that_knows_no_unit_is_a_finding() -> None:
    findings = check(run({"q1": ["a"]}), run({"q1": ["b#1"]}), labels(golds({"q1": "ab"})))

    assert [("run-knows-no-unit", {"run": "candidate"})] == [
        (finding.code, finding.where) for finding in findings
    ]
    assert {
        "run": "candidate",
        "distinct": 1,
        "pairs": [{"returned": "b#1", "known": "b"}],
    } == findings[0].params


def test_runs_may_know_units_of_other_queries_only() -> None:
    of_run = run({"q1": ["b"]})

    assert () == check(of_run, of_run, labels(golds({"q1": "a", "q2": "b"})))


def test_labels_without_a_judgment_are_no_reason_to_refuse() -> None:
    of_run = run({"q1": ["b"]})

    assert () == check(of_run, of_run, labels({"q1": {}}))


@pytest.mark.parametrize(
    ("baseline", "candidate"),
    [("q1", "q2"), ("q9", "q9"), ("q1", "q9")],
    ids=["each shares with the labels alone", "both are strangers", "one is a stranger"],
)
def test_no_shared_query_is_refused(baseline: str, candidate: str) -> None:
    ours, theirs = run({baseline: ["a"]}), run({candidate: ["a"]})
    (problem,) = refusal(ours, theirs, labels(golds({"q1": "a", "q2": "a"})))

    assert "no query id is shared" in problem
    assert f"baseline '{baseline}'" in problem
    assert f"candidate '{candidate}'" in problem
    assert "labels 'q1'" in problem


def test_query_ids_written_differently_are_shown_first() -> None:
    of_run = run({"zz": ["a"], "q9": ["a"], "x<::>1": ["a"]})
    (problem,) = refusal(of_run, of_run, labels(golds({"a": "a", "x::1": "a"})))

    assert "candidate 'x<::>1'" in problem
    assert "written differently" in problem


SWAPPED = [("a", 1.0, 1), ("b", 2.0, 2), ("c", 0.0, 3)]
AGREEING = [("a", 3.0, 1), ("b", 2.0, 2), ("c", 1.0, 3)]


def test_orders_that_give_another_top_k_are_refused_unless_allowed() -> None:
    ours = run(stage({"q1": SWAPPED}, order=Order.SCORE), path="a")
    theirs = run(stage({"q1": AGREEING}, order=Order.RANK), path="b")
    snapshot = labels(golds({"q1": "abc"}))
    allowed = check(ours, theirs, snapshot, allow=("order",))

    (problem,) = refusal(ours, theirs, snapshot)
    assert (
        "a: order differs at stage run: baseline score, candidate rank; by rank the baseline"
        in (problem)
    )
    assert "--allow order" in problem
    assert [
        {
            "stage": "run",
            "baseline": "score",
            "candidate": "rank",
            "changes": [
                {"run": "baseline", "cutoff": 1, "queries": 1},
                {"run": "baseline", "cutoff": "all", "queries": 1},
            ],
            "untried": [],
        }
    ] == [finding.params for finding in allowed]


def test_orders_that_give_the_same_top_k_are_a_finding() -> None:
    ours = run(stage({"q1": AGREEING}, order=Order.SCORE))
    theirs = run(stage({"q1": AGREEING}, order=Order.LISTED))
    (finding,) = check(ours, theirs, labels(golds({"q1": "abc"})))

    assert ("order-differs", {"stage": "run"}) == (finding.code, finding.where)
    assert ([], []) == (finding.params["changes"], finding.params["untried"])


def test_a_difference_below_every_cutoff_does_not_matter() -> None:
    rows = [("a", 9.0, 1), ("b", 1.0, 2), ("c", 2.0, 3)]
    ours = run(stage({"q1": rows}, order=Order.SCORE))
    theirs = run(stage({"q1": rows}, order=Order.RANK))
    snapshot = labels(golds({"q1": "a"}))

    assert 1 == len(check(ours, theirs, snapshot, cutoffs=(1,)))
    assert 2 == len(refusal(ours, theirs, snapshot, cutoffs=(2,)))
    assert 2 == len(refusal(ours, theirs, snapshot, cutoffs=(ALL,)))


def test_a_rule_that_a_file_cannot_serve_is_not_tried_and_the_finding_says_so() -> None:
    ours = run(stage({"q1": [("a", 2.0), ("b", 1.0)]}, order=Order.SCORE))
    theirs = run(stage({"q1": ["a", "b"]}, order=Order.LISTED))
    (finding,) = check(ours, theirs, labels(golds({"q1": "a"})))

    assert ([], ["candidate"]) == (finding.params["changes"], finding.params["untried"])


def test_equal_ranks_anywhere_keep_the_order_by_rank_from_being_tried() -> None:
    tied = [("a", 3.0, 1), ("b", 2.0, 2), ("c", 1.0, 2)]
    ours = run(stage({"q1": tied}, order=Order.SCORE))
    theirs = run(stage({"q1": AGREEING}, order=Order.RANK))
    (finding,) = check(ours, theirs, labels(golds({"q1": "a"})))

    assert ["baseline"] == finding.params["untried"]


def test_near_misses_come_first_and_no_id_stands_twice() -> None:
    pairs = id_pairs([(["b", "007", "A-1", "A-1#2"], ["7", "a1", "z"])])

    assert [
        ("007", "7", Nearness.SPELLING),
        ("A-1", "a1", Nearness.SPELLING),
        ("A-1#2", "a1", Nearness.PART),
    ] == [(pair.returned, pair.known, pair.nearness) for pair in pairs]


def test_a_run_of_documents_on_labels_of_passages_is_a_near_miss_too() -> None:
    (pair,) = id_pairs([(["doc1"], ["doc1#c3"])])

    assert Nearness.PART is pair.nearness


def test_units_that_the_map_leaves_out_are_named() -> None:
    of_run = run({"q1": ["p7", "p8"]}, unit="passage")
    snapshot = labels(
        golds({"q1": "doc1"}), unit="document", unit_maps=(unit_map([("p1", "doc1")]),)
    )
    problems = refusal(of_run, of_run, snapshot)

    assert ["'p7', 'p8'" in problem and "unit map" in problem for problem in problems] == [True] * 2


def test_runs_that_returned_nothing_at_all_are_refused_as_such() -> None:
    of_run = run({"q1": []})
    problems = refusal(of_run, of_run, labels(golds({"q1": "a"})))

    assert ["returned no unit" in problem for problem in problems] == [True, True]
