"""Groups: one table a facet, rows by name, counts for small ones, and a partition that adds up."""

from __future__ import annotations

import pytest

from reportgen.comparison import choose_facets
from reportgen.errors import Refused
from reportgen.model.labels import State
from reportgen.model.report import Facet, Group, Report
from tests.in_memory import golds, labels, run
from tests.reports import cell, codes, params, report
from tests.unit.comparison.cases import CASES, grouped, outcomes


def facet(of: Report, name: str) -> Facet:
    return next(row for row in of.facets if row.name == name)


def groups(of: Report, name: str) -> list[Group]:
    return [group for group in of.groups if group.facet == name]


def test_a_field_that_no_query_has_is_refused_with_those_there_are() -> None:
    snapshot = grouped(labels(golds({"q1": ["a"]})), groups={"q1": {"type": "x", "lang": "en"}})

    with pytest.raises(Refused) as refused:
        choose_facets(snapshot, ["tpye", "lang"])

    assert ["--group: no query has the field 'tpye'; the fields there are: lang, type"] == [
        str(problem) for problem in refused.value.problems
    ]


def test_every_facet_is_shown_by_name_and_gold_per_query_last() -> None:
    snapshot = grouped(labels(golds({"q1": ["a"]})), groups={"q1": {"type": "x", "lang": "en"}})
    lists = {"q1": ["a"]}
    made = report(run(lists), run(lists), snapshot)
    some = report(run(lists), run(lists), snapshot, groups=["type"])

    assert ["lang", "type", "gold-per-query"] == [row.name for row in made.facets]
    assert ["type", "gold-per-query"] == [row.name for row in some.facets]
    assert [False, False, True] == [row.automatic for row in made.facets]


def test_gold_per_query_has_the_classes_one_two_to_three_and_more() -> None:
    judged = golds({f"q{size}": [f"g{at}" for at in range(size)] for size in range(1, 6)})
    lists = {query: ["g0"] for query in judged}
    made = report(run(lists), run(lists), labels(judged, states={"open": State.UNREVIEWED}))

    assert [("1", 1, 1), ("2-3", 2, 5), ("4+", 2, 9)] == [
        (group.value, group.n, group.gold) for group in groups(made, "gold-per-query")
    ]


def test_the_automatic_facet_gives_way_to_a_field_of_its_name() -> None:
    snapshot = grouped(labels(golds({"q1": ["a"]})), groups={"q1": {"gold-per-query": "mine"}})
    lists = {"q1": ["a"]}
    made = report(run(lists), run(lists), snapshot)

    assert [("gold-per-query", False), ("gold-per-query*", True)] == [
        (row.name, row.automatic) for row in made.facets
    ]


def test_a_query_counts_in_each_of_its_groups_and_the_overlap_is_said() -> None:
    made = CASES["overlapping_groups"]()

    assert (False, 4) == (facet(made, "tag").partition, facet(made, "tag").memberships)
    assert {"facet": "tag", "n": 3, "memberships": 4} == params(made, "groups-overlap")
    assert [["left", "right"], ["left"], ["right"]] == made.queries.groups["tag"]


def test_both_groups_rise_and_the_total_falls() -> None:
    """FX8."""
    made = CASES["overlapping_groups"]()
    rows = [cell(group, "recall", 3).delta_exact for group in groups(made, "tag")]
    found = [
        row
        for row in params(made, "facet-against-total")["rows"]
        if row["measure"] == {"measure": "recall", "averaging": "macro"}
    ]

    assert (["1/8", "1/8"], "-1/12") == (rows, cell(made, "recall", 3).delta_exact)
    assert [("tag", 2, "overlapping-groups")] == [
        (row["facet"], row["groups"], row["cause"]) for row in found
    ]


def test_queries_without_a_value_make_a_last_row() -> None:
    made = CASES["no_value"]()

    assert [("short", 1), (None, 1)] == [(group.value, group.n) for group in groups(made, "type")]
    assert (1, 2, True) == (
        facet(made, "type").values,
        facet(made, "type").memberships,
        facet(made, "type").partition,
    )


