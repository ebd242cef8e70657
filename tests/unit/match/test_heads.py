from __future__ import annotations

from reportgen.match import collect_heads
from reportgen.model.run import Order
from tests.in_memory import labels, run, stage


def test_heads_hold_the_first_units_with_their_grades_for_the_asked_queries_only() -> None:
    rows = {
        "q1": [("a", 1.0), ("b", 3.0), ("c", 2.0)],
        "q2": [("a", 1.0)],
        "q3": [("a", 1.0)],
    }
    snapshot = labels({"q1": {"b": 2, "c": -1}, "q2": {"x": 1}, "q3": {"a": 1}})
    of_run = run(stage(rows, order=Order.SCORE))
    heads = collect_heads(of_run, snapshot, stages=["run"], queries=[2, 0], size=2)["run"]

    assert {0: ((("b", 2), ("c", -1)), 3), 2: ((("a", 1),), 1)} == {
        query: (head.units, head.returned) for query, head in heads.items()
    }


def test_a_query_without_a_row_has_an_empty_head() -> None:
    of_run = run({"q1": ["a"], "q2": []})
    snapshot = labels({"q1": {"a": 1}, "q2": {"a": 1}, "q3": {"a": 1}})
    heads = collect_heads(of_run, snapshot, stages=["run"], queries=[1, 2])["run"]

    assert {1: ((), 0), 2: ((), 0)} == {
        query: (head.units, head.returned) for query, head in heads.items()
    }


def test_heads_of_a_stage_with_lists_for_every_cutoff_are_those_of_the_largest() -> None:
    of_run = run(stage({1: {"q1": ["a"]}, 3: {"q1": ["b", "a", "c"]}}))
    heads = collect_heads(of_run, labels({"q1": {"a": 1}}), stages=["run"], queries=[0])

    assert (("b", None), ("a", 1), ("c", None)) == heads["run"][0].units
