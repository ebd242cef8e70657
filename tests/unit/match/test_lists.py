"""What becomes of one list: order, repeats, what is absent and what returned nothing."""

from __future__ import annotations

from typing import Any

from reportgen.model.cutoff import ALL
from reportgen.model.run import DuplicatesRule, Order
from tests.in_memory import golds, labels, matched, run, scored, stage


def hits(*lists: object, k: int, gold: str) -> int:
    of_run = run(stage({"q1": list(lists)}, order=Order.SCORE))
    scores = scored(of_run, of_run, labels(golds({"q1": gold})), cutoffs=[k])
    return int(scores.cells["run", k].baseline.hits[0])


def test_of_two_units_of_one_score_the_larger_id_stands_first() -> None:
    assert hits(("a", 1.0), ("b", 1.0), k=1, gold="a") == 0
    assert hits(("a", 1.0), ("b", 1.0), k=1, gold="b") == 1


def test_ids_of_one_score_are_ordered_by_bytes_and_not_by_letters() -> None:
    assert hits(("Z", 1.0), ("a", 1.0), k=1, gold="a") == 1
    assert hits(("z", 1.0), ("é", 1.0), k=1, gold="é") == 1
    assert hits(("10", 1.0), ("9", 1.0), k=1, gold="9") == 1
    # Above U+FFFF, where UTF-16 would order otherwise.
    assert hits(("\uff5e", 1.0), ("\U0001f600", 1.0), k=1, gold="\U0001f600") == 1


def test_minus_zero_and_zero_are_one_score() -> None:
    assert hits(("a", 0.0), ("b", -0.0), k=1, gold="b") == 1


def test_scores_below_zero_are_results_like_any_other() -> None:
    assert hits(("a", -7.0), ("b", -2.0), k=2, gold="a") == 1


def test_keep_first_counts_a_repeat_before_the_cut_and_says_how_many_it_dropped() -> None:
    of_run = run(stage({"q1": ["d1", "d1", "d2"]}), duplicates=DuplicatesRule.KEEP_FIRST)
    snapshot = labels(golds({"q1": ["d2"]}))
    kept = matched(of_run, of_run, snapshot, cutoffs=[2]).stages[0].baseline

    assert (1, 2) == (kept.dropped, int(kept.lists[2].rank[0]))
    assert [2] == kept.lists[2].returned.tolist()


def test_keep_first_keeps_the_first_of_the_stages_order_not_of_the_file() -> None:
    rows = [("a", 1.0, 9), ("b", 2.0, 2), ("a", 3.0, 1)]
    ranks = {}
    for order in Order:
        of_run = run(stage({"q1": rows}, order=order), duplicates=DuplicatesRule.KEEP_FIRST)
        met = matched(of_run, of_run, labels(golds({"q1": "a"})))
        ranks[order] = int(met.stages[0].baseline.lists[ALL].rank[0])

    assert {Order.SCORE: 1, Order.RANK: 1, Order.LISTED: 1} == ranks


def test_ranks_may_start_anywhere_and_stand_in_any_order() -> None:
    rows = [("c", 0.0, 30), ("a", 0.0, 0), ("b", 0.0, 7)]
    of_run = run(stage({"q1": rows}, order=Order.RANK))
    met = matched(of_run, of_run, labels(golds({"q1": "abc"})))

    assert [1, 2, 3] == met.stages[0].baseline.lists[ALL].rank.tolist()
    assert [0, 1, 2] == met.stages[0].baseline.lists[ALL].found.tolist()


def test_returned_nothing_is_a_result_and_absent_is_none() -> None:
    some, empty = run({"q1": ["a"], "q2": ["a"]}), run({"q1": []})
    snapshot = labels(golds({"q1": "a", "q2": "a"}))
    met = matched(some, empty, snapshot)

    assert [True, False] == met.stages[0].candidate.has_result.tolist()
    assert [0, 0] == met.stages[0].candidate.lists[ALL].returned.tolist()


def test_queries_that_the_snapshot_does_not_list_are_counted_and_move_nothing() -> None:
    snapshot = labels(golds({"q1": "a"}))
    plain, more = run({"q1": ["a"]}), run({"q1": ["a"], "q9": ["a"], "q8": ["b"]})
    met = matched(plain, more, snapshot)
    stages = met.stages[0].baseline, met.stages[0].candidate

    assert [(0, ()), (2, ("q8", "q9"))] == [(of.strangers, of.stranger_ids) for of in stages]
    assert [True] == met.stages[0].same_list[ALL].tolist()


def test_a_unit_named_like_its_query_counts_like_any_other() -> None:
    of_run = run({"q1": ["q1", "a"]})
    scores = scored(of_run, of_run, labels(golds({"q1": ["q1"]})), cutoffs=[1])

    assert [1] == scores.cells["run", 1].candidate.hits.tolist()


def test_seven_and_double_o_seven_are_two_ids() -> None:
    of_run = run({"007": ["7", "NA", "null"]})
    scores = scored(of_run, of_run, labels(golds({"007": ["007", "NA", "null"], "7": ["7"]})))

    assert [2, 0] == scores.cells["run", 3].candidate.hits.tolist()


def test_the_longest_list_is_that_of_the_snapshots_queries() -> None:
    of_run = run({"q1": ["a", "b"], "stranger": ["a", "b", "c", "d"]})
    met = matched(of_run, of_run, labels(golds({"q1": "a"})))

    assert met.stages[0].baseline.longest == 2


def test_gold_below_the_largest_cutoff_keeps_its_rank() -> None:
    units = [f"d{n}" for n in range(1, 41)]
    orders: dict[Order, list[Any]] = {
        Order.LISTED: units,
        Order.SCORE: [(unit, -float(n)) for n, unit in enumerate(units)],
        Order.RANK: [(unit, 0.0, n) for n, unit in enumerate(units)],
    }
    for order, rows in orders.items():
        of_run = run(stage({"q1": rows}, order=order))
        met = matched(of_run, of_run, labels(golds({"q1": ["d33", "d2"]})), cutoffs=[3])

        assert [2, 33] == met.stages[0].baseline.lists[ALL].rank.tolist()


def test_level_decides_gold_and_every_positive_grade_is_kept_for_its_gain() -> None:
    of_run = run({"q1": ["a", "b"]})
    snapshot = labels({"q1": {"a": 1, "b": 2, "c": -2, "d": 0}})
    units = matched(of_run, of_run, snapshot, relevance_level=2).gold_units

    assert ["a", "b"] == units.unit.tolist()
    assert [False, True] == units.gold.tolist()


def test_labels_without_a_judgment_leave_nothing_found() -> None:
    of_run = run(stage({"q1": [("a", 1.0, 1)]}, order=Order.SCORE))
    snapshot = labels({"q1": {}})
    met = matched(of_run, of_run, snapshot)

    assert met.unknown == {}
    assert [1] == met.stages[0].unjudged[1].both.tolist()
