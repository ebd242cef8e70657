from __future__ import annotations

from pathlib import Path
from typing import Literal

import pytest

from tests.builders import write_rankings, write_run, write_text
from tests.unit.read.refusals import only, run_problems
from tests.unit.read.tables import rankings_of, rows_of

REPEATS = {"q1": ["d1", "d2", "d1"], "q5": ["d1", "d2"], "q9": ["d4", "d4"]}


def test_one_refusal_names_file_queries_units_and_lines(tmp_path: Path) -> None:
    path = write_rankings(tmp_path / "pool.trec", REPEATS, format="trec")

    problem = only(run_problems(path))

    assert (str(path), 3) == (problem.path, problem.line)
    assert (
        "2 units are listed more than once in 2 queries: "
        "query q1, unit d1 (lines 1, 3); query q9, unit d4 (lines 6, 7)" == problem.what
    )
    assert "keep-first" in problem.remedy


def test_lines_count_comments_and_blank_lines(tmp_path: Path) -> None:
    text = "# c\n\nq1 Q0 d1 1 3 t\n\n\nq1  Q0  d1 2 2 t\n"
    path = write_text(tmp_path / "a.run", text)

    assert "query q1, unit d1 (lines 3, 6)" in only(run_problems(path)).what


def test_a_list_that_repeats_a_unit_is_refused_with_its_line(tmp_path: Path) -> None:
    path = write_rankings(tmp_path / "pool.jsonl", REPEATS)

    problem = only(run_problems(path))

    assert "query q1, unit d1 (line 1); query q9, unit d4 (line 3)" in problem.what
    assert 1 == problem.line


def test_parquet_rows_are_named_as_rows(tmp_path: Path) -> None:
    path = write_rankings(tmp_path / "pool.parquet", REPEATS, format="parquet")

    problem = only(run_problems(path))

    assert "query q1, unit d1 (rows 1, 3); query q9, unit d4 (rows 6, 7)" in problem.what
    assert 3 == problem.line


def test_many_repeats_are_counted(tmp_path: Path) -> None:
    path = write_rankings(tmp_path / "a.jsonl", {"q": [f"u{number // 2}" for number in range(100)]})

    problem = only(run_problems(path))

    assert problem.what.startswith("50 units are listed more than once in 1 query: ")
    assert problem.what.endswith("query q, unit u19 (line 1); and 30 more")


@pytest.mark.parametrize("format", ["jsonl", "trec", "parquet"])
def test_keep_first_leaves_every_row_in_place(
    tmp_path: Path, format: Literal["jsonl", "trec", "parquet"]
) -> None:
    directory = write_run(
        tmp_path, "run", {"pool": REPEATS}, format=format, duplicates="keep-first"
    )

    expected = [(query, unit) for query, units in REPEATS.items() for unit in units]
    assert expected == rows_of(rankings_of(directory))


def test_one_unit_in_two_queries_or_two_stages_is_no_repeat(tmp_path: Path) -> None:
    lists = {"q1": ["d1", "d2"], "q2": ["d1", "d2"], "d1": ["q1"]}
    directory = write_run(tmp_path, "run", {"pool": lists, "context": lists})

    assert 5 == len(rows_of(rankings_of(directory, 1)))


def test_ids_that_join_to_one_text_are_two_pairs(tmp_path: Path) -> None:
    path = write_rankings(tmp_path / "a.jsonl", {"a": ["bc"], "ab": ["c"]})

    assert [("a", "bc"), ("ab", "c")] == rows_of(rankings_of(path))
