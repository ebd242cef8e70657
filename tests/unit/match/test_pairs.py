"""The two runs side by side, stage after stage: unjudged units, nested stages, prefixes, other orders."""

from __future__ import annotations

import pytest

from reportgen.model.cutoff import ALL, Cutoff
from reportgen.model.labels import Verdicts
from reportgen.model.run import Order, Side
from tests.in_memory import golds, labels, matched, run, stage


def test_a_unit_judged_for_another_query_is_unjudged_here() -> None:
    of_run = run({"q1": ["d5"], "q2": ["d5"]})
    met = matched(of_run, of_run, labels({"q1": {"a": 1}, "q2": {"d5": 1}}))

    assert [1, 0] == met.stages[0].unjudged[1].both.tolist()


def test_grades_below_the_level_and_below_zero_are_judged() -> None:
    of_run = run({"q1": ["a", "b", "c"]})
    met = matched(of_run, of_run, labels({"q1": {"a": -2, "b": 0, "g": 1}}))

    assert [[0], [0], [1]] == [met.stages[0].unjudged[k].both.tolist() for k in (1, 2, 3)]


def test_nothing_is_unjudged_where_the_verdicts_are_complete() -> None:
    of_run = run({"q1": ["x"], "q2": ["x"]})
    judged = golds({"q1": "a", "q2": "a"})
    whole = labels(judged, verdicts=Verdicts.COMPLETE)
    met = matched(of_run, of_run, labels(judged, query_verdicts={"q2": Verdicts.COMPLETE}))

    assert [1, 0] == met.stages[0].unjudged[1].both.tolist()
    assert [0, 0] == matched(of_run, of_run, whole).stages[0].unjudged[1].both.tolist()


def test_an_explicit_query_of_a_complete_snapshot_has_unjudged_units() -> None:
    of_run = run({"q1": ["x"], "q2": ["x"]})
    snapshot = labels(
        golds({"q1": "a", "q2": "a"}),
        query_verdicts={"q1": Verdicts.EXPLICIT},
        verdicts=Verdicts.COMPLETE,
    )

    assert [1, 0] == matched(of_run, of_run, snapshot).stages[0].unjudged[1].both.tolist()


def test_full_lists_are_compared_below_the_largest_cutoff_too() -> None:
    ours = {
        "same": list("abcdef"),
        "tail": list("abcdef"),
        "turned": list("abcdef"),
        "short": ["a"],
    }
    theirs = {
        "same": list("abcdef"),
        "tail": list("abcdeg"),
        "turned": list("abcdfe"),
        "short": list("ab"),
    }
    snapshot = labels(golds(dict.fromkeys(ours, "a")))
    pair = matched(run(ours), run(theirs), snapshot, cutoffs=[1, ALL]).stages[0]
    by_query = [record.query_id for record in snapshot.queries]

    assert {"same": True, "short": False, "tail": False, "turned": False} == dict(
        zip(by_query, pair.same_list[ALL].tolist(), strict=True)
    )
    assert {"same": True, "short": False, "tail": False, "turned": True} == dict(
        zip(by_query, pair.same_units[ALL].tolist(), strict=True)
    )
    assert [True] * 4 == pair.same_list[1].tolist()


def test_lists_with_equal_ends_and_sizes_may_still_differ_in_between() -> None:
    snapshot = labels(golds({"q1": "a"}))
    pair = matched(run({"q1": list("abz")}), run({"q1": list("acz")}), snapshot, cutoffs=[ALL])

    assert [False] == pair.stages[0].same_units[ALL].tolist()


def test_a_stage_is_nested_where_it_adds_no_unit() -> None:
    lists = {"q1": list("abc"), "q2": list("abc")}
    pool = stage(lists, name="pool")
    context = stage({"q1": list("ca"), "q2": list("ax")}, name="context")
    first, second = run(pool, context), run(pool, stage(lists, name="context"))
    met = matched(first, second, labels(golds({"q1": "a", "q2": "a"})))

    assert [[True, False]] == [of.tolist() for of in met.nested[Side.BASELINE]]
    assert [[True, True]] == [of.tolist() for of in met.nested[Side.CANDIDATE]]


def test_a_query_counts_as_listed_by_a_stage_that_is_not_compared() -> None:
    both = stage({"q1": ["a"]}, name="context")
    pool = stage({"q1": ["a"], "q2": []}, name="pool")
    met = matched(run(pool, both), run(both), labels(golds({"q1": "a", "q2": "a"})))

    assert [True, True] == met.listed[Side.BASELINE].tolist()
    assert [True, False] == met.listed[Side.CANDIDATE].tolist()


CUTOFF_LISTS = {
    5: {"q1": list("abxyz"), "q2": list("ab")},
    10: {"q1": list("abc"), "q2": list("ba")},
}


