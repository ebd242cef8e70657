from __future__ import annotations

from pathlib import Path
from typing import Any

import polars as pl
import pytest

from reportgen.read import inspect_path
from reportgen.read.inspection import LabelInspection, RunInspection
from reportgen.read.kinds import InputKind
from reportgen.read.ranking_facts import RankingFacts, Spread
from tests.builders import (
    write_json_lines,
    write_judgments,
    write_labels,
    write_rankings,
    write_run,
    write_text,
)


def run_at(path: Path) -> RunInspection:
    run = inspect_path(path).run
    if run is None:
        pytest.fail("nothing was read")
    return run


def labels_at(path: Path) -> LabelInspection:
    labels = inspect_path(path).labels
    if labels is None:
        pytest.fail("nothing was read")
    return labels


def facts_of(path: Path) -> RankingFacts:
    facts = run_at(path).stages[0].facts
    if facts is None:
        pytest.fail("nothing was read")
    return facts


def test_queries_lengths_repeats_ties_and_orders_of_a_stage_are_counted(tmp_path: Path) -> None:
    text = (
        "# a comment\n"
        "q1 Q0 a 1 3 t\nq1 Q0 b 2 3 t\nq1 Q0 c 3 1 t\n"  # a and b tie, so b stands first by score
        "q2 Q0 a 1 2 t\nq2 Q0 b 2 5 t\n"  # ranks against scores
        "q3 Q0 b 2 1 t\nq3 Q0 a 1 2 t\n"  # ranks as scores, rows against them
        "q4 Q0 a 1 0 t\n"
    )
    path = write_text(tmp_path / "a.run", text)

    assert RankingFacts(
        queries=4,
        returned_nothing=0,
        rows=8,
        lengths=Spread(1, 2.0, 3),
        repeated_rows=0,
        tied_queries=1,
        equal_rank_queries=0,
        rank_differs=2,
        listed_differs=3,
        comments=1,
    ) == facts_of(path)


def test_equal_ranks_leave_the_order_by_rank_uncompared(tmp_path: Path) -> None:
    path = write_text(tmp_path / "a.run", "q Q0 a 0 2 t\nq Q0 b 0 1 t\nr Q0 a 1 1 t\n")

    facts = facts_of(path)

    assert (1, None, 0) == (facts.equal_rank_queries, facts.rank_differs, facts.listed_differs)


def test_zero_and_minus_zero_are_one_score(tmp_path: Path) -> None:
    path = write_text(tmp_path / "a.run", "q Q0 b 1 -0.0 t\nq Q0 a 2 0 t\nr Q0 a 1 0 t\n")

    facts = facts_of(path)

    assert (1, 0) == (facts.tied_queries, facts.rank_differs)


def test_queries_that_returned_nothing_count_with_length_0(tmp_path: Path) -> None:
    path = write_rankings(tmp_path / "a.jsonl", {"q1": [], "q2": ["a", "b", "c"], "q3": []})

    facts = facts_of(path)

    assert (3, 2, 3, Spread(0, 0, 3)) == (
        facts.queries,
        facts.returned_nothing,
        facts.rows,
        facts.lengths,
    )
    assert (None, None, None) == (facts.tied_queries, facts.rank_differs, facts.listed_differs)


def test_problems_do_not_hide_what_could_be_read(tmp_path: Path) -> None:
    directory = write_run(
        tmp_path,
        "run",
        {"pool": {"q1": ["a", "a", "b"]}, "context": {"q1": ["a"]}},
        answers={"q1": True, "q2": False},
        unit="passage",
        duplicate="refuse",
    )
    (directory / "context.jsonl").unlink()

    inspection = inspect_path(directory)

    assert InputKind.RUN is inspection.kind
    assert ["context.jsonl", "pool.jsonl", "run.json"] == [
        Path(problem.path).name for problem in inspection.problems
    ]
    run = run_at(directory)
    assert (2, 1) == (run.answers, run.abstained)
    pool, context = run.stages
    assert ("pool", "pool.jsonl", "listed", "passage") == (
        pool.name,
        pool.file,
        pool.order,
        pool.unit,
    )
    assert pool.facts is not None
    assert (1, 3) == (pool.facts.repeated_rows, pool.facts.rows)
    assert context.facts is None


