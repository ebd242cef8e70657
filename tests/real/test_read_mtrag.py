"""The published runs of mtrag, read as they are, hold what their description says."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from reportgen.model.labels import State, Verdicts
from reportgen.model.run import Order
from reportgen.read import inspect_path, read_labels, read_run
from reportgen.read.ranking_facts import RankingFacts
from tests.builders import write_json, write_json_lines

RUNS = ["bge_lastturn", "bge_rewrite", "bm25_rewrite", "bm25_then_bge_rerank_rewrite"]
FIELDS = {"query_id": "task_id", "ranking": "retrieved_ids"}


@pytest.fixture
def folder(shared_data: Path) -> Path:
    return shared_data / "mtrag"


def run_facts(folder: Path, name: str) -> dict[str, Any]:
    facts = json.loads((folder / "expected.json").read_text(encoding="utf-8"))["run_facts"]
    return dict(facts[name])


def published_run(folder: Path, tmp_path: Path, name: str, **stage: str) -> Path:
    """A run directory with the published JSON lines file, read through `fields`."""
    (tmp_path / "run.jsonl").write_bytes((folder / "runs" / f"{name}.jsonl").read_bytes())
    entry = {"name": "run", "file": "run.jsonl", "fields": FIELDS, **stage}
    write_json(tmp_path / "run.json", {"schema_version": 1, "name": name, "stages": [entry]})
    return tmp_path


def facts_of(path: Path) -> RankingFacts:
    run = inspect_path(path).run
    if run is None or run.stages[0].facts is None:
        pytest.fail("nothing was read")
    return run.stages[0].facts


@pytest.mark.parametrize("name", RUNS)
def test_the_published_lists_hold_what_is_known_of_them(
    folder: Path, tmp_path: Path, name: str
) -> None:
    expected = run_facts(folder, name)
    directory = published_run(folder, tmp_path, name)

    rankings = read_run(directory).stages[0].rankings[None]
    frame = rankings.frame.select("query_id", "score").collect()
    lengths = Counter(frame["query_id"].to_list())
    facts = facts_of(directory)

    assert expected["questions_in_jsonl"] == facts.queries
    assert tuple(expected["empty_lists"]) == rankings.empty
    counted = Counter([*lengths.values(), *(0 for _ in rankings.empty)])
    assert expected["list_lengths"] == {str(length): count for length, count in counted.items()}
    assert expected["negative_scores"] == sum(score < 0 for score in frame["score"].to_list())
    assert expected["questions_with_tied_scores"] == facts.tied_queries
    assert expected["questions_where_file_order_differs_from_score_order"] == facts.listed_differs


@pytest.mark.parametrize("name", RUNS)
def test_the_trec_file_holds_what_is_known_of_it(folder: Path, name: str) -> None:
    expected = run_facts(folder, name)
    path = folder / "runs" / f"{name}.trec"

    facts = facts_of(path)

    assert expected["questions_in_trec_file"] == facts.queries
    assert expected["lines_in_trec_file"] == facts.rows
    assert (0, 0) == (facts.rank_differs, facts.listed_differs)
    assert name == read_run(path).manifest.name


@pytest.mark.parametrize("name", RUNS)
def test_both_files_of_a_run_hold_the_same_units_and_scores(
    folder: Path, tmp_path: Path, name: str
) -> None:
    columns = ["query_id", "unit_id", "score"]
    lines = read_run(published_run(folder, tmp_path, name, order="score")).stages[0]
    trec = read_run(folder / "runs" / f"{name}.trec").stages[0]

    assert Order.SCORE is lines.order
    assert (
        trec.rankings[None].frame.select(columns).sort(columns).collect().rows()
        == lines.rankings[None].frame.select(columns).sort(columns).collect().rows()
    )


def test_published_lists_without_fields_are_refused_naming_their_keys(folder: Path) -> None:
    (problem,) = inspect_path(folder / "runs" / "bge_rewrite.jsonl").problems

    assert "`retrieved_ids`" in problem.what
    assert "`fields`" in problem.remedy


def test_one_snapshot_is_built_from_the_three_published_label_files(
    folder: Path, tmp_path: Path
) -> None:
    names = ["clapnq.tsv", "cloud.tsv", "fiqa.tsv"]
    for name in names:
        (tmp_path / name).write_bytes((folder / "labels" / name).read_bytes())
    lines = (folder / "labels" / "questions.jsonl").read_text(encoding="utf-8").splitlines()
    write_json_lines(
        tmp_path / "queries.jsonl", [json.loads(line) | {"state": "relevant"} for line in lines]
    )
    manifest = {
        "schema_version": 1,
        "id": "mtrag",
        "verdicts": "positive-only",
        "queries": "queries.jsonl",
        "judgments": names,
    }
    write_json(tmp_path / "labels.json", manifest)

    labels = read_labels(tmp_path)

    assert 576 == len(labels.queries)
    assert {State.RELEVANT} == {query.state for query in labels.queries}
    assert 1607 == len(labels.judgments.collect())
    assert 0 == labels.repeated
    inspected = inspect_path(tmp_path).labels
    assert inspected is not None
    assert {"domain": {"clapnq": 208, "cloud": 188, "fiqa": 180}} == inspected.facets
    assert {1: 1607} == inspected.grades


def test_a_published_label_file_alone_is_a_snapshot_of_positives(folder: Path) -> None:
    labels = read_labels(folder / "labels" / "fiqa.tsv")

    assert Verdicts.POSITIVE_ONLY is labels.manifest.verdicts
    assert 180 == len(labels.queries)


def test_questions_without_states_are_refused(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "q.jsonl").write_bytes((folder / "labels" / "questions.jsonl").read_bytes())
    (tmp_path / "j.tsv").write_bytes((folder / "labels" / "fiqa.tsv").read_bytes())
    manifest = {"schema_version": 1, "id": "x", "queries": "q.jsonl", "judgments": "j.tsv"}
    write_json(tmp_path / "labels.json", manifest)

    problems = inspect_path(tmp_path).problems

    assert all("has no `state`" in problem.what for problem in problems)
    assert 21 == len(problems)
    assert "556 more problems are not shown" in problems[-1].what
