from __future__ import annotations

import gzip
import json
import os
from pathlib import Path
from typing import Any

import pytest

from reportgen.errors import Refused
from reportgen.model.run import AbsentRule, DuplicatesRule, Order
from reportgen.read import read_run
from tests.builders import write_json, write_labels, write_rankings, write_run, write_text
from tests.unit.read.refusals import only, run_problems
from tests.unit.read.tables import rows_of

POOL = {"pool": {"q1": ["a", "b"]}}


def declaring(directory: Path, **changes: Any) -> Path:
    """The run directory with keys of its run.json changed, or removed where a change is None."""
    content = json.loads((directory / "run.json").read_text(encoding="utf-8")) | changes
    write_json(
        directory / "run.json", {key: value for key, value in content.items() if value is not None}
    )
    return directory


def line_of(directory: Path, part: str) -> int:
    """The line of run.json that holds `part`."""
    lines = (directory / "run.json").read_text(encoding="utf-8").splitlines()
    return next(number for number, line in enumerate(lines, 1) if part in line)


def test_a_run_is_read_with_everything_that_it_declares(tmp_path: Path) -> None:
    directory = write_run(
        tmp_path,
        "hybrid",
        {"pool": {"q1": ["a"]}, "context": {"q1": ["a"]}},
        stage_settings={"context": {"budget": "8k tokens", "unit": "passage"}},
        answers={"q1": True, "q2": False},
        description="",
        created="2026-11-01T12:00:00.5+02:00",
        corpus_snapshot="corpus-7",
        query_set="dev",
        unit="document",
        labels={"path": "../labels", "digest": "sha256:" + "0" * 64},
        duplicates="keep-first",
        absent_queries="returned-nothing",
        system={"embedder": "e5", "depth": 50, "fused": True, "weight": 0.5},
    )

    run = read_run(directory, role="candidate")

    assert "hybrid" == run.manifest.name
    assert str(directory) == run.path
    assert DuplicatesRule.KEEP_FIRST is run.manifest.duplicates
    assert AbsentRule.RETURNED_NOTHING is run.manifest.absent_queries
    assert {"embedder": "e5", "depth": 50, "fused": True, "weight": 0.5} == run.manifest.system
    assert ["pool", "context"] == [stage.name for stage in run.stages]
    assert ("8k tokens", "passage") == (run.stages[1].budget, run.stages[1].unit)
    assert {"q1": True, "q2": False} == run.answers
    assert [
        "candidate/answers.jsonl",
        "candidate/context.jsonl",
        "candidate/pool.jsonl",
        "candidate/run.json",
    ] == [file.path for file in run.inputs]


def test_a_run_without_declarations_takes_the_defaults(tmp_path: Path) -> None:
    run = read_run(write_run(tmp_path, "run", POOL))

    assert DuplicatesRule.REFUSE is run.manifest.duplicates
    assert AbsentRule.NOT_RUN is run.manifest.absent_queries
    assert run.manifest.corpus_snapshot is None
    assert run.answers is None


def test_null_is_the_same_as_a_key_left_out(tmp_path: Path) -> None:
    settings = {"pool": {"cutoff_files": None, "fields": None, "order": None, "unit": None}}
    directory = write_run(tmp_path, "run", POOL, stage_settings=settings)
    content = json.loads((directory / "run.json").read_text(encoding="utf-8"))
    write_json(directory / "run.json", {**content, "unit": None, "labels": None, "created": None})

    assert read_run(directory).manifest.labels is None


def test_a_single_ranking_file_is_a_run_of_one_stage_named_after_it(tmp_path: Path) -> None:
    for name, expected in (
        ("bm25.v1.2.trec", "bm25.v1.2"),
        ("bm25.run.gz", "bm25"),
        ("input.bm25", "input.bm25"),
        (".run", ".run"),
    ):
        path = tmp_path / name
        text = b"q Q0 a 1 2 t\n"
        path.write_bytes(gzip.compress(text) if name.endswith(".gz") else text)

        run = read_run(path)

        assert expected == run.manifest.name
        assert ["run"] == [stage.name for stage in run.stages]
        assert (None, None, None) == (
            run.manifest.unit,
            run.manifest.query_set,
            run.manifest.corpus_snapshot,
        )
        assert [f"baseline/{name}"] == [file.path for file in run.inputs]


