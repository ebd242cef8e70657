"""What a newcomer hands over in the wrong form is told with the step that mends it, the same by `check`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import polars as pl
import pytest

from reportgen.errors import Refused
from reportgen.read import inspect_path, read_labels, read_run
from tests.builders import write_labels, write_run, write_text


def _told(read: Callable[[], object]) -> str:
    with pytest.raises(Refused) as caught:
        read()
    return "\n".join(map(str, caught.value.problems))


def _checked(path: Path) -> str:
    return "\n".join(map(str, inspect_path(path).problems))


def test_a_manifest_in_the_place_of_its_folder_is_answered_with_the_folder(tmp_path: Path) -> None:
    run = write_run(tmp_path, "one", {"run": {"q1": ["a"]}})
    labels = write_labels(tmp_path, {"q1": {"a": 1}})

    for manifest in (run / "run.json", labels / "labels.json"):
        for told in (
            _told(lambda path=manifest: read_run(path)),  # type: ignore[misc]
            _told(lambda path=manifest: read_labels(path)),  # type: ignore[misc]
            _checked(manifest),
        ):
            assert told.endswith(f"name the folder {manifest.parent}")


def test_rankings_that_another_tool_wrote_into_a_run_json_are_no_manifest(tmp_path: Path) -> None:
    path = write_text(tmp_path / "run.json", '{"q1": {"d3": 0.3, "d2": 0.2}}\n')

    assert "this is JSON, not a row of a TREC run" in _told(lambda: read_run(path))


def test_three_columns_with_blanks_are_told_first_that_they_need_tabs(tmp_path: Path) -> None:
    path = write_text(tmp_path / "judgments.tsv", "q1 a 1\n")

    for told in (_told(lambda: read_labels(path)), _checked(path)):
        assert told.startswith(f"{path}:1: three columns need tabs between them")


def test_check_says_of_five_columns_what_compare_says(tmp_path: Path) -> None:
    path = write_text(tmp_path / "run.trec", "q1 Q0 a 1 tag\n")

    assert _told(lambda: read_run(path)) == _checked(path)
    assert "5 columns where a TREC run has six" in _checked(path)


def test_repeats_say_in_which_file_the_rule_stands(tmp_path: Path) -> None:
    path = write_text(tmp_path / "run.trec", "q1 Q0 a 1 2 t\nq1 Q0 a 2 1 t\n")

    told = _told(lambda: read_run(path))

    assert "`keep-first` in run.json (a single ranking file has none" in told


@pytest.mark.parametrize("header", ["query_id 0 unit_id grade", "qid\tdoc\trel"])
def test_a_header_of_judgments_is_to_be_removed(tmp_path: Path, header: str) -> None:
    row = "q1 0 a 1" if " " in header else "q1\ta\t1"
    path = write_text(tmp_path / "judgments.qrels", f"{header}\n{row}\n")

    assert "remove the line if it is a header" in _told(lambda: read_labels(path))


def test_a_header_of_a_ranking_is_to_be_removed_and_a_number_is_not_taken_for_one(
    tmp_path: Path,
) -> None:
    header = write_text(tmp_path / "one.trec", "query_id Q0 unit_id rank score tag\nq Q0 a 1 2 t\n")
    number = write_text(tmp_path / "two.trec", "q Q0 a 1 2..0 t\n")

    assert "remove the line if it is a header" in _told(lambda: read_run(header))
    assert "remove the line" not in _told(lambda: read_run(number))


def test_judgments_with_other_names_are_told_the_names_and_nothing_of_fields(
    tmp_path: Path,
) -> None:
    lines = write_text(tmp_path / "one.jsonl", '{"qid": "q1", "doc": "a", "rel": 1}\n')
    table = tmp_path / "two.parquet"
    pl.DataFrame({"qid": ["q1"], "doc": ["a"], "rel": [1]}).write_parquet(table)

    for path in (lines, table):
        told = _told(lambda path=path: read_labels(path))  # type: ignore[misc]
        assert "`fields`" not in told
        for key in ("query_id", "unit_id", "grade"):
            assert f"`{key}`" in told
        assert "judgments have these" in _checked(path)
