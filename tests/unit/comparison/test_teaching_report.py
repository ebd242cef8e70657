"""The teaching example: its report holds what a person computes by hand, written as formats.md shows it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from reportgen.model.report import Report
from reportgen.read import read_labels, read_run
from tests.reports import amount, cell, params, report

TEACHING = Path(__file__).resolve().parents[3] / "example_runs" / "teaching"


@pytest.fixture(scope="module")
def teaching() -> Report:
    return report(
        read_run(TEACHING / "baseline"),
        read_run(TEACHING / "candidate"),
        read_labels(TEACHING / "labels"),
        cutoffs=(2,),
    )


def part(whole: Any, shown: Any) -> Any:
    """What `whole` holds of the keys of `shown`."""
    if isinstance(shown, dict):
        return {key: part(whole[key], value) for key, value in shown.items()}
    return whole


def test_the_accounting_is_that_of_the_format(teaching: Report) -> None:
    shown = {
        "queries": 5,
        "scored": 3,
        "gold": 5,
        "excluded": [
            {"reason": "unreviewed", "count": 1, "queries": ["D"]},
            {"reason": "no-answer", "count": 1, "queries": ["E"]},
        ],
    }

    assert shown == part(msgspec.to_builtins(teaching.accounting), shown)


def test_macro_recall_is_the_row_of_the_format(teaching: Report) -> None:
    shown = {
        "measure": "recall",
        "averaging": "macro",
        "stage": "run",
        "cutoff": 2,
        "n": 3,
        "baseline": {
            "value": 0.4444444444444444,
            "exact": "4/9",
            "numerator": None,
            "denominator": 3,
        },
        "candidate": {
            "value": 0.6666666666666666,
            "exact": "2/3",
            "numerator": None,
            "denominator": 3,
        },
        "delta": 0.2222222222222222,
        "ceiling": 0.8888888888888888,
        "better": 1,
        "same": 1,
        "worse": 1,
        "interval": None,
        "p": None,
        "p_adjusted": None,
        "label_bounds": {
            "baseline": [0.4444444444444444, 0.4444444444444444],
            "candidate": [0.6666666666666666, 0.6666666666666666],
            "delta": [0.2222222222222222, 0.2222222222222222],
            "ceiling": [0.8888888888888888, 0.8888888888888888],
        },
        "notes": ["n-below-6"],
    }
    encoded = msgspec.json.decode(msgspec.json.encode(teaching.aggregates[0]))

    assert shown == part(encoded, shown)


def test_a_query_is_the_object_of_the_format(teaching: Report) -> None:
    shown = next(iter(teaching.queries))
    found = shown.cells[0]

    assert ("A", "relevant", None, 3, {}) == (
        shown.query_id,
        shown.state,
        shown.excluded,
        shown.gold,
        shown.groups,
    )
    assert ("run", 2, 2 / 3, 0) == (
        found.stage,
        found.cutoff,
        found.ceiling,
        found.unjudged_both,
    )
    assert [(1, 2, 0), (0, 2, 0)] == [
        (side.hits, side.returned, side.unjudged) for side in (found.baseline, found.candidate)
    ]


def test_macro_rises_while_pooled_stays_and_all_hit_doubles(teaching: Report) -> None:
    found = {
        (row.measure, row.averaging): (
            amount(row.baseline).exact,
            amount(row.candidate).exact,
            row.delta_exact,
        )
        for row in teaching.aggregates[:4]
    }

    assert {
        ("recall", "macro"): ("4/9", "2/3", "2/9"),
        ("recall", "pooled"): ("2/5", "2/5", "0"),
        ("any-hit", "macro"): ("2/3", "2/3", "0"),
        ("all-hit", "macro"): ("1/3", "2/3", "1/3"),
    } == found


def test_ceilings_are_given_for_every_measure_that_has_one(teaching: Report) -> None:
    found = {(row.measure, row.averaging): row.ceiling_exact for row in teaching.aggregates}

    assert {
        ("recall", "macro"): "8/9",
        ("recall", "pooled"): "4/5",
        ("any-hit", "macro"): "1",
        ("all-hit", "macro"): "2/3",
        ("share-of-ceiling", "macro"): "1",
        ("precision", "macro"): "2/3",
        ("reciprocal-rank", "macro"): "1",
        ("average-precision", "macro"): "8/9",
        ("ndcg", "macro"): "1",
    } == found


def test_query_a_weighs_three_fifths_of_the_pooled_figure(teaching: Report) -> None:
    weights = teaching.weights

    assert (1 / 3, 5, 25 / 11) == (weights.macro, weights.total_gold, weights.n_eff)
    assert [("A", 3), ("B", 1), ("C", 1)] == weights.largest


def test_macro_less_pooled_is_the_covariance_over_the_mean_gold(teaching: Report) -> None:
    baseline = teaching.identities[0]

    assert "baseline" == baseline.of
    assert pytest.approx(2 / 45) == baseline.difference
    assert pytest.approx(-2 / 27) == baseline.covariance
    assert pytest.approx(5 / 3) == baseline.mean_gold


def test_few_queries_say_the_smallest_possible_p(teaching: Report) -> None:
    assert {"n": 3, "floor": 0.25} == params(teaching, "few-queries")


def test_the_loss_is_split_into_unreachable_missing_and_ordering(teaching: Report) -> None:
    baseline, candidate = teaching.stages.splits

    assert (1, 1, 1, 2) == (
        baseline.unreachable,
        baseline.missing,
        baseline.ordering,
        baseline.hits,
    )
    assert (1, 0, 2, 2) == (
        candidate.unreachable,
        candidate.missing,
        candidate.ordering,
        candidate.hits,
    )


def test_average_precision_of_few_queries_is_a_fraction(teaching: Report) -> None:
    row = cell(teaching, "average-precision", 2)

    assert ("5/18", "2/3", "7/18") == (
        amount(row.baseline).exact,
        amount(row.candidate).exact,
        row.delta_exact,
    )
