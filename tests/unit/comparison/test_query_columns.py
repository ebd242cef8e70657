"""The columns that hold every query, and which queries are opened."""

from __future__ import annotations

from collections.abc import Sequence

from reportgen.comparison import queries_to_open
from reportgen.contract import classify_queries
from reportgen.match import collect_heads
from reportgen.model.cutoff import ALL
from reportgen.model.labels import Labels, State
from reportgen.model.run import AbsentRule, Run, Side
from reportgen.score import score
from tests.in_memory import golds, labels, matched, run
from tests.reports import report
from tests.unit.comparison.cases import CASES, grouped


def opened(ours: Run, theirs: Run, snapshot: Labels, at_most: int) -> list[int]:
    cutoffs = (1, 2, ALL)
    met = matched(ours, theirs, snapshot, cutoffs=cutoffs)
    absent = dict.fromkeys(Side, AbsentRule.NOT_RUN)
    classified = classify_queries(met, snapshot, absent=absent)
    return queries_to_open(met, score(met, snapshot, cutoffs=cutoffs), classified, at_most=at_most)


def test_ranks_follow_the_gold_units_and_are_null_where_missing() -> None:
    judged = golds({"q1": ["b", "a"], "q2": ["c"]})
    made = report(
        run({"q1": ["x", "a"], "q2": ["c"]}), run({"q1": ["b"]}), labels(judged), cutoffs=(1,)
    )

    assert [["a", "b"], ["c"]] == made.queries.gold_units
    assert [[2, None], [1]] == made.queries.ranks[0].baseline
    assert [[None, 1], None] == made.queries.ranks[0].candidate


def test_ranks_are_those_of_the_full_list_whatever_the_cutoffs() -> None:
    judged = golds({"q1": ["a"]})
    lists = {"q1": ["x", "y", "z", "a"]}
    made = report(run(lists), run(lists), labels(judged), cutoffs=(1,))

    assert [[4]] == made.queries.ranks[0].baseline


def test_units_of_a_requirement_have_their_ranks_also_below_the_level() -> None:
    judged = {"q1": {"a": 2, "b": 1}, "q2": {"c": 2}}
    snapshot = labels(judged, evidence={"q1": [["b", "a"], ["b"]]})
    lists = {"q1": ["x", "b", "a"], "q2": ["c"]}
    evidence = report(
        run(lists), run(lists), snapshot, relevance_level=2, cutoffs=(1,)
    ).queries.evidence

    assert evidence is not None
    assert [[["b", "a"], ["b"]], []] == evidence.parts
    assert [["a", "b"], []] == evidence.units
    assert [[3, 2], []] == evidence.ranks[0].baseline


def test_groups_are_lists_and_a_repeated_value_stands_once() -> None:
    snapshot = grouped(
        labels(golds({"q1": ["a"], "q2": ["b"]})),
        groups={"q1": {"type": "x", "tags": ("b", "a", "b")}},
    )
    lists = {"q1": ["a"], "q2": ["b"]}
    queries = report(run(lists), run(lists), snapshot).queries

    assert {"tags": [["b", "a"], []], "type": [["x"], []]} == queries.groups
    assert {"tags": ["b", "a"], "type": "x"} == queries[0].groups


def test_texts_are_left_out_when_they_are_not_wanted() -> None:
    snapshot = grouped(labels(golds({"q1": ["a"]})), text={"q1": "why?"})
    lists = {"q1": ["a"]}

    assert ["why?"] == report(run(lists), run(lists), snapshot).queries.text
    assert None is report(run(lists), run(lists), snapshot, with_query_text=False).queries.text


def test_unjudged_units_of_a_run_include_those_in_both_lists() -> None:
    first = CASES["unjudged_units"]().queries[1].cells[1]

    assert (2, 1, 0) == (
        first.baseline.unjudged,
        first.candidate.unjudged,
        first.unjudged_both,
    )


def test_at_all_nothing_is_said_of_unjudged_units() -> None:
    judged = golds({"q1": ["a"]})
    made = report(run({"q1": ["a", "u"]}), run({"q1": ["a"]}), labels(judged), cutoffs=(ALL,))
    found = made.queries.cells[0]

    assert (None, None, None) == (
        found.unjudged_both,
        found.baseline.unjudged,
        found.candidate.unjudged,
    )


def test_a_ceiling_that_a_unit_map_changes_is_kept_for_every_query() -> None:
    first, second, whole = CASES["mapped_before_the_cut"]().queries.cells

    assert ([2, 1], [3, 1], None) == (first.reachable, second.reachable, whole.reachable)


def test_queries_whose_lists_differ_are_opened_largest_change_first() -> None:
    judged = golds({"q1": ["a", "b"], "q2": ["a"], "q3": ["a"], "q4": ["a"]})
    ours = run({"q1": ["a"], "q2": ["a"], "q3": ["a"], "q4": ["a", "x"], "q5": ["a"]})
    theirs = run({"q1": ["x"], "q2": ["x"], "q3": ["a"], "q4": ["a", "y"], "q5": ["b"]})
    snapshot = labels(judged, states={"q5": State.UNREVIEWED})

    assert [[0, 1, 3, 4], [0, 1, 3], [0, 1], [1]] == [
        opened(ours, theirs, snapshot, at_most) for at_most in (9, 3, 2, 1)
    ]


def heads_of(runs: Sequence[Run], snapshot: Labels, queries: Sequence[int]) -> object:
    return {
        (side, stage): heads
        for side, of in zip(Side, runs, strict=True)
        for stage, heads in collect_heads(of, snapshot, stages=["run"], queries=queries).items()
    }


def test_an_opened_query_shows_its_lists_with_grades_and_texts() -> None:
    snapshot = labels({"q1": {"a": 1, "n": 0}})
    runs = run({"q1": ["a", "n", "u"]}), run({"q1": ["u"]})
    made = report(
        *runs,
        snapshot,
        cutoffs=(1,),
        heads=heads_of(runs, snapshot, [0]),
        unit_texts={"a": "about", "other": "never shown"},
    )
    [row] = made.queries.opened

    assert (0, [("baseline", 3), ("candidate", 1)]) == (
        row.query,
        [(part.run, part.returned) for part in row.lists],
    )
    assert [("a", 1), ("n", 0), ("u", None)] == row.lists[0].units
    assert {"a": "about"} == made.queries.unit_texts
