from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from reportgen.model.labels import CutoffCounts, State, Verdicts
from reportgen.read import read_labels
from tests.builders import (
    write_json,
    write_json_lines,
    write_judgments,
    write_labels,
    write_run,
    write_text,
)
from tests.unit.read.refusals import label_problems, only
from tests.unit.read.tables import judgments_of

JUDGMENTS = {"q1": {"a": 1, "b": 0}, "q2": {"a": 2}}


def declaring(directory: Path, **changes: Any) -> Path:
    """The label directory with keys of its labels.json changed, or removed where a change is None."""
    content = json.loads((directory / "labels.json").read_text(encoding="utf-8")) | changes
    write_json(
        directory / "labels.json",
        {key: value for key, value in content.items() if value is not None},
    )
    return directory


def test_a_snapshot_is_read_with_everything_that_it_declares(tmp_path: Path) -> None:
    directory = write_labels(
        tmp_path,
        JUDGMENTS,
        queries={
            "q2": {
                "text": "Who?",
                "verdicts": "complete",
                "groups": {"type": "multi-hop", "tags": ["a", "b"]},
                "cluster": "c1",
                "evidence": [["a"]],
            },
            "q9": {"state": "no-answer"},
            "q0": {"state": "unreviewed"},
        },
        unit_map_rows={"map.tsv": [("p2", "a"), ("p1", "a"), ("p1", "a")]},
        unit_maps=[
            {
                "from": "passage",
                "to": "document",
                "version": "2026-11",
                "file": "map.tsv",
                "cutoff_counts": "to",
            }
        ],
        created="2026-11-01T12:00:00Z",
        corpus_snapshot="corpus-7",
        query_set="dev",
        unit="document",
        parent="sha256:" + "0" * 64,
        verdicts="positive-only",
    )

    labels = read_labels(directory)

    assert labels.declares_states
    assert "labels" == labels.id
    assert ["q0", "q1", "q2", "q9"] == [query.query_id for query in labels.queries]
    q2 = labels.queries[2]
    assert (State.RELEVANT, "Who?", "c1", (("a",),)) == (
        q2.state,
        q2.text,
        q2.cluster,
        q2.evidence,
    )
    assert Verdicts.COMPLETE is q2.verdicts
    assert {"type": "multi-hop", "tags": ("a", "b")} == q2.groups
    assert {("q1", "a"): 1, ("q1", "b"): 0, ("q2", "a"): 2} == judgments_of(labels)
    (unit_map,) = labels.unit_maps
    assert ("passage", "document", CutoffCounts.TO) == (
        unit_map.from_unit,
        unit_map.to_unit,
        unit_map.cutoff_counts,
    )
    assert [("p1", "a"), ("p2", "a")] == list(unit_map.frame.collect().iter_rows())
    assert [
        "labels/judgments.tsv",
        "labels/labels.json",
        "labels/map.tsv",
        "labels/queries.jsonl",
    ] == [file.path for file in labels.inputs]


def test_several_files_of_queries_and_judgments_are_one_snapshot(tmp_path: Path) -> None:
    directory = write_labels(
        tmp_path,
        {"q1": {"a": 1}},
        judgments=["judgments.tsv", "more.trec"],
    )
    declaring(directory, queries=["queries.jsonl", "more.jsonl"])
    write_judgments(directory / "more.trec", {"q2": {"b": 1}, "q1": {"a": 1}}, format="trec")
    write_json_lines(directory / "more.jsonl", [{"query_id": "q2", "state": "relevant"}])

    labels = read_labels(directory)

    assert {("q1", "a"): 1, ("q2", "b"): 1} == judgments_of(labels)
    assert 1 == labels.repeated
    assert 5 == len(labels.inputs)


def test_linked_files_keep_the_names_that_labels_json_gives_them(tmp_path: Path) -> None:
    directory = write_labels(tmp_path, JUDGMENTS)
    (directory / "judgments.tsv").rename(tmp_path / "elsewhere.tsv")
    (directory / "judgments.tsv").symlink_to(tmp_path / "elsewhere.tsv")

    assert "labels/judgments.tsv" == read_labels(directory).inputs[0].path