@pytest.mark.parametrize(
    ("key", "known"),
    [
        ("duplicate", "duplicates"),
        ("absent_query", "absent_queries"),
        ("stage", "stages"),
        ("Name", "name"),
        ("corpus", "corpus_snapshot"),
    ],
)
def test_an_unknown_key_is_refused_naming_the_nearest_known_one(
    tmp_path: Path, key: str, known: str
) -> None:
    directory = declaring(write_run(tmp_path, "run", POOL), **{key: "keep-first"})

    problem = only(run_problems(directory))

    assert (str(directory / "run.json"), line_of(directory, f'"{key}"')) == (
        problem.path,
        problem.line,
    )
    assert f"unknown key `{key}`" == problem.what
    assert f"write `{known}`, or remove it" == problem.remedy


def test_an_unknown_key_without_a_near_one_is_refused_naming_all(tmp_path: Path) -> None:
    problem = only(run_problems(write_run(tmp_path, "run", POOL, zzz=1)))

    assert problem.remedy.startswith("remove it; known are `schema_version`, `name`, ")


@pytest.mark.parametrize(
    ("where", "content", "what"),
    [
        ("stage", {"oder": "score"}, "unknown key `stages[0].oder`"),
        ("labels", {"path": "x", "digset": "y"}, "unknown key `labels.digset`"),
    ],
)
def test_unknown_keys_inside_are_refused_with_their_place(
    tmp_path: Path, where: str, content: dict[str, Any], what: str
) -> None:
    if where == "stage":
        directory = write_run(tmp_path, "run", POOL, stage_settings={"pool": content})
    else:
        directory = write_run(tmp_path, "run", POOL, labels=content)

    assert what == only(run_problems(directory)).what


@pytest.mark.parametrize(
    ("key", "value", "what"),
    [
        ("name", 5, "`name` is 5"),
        ("name", "", "`name` is empty"),
        ("name", "  ", "`name` is empty"),
        ("unit", "", "`unit` is empty"),
        ("corpus_snapshot", 7, "`corpus_snapshot` is 7"),
        ("query_set", ["a"], "`query_set` is a list"),
        ("created", "2026-11-01", "`created` is no date and time as RFC 3339 writes them"),
        (
            "created",
            "2026-02-30T12:00:00Z",
            "`created` is no date and time as RFC 3339 writes them",
        ),
        (
            "created",
            "2026-11-01T25:00:00Z",
            "`created` is no date and time as RFC 3339 writes them",
        ),
        ("created", "2026-11-01T12:00:00", "`created` is no date and time as RFC 3339 writes them"),
        ("created", 1761998400, "`created` is 1761998400"),
        ("duplicates", "keep_first", "`duplicates` is `keep_first`"),
        ("absent_queries", False, "`absent_queries` is false"),
        ("labels", "../labels", "`labels` is `../labels`"),
        ("labels", {}, "`labels.path` is missing"),
        ("labels", {"path": "x", "digest": "sha256:12"}, "`labels.digest` is no digest"),
        ("labels", {"path": ""}, "`labels.path` is empty"),
        ("system", {"a": {"b": 1}}, "`system.a` is an object"),
        ("system", {"a": [1]}, "`system.a` is a list"),
        ("system", {"a": None}, "`system.a` is null"),
        ("system", [], "`system` is a list"),
        ("stages", [], "`stages` is empty"),
        ("stages", {}, "`stages` is an object"),
        ("stages", ["pool.jsonl"], "`stages[0]` is `pool.jsonl`"),
        ("schema_version", 2, "schema_version 2 is not known"),
        ("schema_version", "1", "`schema_version` is `1`"),
        ("schema_version", True, "`schema_version` is true"),
        ("schema_version", 1.0, "`schema_version` is 1.0"),
    ],
)
def test_a_value_that_is_not_what_the_key_needs_is_refused(
    tmp_path: Path, key: str, value: object, what: str
) -> None:
    directory = declaring(write_run(tmp_path, "run", POOL), **{key: value})

    problem = only(run_problems(directory))

    assert what == problem.what
    assert problem.line >= 1
    assert problem.remedy


@pytest.mark.parametrize("key", ["schema_version", "name", "stages"])
def test_a_key_that_is_needed_and_missing_is_refused(tmp_path: Path, key: str) -> None:
    directory = declaring(write_run(tmp_path, "run", POOL), **{key: None})

    assert f"`{key}` is missing" == only(run_problems(directory)).what


@pytest.mark.parametrize(
    "created",
    [
        "2026-11-01T12:00:00Z",
        "2026-11-01t12:00:00z",
        "2026-12-31T23:59:60Z",
        "2026-11-01 12:00:00.123456789-05:30",
    ],
)
def test_dates_and_times_of_rfc_3339_are_taken(tmp_path: Path, created: str) -> None:
    run = read_run(write_run(tmp_path, "run", POOL, created=created))

    assert created == run.manifest.created


