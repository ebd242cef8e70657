"""Reports of four real runs: every value of expected.json, overall and by domain, in both orders."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from reportgen.model.labels import Labels
from reportgen.model.report import Aggregate, Group, Report
from reportgen.model.run import AbsentRule, Run
from tests.real.mtrag import CUTOFFS, ORDERS, read_runs, read_snapshot
from tests.reports import amount, cell, params, report

DOMAINS = ("clapnq", "cloud", "fiqa")
PAIRS = (
    ("bge_lastturn", "bge_rewrite"),
    ("bm25_rewrite", "bge_rewrite"),
    ("bge_rewrite", "bm25_then_bge_rerank_rewrite"),
)

Reports = dict[tuple[str, str, str], Report]


@pytest.fixture(scope="module")
def expected(shared_data: Path) -> Any:
    return json.loads((shared_data / "mtrag" / "expected.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def snapshot(shared_data: Path, tmp_path_factory: pytest.TempPathFactory) -> Labels:
    return read_snapshot(shared_data / "mtrag", tmp_path_factory.mktemp("labels"))


@pytest.fixture(scope="module")
def runs(shared_data: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, str], Run]:
    return read_runs(shared_data / "mtrag", tmp_path_factory.mktemp("runs"))


@pytest.fixture(scope="module")
def reports(runs: dict[tuple[str, str], Run], snapshot: Labels) -> Reports:
    """By (order, baseline, candidate), absent queries counted as returned nothing."""
    return {
        (order, *pair): report(
            runs[order, pair[0]],
            runs[order, pair[1]],
            snapshot,
            cutoffs=CUTOFFS,
            absent=AbsentRule.RETURNED_NOTHING,
        )
        for order in ORDERS
        for pair in PAIRS
    }


def part(of: Report, domain: str | None) -> Report | Group:
    if domain is None:
        return of
    return next(group for group in of.groups if (group.facet, group.value) == ("domain", domain))


def rows(of: Report | Group, k: int) -> dict[str, Aggregate]:
    return {
        "macro": cell(of, "recall", k),
        "pooled": cell(of, "recall", k, averaging="pooled"),
        "any": cell(of, "any-hit", k),
        "all": cell(of, "all-hit", k),
    }


def close(value: float) -> Any:
    return pytest.approx(value, abs=1e-12)


def test_the_pairs_are_all_that_the_expected_values_name(expected: Any) -> None:
    for order in ORDERS:
        named = expected["orders"][order]["pairs"]

        assert [(pair["baseline"], pair["candidate"]) for pair in named] == list(PAIRS)


@pytest.mark.parametrize("domain", [None, *DOMAINS])
@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("pair", PAIRS, ids="-".join)
def test_both_runs_values_are_the_expected_ones(
    reports: Reports, expected: Any, order: str, pair: tuple[str, str], domain: str | None
) -> None:
    of = part(reports[order, *pair], domain)
    for name, side in zip(pair, ("baseline", "candidate"), strict=True):
        run = expected["orders"][order]["runs"][name]
        by_cutoff = run["overall"] if domain is None else run["by_domain"][domain]
        for k in CUTOFFS:
            values, found = by_cutoff[str(k)], rows(of, k)
            amounts = {row: getattr(found[row], side) for row in found}
            judged = getattr(found["macro"], f"judged_{side}")

            assert dict.fromkeys(found, values["n"]) == {row: found[row].n for row in found}
            assert close(values["macro_recall"]["value"]) == amounts["macro"].value
            assert (values["hits"], values["gold"]) == (
                amounts["pooled"].numerator,
                amounts["pooled"].denominator,
            )
            assert close(values["pooled_recall"]["value"]) == amounts["pooled"].value
            for row, key in (("any", "any_hit"), ("all", "all_hit")):
                assert (values[key]["num"], values[key]["den"]) == (
                    amounts[row].numerator,
                    amounts[row].denominator,
                )
                assert close(values[key]["value"]) == amounts[row].value
            assert close(values["macro_ceiling"]["value"]) == found["macro"].ceiling
            assert close(values["pooled_ceiling"]["value"]) == found["pooled"].ceiling
            assert (values["judged"]["judged"], values["judged"]["returned"]) == (
                judged.judged,
                judged.returned,
            )


@pytest.mark.parametrize("domain", [None, *DOMAINS])
@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("pair", PAIRS, ids="-".join)
def test_every_delta_and_count_is_the_expected_one(
    reports: Reports, expected: Any, order: str, pair: tuple[str, str], domain: str | None
) -> None:
    of = part(reports[order, *pair], domain)
    named = next(
        one
        for one in expected["orders"][order]["pairs"]
        if (one["baseline"], one["candidate"]) == pair
    )
    by_cutoff = named["overall"] if domain is None else named["by_domain"][domain]
    for k in CUTOFFS:
        values, found = by_cutoff[str(k)], rows(of, k)
        delta = values["delta"]
        macro, pooled = found["macro"], found["pooled"]

        assert [values["wins"], values["ties"], values["losses"]] == [
            macro.better,
            macro.same,
            macro.worse,
        ]
        assert close(delta["macro_recall"]["value"]) == macro.delta
        assert close(delta["pooled_recall"]["value"]) == pooled.delta
        assert delta["hits"] == (amount(pooled.candidate).numerator or 0) - (
            amount(pooled.baseline).numerator or 0
        )
        for row, key in (("any", "any_hit"), ("all", "all_hit")):
            assert [delta[key]["gained"], delta[key]["lost"]] == [
                found[row].better,
                found[row].worse,
            ]
            assert close(delta[key]["value"]) == found[row].delta


def test_an_absent_question_is_excluded_and_counted_as_zero_in_a_finding(
    runs: dict[tuple[str, str], Run], snapshot: Labels, expected: Any
) -> None:
    baseline, candidate = "bge_rewrite", "bm25_rewrite"
    made = report(runs["score", baseline], runs["score", candidate], snapshot, cutoffs=CUTOFFS)
    excluded = made.accounting.excluded
    zero = params(made, "absent-as-zero")
    of_run = expected["orders"]["score"]["runs"]

    assert [("absent-from-candidate", 1)] == [(part.reason, part.count) for part in excluded]
    assert {575} == {row.n for row in made.aggregates}
    assert 576 == zero["n"]
    for row in zero["rows"]:
        if (row["measure"], row["averaging"]) == ("recall", "macro"):
            wanted = [
                of_run[name]["overall"][str(row["cutoff"])]["macro_recall"]["value"]
                for name in (baseline, candidate)
            ]

            assert [close(value) for value in wanted] == [row["baseline"], row["candidate"]]


def test_signs_that_disagree_are_findings(reports: Reports) -> None:
    made = reports["score", "bge_rewrite", "bm25_then_bge_rerank_rewrite"]
    across = {
        (row["measure"]["measure"], row["measure"]["averaging"]): (row["up"], row["down"])
        for row in params(made, "cutoffs-disagree")["rows"]
    }
    any_all = params(made, "any-hit-against-all-hit")["cells"]

    assert ([1, 5], [3, 10]) == across["recall", "macro"]
    assert [(3, 1 / 576, -1 / 576)] == [
        (row["cutoff"], row["any_hit"], row["all_hit"]) for row in any_all
    ]


def test_a_pooled_tie_with_changed_queries_says_so(reports: Reports) -> None:
    made = reports["file", "bge_rewrite", "bm25_then_bge_rerank_rewrite"]
    pooled = cell(made, "recall", 3, averaging="pooled")

    assert 0.0 == pooled.delta
    assert {"better": 19, "worse": 21} == next(
        message.params for message in pooled.messages if message.code == "tie"
    )


def test_groups_of_a_partition_add_up_to_the_total(reports: Reports) -> None:
    for made in reports.values():
        for k in CUTOFFS:
            total = cell(made, "recall", k, averaging="pooled")
            groups = [
                cell(part(made, domain), "recall", k, averaging="pooled") for domain in DOMAINS
            ]
            hits = sum(amount(row.candidate).numerator or 0 for row in groups)

            assert amount(total.candidate).numerator == hits
            assert Fraction(total.n) == sum(row.n for row in groups)