def test_a_cutoff_without_a_list_of_its_own_has_none() -> None:
    of_run = run(stage(CUTOFF_LISTS))
    cutoffs: list[Cutoff] = [1, 3, 5, 10, ALL]
    met = matched(of_run, of_run, labels(golds({"q1": "c", "q2": "a"})), cutoffs=cutoffs)
    lists = met.stages[0].baseline.lists

    assert [5, 10, ALL] == list(lists)
    assert lists[10] is lists[ALL]
    assert [1, 3] == [lists[5].rank.tolist()[-1], lists[10].rank.tolist()[0]]


def test_lists_for_two_cutoffs_are_checked_for_being_prefixes() -> None:
    of_run = run(stage({1: {"q1": ["a"], "q2": ["a"]}, 2: {"q1": list("ab"), "q2": list("ba")}}))
    met = matched(of_run, of_run, labels(golds({"q1": "a", "q2": "a"})))

    assert {1: [True, False]} == {k: of.tolist() for k, of in met.stages[0].baseline.prefix.items()}


def test_a_query_is_absent_from_a_stage_when_one_of_its_files_lacks_it() -> None:
    of_run = run(stage({1: {"q1": ["a"], "q2": ["a"]}, 2: {"q1": ["a"]}}))
    met = matched(of_run, of_run, labels(golds({"q1": "a", "q2": "a"})))

    assert [True, False] == met.stages[0].baseline.has_result.tolist()
    assert [True, True] == met.listed[Side.BASELINE].tolist()


def test_one_list_is_met_by_lists_of_their_own_for_every_cutoff() -> None:
    ours, theirs = run({"q1": list("abc")}), run(stage({1: {"q1": ["a"]}, 3: {"q1": list("acb")}}))
    pair = matched(ours, theirs, labels(golds({"q1": "a"})), cutoffs=[1, 2, 3, ALL]).stages[0]

    assert [1, 3, ALL] == list(pair.same_list)
    assert [True, False, False] == [bool(of[0]) for of in pair.same_list.values()]
    assert [True, True, True] == [bool(of[0]) for of in pair.same_units.values()]


@pytest.mark.parametrize(
    ("ranks", "tried"),
    [((1, 2, 5, 5, 9), True), ((1, 2, 2, 5, 9), False), ((1, 1, 3, 4, 9), False)],
    ids=["below the cut", "across the cut", "above the cut"],
)
def test_equal_ranks_that_reach_into_the_cutoff_leave_the_order_by_rank_untried(
    ranks: tuple[int, ...], tried: bool
) -> None:
    rows = [
        (unit, float(-n), rank) for n, (unit, rank) in enumerate(zip("abcde", ranks, strict=True))
    ]
    of_run = run(stage({"q1": rows}, order=Order.SCORE))
    check = matched(of_run, of_run, labels(golds({"q1": "a"})), cutoffs=[2]).stages[0].baseline

    assert (check.order_check.rank_against_score is not None) is tried


def test_a_column_of_one_rank_leaves_the_order_by_rank_untried() -> None:
    of_run = run(stage({"q1": [("a", 2.0, 0), ("b", 1.0, 0)]}, order=Order.SCORE))
    check = matched(of_run, of_run, labels(golds({"q1": "a"}))).stages[0].baseline.order_check

    assert check.rank_against_score is None


def test_the_other_runs_order_is_tried_where_the_file_can_serve_it() -> None:
    rows = [("a", 1.0, 1), ("b", 2.0, 2), ("c", 0.0, 3)]
    by_score = run(stage({"q1": rows}, order=Order.SCORE))
    by_rank = run(stage({"q1": rows}, order=Order.RANK))
    listed = run(stage({"q1": list("abc")}, order=Order.LISTED))
    snapshot = labels(golds({"q1": "a"}))
    pair = matched(by_score, by_rank, snapshot, cutoffs=[1, 3, ALL]).stages[0]
    against_listed = matched(by_score, listed, snapshot, cutoffs=[1]).stages[0].other_order

    assert pair.other_order is not None
    for changed in pair.other_order.values():
        assert changed is not None
        assert {1: [0], 3: [0], ALL: [0]} == {k: of.tolist() for k, of in changed.items()}
    assert against_listed is not None
    assert against_listed[Side.CANDIDATE] is None
    assert matched(by_score, by_score, snapshot).stages[0].other_order is None


def test_a_run_that_knows_no_unit_is_shown_with_ids_of_both_kinds() -> None:
    knows, knows_not = run({"q1": ["a"]}), run({"q1": ["a#1", "a#2"], "q9": ["b#1"]})
    met = matched(knows, knows_not, labels(golds({"q1": "a", "q2": "z"})))
    unknown = met.unknown[Side.CANDIDATE]

    assert [Side.CANDIDATE] == list(met.unknown)
    assert (2, ((("a#1", "a#2"), ("a",)),)) == (unknown.distinct, unknown.samples)


def test_a_unit_known_for_another_query_only_is_known() -> None:
    of_run = run({"q1": ["z"]})

    assert matched(of_run, of_run, labels(golds({"q1": "a", "q2": "z"}))).unknown == {}