@pytest.mark.parametrize(
    ("settings", "what"),
    [
        ({"cutoff_files": {"5": "pool.jsonl"}}, "stage pool has both `file` and `cutoff_files`"),
        ({"file": None}, "stage pool names no file"),
        ({"file": ""}, "`file` of stage pool is empty"),
        ({"file": 5}, "`stages[0].file` is 5"),
        ({"name": None}, "`stages[0].name` is missing"),
        ({"name": ""}, "`stages[0].name` is empty"),
        ({"order": "desc"}, "`stages[0].order` is `desc`"),
        ({"budget": 8000}, "`stages[0].budget` is 8000"),
        ({"file": None, "cutoff_files": {}}, "`cutoff_files` of stage pool is empty"),
        ({"fields": {"rank": "r"}}, "`fields` of stage pool has the unknown key `rank`"),
        ({"fields": {"ranking": ""}}, "`fields` of stage pool leaves `ranking` empty"),
        ({"fields": {"ranking": 1}}, "`stages[0].fields.ranking` is 1"),
    ],
)
def test_a_stage_that_is_not_complete_is_refused(
    tmp_path: Path, settings: dict[str, Any], what: str
) -> None:
    directory = write_run(tmp_path, "run", POOL, stage_settings={"pool": settings})

    problems = run_problems(directory)

    assert what in [problem.what for problem in problems]


@pytest.mark.parametrize("key", ["0", "-1", "5.0", "all", "05", " 5", ""])
def test_cutoffs_of_cutoff_files_are_integers_of_at_least_1(tmp_path: Path, key: str) -> None:
    settings = {"pool": {"file": None, "cutoff_files": {key: "pool.jsonl"}}}
    directory = write_run(tmp_path, "run", POOL, stage_settings=settings)

    problem = only(run_problems(directory))

    assert f"cutoff `{key}` of stage pool is not an integer of at least 1" == problem.what


def test_fields_of_a_trec_file_are_refused(tmp_path: Path) -> None:
    settings = {"pool": {"fields": {"query_id": "qid"}}}
    directory = write_run(tmp_path, "run", POOL, format="trec", stage_settings=settings)

    assert "which have places and no names" in only(run_problems(directory)).what


def test_two_fields_of_one_column_are_refused(tmp_path: Path) -> None:
    settings = {"pool": {"fields": {"query_id": "x", "ranking": "x"}}}
    directory = write_run(tmp_path, "run", POOL, stage_settings=settings)

    assert all("names `x` more than once" in problem.what for problem in run_problems(directory))


def test_two_stages_of_one_name_are_refused(tmp_path: Path) -> None:
    directory = write_run(
        tmp_path,
        "run",
        {"pool": {"q1": ["a"]}, "context": {"q1": ["a"]}},
        stage_settings={"context": {"name": "pool"}},
    )

    problem = only(run_problems(directory))

    assert "stage name pool stands twice, at stages[0] and stages[1]" == problem.what


def test_a_key_that_stands_twice_is_refused_with_both_lines(tmp_path: Path) -> None:
    directory = write_run(tmp_path, "run", POOL)
    write_text(
        directory / "run.json",
        '{"schema_version": 1,\n"name": "a",\n"stages": [{"name": "pool",\n'
        '"file": "pool.jsonl",\n"file": "other.jsonl"}],\n"name": "b"}',
    )

    problems = run_problems(directory)

    assert [
        (5, "key `stages[0].file` stands twice, first in line 4"),
        (6, "key `name` stands twice, first in line 2"),
    ] == [(problem.line, problem.what) for problem in problems]


@pytest.mark.parametrize(
    ("text", "line", "what"),
    [
        ("", 0, "the file is empty (0 bytes)"),
        ("[]", 1, "run.json as a whole is a list"),
        ('{"name": "a",\n}', 2, "this is not valid JSON: a key in double quotes is missing"),
        ('{"name": "a"\n"x": 1}', 2, "this is not valid JSON: `,` or `}` is missing"),
        ("{\"name\": 'a'}", 1, "this is not valid JSON: a value is missing or malformed"),
        ('{"name": "a', 1, "this is not valid JSON: unterminated string starting at"),
        ("{} {}", 1, "this is not valid JSON: text follows the end of the JSON value"),
        ("[" * 100_000, 1, "this is not valid JSON: values are nested too deep"),
        ('{"a": 01}', 1, "this is not valid JSON: `,` or `}` is missing"),
    ],
)
def test_text_that_is_no_json_object_is_refused_with_its_line(
    tmp_path: Path, text: str, line: int, what: str
) -> None:
    directory = write_run(tmp_path, "run", POOL)
    write_text(directory / "run.json", text)

    problem = only(run_problems(directory))

    assert (line, what) == (problem.line, problem.what)


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999", "-1e999"])
def test_numbers_that_are_not_finite_are_refused(tmp_path: Path, number: str) -> None:
    directory = write_run(tmp_path, "run", POOL, system={"weight": 0})
    text = (directory / "run.json").read_text(encoding="utf-8")
    write_text(directory / "run.json", text.replace('"weight": 0', f'"weight": {number}'))

    problems = run_problems(directory)

    assert number in problems[0].what
    assert line_of(directory, "weight") == problems[0].line


