from __future__ import annotations

from pathlib import Path
from typing import Any

import polars as pl
import pytest

from reportgen.model.run import Order
from reportgen.read import read_run
from tests.builders import write_run
from tests.unit.read.refusals import only, run_problems
from tests.unit.read.tables import rankings_of, rows_of

STRINGS = pl.List(pl.String)


def parquet_run(tmp_path: Path, frame: pl.DataFrame, **stage: Any) -> Path:
    """A run directory whose only stage is this table."""
    directory = write_run(
        tmp_path,
        "run",
        {"pool": {"q": ["u"]}},
        format="parquet",
        stage_settings={"pool": stage},
    )
    frame.write_parquet(directory / "pool.parquet")
    return directory


def ranked(**columns: Any) -> pl.DataFrame:
    return pl.DataFrame({"query_id": ["q2", "q1", "q2"], "unit_id": ["b", "a", "c"], **columns})


def test_rows_are_read_as_they_stand(tmp_path: Path) -> None:
    frame = ranked(rank=[2, 1, 1], score=[1.0, 2.0, 3.0], note=["x", "y", "z"])

    run = read_run(parquet_run(tmp_path, frame))

    assert [("q2", "b", 2, 1.0), ("q1", "a", 1, 2.0), ("q2", "c", 1, 3.0)] == rows_of(
        run.stages[0].rankings[None], "query_id", "unit_id", "rank", "score"
    )


@pytest.mark.parametrize(
    ("columns", "order"),
    [
        ({"rank": [2, 1, 1], "score": [1.0, 2.0, 3.0]}, Order.SCORE),
        ({"score": [1, 2, 3]}, Order.SCORE),
        ({"rank": [2, 1, 1]}, Order.RANK),
    ],
)
def test_the_order_is_by_score_where_there_is_one_else_by_rank(
    tmp_path: Path, columns: dict[str, list[float]], order: Order
) -> None:
    assert order is read_run(parquet_run(tmp_path, ranked(**columns))).stages[0].order


@pytest.mark.parametrize("dtype", [pl.Categorical, pl.Enum(["q1", "q2"])])
def test_dictionary_encoded_ids_are_strings(tmp_path: Path, dtype: Any) -> None:
    frame = ranked(score=[1, 2, 3]).with_columns(pl.col("query_id").cast(dtype))

    assert [("q2", "b"), ("q1", "a"), ("q2", "c")] == rows_of(
        rankings_of(parquet_run(tmp_path, frame))
    )


@pytest.mark.parametrize("column", ["query_id", "unit_id"])
@pytest.mark.parametrize("dtype", [pl.Int64, pl.Float64, pl.Binary, pl.Boolean])
def test_ids_that_are_no_strings_are_refused_with_the_remedy(
    tmp_path: Path, column: str, dtype: Any
) -> None:
    values = {pl.Int64: 7, pl.Float64: 7.0, pl.Binary: b"7", pl.Boolean: True}
    frame = ranked(score=[1, 2, 3]).with_columns(pl.lit(values[dtype], dtype).alias(column))

    problem = only(run_problems(parquet_run(tmp_path, frame)))

    assert f"column `{column}` holds {dtype}, not strings" == problem.what.removesuffix("()")
    assert "write ids as strings" == problem.remedy


@pytest.mark.parametrize("column", ["query_id", "unit_id"])
@pytest.mark.parametrize(
    ("value", "what"),
    [(None, "an id is null"), ("", "an id is empty"), ("a\nb", "holds the character LF")],
)
def test_an_id_that_cannot_be_one_is_refused_with_its_row(
    tmp_path: Path, column: str, value: str | None, what: str
) -> None:
    frame = ranked(score=[1, 2, 3]).with_columns(pl.Series(column, ["q1", value, "q2"]))

    problem = only(run_problems(parquet_run(tmp_path, frame)))

    assert 2 == problem.line
    assert problem.what.endswith(f"{what} in this row, column `{column}`")