@pytest.mark.parametrize(
    ("key", "value", "what"),
    [
        ("id", None, "`id` is missing"),
        ("id", " ", "`id` is empty"),
        ("queries", None, "`queries` is missing"),
        ("judgments", None, "`judgments` is missing"),
        ("judgments", [], "`judgments` names no file"),
        ("judgments", "", "`judgments` names a file without a name"),
        ("judgments", 5, "`judgments` is 5"),
        ("judgments", ["judgments.tsv", 5], "`judgments[1]` is 5"),
        ("judgments", ["judgments.tsv", "judgments.tsv"], "`judgments` names judgments.tsv twice"),
        (
            "queries",
            "../queries.jsonl",
            "`queries` names ../queries.jsonl, which lies outside the label directory",
        ),
        ("relevance_level", 0, "`relevance_level` is 0"),
        ("relevance_level", -1, "`relevance_level` is -1"),
        ("relevance_level", 1.5, "`relevance_level` is 1.5"),
        ("relevance_level", "1", "`relevance_level` is `1`"),
        ("verdicts", "positive", "`verdicts` is `positive`"),
        ("parent", "sha256:1", "`parent` is no digest"),
        ("created", "today", "`created` is no date and time as RFC 3339 writes them"),
        ("unit", "", "`unit` is empty"),
        ("schema_version", 2, "schema_version 2 is not known"),
        ("verdict", "explicit", "unknown key `verdict`"),
        ("unit_maps", {}, "`unit_maps` is an object"),
        ("unit_maps", [{"from": "a", "to": "b", "file": "x"}], "`unit_maps[0].version` is missing"),
        (
            "unit_maps",
            [{"from": "a", "to": "a", "version": "1", "file": "x"}],
            "a unit map leads from a to itself",
        ),
        (
            "unit_maps",
            [{"from": "a", "to": "b", "version": "1", "file": "x", "cutoff_counts": "both"}],
            "`unit_maps[0].cutoff_counts` is `both`",
        ),
    ],
)
def test_labels_json_is_as_strict_as_run_json(
    tmp_path: Path, key: str, value: object, what: str
) -> None:
    directory = declaring(write_labels(tmp_path, JUDGMENTS), **{key: value})

    problems = label_problems(directory)

    assert what in [problem.what for problem in problems]
    assert all(problem.remedy for problem in problems)


def test_two_maps_between_the_same_units_are_refused(tmp_path: Path) -> None:
    unit_map = {"from": "passage", "to": "document", "version": "1", "file": "map.tsv"}
    directory = write_labels(
        tmp_path,
        JUDGMENTS,
        unit_map_rows={"map.tsv": [("p", "a")]},
        unit_maps=[unit_map, {**unit_map, "version": "2"}],
    )

    assert "two unit maps lead from passage to document" == only(label_problems(directory)).what


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ('{"query_id": "q"}', "query q has no `state`"),
        ('{"query_id": "q", "state": null}', "query q has no `state`"),
        ('{"query_id": "q", "state": "irrelevant"}', "`state` is `irrelevant`"),
        ('{"state": "no-answer"}', "`query_id` is missing"),
        ('{"query_id": 7, "state": "no-answer"}', "`query_id` is 7"),
        ('{"query_id": "", "state": "no-answer"}', "an id is empty"),
        ('{"query_id": "q\\r", "state": "no-answer"}', "id 'q\\r' holds the character CR"),
        ('{"query_id": "q", "state": "no-answer", "grups": {}}', "unknown key `grups`"),
        (
            '{"query_id": "q", "state": "no-answer", "groups": {"year": 2024}}',
            "`groups.year` is 2024",
        ),
        (
            '{"query_id": "q", "state": "no-answer", "groups": {"t": ["a", 1]}}',
            "`groups.t[1]` is 1",
        ),
        (
            '{"query_id": "q", "state": "no-answer", "groups": {"": "a"}}',
            "query q has a group field without a name",
        ),
        ('{"query_id": "q", "state": "no-answer", "cluster": 5}', "`cluster` is 5"),
        ('{"query_id": "q", "state": "no-answer", "verdicts": "all"}', "`verdicts` is `all`"),
        ('{"query_id": "q", "state": "no-answer", "evidence": ["a"]}', "`evidence[0]` is `a`"),
        (
            '{"query_id": "q", "state": "no-answer", "evidence": [[]]}',
            "query q has an empty list in `evidence`",
        ),
        ('{"query_id": "q", "state": "no-answer", "evidence": [[""]]}', "an id is empty"),
        ('{"query_id": "q1", "state": "relevant"}', "is listed already"),
        (
            '{"query_id": "q", "state": "no-answer", "state": "relevant"}',
            "key `state` stands twice, first in line 3",
        ),
        (
            '{"query_id": "q", "state": "no-answer", "text": "\\udc00"}',
            "a string holds half of a surrogate pair",
        ),
        ("[]", "the line is a list"),
    ],
)
def test_a_line_that_is_no_query_is_refused_with_its_number(
    tmp_path: Path, line: str, what: str
) -> None:
    directory = write_labels(tmp_path, JUDGMENTS)
    path = directory / "queries.jsonl"
    write_text(path, path.read_text(encoding="utf-8") + line + "\n")

    problem = only(label_problems(directory))

    assert (str(path), 3) == (problem.path, problem.line)
    assert what in problem.what