def test_half_a_surrogate_pair_is_refused(tmp_path: Path) -> None:
    directory = write_run(tmp_path, "run", POOL)
    text = (directory / "run.json").read_text(encoding="utf-8")
    write_text(directory / "run.json", text.replace('"run"', '"\\ud800"'))

    assert "a string holds half of a surrogate pair" == only(run_problems(directory)).what


def test_problems_of_the_manifest_and_of_every_stage_come_together(tmp_path: Path) -> None:
    directory = write_run(
        tmp_path,
        "run",
        {"pool": {"q1": ["a", "a"]}, "reranked": {"q1": ["a"]}, "context": {"q1": ["a"]}},
        answers={"q1": True},
        duplicate="keep-first",
        created="yesterday",
    )
    write_text(directory / "reranked.jsonl", '{"query_id": 5, "ranking": []}\n')
    (directory / "context.jsonl").unlink()
    write_text(directory / "answers.jsonl", '{"query_id": "q1"}\n')

    problems = run_problems(directory)

    assert [
        ("answers.jsonl", "`abstained` is missing"),
        ("context.jsonl", "the file does not exist"),
        ("pool.jsonl", "1 unit is listed more than once in 1 query: query q1, unit a (line 1)"),
        ("reranked.jsonl", "`query_id` is the number 5, not a string"),
        ("run.json", "`created` is no date and time as RFC 3339 writes them"),
        ("run.json", "unknown key `duplicate`"),
    ] == sorted((Path(problem.path).name, problem.what) for problem in problems)


@pytest.mark.parametrize("file", ["../outside.jsonl", "sub/../../outside.jsonl", "link.jsonl"])
def test_a_stage_file_outside_the_run_directory_is_refused(tmp_path: Path, file: str) -> None:
    outside = write_rankings(tmp_path / "outside.jsonl", {"q1": ["a"]})
    directory = write_run(tmp_path, "run", POOL, stage_settings={"pool": {"file": file}})
    (directory / "link.jsonl").symlink_to(outside)

    problem = only(run_problems(directory))

    assert f"stage pool names {file}, which lies outside the run directory" == problem.what
    assert line_of(directory, '"file"') == problem.line


@pytest.mark.parametrize("file", ["a\0b", "x" * 5000, "loop.jsonl", "."])
def test_a_name_that_no_file_can_have_is_refused(tmp_path: Path, file: str) -> None:
    directory = write_run(tmp_path, "run", POOL, stage_settings={"pool": {"file": file}})
    (directory / "loop.jsonl").symlink_to(directory / "loop.jsonl")

    assert only(run_problems(directory)).remedy


def test_an_absolute_path_outside_is_refused(tmp_path: Path) -> None:
    outside = write_rankings(tmp_path / "outside.jsonl", {"q1": ["a"]})
    directory = write_run(tmp_path, "run", POOL, stage_settings={"pool": {"file": str(outside)}})

    assert "outside the run directory" in only(run_problems(directory)).what


def test_links_and_detours_inside_the_run_directory_are_followed(tmp_path: Path) -> None:
    directory = write_run(
        tmp_path, "run", POOL, stage_settings={"pool": {"file": "./sub/../link.jsonl"}}
    )
    (directory / "sub").mkdir()
    (directory / "pool.jsonl").rename(directory / "sub" / "pool.jsonl")
    (directory / "link.jsonl").symlink_to(directory / "sub" / "pool.jsonl")
    linked = tmp_path / "linked"
    linked.symlink_to(directory)

    for path in (directory, linked):
        run = read_run(path)

        assert [("q1", "a"), ("q1", "b")] == rows_of(run.stages[0].rankings[None])
        assert "baseline/sub/pool.jsonl" in [file.path for file in run.inputs]