def test_a_group_of_excluded_queries_keeps_its_row_undefined() -> None:
    snapshot = grouped(
        labels(golds({"q1": ["a"]}), states={"q2": State.UNREVIEWED}),
        groups={"q1": {"type": "a"}, "q2": {"type": "b"}},
    )
    lists = {"q1": ["a"], "q2": ["a"]}
    made = report(run(lists), run(lists), snapshot, cutoffs=(1,))
    empty = groups(made, "type")[1]
    row = cell(empty, "recall", 1)

    assert ("b", 0, 0) == (empty.value, empty.n, empty.gold)
    assert [("unreviewed", 1)] == [(part.reason, part.count) for part in empty.excluded]
    assert (None, ["no-scored-query"]) == (row.baseline, row.notes)


def test_small_values_of_a_facet_with_many_carry_counts_only() -> None:
    made = CASES["many_groups"]()
    small, large = groups(made, "topic")[1], groups(made, "topic")[0]

    assert ([], 6, 31) == (
        small.aggregates,
        large.n,
        params(made, "many-values")["small"],
    )
    assert [("run", 1, 0, 1)] == [
        (row.stage, row.cutoff, row.baseline, row.candidate) for row in small.hits
    ]
    assert ([], True) == (large.hits, bool(large.aggregates))


def test_thirty_values_are_not_many() -> None:
    baseline, candidate, judged = outcomes(*[1] * 30)
    snapshot = grouped(labels(judged), groups={query: {"topic": query} for query in judged})
    made = report(run(baseline), run(candidate), snapshot, cutoffs=(1,))

    assert "many-values" not in codes(made)
    assert all(group.aggregates and not group.hits for group in groups(made, "topic"))


def test_groups_have_intervals_from_six_queries_and_no_p() -> None:
    baseline, candidate, judged = outcomes(*[1] * 8, *[0] * 5)
    values = {query: {"t": "large" if at < 8 else "small"} for at, query in enumerate(judged)}
    snapshot = grouped(labels(judged), groups=values)
    made = report(run(baseline), run(candidate), snapshot, cutoffs=(1,))
    large, small = (cell(group, "recall", 1) for group in groups(made, "t"))

    assert (True, None, "n-below-6" in small.notes) == (
        large.interval is not None,
        large.p,
        True,
    )
    assert None is small.interval
    assert {"count": 1, "of": 3} == params(made, "small-groups")
    shown = sum(row.interval is not None for group in made.groups for row in group.aggregates)
    assert {"intervals": shown, "expected": shown / 20} == params(made, "groups-not-tested")


def test_a_group_that_moves_against_the_total_is_named_with_its_counts() -> None:
    made = CASES["many_groups"]()
    found = params(made, "groups-against-total")

    assert ("topic", 1, 25 / 37) == (found["facet"], found["groups"], found["total"])
    assert [{"value": "large", "n": 6, "delta": -1.0, "better": 0, "worse": 6}] == found["rows"]


def test_group_weights_add_up_to_the_total() -> None:
    baseline, candidate, judged = outcomes(2, -1, 1, 0, 2, gold=2)
    values = {query: {"t": "ab"[at % 2]} for at, query in enumerate(judged)}
    snapshot = grouped(labels(judged), groups=values)
    made = report(run(baseline), run(candidate), snapshot, cutoffs=(2,))
    total = cell(made, "recall", 2)
    rows = [cell(group, "recall", 2) for group in groups(made, "t")]

    assert total.delta is not None
    assert pytest.approx(total.n * total.delta) == sum(row.n * (row.delta or 0) for row in rows)


def test_a_group_of_few_clusters_has_no_interval_and_is_counted() -> None:
    baseline, candidate, judged = outcomes(*[1] * 8, *[0] * 8)
    values = {query: {"t": "wide" if at < 8 else "narrow"} for at, query in enumerate(judged)}
    cluster = {query: "one" for at, query in enumerate(judged) if at >= 8}
    snapshot = grouped(labels(judged), groups=values, cluster=cluster)
    made = report(run(baseline), run(candidate), snapshot, cutoffs=(1,))
    narrow = cell(groups(made, "t")[0], "recall", 1)

    assert (8, None, ["clusters-below-6"]) == (narrow.n, narrow.interval, narrow.notes)
    assert {"count": 1, "of": 3} == params(made, "groups-of-few-clusters")