@pytest.mark.parametrize("score", [None, float("nan"), float("inf"), float("-inf")])
def test_a_score_that_is_not_finite_is_refused_in_the_order_by_score(
    tmp_path: Path, score: float | None
) -> None:
    frame = ranked(rank=[2, 1, 1], score=[1.0, score, 3.0])

    assert (
        "the score of this row is not a finite number"
        == only(run_problems(parquet_run(tmp_path, frame))).what
    )

    rankings = rankings_of(parquet_run(tmp_path, frame, order="rank"))

    assert (True, False) == (rankings.has_rank, rankings.has_score)


@pytest.mark.parametrize("scores", [["1", "2", "3"], [True, False, True]])
def test_scores_that_are_no_numbers_are_refused(tmp_path: Path, scores: list[Any]) -> None:
    problems = run_problems(parquet_run(tmp_path, ranked(score=scores)))

    assert [(row, "the score of this row is not a finite number") for row in (1, 2, 3)] == [
        (problem.line, problem.what) for problem in problems
    ]


def test_whole_ranks_written_as_floats_are_ranks_and_others_are_not(tmp_path: Path) -> None:
    whole = parquet_run(tmp_path, ranked(rank=[2.0, 1.0, 1.0]))

    assert [2, 1, 1] == [rank for (rank,) in rows_of(rankings_of(whole), "rank")]

    problem = only(run_problems(parquet_run(tmp_path, ranked(rank=[2.5, 1.0, 1.0]))))

    assert "the rank of this row is not an integer" == problem.what


def test_equal_ranks_are_refused_in_the_order_by_rank(tmp_path: Path) -> None:
    problem = only(run_problems(parquet_run(tmp_path, ranked(rank=[1, 1, 1]))))

    assert "query q2, rank 1 (rows 1, 3)" in problem.what


def test_an_order_that_the_columns_cannot_serve_is_refused(tmp_path: Path) -> None:
    for column, order in (("score", "rank"), ("rank", "score")):
        frame = ranked(**{column: [1, 2, 3]})

        problem = only(run_problems(parquet_run(tmp_path, frame, order=order)))

        assert f"the stage is ordered by {order}, but the file has no column for it" == problem.what


def test_rows_without_rank_and_score_can_only_be_taken_as_listed(tmp_path: Path) -> None:
    assert "ordered by rank" in only(run_problems(parquet_run(tmp_path, ranked()))).what

    rankings = rankings_of(parquet_run(tmp_path, ranked(), order="listed"))

    assert [("q2", "b", 0), ("q1", "a", 0), ("q2", "c", 1)] == rows_of(
        rankings, "query_id", "unit_id", "position"
    )


def test_missing_columns_are_refused_with_the_columns_there_are(tmp_path: Path) -> None:
    frame = pl.DataFrame({"q_id": ["q"], "doc_id": ["a"], "score": [1.0]})

    problems = run_problems(parquet_run(tmp_path, frame))

    assert ["column `query_id` is missing", "column `unit_id` is missing"] == [
        problem.what for problem in problems
    ]
    assert "`q_id`, `doc_id`, `score`" in problems[0].remedy


def test_fields_name_the_columns_of_rows(tmp_path: Path) -> None:
    frame = pl.DataFrame({"q_id": ["q"], "doc": [{"id": "a", "s": 1.5}], "score": [9.0]})
    fields = {"query_id": "q_id", "unit_id": "doc.id", "score": "doc.s"}

    rankings = rankings_of(parquet_run(tmp_path, frame, fields=fields))

    assert [("q", "a", 1.5)] == rows_of(rankings, "query_id", "unit_id", "score")


def test_a_column_that_fields_names_has_to_be_there(tmp_path: Path) -> None:
    problem = only(
        run_problems(parquet_run(tmp_path, ranked(score=[1, 2, 3]), fields={"rank": "place"}))
    )

    assert "column `place` is missing" == problem.what