def test_inputs_have_the_same_names_however_the_path_is_spelled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    directory = write_run(tmp_path, "run", POOL)
    monkeypatch.chdir(directory)

    spellings: list[Path | str] = [
        directory,
        Path(),
        "../run/",
        f"./../{directory.name}",
        os.path.relpath(directory),
    ]
    inputs = {read_run(path).inputs for path in spellings}

    assert 1 == len(inputs)


def test_a_directory_without_manifest_is_refused(tmp_path: Path) -> None:
    assert "the directory holds no run.json" == only(run_problems(tmp_path)).what


def test_a_label_directory_in_place_of_a_run_is_told_apart(tmp_path: Path) -> None:
    problem = only(run_problems(write_labels(tmp_path, {"q1": {"a": 1}})))

    assert "this is a label directory: name it as the labels" == problem.remedy


def test_no_stages_are_refused_beside_other_problems(tmp_path: Path) -> None:
    directory = declaring(write_run(tmp_path, "run", POOL), stages=[], nmae="x")

    assert ["`stages` is empty", "unknown key `nmae`"] == sorted(
        problem.what for problem in run_problems(directory)
    )


def test_a_path_that_does_not_exist_is_refused(tmp_path: Path) -> None:
    assert "the file does not exist" == only(run_problems(tmp_path / "none")).what


def test_a_stage_of_separate_cutoffs_has_a_list_for_each(tmp_path: Path) -> None:
    settings = {"context": {"file": None, "cutoff_files": {"10": "c@10.jsonl", "5": "c@5.jsonl"}}}
    directory = write_run(tmp_path, "run", {"context": {"q": ["x"]}}, stage_settings=settings)
    write_rankings(directory / "c@5.jsonl", {"q1": ["a"], "q2": []})
    write_rankings(directory / "c@10.jsonl", {"q1": ["b", "a"]})

    (stage,) = read_run(directory).stages

    assert [5, 10] == list(stage.rankings)
    assert [("q1", "a")] == rows_of(stage.rankings[5])
    assert ("q2",) == stage.rankings[5].empty
    assert [("q1", "b"), ("q1", "a")] == rows_of(stage.rankings[10])
    assert Order.LISTED is stage.order


def test_cutoff_files_that_would_be_ordered_differently_are_refused(tmp_path: Path) -> None:
    settings = {"context": {"file": None, "cutoff_files": {"5": "a.jsonl", "10": "b.trec"}}}
    directory = write_run(tmp_path, "run", {"context": {"q": ["x"]}}, stage_settings=settings)
    write_rankings(directory / "a.jsonl", {"q1": ["a"]})
    write_rankings(directory / "b.trec", {"q1": ["a"]}, format="trec")

    assert "would be ordered differently" in only(run_problems(directory)).what


@pytest.mark.parametrize(
    ("text", "line", "what"),
    [
        ('{"query_id": "q1"}', 1, "`abstained` is missing"),
        ('{"query_id": "q1", "abstained": "yes"}', 1, "`abstained` is `yes`"),
        ('{"query_id": "q1", "abstained": null}', 1, "`abstained` is null"),
        ('{"query_id": 1, "abstained": true}', 1, "`query_id` is 1"),
        ('{"query_id": "", "abstained": true}', 1, "an id is empty"),
        (
            '{"query_id":"q1","abstained":true}\n\n{"query_id":"q1","abstained":true}',
            3,
            "query q1 stands already in line 1",
        ),
        (
            '\n{"query_id":"q1","abstained":true,"abstained":false}',
            2,
            "key `abstained` stands twice, first in line 2",
        ),
    ],
)
def test_answers_that_are_none_are_refused_with_their_line(
    tmp_path: Path, text: str, line: int, what: str
) -> None:
    directory = write_run(tmp_path, "run", POOL)
    write_text(directory / "answers.jsonl", text + "\n")

    problem = only(run_problems(directory))

    assert (line, what) == (problem.line, problem.what)


def test_other_keys_of_answers_are_ignored(tmp_path: Path) -> None:
    directory = write_run(tmp_path, "run", POOL)
    write_text(directory / "answers.jsonl", '{"query_id":"q1","abstained":false,"answer":"x"}\n')

    assert {"q1": False} == read_run(directory).answers


def test_problems_name_paths_as_they_were_spelled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_run(tmp_path, "run", {"pool": {"q1": ["a", "a"]}}, zzz=1)
    monkeypatch.chdir(tmp_path)

    with pytest.raises(Refused) as refused:
        read_run("run")

    assert ["run/pool.jsonl", "run/run.json"] == [
        problem.path for problem in refused.value.problems
    ]
