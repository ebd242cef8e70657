"""Every query is scored, or excluded for the first reason that applies."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from reportgen.contract import classify_queries
from reportgen.model.classified import Classified, Reason
from reportgen.model.labels import Labels, State
from reportgen.model.run import AbsentRule, Run, Side
from tests.in_memory import golds, labels, matched, run, stage

NOT_RUN = dict.fromkeys(Side, AbsentRule.NOT_RUN)
NOTHING = dict.fromkeys(Side, AbsentRule.RETURNED_NOTHING)

Reasons = dict[str, tuple[str, str | None, str | None] | None]


def classified(
    baseline: Run,
    candidate: Run,
    snapshot: Labels,
    *,
    absent: dict[Side, AbsentRule] | None = None,
    level: int = 1,
) -> Reasons:
    met = matched(baseline, candidate, snapshot, relevance_level=level)
    return by_query(classify_queries(met, snapshot, absent=absent or NOT_RUN), snapshot)


def by_query(made: Classified, snapshot: Labels) -> Reasons:
    """Query id -> reason, run and stage, None where scored; fails where a query stands in two places."""
    found: Reasons = {}
    for at, record in enumerate(snapshot.queries):
        reasons = [
            (str(of.reason), None if of.run is None else str(of.run), of.stage)
            for of in made.excluded
            if at in of.queries.tolist()
        ]
        assert len(reasons) + bool(made.scored[at]) == 1
        found[record.query_id] = reasons[0] if reasons else None
    return found


def test_each_reason() -> None:
    states = {"unreviewed": State.UNREVIEWED, "none": State.NO_ANSWER, "low": State.RELEVANT}
    named = ["scored", "empty", "nobody", "ours", "theirs"]
    judged = golds(dict.fromkeys(named, "a")) | {"low": {"a": 1}, "none": {"a": 0}}
    judged = {
        query: {unit: 2 * grade for unit, grade in of.items()} for query, of in judged.items()
    }
    judged["low"] = {"a": 1}
    snapshot = labels(judged, states=states)
    everywhere = {"scored": ["a"], "unreviewed": ["a"], "none": ["a"], "low": ["a"]}
    ours = run(everywhere | {"ours": ["a"], "empty": ["a"]})
    theirs = run(everywhere | {"theirs": ["a"], "empty": []})

    assert {
        "scored": None,
        "empty": None,
        "unreviewed": ("unreviewed", None, None),
        "none": ("no-answer", None, None),
        "low": ("no-gold-at-level", None, None),
        "nobody": ("absent-from-both", None, None),
        "ours": ("absent-from-candidate", None, None),
        "theirs": ("absent-from-baseline", None, None),
    } == classified(ours, theirs, snapshot, level=2)


def test_an_unreviewed_query_that_is_absent_too_is_unreviewed() -> None:
    snapshot = labels(golds({"q1": "a"}), states={"q4": State.UNREVIEWED})
    of_run = run({"q1": ["a"]})

    assert {"q1": None, "q4": ("unreviewed", None, None)} == classified(of_run, of_run, snapshot)


def test_swapping_the_runs_swaps_the_reasons() -> None:
    snapshot = labels(golds({"q1": "a", "q3": "a", "q4": "a"}))
    ours, theirs = run({"q1": ["a"], "q3": ["a"]}), run({"q1": ["a"], "q4": ["a"]})
    found = classified(ours, theirs, snapshot)
    swapped = classified(theirs, ours, snapshot)

    assert ("absent-from-candidate", "absent-from-baseline") == tuple(
        of[0] for of in (found["q3"], found["q4"]) if of
    )
    assert ("absent-from-baseline", "absent-from-candidate") == tuple(
        of[0] for of in (swapped["q3"], swapped["q4"]) if of
    )


def two_stages(pool: dict[str, list[str]], context: dict[str, list[str]]) -> Run:
    return run(stage(pool, name="pool"), stage(context, name="context"))


def test_a_query_in_some_stages_only_is_missing_there_with_run_and_stage() -> None:
    snapshot = labels(golds(dict.fromkeys(["q1", "q2", "q3", "q4"], "a")))
    every = {query: ["a"] for query in ("q1", "q2", "q3", "q4")}
    ours = two_stages(every, {query: ["a"] for query in ("q1", "q3")})
    theirs = two_stages({query: ["a"] for query in ("q1", "q2", "q4")}, every)

    assert {
        "q1": None,
        "q2": ("stage-missing", "baseline", "context"),
        "q3": ("stage-missing", "candidate", "pool"),
        "q4": ("stage-missing", "baseline", "context"),
    } == classified(ours, theirs, snapshot)


def test_a_query_in_a_stage_that_is_not_compared_is_missing_and_not_absent() -> None:
    snapshot = labels(golds({"q1": "a", "q2": "a"}))
    ours = two_stages({"q1": ["a"], "q2": ["a"]}, {"q1": ["a"]})
    theirs = run(stage({"q1": ["a"], "q2": ["a"]}, name="context"))

    assert ("stage-missing", "baseline", "context") == classified(ours, theirs, snapshot)["q2"]


def test_where_absent_means_returned_nothing_no_query_is_absent() -> None:
    snapshot = labels(golds({"q1": "a", "q2": "a", "q3": "a"}))
    ours, theirs = run({"q1": ["a"], "q2": ["a"]}), run({"q1": ["a"]})

    assert [None] * 3 == list(classified(ours, theirs, snapshot, absent=NOTHING).values())


def test_each_run_follows_its_own_rule() -> None:
    snapshot = labels(golds({"q1": "a", "q2": "a", "q3": "a"}))
    ours, theirs = run({"q1": ["a"], "q2": ["a"]}), run({"q1": ["a"], "q3": ["a"]})
    absent = {Side.BASELINE: AbsentRule.RETURNED_NOTHING, Side.CANDIDATE: AbsentRule.NOT_RUN}

    assert {"q1": None, "q2": ("absent-from-candidate", None, None), "q3": None} == classified(
        ours, theirs, snapshot, absent=absent
    )


def test_a_query_below_a_level_of_the_command_line_has_no_gold_and_is_not_no_answer() -> None:
    snapshot = labels({"q1": {"a": 1}, "q2": {"a": 2}})
    of_run = run({"q1": ["a"], "q2": ["a"]})

    assert {"q1": ("no-gold-at-level", None, None), "q2": None} == classified(
        of_run, of_run, snapshot, level=2
    )


def test_reasons_without_a_query_are_left_out() -> None:
    snapshot = labels(golds({"q1": "a"}))
    of_run = run({"q1": ["a"]})

    assert (
        () == classify_queries(matched(of_run, of_run, snapshot), snapshot, absent=NOT_RUN).excluded
    )


QUERIES = [f"q{n}" for n in range(6)]


@given(
    states=st.lists(st.sampled_from(list(State)), min_size=6, max_size=6),
    ours=st.sets(st.sampled_from(QUERIES)),
    theirs=st.sets(st.sampled_from(QUERIES)),
)
def test_every_query_stands_in_exactly_one_place(
    states: list[State], ours: set[str], theirs: set[str]
) -> None:
    declared = dict(zip(QUERIES, states, strict=True))
    judged = {query: {"a": 1} for query, of in declared.items() if of is State.RELEVANT}
    snapshot = labels(judged, states=declared)
    runs = (run({query: ["a"] for query in sorted(of)} | {"x": []}) for of in (ours, theirs))

    found = classified(next(runs), next(runs), snapshot)
    assert QUERIES == list(found)
    for query, reason in found.items():
        scored = declared[query] is State.RELEVANT and query in ours & theirs
        assert scored is (reason is None)
        assert reason is None or Reason(reason[0])
