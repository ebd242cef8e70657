"""Real labels that ask for more than gold: requirements of AND and OR, two kinds of empty gold, overlapping groups."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from reportgen.model.cutoff import ALL
from reportgen.model.report import Report
from reportgen.model.run import AbsentRule
from reportgen.read import read_labels
from tests.builders import write_json, write_json_lines
from tests.in_memory import labels, run
from tests.reports import amount, cell, params, report

STATES = {
    "ANSWERABLE": "relevant",
    "PARTIAL": "relevant",
    "UNANSWERABLE": "no-answer",
    "UNDERSPECIFIED": "unreviewed",
}


def lines(path: Path) -> list[Any]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.fixture(scope="module")
def requirements(shared_data: Path) -> Report:
    """Every requirement of AutoRAG's own tests as evidence; a run against itself."""
    judged: dict[str, dict[str, int]] = {}
    evidence, lists = {}, {}
    for case in lines(shared_data / "autorag" / "and_or_cases.jsonl"):
        query = f"case-{case['case']}"
        parts = [[unit for unit in part if unit] for part in case["retrieval_gt"]]
        parts = [part for part in parts if part]
        lists[query] = list(dict.fromkeys(case["retrieved_ids"]))
        if parts:
            judged[query] = {unit: 1 for part in parts for unit in part}
            evidence[query] = parts
    snapshot = labels(judged, evidence=evidence)
    return report(run(lists), run(lists), snapshot, cutoffs=(ALL,))


def test_requirements_are_scored_part_by_part(requirements: Report, shared_data: Path) -> None:
    cases = [
        case
        for case in lines(shared_data / "autorag" / "and_or_cases.jsonl")
        if case["autorag_expected"]["recall"] is not None
    ]
    coverage, met = (
        cell(requirements, name, ALL) for name in ("evidence-coverage", "evidence-met")
    )
    shares = [Fraction(case["groups_satisfied"], case["groups"]) for case in cases]

    assert cases
    assert len(cases) == coverage.n
    assert pytest.approx(float(sum(shares) / len(shares))) == amount(coverage.baseline).value
    assert shares.count(Fraction(1)) == amount(met.baseline).numerator


def test_a_requirement_is_no_gold_set(requirements: Report, shared_data: Path) -> None:
    flat = [
        case["flattened_recall_if_groups_were_ignored"]
        for case in lines(shared_data / "autorag" / "and_or_cases.jsonl")
        if case["autorag_expected"]["recall"] is not None
    ]
    recall = amount(cell(requirements, "recall", ALL).baseline).value

    assert pytest.approx(sum(flat) / len(flat)) == recall
    assert recall != amount(cell(requirements, "evidence-coverage", ALL).baseline).value


@pytest.fixture(scope="module")
def two_kinds(shared_data: Path, tmp_path_factory: pytest.TempPathFactory) -> Report:
    """The tasks with their states and question types; each run returns the first gold unit, or nothing."""
    folder = tmp_path_factory.mktemp("labels")
    source = shared_data / "mtragun"
    names = [path.name for path in sorted((source / "qrels").iterdir())]
    for name in names:
        (folder / name).write_bytes((source / "qrels" / name).read_bytes())
    tasks = lines(source / "tasks_meta.jsonl")
    records = [
        {
            "query_id": task["task_id"],
            "state": STATES[task["answerability"][0]],
            "groups": {"type": task["Question Type"]},
        }
        for task in tasks
    ]
    write_json_lines(folder / "queries.jsonl", records)
    content = {"schema_version": 1, "id": "mtragun", "queries": "queries.jsonl"}
    write_json(folder / "labels.json", {**content, "judgments": names})
    snapshot = read_labels(folder)
    first: dict[str, list[str]] = {}
    for name in names:
        for row in (source / "qrels" / name).read_text(encoding="utf-8").splitlines()[1:]:
            query, unit, _ = row.split("\t")
            first.setdefault(query, [unit])
    empty: dict[str, list[str]] = {query: [] for query in first}
    one = next(iter(first))
    return report(
        run(first),
        run({**empty, one: first[one]}),
        snapshot,
        absent=AbsentRule.RETURNED_NOTHING,
        cutoffs=(1,),
    )


def test_the_two_kinds_of_empty_gold_have_two_reasons(two_kinds: Report) -> None:
    counts = [(part.reason, part.count) for part in two_kinds.accounting.excluded]

    assert [("unreviewed", 78), ("no-answer", 97)] == counts
    assert (507, 332, 851) == (
        two_kinds.accounting.queries,
        two_kinds.accounting.scored,
        two_kinds.accounting.gold,
    )
    assert {332} == {row.n for row in two_kinds.aggregates}
    assert 97 == len(two_kinds.no_answer.queries)


def test_question_types_overlap_and_do_not_add_up(two_kinds: Report) -> None:
    facet = next(facet for facet in two_kinds.facets if facet.name == "type")
    rows = [group for group in two_kinds.groups if group.facet == "type"]
    members = sum(group.n + sum(part.count for part in group.excluded) for group in rows)

    assert (11, False) == (facet.values, facet.partition)
    assert 715 == members
    assert facet.memberships == params(two_kinds, "groups-overlap")["memberships"] > 332
