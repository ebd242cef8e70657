"""Paths that cannot be looked at, lead nowhere, never end, or have names that are no text."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest

from reportgen.errors import Refused
from reportgen.read import inspect_path, read_labels, read_run, read_units
from reportgen.read.probing import is_text, written_name
from tests.builders import write_labels, write_run
from tests.unit.read.refusals import label_problems, only, run_problems

UNWRITABLE = "\udce9"  # the byte 0xE9 in a file name


def looped(folder: Path) -> Path:
    path = folder / "loop"
    path.symlink_to(path)
    return path


def too_long(folder: Path) -> Path:
    return folder / ("x" * 5000)


@pytest.mark.parametrize("make", [looped, too_long])
def test_a_path_that_cannot_be_looked_at_is_refused_wherever_it_is_named(
    tmp_path: Path, make: object
) -> None:
    path = make(tmp_path)  # type: ignore[operator]

    assert str(path) == only(run_problems(path)).path
    assert str(path) == only(label_problems(path)).path
    assert [str(path)] == [problem.path for problem in inspect_path(path).problems]
    with pytest.raises(Refused):
        read_units(path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no pipes with a name")
def test_a_pipe_in_place_of_any_file_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    run = write_run(tmp_path, "run", {"run": {"q": ["a"]}}, answers={"q": True})
    labels = write_labels(tmp_path, {"q": {"a": 1}})
    for path, read in (
        *((run / name, run_problems) for name in ("run.json", "run.jsonl", "answers.jsonl")),
        *(
            (labels / name, label_problems)
            for name in ("labels.json", "queries.jsonl", "judgments.tsv")
        ),
    ):
        content = path.read_bytes()
        path.unlink()
        os.mkfifo(path)

        assert "this is not a file" == only(read(path.parent)).what
        path.unlink()
        path.write_bytes(content)


@pytest.mark.parametrize("name", ["run.json", "run.jsonl", "answers.jsonl"])
def test_a_link_that_leads_nowhere_is_refused_and_not_taken_for_nothing(
    tmp_path: Path, name: str
) -> None:
    path = write_run(tmp_path, "run", {"run": {"q": ["a"]}}, answers={"q": True})
    (path / name).unlink()
    (path / name).symlink_to(path / "gone")

    problem = only(run_problems(path))

    assert (str(path / name), "the link leads nowhere") == (problem.path, problem.what)


@pytest.mark.skipif(
    sys.platform != "linux", reason="other systems do not let a name be bytes without a meaning"
)
def test_a_file_name_that_is_no_text_can_be_written_into_a_report(tmp_path: Path) -> None:
    rankings = tmp_path / f"{UNWRITABLE}.jsonl"
    rankings.write_text('{"query_id": "q", "ranking": ["a"]}\n')
    judgments = tmp_path / f"{UNWRITABLE}.tsv"
    judgments.write_text("q\ta\t1\n")
    directory = write_run(tmp_path, "run", {"run": {"q": ["a"]}})
    (directory / "run.jsonl").rename(directory / f"{UNWRITABLE}.jsonl")
    (directory / "run.jsonl").symlink_to(directory / f"{UNWRITABLE}.jsonl")

    bare, labels, inside = read_run(rankings), read_labels(judgments), read_run(directory)

    assert "\\xe9" == bare.manifest.name == labels.id
    assert ["baseline/\\xe9.jsonl"] == [file.path for file in bare.inputs]
    assert ["labels/\\xe9.tsv"] == [file.path for file in labels.inputs]
    assert ["baseline/run.json", "baseline/\\xe9.jsonl"] == sorted(
        (file.path for file in inside.inputs), reverse=True
    )
    json.dumps([bare.manifest.name, labels.id], ensure_ascii=False).encode()


def test_only_half_a_surrogate_pair_is_no_text() -> None:
    assert all(map(is_text, ("", "plain", "问 é 𝒳 \x00")))
    assert not is_text("\ud800")
    assert ("b\\xe9", "问") == (written_name(Path("a") / f"b{UNWRITABLE}"), written_name("a/问"))
