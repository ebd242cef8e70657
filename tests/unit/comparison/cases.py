"""Small reports that together show every finding, message and note that a report can hold."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import msgspec

from reportgen.model.labels import CutoffCounts, Labels, State, Verdicts
from reportgen.model.report import Report
from reportgen.model.run import AbsentRule, DuplicatesRule, LabelsReference, Order, Run
from tests.in_memory import golds, labels, run, stage, unit_map
from tests.reports import report

Lists = Mapping[str, Sequence[Any]]


def grouped(snapshot: Labels, **fields: Mapping[str, Any]) -> Labels:
    """The snapshot with more fields of its queries: field -> query id -> value."""
    records = tuple(
        msgspec.structs.replace(
            record,
            **{
                name: values[record.query_id]
                for name, values in fields.items()
                if record.query_id in values
            },
        )
        for record in snapshot.queries
    )
    return replace(snapshot, queries=records)


def answering(of: Run, answers: Mapping[str, bool]) -> Run:
    return replace(of, answers=answers)


def outcomes(*changes: int, gold: int = 1) -> tuple[Lists, Lists, dict[str, dict[str, int]]]:
    """Lists of both runs and judgments of `gold` units: the candidate finds `changes[i]` more in
    query i, at most `gold`."""
    baseline, candidate, judged = {}, {}, {}
    for at, change in enumerate(changes):
        query = f"q{at:02d}"
        units = [f"g{number}" for number in range(gold)]
        fill = [f"x{number}" for number in range(gold)]
        found = units[: abs(change)] + fill[abs(change) :]
        baseline[query], candidate[query] = (fill, found) if change >= 0 else (found, fill)
        judged[query] = dict.fromkeys(units, 1) | dict.fromkeys(fill, 0)
    return baseline, candidate, judged


def pair(*changes: int, gold: int = 1, **options: Any) -> Report:
    baseline, candidate, judged = outcomes(*changes, gold=gold)
    return report(run(baseline), run(candidate), labels(judged), cutoffs=(gold,), **options)


def nothing_scored() -> Report:
    snapshot = labels({"q1": {"a": 0}}, states={"q2": State.UNREVIEWED})
    return report(run({"q1": ["a"], "q2": ["b"]}), run({"q1": ["a"], "q2": ["b"]}), snapshot)


def nothing_changed() -> Report:
    return pair(*[0] * 6)


def moved_and_came_back() -> Report:
    """Every delta is zero although queries change."""
    return pair(1, -1, *[0] * 6)


def one_direction() -> Report:
    return pair(*[1] * 10, *[0] * 10, margin=0.9)


def down() -> Report:
    return pair(*[-1] * 10, *[0] * 10, margin=0.1)


def few_queries() -> Report:
    return pair(1, 0, -1)


def few_changes() -> Report:
    return pair(1, 1, 0, 0, 0, 0, 0)


def left_open() -> Report:
    return pair(*[1] * 4, *[-1] * 4, 0, 0, 1)


def unresolved() -> Report:
    return pair(*[1] * 7, -1, *[0] * 92)


def alone() -> Report:
    """Six gains at 1; at 2 as many gains as losses beside them, a second test."""
    baseline, candidate, judged = outcomes(*[1] * 6, *[0] * 94)
    early, late = ["x0", "g0"], ["x0", "x1"]
    mixed = {f"r{at:02d}": (early, late) if at % 2 else (late, early) for at in range(20)}
    return report(
        run({**baseline, **{query: lists[0] for query, lists in mixed.items()}}),
        run({**candidate, **{query: lists[1] for query, lists in mixed.items()}}),
        labels({**judged, **{query: {"g0": 1, "x0": 0, "x1": 0} for query in mixed}}),
        cutoffs=(1, 2),
    )


def census() -> Report:
    return pair(1, -1, 0, 0, 0, 0, census=True)


def census_unchanged() -> Report:
    return pair(*[0] * 6, census=True)


def clustered() -> Report:
    """Fewer than 6 clusters of more than 6 queries."""
    baseline, candidate, judged = outcomes(*[1] * 4, *[0] * 4)
    clusters = {query: query[-1:] if query < "q04" else "rest" for query in judged}
    snapshot = grouped(labels(judged), cluster=clusters)
    return report(run(baseline), run(candidate), snapshot, cutoffs=(1,))


def one_query_owns_the_gold() -> Report:
    """Pooled rests on few effective queries, macro and pooled move apart."""
    judged = golds({f"q{at}": ["a"] for at in range(7)}) | golds({"q8": list("abcdefghij")})
    baseline = {query: ["x"] for query in judged} | {"q8": list("abcdefgh")}
    candidate = {query: ["x"] for query in judged} | {"q0": ["a"], "q1": ["a"], "q8": list("abcd")}
    return report(run(baseline), run(candidate), labels(judged), cutoffs=(8, "all"))


def any_against_all() -> Report:
    judged = golds({"q1": ["a", "b"], "q2": ["a"]})
    baseline = run({"q1": ["a", "b", "x"], "q2": ["x", "y"]})
    candidate = run({"q1": ["a", "x", "b"], "q2": ["y", "a"]})
    return report(baseline, candidate, labels(judged), cutoffs=(1, 2, "all"))


def recall_against_rank() -> Report:
    """Recall at 3 falls while the first gold unit stands higher, and recall at 1 rises."""
    judged = golds({"q1": ["a", "b"]})
    return report(
        run({"q1": ["x", "a", "b"]}), run({"q1": ["a", "x", "y"]}), labels(judged), cutoffs=(1, 3)
    )


def stages_against_each_other() -> Report:
    judged = golds({"q1": ["a"], "q2": ["b"]})
    baseline = run(
        stage({"q1": ["x", "a"], "q2": ["b", "y"]}, name="pool"),
        stage({"q1": ["a"], "q2": ["y"]}, name="context"),
        stage({"q1": ["a"], "q2": ["y"]}, name="extra"),
    )
    candidate = run(
        stage({"q1": ["a", "x"], "q2": ["b", "y"]}, name="pool"),
        stage({"q1": ["z"], "q2": ["y"]}, name="context"),
    )
    return report(baseline, candidate, labels(judged), cutoffs=(1,))


def gained_at_the_end() -> Report:
    """FX14 with a second run that lost nothing."""
    judged = golds({"q1": ["1", "2", "3", "4", "5"]})
    baseline = run(
        stage({"q1": ["1", "2", "3", "4", "x"]}, name="pool"),
        stage({"q1": ["1", "x", "2"]}, name="rerank"),
        stage({"q1": ["1", "5"]}, name="context"),
    )
    candidate = run(
        stage({"q1": ["1", "2", "3", "4", "x"]}, name="pool"),
        stage({"q1": ["1", "2", "3"]}, name="rerank"),
        stage({"q1": ["1", "2"]}, name="context"),
    )
    return report(baseline, candidate, labels(judged), cutoffs=(2,))


def reordered() -> Report:
    judged = golds({"q1": ["c"]})
    return report(run({"q1": ["a", "b", "c"]}), run({"q1": ["c", "b", "a"]}), labels(judged))


def overlapping_groups() -> Report:
    """FX8: both groups rise, the total falls."""
    judged = golds({"q1": list("abcd"), "q2": list("ab"), "q3": list("ab")})
    groups = {"q1": {"tag": ("left", "right")}, "q2": {"tag": "left"}, "q3": {"tag": "right"}}
    snapshot = grouped(labels(judged), groups=groups)
    baseline = run({"q1": ["x"], "q2": ["a"], "q3": ["a"]})
    candidate = run({"q1": ["a", "b", "c"], "q2": ["x"], "q3": ["x"]})
    return report(baseline, candidate, snapshot, cutoffs=(3,))


def many_groups() -> Report:
    """31 small values and a large one that moves against the total."""
    baseline, candidate, judged = outcomes(*[1] * 31, *[-1] * 6)
    groups: dict[str, dict[str, str]] = {
        query: {"topic": f"t{at:02d}" if at < 31 else "large"} for at, query in enumerate(judged)
    }
    snapshot = grouped(labels(judged), groups=groups)
    return report(run(baseline), run(candidate), snapshot, cutoffs=(1,))


def no_value() -> Report:
    judged = golds({"q1": ["a"], "q2": ["b"]})
    snapshot = grouped(labels(judged), groups={"q1": {"type": "short"}})
    return report(run({"q1": ["a"], "q2": ["x"]}), run({"q1": ["a"], "q2": ["b"]}), snapshot)


def absent_queries() -> Report:
    judged = golds({"q1": ["a"], "q2": ["b"], "q3": ["c"]})
    return report(
        run({"q1": ["a"], "q2": ["b"], "zz": ["a"]}),
        run({"q1": ["x"], "q3": ["c"]}),
        labels(judged),
        cutoffs=(1,),
    )


def unjudged_units() -> Report:
    """One run returns what nobody judged: a small lead that verdicts could remove, one that they could not."""
    judged = {
        "q1": {"a": 1, "b": 1, "n": 0, "m": 0},
        "q2": {"a": 1, "n": 0},
        "q3": {"a": 1},
    }
    baseline = run({"q1": ["a", "u"], "q2": ["u", "v"], "q3": ["u"]})
    candidate = run({"q1": ["a", "b"], "q2": ["n", "w"], "q3": ["u"]})
    snapshot = labels(judged, states={"q3": State.RELEVANT, "q4": State.UNREVIEWED})
    return report(baseline, candidate, snapshot, cutoffs=(1, 2))


def equal_rates() -> Report:
    """FX16: a lead of 1 with more open units on the other side, so that an equal share would remove it."""
    judged = {"q1": {"a": 1, "n": 0}}
    baseline = run({"q1": ["u", "v", "w"]})
    candidate = run({"q1": ["a", "n", "x"]})
    return report(baseline, candidate, labels(judged), cutoffs=(3,))


def only_positives() -> Report:
    snapshot = labels(golds({"q1": ["a"]}))
    return report(run({"q1": ["a", "x"]}), run({"q1": ["x", "a"]}), snapshot, cutoffs=(1,))


def evidence() -> Report:
    """Evidence is met where all-hit is lost, and the other way round."""
    judged = golds({"q1": ["n1", "n2", "a1"], "q2": ["b"], "q3": ["b"]})
    snapshot = labels(judged, evidence={"q1": [["n1", "n2"], ["a1"]], "q2": [["b"]]})
    baseline = run({"q1": ["n1", "x", "y"], "q2": ["b"], "q3": ["b"]})
    candidate = run({"q1": ["n1", "a1", "y"], "q2": ["b"], "q3": ["x"]})
    return report(baseline, candidate, snapshot, cutoffs=(3,))


def evidence_of_excluded_queries() -> Report:
    snapshot = labels(golds({"q1": ["a"], "q2": ["b"]}), evidence={"q2": [["b"]]})
    return report(run({"q1": ["a"]}), run({"q1": ["a"], "q2": ["b"]}), snapshot, cutoffs=(1,))


def separate_lists() -> Report:
    judged = golds({"q1": ["a", "b"]})
    lists = {2: {"q1": ["a", "x"]}, 3: {"q1": ["x", "y", "b"]}}
    other = run(stage({"q1": ["a", "b", "c"]}))
    return report(run(stage(lists)), other, labels(judged), cutoffs=(1, 2, 3, 5, "all"))


def mapped(counts: CutoffCounts, **more: Any) -> Report:
    """Passages scored on documents; p3 stands for two, px for none, and no passage for d9."""
    rows = [("p1", "d1"), ("p2", "d1"), ("p3", "d2"), ("p3", "d3")]
    judged = golds({"q1": ["d1", "d2", "d3"], "q2": ["d9"]})
    snapshot = labels(
        judged, unit_maps=[unit_map(rows, cutoff_counts=counts)], unit="document", **more
    )
    lists = {"q1": ["p1", "p2", "px"], "q2": ["p1"]}
    theirs = {"q1": ["p3", "p1"], "q2": ["p1"]}
    return report(
        run(lists, unit="passage"), run(theirs, unit="passage"), snapshot, cutoffs=(1, 2, "all")
    )


def wide_cover() -> Report:
    """A many-to-many map whose exact ceiling is too large to compute."""
    rows = [(f"p{at}", f"d{(at * step) % 61}") for at in range(60) for step in (1, 7, 11, 13)]
    judged = golds({"q1": [f"d{at}" for at in range(61)]})
    snapshot = labels(judged, unit_maps=[unit_map(rows)], unit="document")
    ours, theirs = ({"q1": [f"p{at}" for at in range(start, start + 9)]} for start in (0, 5))
    return report(
        run(ours, unit="passage"), run(theirs, unit="passage"), snapshot, cutoffs=(7, "all")
    )


def declared_differently() -> Report:
    snapshot = labels(golds({"q1": ["a"]}), corpus_snapshot="c1", query_set="s1")
    lists = {"q1": ["a"]}
    baseline = run(
        lists, corpus_snapshot="c2", query_set="s1", duplicates=DuplicatesRule.KEEP_FIRST
    )
    candidate = run(
        lists, corpus_snapshot="c1", query_set="s2", absent_queries=AbsentRule.RETURNED_NOTHING
    )
    return report(
        baseline,
        candidate,
        snapshot,
        allow=("corpus_snapshot", "query_set", "duplicates", "absent_queries"),
    )


def other_labels_named() -> Report:
    snapshot = labels(golds({"q1": ["a"]}), digest="sha256:1")
    lists = {"q1": ["a"]}
    declared = {"path": "../labels", "digest": "sha256:2"}
    return report(run(lists, labels=LabelsReference(**declared)), run(lists), snapshot)


def orders_differ() -> Report:
    """Ranks and scores give other lists; a and b are tied in score across the cut."""
    judged = golds({"q1": ["a"], "q2": ["a"]})
    rows = {"q1": [("a", 1.0, 1), ("b", 1.0, 2)], "q2": [("a", 2.0, 2), ("b", 1.0, 1)]}
    return report(
        run(stage(rows, order=Order.SCORE)),
        run(stage(rows, order=Order.RANK)),
        labels(judged),
        cutoffs=(1,),
        allow=("order",),
    )


def duplicates_dropped() -> Report:
    snapshot = labels(golds({"q1": ["b"]}))
    lists = {"q1": ["a", "a", "b"]}
    runs = [run(lists, duplicates=DuplicatesRule.KEEP_FIRST) for _ in range(2)]
    return report(runs[0], runs[1], snapshot, cutoffs=(2,))


def level_given() -> Report:
    snapshot = labels({"q1": {"a": 2, "b": 1}, "q2": {"c": 1}})
    lists = {"q1": ["b", "a"], "q2": ["c"]}

    return report(
        run(lists),
        run(lists),
        snapshot,
        relevance_level=2,
        absent=AbsentRule.RETURNED_NOTHING,
        cutoffs=(1,),
    )


def knows_nothing() -> Report:
    snapshot = labels(golds({"q1": ["doc1"]}))
    return report(run({"q1": ["doc1#c1"]}), run({"q1": ["doc1"]}), snapshot, cutoffs=(1,))


def without_an_answer() -> Report:
    judged = {"q1": {"a": 1}, "q2": {"x": 0}}
    lists = {"q1": ["a"], "q2": ["x"]}
    candidate = answering(run(lists), {"q1": False, "q2": True})
    return report(run(lists), candidate, labels(judged), cutoffs=(1,))


def after_review() -> Report:
    lists, theirs = {"q1": ["a", "b"]}, {"q1": ["b", "c"]}
    before = report(run(lists), run(theirs), labels({"q1": {"a": 1, "c": 0}}), cutoffs=(1, 2))
    now = labels({"q1": {"a": 1, "b": 1, "c": 0}}, digest="sha256:1", parent="sha256:0")
    return report(run(lists), run(theirs), now, cutoffs=(1, 2), previous=before)


def complete_verdicts() -> Report:
    snapshot = labels(golds({"q1": ["a"]}), verdicts=Verdicts.COMPLETE)
    return report(run({"q1": ["a", "x"]}), run({"q1": ["x", "a"]}), snapshot, cutoffs=(1,))


CASES: Mapping[str, Callable[[], Report]] = {
    made.__name__: cache(made)
    for made in (
        nothing_scored,
        nothing_changed,
        moved_and_came_back,
        one_direction,
        down,
        few_queries,
        few_changes,
        left_open,
        unresolved,
        alone,
        census,
        census_unchanged,
        clustered,
        one_query_owns_the_gold,
        any_against_all,
        recall_against_rank,
        stages_against_each_other,
        gained_at_the_end,
        reordered,
        overlapping_groups,
        many_groups,
        no_value,
        absent_queries,
        unjudged_units,
        equal_rates,
        only_positives,
        evidence,
        evidence_of_excluded_queries,
        separate_lists,
        wide_cover,
        declared_differently,
        other_labels_named,
        orders_differ,
        duplicates_dropped,
        level_given,
        knows_nothing,
        without_an_answer,
        after_review,
        complete_verdicts,
    )
} | {
    "mapped_before_the_cut": cache(lambda: mapped(CutoffCounts.FROM)),
    "mapped_after_the_cut": cache(lambda: mapped(CutoffCounts.TO)),
}
