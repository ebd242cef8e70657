"""When a rule holds, when it does not, and which rules a report cannot be asked."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from reportgen.errors import Refused
from reportgen.model.cutoff import ALL
from reportgen.model.gate import ComparedQuery, ExcludedQuery, NamedQuery, Rule, UncoveredQuery
from reportgen.model.labels import State
from reportgen.model.measure import Averaging, Measure
from reportgen.model.report import Aggregate, Report
from tests.example_reports import teaching_report
from tests.gate_rules import delta, gate, low, never, outcome, rule, worse
from tests.in_memory import golds, labels, run
from tests.reports import amount, report
from tests.unit.comparison import cases
from tests.unit.comparison.cases import CASES, grouped


def refusals(of: Report, *rules: Rule) -> list[tuple[int, str]]:
    with pytest.raises(Refused) as refused:
        gate(of, *rules)
    return [(problem.line, problem.what) for problem in refused.value.problems]


def queries(
    of: Report, *ids: str, measure: str = "recall", cutoff: object = 2
) -> tuple[NamedQuery, ...]:
    return outcome(of, rule(never(*ids), measure=measure, cutoff=cutoff)).queries  # type: ignore[arg-type]


# Deltas and intervals


@pytest.mark.parametrize(
    ("bound", "holds"),
    [
        ("0.2222222222222222", True),
        ("0.22222222222222224", False),
        ("0.222222222222222222222222", True),
        ("0.222222222222222222222223", False),
        ("-1", True),
        ("1", False),
    ],
)
def test_a_delta_of_two_ninths_is_compared_as_a_fraction(bound: str, holds: bool) -> None:
    assert holds == outcome(teaching_report(), rule(delta(bound), cutoff=2)).holds


def test_a_bound_written_as_the_report_shows_a_delta_is_that_delta() -> None:
    lost = report(
        run({"q1": ["a"], "q2": ["a"], "q3": ["a"]}),
        run({"q1": ["x"], "q2": ["a"], "q3": ["a"]}),
        labels(golds({"q1": ["a"], "q2": ["a"], "q3": ["a"]})),
        cutoffs=(1,),
    )
    own = lost.aggregates[0].delta

    assert own is not None
    assert Fraction(own) > Fraction(-1, 3)  # the double is not the fraction
    assert outcome(lost, rule(delta(repr(own)))).holds
    assert not outcome(lost, rule(delta("-0.333333333333333333"))).holds
    assert outcome(lost, rule(delta("-0.333333333333333334"))).holds


def test_a_delta_that_does_not_change_holds_at_zero() -> None:
    assert outcome(cases.nothing_changed(), rule(delta("0"))).holds
    assert not outcome(cases.nothing_changed(), rule(delta("1e-20"))).holds


def test_the_low_end_of_the_interval_decides() -> None:
    made = cases.one_direction()
    interval = made.aggregates[0].interval

    assert interval is not None
    assert outcome(made, rule(low(repr(interval[0])))).holds
    assert not outcome(made, rule(low(repr(interval[0] + 1e-9)))).holds


@pytest.mark.parametrize("make", [cases.few_queries, cases.census, cases.clustered])
def test_a_missing_interval_does_not_hold(make: Callable[[], Report]) -> None:
    found = outcome(make(), rule(low("-1")))

    assert found.aggregate.interval is None
    assert not found.holds


@pytest.mark.parametrize("condition", [delta("-1"), low("-1"), worse(10**6), never("q1")])
def test_an_undefined_value_never_holds(condition: object) -> None:
    nothing = outcome(cases.nothing_scored(), rule(condition))  # type: ignore[arg-type]
    at_all = outcome(cases.reordered(), rule(condition, measure="precision", cutoff=ALL))  # type: ignore[arg-type]

    for found in (nothing, at_all):
        assert found.aggregate.delta is None
        assert (False, ()) == (found.holds, found.queries)


def test_worse_queries_are_counted_and_not_their_sum() -> None:
    made = cases.left_open()  # 5 better, 4 worse, 2 same

    assert [False, True, True] == [outcome(made, rule(worse(count))).holds for count in (3, 4, 5)]


def test_every_rule_is_decided_on_its_own() -> None:
    found = gate(cases.left_open(), rule(worse(3)), rule(worse(4)), rule(delta("0")))

    assert [False, True, True] == [one.holds for one in found.rules]
    assert (2, False) == (found.held, found.all_hold)


# Single queries


def test_a_named_query_is_compared_by_the_measure_of_the_rule() -> None:
    made = teaching_report()  # A: a x then x y of 3 gold; B and C gain

    assert (ComparedQuery("A", Fraction(1, 3), Fraction(0), -1),) == queries(made, "A")
    assert (ComparedQuery("A", Fraction(0), Fraction(0), 0),) == queries(
        made, "A", measure="all-hit"
    )
    assert (ComparedQuery("C", Fraction(0), Fraction(1, 2), 1),) == queries(
        made, "C", measure="precision"
    )
    assert (ComparedQuery("B", Fraction(1, 2), Fraction(1), 1),) == queries(
        made, "B", measure="reciprocal-rank"
    )
    assert [True, False] == [
        outcome(made, rule(never(*ids), cutoff=2)).holds for ids in (("B", "C"), ("B", "A", "C"))
    ]


def test_an_excluded_query_does_not_hold_and_keeps_its_reason() -> None:
    found = outcome(teaching_report(), rule(never("D", "B", "E"), cutoff=2))

    assert not found.holds
    assert [ExcludedQuery("D", "unreviewed"), ExcludedQuery("E", "no-answer")] == [
        one for one in found.queries if isinstance(one, ExcludedQuery)
    ]


def test_a_query_without_evidence_does_not_hold_by_a_measure_of_evidence() -> None:
    of_evidence = rule(never("q1", "q3"), measure="evidence-coverage", cutoff=3)
    found = outcome(cases.evidence(), of_evidence)

    assert (
        ComparedQuery("q1", Fraction(1, 2), Fraction(1), 1),
        UncoveredQuery("q3"),
    ) == found.queries
    assert not found.holds


def test_a_query_that_the_report_does_not_have_is_refused_with_near_ones() -> None:
    made = report(
        run({"query-1": ["a"]}), run({"query-1": ["a"]}), labels(golds({"query-1": ["a"]}))
    )
    with pytest.raises(Refused) as refused:
        gate(made, rule(never("query-l", "query-1", "zz")))

    assert ["near are: query-1", "name one of its queries"] == [
        problem.remedy for problem in refused.value.problems
    ]


def test_what_the_document_does_not_keep_is_refused_and_not_guessed() -> None:
    graded = report(
        run({"q1": ["a", "b"]}), run({"q1": ["b", "a"]}), labels({"q1": {"a": 2, "b": 1}}),
        cutoffs=(1,), relevance_level=2,
    )  # fmt: skip
    ndcg = rule(never("q1"), measure="ndcg")
    separate = cases.separate_lists()

    assert [9] == [line for line, _ in refusals(graded, ndcg)]
    assert "relevance level above 1" in refusals(graded, ndcg)[0][1]
    assert outcome(graded, rule(never("q1"), measure="reciprocal-rank")).queries
    for measure in ("reciprocal-rank", "average-precision", "ndcg"):
        (problem,) = refusals(separate, rule(never("q1"), measure=measure, cutoff=2))

        assert "each cutoff separately" in problem[1]
        assert outcome(separate, rule(never("q1"), measure=measure, cutoff=3)).queries
    assert outcome(separate, rule(never("q1"), cutoff=2)).queries


def covered(of: Report, row: Aggregate) -> list[str]:
    evidence = of.queries.evidence
    parts = None if evidence is None else evidence.parts
    return [
        query.query_id
        for query in of.queries
        if query.excluded is None
        and (not Measure(row.measure).needs_evidence or (parts and parts[query.index]))
    ]


def check_queries_against_totals(of: Report) -> int:
    """Of every row of the totals, single queries give its values and its counts of better, same and worse."""
    checked = 0
    for row in of.aggregates:
        ids = covered(of, row)
        if row.delta is None or row.averaging == Averaging.POOLED or not ids:
            continue
        one = rule(never(*ids), measure=row.measure, stage=row.stage, cutoff=row.cutoff)
        try:
            found = outcome(of, one).queries
        except Refused:
            continue
        signs = [query.sign for query in found if isinstance(query, ComparedQuery)]
        for side, values in (
            (
                amount(row.baseline),
                [query.baseline for query in found if isinstance(query, ComparedQuery)],
            ),
            (
                amount(row.candidate),
                [query.candidate for query in found if isinstance(query, ComparedQuery)],
            ),
        ):
            mean = sum(values, Fraction(0)) / len(values)

            assert mean == pytest.approx(side.value, abs=1e-12), row
            if side.exact is not None and isinstance(mean, Fraction):
                assert Fraction(side.exact) == mean, row
        assert (row.better, row.same, row.worse) == tuple(map(signs.count, (1, 0, -1))), row
        checked += 1
    return checked


def test_single_queries_add_up_to_the_totals_in_every_kind_of_report() -> None:
    checked = {name: check_queries_against_totals(make()) for name, make in CASES.items()}

    assert sum(checked.values()) > 300
    assert {"nothing_scored"} >= {name for name, count in checked.items() if not count}


# What a report can be asked


def test_a_stage_and_a_cutoff_that_the_report_does_not_have_are_refused_together() -> None:
    found = refusals(
        teaching_report(), rule(delta(0), stage="pool", cutoff=7), rule(worse(0), cutoff=3)
    )

    assert [
        (4, "the report has no stage pool"),
        (5, "the report has no cutoff 3"),
        (5, "the report has no cutoff 7"),
    ] == found


def test_a_measure_of_evidence_without_evidence_is_refused() -> None:
    (problem,) = refusals(teaching_report(), rule(delta(0), measure="evidence-met", cutoff=2))

    assert (
        2,
        "the report has no evidence-met: no query of the labels declares evidence",
    ) == problem


def with_groups(**groups: object) -> Report:
    """Three queries; q1 is worse."""
    judged = golds({"q1": ["a"], "q2": ["a"], "q3": ["a"]})
    return report(
        run({query: ["a"] for query in judged}),
        run({"q1": ["x"], "q2": ["a"], "q3": ["a"]}),
        grouped(labels(judged, states={"open": State.UNREVIEWED}), groups=groups),
        cutoffs=(1,),
    )


def test_a_group_is_found_by_facet_and_value_with_equals_signs_in_either() -> None:
    made = with_groups(q1={"a": "b=c"}, q2={"d=e": "f"}, q3={"d=e": "="})
    deltas = {
        group: outcome(made, rule(delta(-1), group=group)).aggregate.delta
        for group in ("a=b=c", "d=e=f", "d=e==", "a=(none)", "gold-per-query=1")
    }

    assert deltas == {
        "a=b=c": -1.0,
        "d=e=f": 0.0,
        "d=e==": 0.0,
        "a=(none)": 0.0,
        "gold-per-query=1": pytest.approx(-1 / 3),
    }


def test_a_group_that_two_readings_name_is_refused() -> None:
    made = with_groups(q1={"a": "b=c"}, q2={"a=b": "c"})
    none = with_groups(q1={"a": "(none)"})

    assert [(6, "a=b=c names several groups of the report")] == refusals(
        made, rule(delta(0), group="a=b=c")
    )
    assert [(6, "a=(none) names several groups of the report")] == refusals(
        none, rule(delta(0), group="a=(none)")
    )


def test_a_group_that_the_report_does_not_have_is_refused_with_those_there_are() -> None:
    made = with_groups(q1={"type": "x"}, q2={"type": "y"})
    with pytest.raises(Refused) as refused:
        gate(made, rule(delta(0), group="type=z"), rule(delta(0), group="tpye=x"))

    assert [
        "the facets there are: type, gold-per-query",
        "the values of type there are: x, y, (none)",
    ] == [problem.remedy for problem in refused.value.problems]


def test_a_small_group_of_a_facet_with_many_values_is_refused_with_the_reason() -> None:
    made = cases.many_groups()
    (problem,) = refusals(made, rule(delta(0), group="topic=t03"))

    assert 6 == problem[0]
    assert "1 scored queries in a facet of more than 30 values" in problem[1]
    assert -1.0 == outcome(made, rule(delta(0), group="topic=large")).aggregate.delta


def test_a_named_query_outside_the_group_of_its_rule_is_refused() -> None:
    made = with_groups(q1={"type": ("x", "y")}, q2={"type": "y"})

    assert [(9, "query q2 is not in the group type=x")] == refusals(
        made, rule(never("q1", "q2"), group="type=x")
    )
    assert outcome(made, rule(never("q2", "q3"), group="gold-per-query=1")).holds
    assert outcome(made, rule(never("q3"), group="type=(none)")).holds
    assert [(9, "query open is not in the group gold-per-query=1")] == refusals(
        made, rule(never("open"), group="gold-per-query=1")
    )
