"""Values nested deeper than any decoder's stack, wherever JSON is read."""

from __future__ import annotations

from pathlib import Path

import pytest

from reportgen.errors import Refused
from reportgen.read import inspect_path, read_labels, read_run, read_units
from tests.builders import write_labels, write_run, write_text
from tests.unit.read.refusals import label_problems, only, run_problems

DEPTHS = (
    900,
    990,
    1100,
    100_000,
)  # around Python's limit, where decoders differ by a few levels, and far beyond


def nested(depth: int) -> str:
    return "[" * depth + "]" * depth


@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize(
    "line",
    [
        '{{"query_id": "q1", "ranking": {0}}}',
        '{{"query_id": {0}, "ranking": []}}',
        '{{"query_id": "q1", "ranking": ["a"], "scores": {0}}}',
    ],
)
def test_a_list_nested_too_deep_is_refused_with_its_line(
    tmp_path: Path, line: str, depth: int
) -> None:
    path = write_text(
        tmp_path / "a.jsonl",
        '{"query_id": "q0", "ranking": ["a"]}\n' + line.format(nested(depth)),
    )

    assert 2 == only(run_problems(path)).line
    assert 1 == len(inspect_path(path).problems)


@pytest.mark.parametrize("depth", DEPTHS)
def test_a_key_that_nobody_reads_is_read_past_or_refused_however_deep_it_is(
    tmp_path: Path, depth: int
) -> None:
    path = write_text(
        tmp_path / "a.jsonl", f'{{"query_id": "q", "ranking": ["a"], "trace": {nested(depth)}}}'
    )
    try:
        rows = len(read_run(path).stages[0].rankings[None].frame.collect())
    except Refused as refusal:
        problem = only(refusal.problems)

        assert (1, True) == (problem.line, "nested too deep" in problem.what)
    else:
        assert 1 == rows


@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("file", ["queries.jsonl", "judgments.jsonl"])
def test_a_line_of_labels_nested_too_deep_is_refused(tmp_path: Path, file: str, depth: int) -> None:
    path = write_labels(tmp_path, {"q": {"a": 1}}, format="jsonl")
    write_text(path / file, f'{{"query_id": {nested(depth)}}}')

    assert any("nested too deep" in problem.what for problem in label_problems(path))


@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("file", ["run.json", "answers.jsonl"])
def test_a_manifest_or_an_answer_nested_too_deep_is_refused(
    tmp_path: Path, file: str, depth: int
) -> None:
    path = write_run(tmp_path, "run", {"run": {"q": ["a"]}})
    write_text(path / file, f'{{"query_id": {nested(depth)}}}')

    assert "nested too deep" in only(run_problems(path)).what


@pytest.mark.parametrize("depth", DEPTHS)
def test_units_and_a_bare_file_nested_too_deep_are_refused(tmp_path: Path, depth: int) -> None:
    path = write_text(tmp_path / "u.jsonl", f'{{"unit_id": {nested(depth)}, "grade": 1}}')

    with pytest.raises(Refused, match="nested too deep"):
        read_units(path)
    with pytest.raises(Refused, match="nested too deep"):
        read_labels(path)