def test_lists_become_rows_in_their_order(tmp_path: Path) -> None:
    frame = pl.DataFrame(
        {"query_id": ["q2", "q1", "q3"], "ranking": [["b", "a"], [], ["c"]]},
        schema_overrides={"ranking": STRINGS},
    )

    run = read_run(parquet_run(tmp_path, frame))
    rankings = run.stages[0].rankings[None]

    assert Order.LISTED is run.stages[0].order
    assert ("q1",) == rankings.empty
    assert [("q2", "b", 0), ("q2", "a", 1), ("q3", "c", 0)] == rows_of(
        rankings, "query_id", "unit_id", "position"
    )


def test_lists_of_structs_are_read_by_dotted_fields(tmp_path: Path) -> None:
    contexts = [[{"id": "b", "s": 1.0}, {"id": "a", "s": 2.0}], []]
    frame = pl.DataFrame({"task": ["q1", "q2"], "contexts": contexts})
    fields = {"query_id": "task", "ranking": "contexts.id", "scores": "contexts.s"}

    rankings = rankings_of(parquet_run(tmp_path, frame, fields=fields, order="score"))

    assert [("q1", "b", 1.0), ("q1", "a", 2.0)] == rows_of(rankings, "query_id", "unit_id", "score")
    assert ("q2",) == rankings.empty


@pytest.mark.parametrize(
    ("columns", "what"),
    [
        ({"ranking": [["a"], None]}, "`ranking` of this row is null"),
        ({"ranking": [["a"], ["b", None]]}, "an id is null in this row, column `ranking`"),
        ({"ranking": ["a", "b"]}, "column `ranking` holds no lists"),
        ({"ranking": [[1], [2]]}, "column `ranking` holds Int64, not strings"),
        (
            {"ranking": [["a"], ["b"]], "scores": [[1.0], [1.0, 2.0]]},
            "query q2 has not one score for every unit",
        ),
    ],
)
def test_lists_that_are_none_are_refused_with_their_row(
    tmp_path: Path, columns: dict[str, Any], what: str
) -> None:
    frame = pl.DataFrame({"query_id": ["q1", "q2"], **columns})

    assert what == only(run_problems(parquet_run(tmp_path, frame))).what


def test_lists_may_lack_scores_unless_they_are_ordered_by_them(tmp_path: Path) -> None:
    frame = pl.DataFrame(
        {
            "query_id": ["q1", "q2", "q3"],
            "ranking": [["a"], ["b"], []],
            "scores": [[1.0], None, None],
        },
        schema_overrides={"ranking": STRINGS},
    )

    rankings = rankings_of(parquet_run(tmp_path, frame))

    assert not rankings.has_score
    assert [("q1", "a"), ("q2", "b")] == rows_of(rankings)
    problem = only(run_problems(parquet_run(tmp_path, frame, order="score")))
    assert (2, "query q2 has not one score for every unit") == (problem.line, problem.what)


def test_two_lists_of_one_query_are_refused_with_both_rows(tmp_path: Path) -> None:
    frame = pl.DataFrame({"query_id": ["q7", "q1", "q7"], "ranking": [["a"], ["a"], ["b"]]})

    assert (
        "query q7 stands already in row 1" == only(run_problems(parquet_run(tmp_path, frame))).what
    )


def test_lists_without_scores_are_refused_in_the_order_by_score(tmp_path: Path) -> None:
    frame = pl.DataFrame({"query_id": ["q1"], "ranking": [["a"]]})

    by_score = only(run_problems(parquet_run(tmp_path, frame, order="score")))
    by_rank = only(run_problems(parquet_run(tmp_path, frame, order="rank")))

    assert "the stage is ordered by score, but the file has no lists of scores" == by_score.what
    assert "lists have no ranks to order by" == by_rank.what


def test_a_table_without_rows_is_refused(tmp_path: Path) -> None:
    frame = ranked(score=[1.0, 2.0, 3.0]).clear()

    assert "the file holds no row" == only(run_problems(parquet_run(tmp_path, frame))).what


def test_a_file_name_is_no_pattern(tmp_path: Path) -> None:
    path = tmp_path / "a=1" / "run[1]*.parquet"
    path.parent.mkdir()
    ranked(score=[1, 2, 3]).write_parquet(path)

    assert 3 == len(rows_of(rankings_of(path)))