def test_rows_beside_a_wrong_one_are_counted(tmp_path: Path) -> None:
    path = write_text(tmp_path / "a.run", "q Q0 a 1 x t\nq Q0 b 2 1 t\nq b\n")

    assert 1 == facts_of(path).rows
    assert 2 == len(inspect_path(path).problems)


def test_every_file_of_a_stage_of_separate_cutoffs_is_shown(tmp_path: Path) -> None:
    settings = {"pool": {"file": None, "cutoff_files": {"10": "b.jsonl", "5": "a.jsonl"}}}
    directory = write_run(tmp_path, "run", {"pool": {"q": ["x"]}}, stage_settings=settings)
    write_rankings(directory / "a.jsonl", {"q1": ["a"]})
    write_rankings(directory / "b.jsonl", {"q1": ["a", "b"]})

    assert [(5, "a.jsonl", 1), (10, "b.jsonl", 2)] == [
        (stage.cutoff, stage.file, stage.facts.rows)
        for stage in run_at(directory).stages
        if stage.facts is not None
    ]


def test_states_judgments_grades_facets_clusters_evidence_and_maps_are_counted(
    tmp_path: Path,
) -> None:
    directory = write_labels(
        tmp_path,
        {"q1": {"a": 1, "b": 0, "c": 2}, "q2": {"a": 1}, "q3": {"a": 0}},
        queries={
            "q1": {
                "text": "?",
                "groups": {"type": "x", "tags": ["s", "t"]},
                "cluster": "c1",
                "evidence": [["a"], ["b"]],
            },
            "q2": {"groups": {"type": "y", "tags": ["t", "t"]}, "cluster": "c1"},
            "q3": {"groups": {"type": "y"}, "verdicts": "complete"},
            "q4": {},
        },
        unit_map_rows={"m.tsv": [("p", "a"), ("r", "a")]},
        unit_maps=[{"from": "passage", "to": "document", "version": "1", "file": "m.tsv"}],
    )
    write_text(
        directory / "judgments.tsv",
        "# c\n" + (directory / "judgments.tsv").read_text(encoding="utf-8") + "q2\ta\t1\n",
    )

    labels = labels_at(directory)

    assert inspect_path(directory).problems == ()
    assert {"relevant": 2, "no-answer": 1, "unreviewed": 1} == labels.states
    assert {"explicit": 3, "complete": 1} == labels.verdicts
    assert (4, 5, 1, 1) == (labels.queries, labels.judgments, labels.repeated, labels.comments)
    assert {0: 2, 1: 2, 2: 1} == labels.grades
    assert (Spread(1, 1.5, 2), Spread(1, 1, 3)) == (labels.gold, labels.judged)
    assert {"tags": {"t": 2, "s": 1}, "type": {"y": 2, "x": 1}} == labels.facets
    assert ["tags", "type"] == list(labels.facets)
    assert (1, 1, 2) == (labels.with_text, labels.clusters, labels.clustered_queries)
    assert (1, 2) == (labels.evidence_queries, labels.evidence_parts)
    assert [("passage", "document", "1", "from", 2)] == [
        (one.from_unit, one.to_unit, one.version, one.cutoff_counts, one.rows)
        for one in labels.unit_maps
    ]


def test_a_bare_judgments_file_shows_queries_without_gold_as_undeclared(tmp_path: Path) -> None:
    labels = labels_at(write_text(tmp_path / "qrels", "q1 0 a 1\nq2 0 a 0\n"))

    assert {"relevant": 1, "undeclared": 1} == labels.states
    assert not labels.declares_states
    assert labels.digest.startswith("sha256:")


def test_a_snapshot_with_problems_is_shown(tmp_path: Path) -> None:
    directory = write_labels(
        tmp_path, {"q1": {"a": 0}}, queries={"q1": {"state": "relevant"}}, verdict="x"
    )

    inspection = inspect_path(directory)

    assert 2 == len(inspection.problems)
    assert {0: 1} == labels_at(directory).grades