@pytest.mark.parametrize(
    ("judgments", "override", "what"),
    [
        (
            {"q1": {"a": 0}},
            {"state": "relevant"},
            "query q1 is declared `relevant`, but has no judgment of grade 1 or above",
        ),
        (
            {"q1": {}},
            {"state": "relevant"},
            "query q1 is declared `relevant`, but has no judgment of grade 1 or above",
        ),
        (
            {"q1": {"a": 1, "b": 2}},
            {"state": "no-answer"},
            "query q1 is declared `no-answer`, but has 2 units of grade 1 or above",
        ),
        (
            {"q1": {"a": -1}},
            {"state": "unreviewed"},
            "query q1 is declared `unreviewed`, but has 1 judgment",
        ),
        (
            {"q1": {"a": 1}},
            {"evidence": [["a", "c"], ["b"]]},
            "`evidence` of query q1 names units that are not judged for it: b; c",
        ),
    ],
)
def test_a_query_that_contradicts_its_judgments_is_refused_with_its_line(
    tmp_path: Path, judgments: dict[str, dict[str, int]], override: dict[str, Any], what: str
) -> None:
    directory = write_labels(tmp_path, {"other": {"x": 1}, **judgments}, queries={"q1": override})

    problem = only(label_problems(directory))

    assert (str(directory / "queries.jsonl"), 2) == (problem.path, problem.line)
    assert what == problem.what


def test_evidence_may_name_units_judged_below_the_level(tmp_path: Path) -> None:
    directory = write_labels(
        tmp_path, {"q1": {"a": 1, "b": 0}}, queries={"q1": {"evidence": [["b"]]}}
    )

    assert (("b",),) == read_labels(directory).queries[0].evidence


def test_the_states_hold_at_the_snapshots_own_level(tmp_path: Path) -> None:
    judgments = {"q1": {"a": 1, "b": 2}, "q2": {"a": 1}}
    directory = write_labels(tmp_path, judgments, relevance_level=2)

    assert [State.RELEVANT, State.NO_ANSWER] == [
        query.state for query in read_labels(directory).queries
    ]

    declaring(directory, relevance_level=3)

    assert "no judgment of grade 3 or above" in only(label_problems(directory)).what


def test_judgments_of_queries_that_are_not_listed_are_refused(tmp_path: Path) -> None:
    directory = write_labels(tmp_path, {"q1": {"a": 1}})
    write_judgments(
        directory / "judgments.tsv", {"q1": {"a": 1}, "q9": {"a": 1, "b": 1}, "q8": {"a": 0}}
    )

    problem = only(label_problems(directory))

    assert (str(directory / "judgments.tsv"), 3) == (problem.path, problem.line)
    assert "judgments of 2 queries that are not listed: q9; q8" == problem.what


def test_everything_wrong_comes_together(tmp_path: Path) -> None:
    directory = write_labels(
        tmp_path,
        {"q1": {"a": 0}, "q2": {"b": 1}},
        queries={"q1": {"state": "relevant"}, "q2": {"state": "no-answer"}},
        verdict="explicit",
    )

    assert 3 == len(label_problems(directory))


def test_a_snapshot_without_any_judgment_is_read(tmp_path: Path) -> None:
    directory = write_labels(tmp_path, {}, queries={"q1": {}, "q2": {"state": "no-answer"}})

    labels = read_labels(directory)

    assert {} == judgments_of(labels)
    assert [State.UNREVIEWED, State.NO_ANSWER] == [query.state for query in labels.queries]


def test_a_directory_without_labels_json_is_refused(tmp_path: Path) -> None:
    assert "the directory holds no labels.json" == only(label_problems(tmp_path)).what


def test_a_run_directory_in_place_of_labels_is_told_apart(tmp_path: Path) -> None:
    problem = only(label_problems(write_run(tmp_path, "run", {"pool": {"q1": ["a"]}})))

    assert "this is a run directory: name it as a run" == problem.remedy


@pytest.mark.parametrize(
    ("row", "is_pair"),
    [
        ("p1\td1", True),
        ("p 1\td 1", True),
        ("#p\td", True),
        ("p1", False),
        ("p1\td1\tx", False),
        ("p1\t", False),
        ("p1 d1", False),
    ],
)
def test_rows_of_a_unit_map_are_two_ids_with_a_tab_between(
    tmp_path: Path, row: str, *, is_pair: bool
) -> None:
    directory = write_labels(
        tmp_path,
        JUDGMENTS,
        unit_maps=[{"from": "passage", "to": "document", "version": "1", "file": "map.tsv"}],
    )
    write_text(directory / "map.tsv", f"x\ty\n\n{row}\r\n")

    if is_pair:
        pairs = list(read_labels(directory).unit_maps[0].frame.collect().iter_rows())

        assert sorted([("x", "y"), tuple(row.split("\t"))]) == pairs
    else:
        problem = only(label_problems(directory))

        assert (3, "this is not a row `from<TAB>to`") == (problem.line, problem.what)
