"""The totals of a report: values, counts, ceilings and undefined values, worked by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from reportgen.model.cutoff import ALL
from reportgen.model.labels import State
from reportgen.model.report import Report
from tests.in_memory import golds, labels, run
from tests.reports import amount, cell, codes, params, report
from tests.unit.comparison.cases import CASES, grouped, outcomes, pair


def fx3() -> Report:
    """gold (10, 1, 1); hits (8, 0, 0) and (4, 1, 0)."""
    ten = [f"g{at}" for at in range(10)]
    judged = golds({"q1": ten, "q2": ["a"], "q3": ["b"]})
    baseline = run({"q1": ten[:8], "q2": ["x"], "q3": ["x"]})
    candidate = run({"q1": ten[:4], "q2": ["a"], "q3": ["x"]})
    return report(baseline, candidate, labels(judged), cutoffs=(10,))


def test_macro_and_pooled_point_in_opposite_directions() -> None:
    made = fx3()
    identity = next(row for row in made.identities if row.of == "delta")
    macro, pooled = (cell(made, "recall", 10, averaging=name) for name in ("macro", "pooled"))

    assert ("1/5", "-1/4") == (macro.delta_exact, pooled.delta_exact)
    assert pytest.approx([-9 / 5, 4, 9 / 20]) == [
        identity.covariance,
        identity.mean_gold,
        identity.difference,
    ]
    assert [(0.2, -0.25)] == [
        (row["macro"], row["pooled"]) for row in params(made, "macro-against-pooled")["cells"]
    ]


def test_the_row_of_pooled_recall_says_why_it_is_not_macro() -> None:
    messages = cell(fx3(), "recall", 10, averaging="pooled").messages
    found = next(message.params for message in messages if message.code == "delta-macro-pooled")

    assert "lower" == found["direction"]
    assert pytest.approx(9 / 20) == found["size"]
    assert pytest.approx(-9 / 5) == found["covariance"]


def test_share_of_ceiling_is_the_mean_of_shares_and_no_ratio_of_means() -> None:
    judged = golds({"q1": list("abcd"), "q2": ["a"]})
    lists = {"q1": ["a", "x"], "q2": ["a", "x"]}
    row = cell(report(run(lists), run(lists), labels(judged), cutoffs=(2,)), "share-of-ceiling", 2)

    assert "3/4" == amount(row.baseline).exact


def test_an_empty_list_scores_zero_and_changes_no_other_query() -> None:
    judged = golds({"q1": ["a"], "q2": ["b"]})
    made = report(
        run({"q1": ["a"], "q2": ["b"]}), run({"q1": [], "q2": ["b"]}), labels(judged), cutoffs=(1,)
    )
    row = cell(made, "recall", 1)

    assert ("1", "1/2", 0, 1, 1) == (
        amount(row.baseline).exact,
        amount(row.candidate).exact,
        row.better,
        row.same,
        row.worse,
    )


def test_deltas_that_cancel_are_exactly_zero() -> None:
    tens = [f"g{at}" for at in range(10)]
    judged = golds({f"q{at}": tens for at in range(3)})
    baseline = run({"q0": tens[:5], "q1": tens[:5], "q2": tens[:5]})
    candidate = run({"q0": tens[:6], "q1": tens[:7], "q2": tens[:2]})
    row = cell(report(baseline, candidate, labels(judged), cutoffs=(10,)), "recall", 10)

    assert (0.0, "0", 2, 1) == (row.delta, row.delta_exact, row.better, row.worse)
    assert ["tie"] == [message.code for message in row.messages if message.code == "tie"]


def test_one_more_hit_of_two_hundred_counts_as_better() -> None:
    units = [f"g{at}" for at in range(200)]
    judged = golds({"q1": units})
    made = report(run({"q1": units[:57]}), run({"q1": units[:58]}), labels(judged), cutoffs=(100,))

    assert (1, 0, 0) == (
        cell(made, "recall", 100).better,
        cell(made, "recall", 100).same,
        cell(made, "recall", 100).worse,
    )


def test_the_macro_delta_is_the_mean_change_of_the_changed_queries_times_their_share() -> None:
    row = cell(pair(2, -1, 0, 0, gold=2), "recall", 2)

    assert pytest.approx(1 / 4) == row.changed_mean
    assert row.delta is not None
    assert pytest.approx(row.delta) == Fraction(2, 4) * Fraction(row.changed_mean or 0)


@pytest.mark.parametrize("cutoff", [1, ALL])
def test_without_a_scored_query_every_aggregate_is_undefined(cutoff: int) -> None:
    made = CASES["nothing_scored"]()
    rows = [row for row in made.aggregates if row.cutoff == cutoff]

    assert {(0, None, None, None, 0, 0, 0)} == {
        (
            row.n,
            row.baseline,
            row.delta,
            row.ceiling,
            row.better,
            row.same,
            row.worse,
        )
        for row in rows
    }
    assert all("no-scored-query" in row.notes for row in rows)
    assert "no-scored-query" == codes(made)[0]
    assert (None, None) == (made.weights.macro, made.weights.n_eff)


def test_the_effective_number_behind_pooled_counts_clusters_where_there_are_any() -> None:
    gold = {f"q{at}": [f"q{at}-{unit}" for unit in range(at + 1)] for at in range(4)}
    lists = {id_: units[:1] for id_, units in gold.items()}
    snapshot = labels(golds(gold))
    clustered = grouped(snapshot, cluster={"q0": "first", "q1": "first", "q2": "first"})
    alone, together = (
        report(run(lists), run(lists), of, cutoffs=(1,)).weights for of in (snapshot, clustered)
    )

    assert ("queries", 100 / 30) == (alone.counted, alone.n_eff)
    assert ("clusters", 100 / 52) == (together.counted, together.n_eff)


def test_at_all_nothing_is_cut_and_precision_is_undefined() -> None:
    judged = golds({"q1": ["a", "b"]})
    lists = {"q1": ["a", "x", "y"]}
    made = report(run(lists), run({"q1": ["a"]}), labels(judged), cutoffs=(1, ALL))
    recall, share = cell(made, "recall", ALL), cell(made, "share-of-ceiling", ALL)
    precision = cell(made, "precision", ALL)

    assert ("1", "1/2", "1/2") == (
        recall.ceiling_exact,
        amount(recall.baseline).exact,
        amount(share.baseline).exact,
    )
    assert (None, ["undefined-at-all"]) == (precision.baseline, precision.notes)
    assert recall.sizes_baseline is not None
    assert recall.sizes_candidate is not None
    assert (3.0, 1.0) == (recall.sizes_baseline.mean, recall.sizes_candidate.mean)
    assert (None, None) == (recall.judged_baseline, recall.label_bounds)


def test_precision_divides_by_k_and_says_so_for_short_lists() -> None:
    judged = golds({"q1": ["a"]})
    made = report(run({"q1": ["a"]}), run({"q1": ["a", "x"]}), labels(judged), cutoffs=(2,))
    row = cell(made, "precision", 2)

    assert ("1/2", "1/2") == (amount(row.baseline).exact, amount(row.candidate).exact)
    assert "lists-shorter-than-k" in row.notes


def test_evidence_has_its_own_n_and_stands_beside_all_hit() -> None:
    made = CASES["evidence"]()
    met, coverage = cell(made, "evidence-met", 3), cell(made, "evidence-coverage", 3)

    assert (2, 2, 3) == (met.n, coverage.n, cell(made, "all-hit", 3).n)
    assert ("1/2", "1", "1/2", 1) == (
        amount(met.baseline).exact,
        amount(met.candidate).exact,
        met.delta_exact,
        amount(met.baseline).numerator,
    )
    assert "evidence-queries-only" in met.notes


def test_without_declared_evidence_there_is_no_row_for_it() -> None:
    assert not [
        row for row in CASES["few_queries"]().aggregates if row.measure.startswith("evidence")
    ]


def test_with_one_gold_each_recall_any_hit_and_all_hit_are_one_number() -> None:
    made = pair(*[1] * 7, -1, *[0] * 12)
    rows = [cell(made, "recall", 1), cell(made, "recall", 1, averaging="pooled")]
    rows += [cell(made, "any-hit", 1), cell(made, "all-hit", 1)]

    assert 1 == len({(row.delta, row.interval, row.p, row.p_adjusted) for row in rows})
    assert made.family is not None
    assert (4, 1) == (made.family.cells, made.family.tests)
    assert {"n": 20} == params(made, "one-gold-each")


def test_a_run_against_itself_has_no_p_and_no_change() -> None:
    baseline, _, judged = outcomes(*[1] * 30)
    made = report(run(baseline), run(baseline), labels(judged), cutoffs=(1,))
    row = cell(made, "recall", 1)

    assert (0.0, None, None, 30) == (row.delta, row.p, row.p_adjusted, row.same)
    assert row.interval is not None


def test_twelve_gains_give_the_exact_p() -> None:
    assert 1 / 2048 == cell(pair(*[1] * 12), "recall", 1).p


def test_a_census_has_neither_interval_nor_p() -> None:
    rows = pair(*[1] * 12, census=True).aggregates

    assert {(None, None, None)} == {(row.interval, row.p, row.uncertainty) for row in rows}


def test_a_query_that_only_the_candidate_has_moves_no_aggregate() -> None:
    judged = golds({"q1": ["a"]})
    lists = {"q1": ["a"]}
    alone = report(run(lists), run(lists), labels(judged), cutoffs=(1,))
    more = report(run(lists), run({**lists, "q9": ["a"]}), labels(judged), cutoffs=(1,))

    assert alone.aggregates == more.aggregates
    assert 1 == params(more, "strangers")["count"]


def test_separate_lists_are_undefined_where_there_is_none() -> None:
    made = CASES["separate_lists"]()

    assert (None, ["no-list-at-cutoff"]) == (
        cell(made, "recall", 1).baseline,
        cell(made, "recall", 1).notes,
    )
    assert ("1/2", "1/2") == (
        amount(cell(made, "recall", 2).baseline).exact,
        amount(cell(made, "recall", 3).baseline).exact,
    )
    assert [{"smaller": 2, "larger": 3, "queries": 1}] == params(made, "lists-not-prefixes")[
        "steps"
    ]


def test_unjudged_units_open_the_bounds_and_never_the_value() -> None:
    judged = {"q1": {"a": 1}}
    made = report(
        run({"q1": ["a", "x"]}),
        run({"q1": ["a", "y"]}),
        labels(judged, states={"q1": State.RELEVANT}),
        cutoffs=(2,),
    )
    row = cell(made, "recall", 2)

    assert row.label_bounds is not None
    assert (0.0, (-0.5, 0.5)) == (row.delta, row.label_bounds.delta)


def test_the_worked_example_of_the_specification() -> None:
    """FX1 as baseline; FX2: candidate hits 2, 1, 0."""
    judged = golds({"q1": ["a", "b", "c"], "q2": ["d"], "q3": ["e"]})
    baseline = run({"q1": ["a", "x", "b", "c"], "q2": ["x", "d"], "q3": ["x", "y"]})
    candidate = run({"q1": ["a", "b"], "q2": ["d"], "q3": ["x"]})
    made = report(baseline, candidate, labels(judged), cutoffs=(2,))
    rows = {(row.measure, row.averaging): row for row in made.aggregates[:4]}

    assert ["4/9", "2/5", "2/3", "1/3"] == [amount(row.baseline).exact for row in rows.values()]
    assert ["1/9", "1/5", "0", "0"] == [row.delta_exact for row in rows.values()]
    assert ["8/9", "4/5", "1", "2/3"] == [row.ceiling_exact for row in rows.values()]
    assert [(1, 2, 0), (1, 2, 0), (0, 3, 0), (0, 3, 0)] == [
        (row.better, row.same, row.worse) for row in rows.values()
    ]
    assert 0.25 == params(made, "few-queries")["floor"]