@pytest.mark.parametrize(
    ("name", "text", "kind"),
    [
        ("a", "q Q0 u 1 2 t\n", InputKind.RUN),
        ("a", "# c\n\nq Q0 u 1 2 t\n", InputKind.RUN),
        ("a.txt", "q 0 u 1\n", InputKind.LABELS),
        ("a.run", "q 0 u 1\n", InputKind.LABELS),
        ("a.tsv", "q\tu\t1\n", InputKind.LABELS),
        ("a.tsv", "query-id\tcorpus-id\tscore\nq\tu\t1\n", InputKind.LABELS),
        ("a.jsonl", '{"query_id":"q","ranking":["u"]}\n', InputKind.RUN),
        ("a.jsonl", '{"query_id":"q","unit_id":"u","grade":1}\n', InputKind.LABELS),
    ],
)
def test_a_ranking_and_a_judgments_file_are_told_apart(
    tmp_path: Path, name: str, text: str, kind: InputKind
) -> None:
    inspection = inspect_path(write_text(tmp_path / name, text))

    assert kind is inspection.kind
    assert () == inspection.problems


def test_parquet_files_are_told_apart_by_their_columns(tmp_path: Path) -> None:
    run = write_rankings(tmp_path / "run.parquet", {"q": ["u"]}, format="parquet")
    labels = write_judgments(tmp_path / "labels.parquet", {"q": {"u": 1}}, format="parquet")
    pl.DataFrame({"q_id": ["q"], "doc": ["u"]}).write_parquet(tmp_path / "other.parquet")

    assert [InputKind.RUN, InputKind.LABELS, None] == [
        inspect_path(path).kind for path in (run, labels, tmp_path / "other.parquet")
    ]


@pytest.mark.parametrize(
    ("name", "text", "what", "remedy"),
    [
        ("a", "q,u,1\n", "the first row has 1 column", "name a run directory"),
        ("a", "q Q0\n", "the first row has 2 columns", "name a run directory"),
        ("a.json", '{"q": {"u": 1}}', "this is JSON, but no JSON lines by its name", ".jsonl"),
        ("a", "", "the file is empty (0 bytes)", "write it again"),
        ("a", "# only\n", "the file holds no row", "name a run directory"),
        ("a.jsonl", "[1]\n", "the first line is no JSON object", "name a run directory"),
        ("a.jsonl", '{"task_id":"q"}\n', "the keys `task_id`", "`fields`"),
        ("a.jsonl", '{"query_id":"q","state":"relevant"}\n', "the keys", "name its directory"),
        ("a", "\x1f\x8b", "the content is gzip", ".gz"),
    ],
)
def test_what_is_neither_is_refused_with_what_to_do(
    tmp_path: Path, name: str, text: str, what: str, remedy: str
) -> None:
    path = tmp_path / name
    path.write_bytes(text.encode("latin-1"))

    inspection = inspect_path(path)

    assert (None, None, None) == (inspection.kind, inspection.run, inspection.labels)
    (problem,) = inspection.problems
    assert what in problem.what
    assert remedy in problem.remedy


@pytest.mark.parametrize("manifests", [(), ("run.json", "labels.json")])
def test_a_directory_that_is_neither_or_both_is_refused(
    tmp_path: Path, manifests: tuple[str, ...]
) -> None:
    for name in manifests:
        write_text(tmp_path / name, "{}")

    (problem,) = inspect_path(tmp_path).problems

    assert ("both" if manifests else "neither") in problem.what


def test_a_path_that_does_not_exist_is_refused(tmp_path: Path) -> None:
    (problem,) = inspect_path(tmp_path / "none").problems

    assert "the file does not exist" == problem.what


@pytest.mark.parametrize("content", ["", "[]", '{"schema_version": 2}'])
def test_a_manifest_that_says_nothing_leaves_nothing_to_show(tmp_path: Path, content: str) -> None:
    for manifest in ("run.json", "labels.json"):
        folder = tmp_path / manifest.removesuffix(".json")
        folder.mkdir()
        write_text(folder / manifest, content)

        inspection = inspect_path(folder)

        assert (None, None) == (inspection.run, inspection.labels)
        assert 1 == len(inspection.problems)


def test_inspecting_reads_what_reading_reads(tmp_path: Path) -> None:
    rows: list[dict[str, Any]] = [{"query_id": "q", "ranking": ["a"], "scores": [1.0]}]
    path = write_json_lines(tmp_path / "a.jsonl", rows)

    inspection = inspect_path(path)

    assert ["run/a.jsonl"] == [file.path for file in inspection.inputs]
    assert "a" == run_at(path).manifest.name
