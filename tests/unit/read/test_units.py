from __future__ import annotations

from pathlib import Path

import pytest

from reportgen.errors import Refused
from reportgen.read import read_units
from tests.builders import write_json_lines, write_text


def test_the_beginnings_of_units_are_kept(tmp_path: Path) -> None:
    rows = [
        {"unit_id": "a", "text": "short", "title": "ignored"},
        {"unit_id": "b", "text": "问" * 100_000},
    ]
    path = write_json_lines(tmp_path / "units.jsonl", rows)

    assert {"a": "short", "b": "问" * 400} == dict(read_units(path))


def test_only_wanted_units_are_kept(tmp_path: Path) -> None:
    rows = [{"unit_id": id_, "text": id_} for id_ in "abc"]
    path = write_json_lines(tmp_path / "units.jsonl", rows)

    assert {"b": "b"} == dict(read_units(path, wanted={"b", "z"}))


def test_a_unit_that_repeats_with_the_same_text_is_one(tmp_path: Path) -> None:
    path = write_json_lines(tmp_path / "units.jsonl", [{"unit_id": "a", "text": "x"}] * 2)

    assert {"a": "x"} == dict(read_units(path))


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ('{"unit_id": "a", "text": "y"}', "unit a stands already in the file, with another text"),
        ('{"unit_id": 5, "text": "y"}', "`unit_id` is 5"),
        ('{"unit_id": "b"}', "`text` is missing"),
        ('{"unit_id": "", "text": "y"}', "an id is empty"),
    ],
)
def test_a_line_that_is_no_unit_is_refused_with_its_number(
    tmp_path: Path, line: str, what: str
) -> None:
    path = write_text(tmp_path / "units.jsonl", f'{{"unit_id": "a", "text": "x"}}\n{line}\n')

    with pytest.raises(Refused) as refused:
        read_units(path)

    (problem,) = refused.value.problems
    assert (str(path), 2, what) == (problem.path, problem.line, problem.what)
