from __future__ import annotations

from pathlib import Path

import pytest

from reportgen.model.run import Order
from reportgen.read import read_run
from tests.builders import write_run, write_text
from tests.unit.read.refusals import only, run_problems
from tests.unit.read.tables import rankings_of, rows_of

CLEAN = "q1 Q0 a 1 3.0 t\nq1 Q0 b 2 2.0 t\nq2 Q0 c 1 1.5 t\n"
CLEAN_ROWS = [("q1", "a", 3.0), ("q1", "b", 2.0), ("q2", "c", 1.5)]


def scored_rows(path: Path) -> list[tuple[str, str, float]]:
    return rows_of(rankings_of(path), "query_id", "unit_id", "score")


def trec_run(tmp_path: Path, text: str, **stage: str) -> Path:
    """A run directory whose only stage is a TREC file with this text."""
    directory = write_run(
        tmp_path, "run", {"pool": {"q": ["u"]}}, format="trec", stage_settings={"pool": stage}
    )
    write_text(directory / "pool.trec", text)
    return directory


@pytest.mark.parametrize(
    "text",
    [
        CLEAN,
        CLEAN.removesuffix("\n"),
        CLEAN.replace("\n", "\r\n"),
        CLEAN.replace(" ", "\t"),
        CLEAN.replace(" ", "  "),
        CLEAN.replace(" ", " \t "),
        CLEAN.replace("\n", "  \t\n"),
        "\n" + CLEAN.replace("\n", "\n\n \t\n"),
        CLEAN.replace("q1", " \tq1"),
        CLEAN.replace(" t\n", " t 7th 8th\n"),
        CLEAN.replace(" t\n", " t 7th\n", 1),
        CLEAN.replace("Q0", "0"),
        CLEAN.replace("Q0", "E1"),
        "# a comment\n" + CLEAN,
        CLEAN.replace("q2", "#\n# another comment\nq2"),
        CLEAN.replace("q1 Q0 b", "q1\tQ0\tb"),
        CLEAN.replace("\n", "\r\n", 1),
        "\ufeff" + CLEAN,
    ],
)
def test_blanks_tabs_line_ends_comments_and_further_columns_change_no_number(
    tmp_path: Path, text: str
) -> None:
    path = write_text(tmp_path / "a.run", text)

    assert CLEAN_ROWS == scored_rows(path)


@pytest.mark.parametrize(
    "id_",
    [
        "NA",
        "null",
        "nan",
        "007",
        "1e3",
        '"x',
        "x\"y'",
        "<::>",
        "a#b",
        "问1",
        "q\xa01",
        "a,b",
        "\\N",
        "true",
        "-",
        "2026-11-01",
        "x\x0by",
        "\u202ex",
        "=1+1",
        "None",
        "😀",
    ],
)
@pytest.mark.parametrize("is_robust", [False, True])
def test_ids_stay_the_strings_that_they_are(tmp_path: Path, id_: str, *, is_robust: bool) -> None:
    text = f"{id_} Q0 {id_} 1 3.0 t\n{id_} Q0 other 2 2.0 t\n"
    path = write_text(tmp_path / "a.run", "\n" + text if is_robust else text)

    assert [(id_, id_), (id_, "other")] == rows_of(rankings_of(path))


def test_only_one_byte_order_mark_is_no_part_of_an_id(tmp_path: Path) -> None:
    path = write_text(tmp_path / "a.run", "\ufeff\ufeffq Q0 a 1 3.0 t\n")

    assert [("\ufeffq", "a")] == rows_of(rankings_of(path))


def test_a_unit_whose_id_is_the_query_id_stays_in_the_list(tmp_path: Path) -> None:
    path = write_text(tmp_path / "a.run", "q1 Q0 q1 1 2 t\nq1 Q0 a 2 1 t\n")

    assert [("q1", "q1"), ("q1", "a")] == rows_of(rankings_of(path))


@pytest.mark.parametrize(
    "written",
    [
        "1E+2",
        "8.47e-01",
        "-3",
        "+5",
        ".5",
        "5.",
        "-.5e-3",
        "0.1",
        "1e-320",
        "123456789012345678",
        "0.1000000000000000055511151231257827021181583404541015625",
        "9007199254740993",
        "1e22",
        "2.2250738585072011e-308",
        "179769313486231570e291",
        "00012.50",
        "-0.0",
        "4.35",
        "1e23",
    ],
)
@pytest.mark.parametrize("is_robust", [False, True])
def test_scores_are_the_doubles_that_float_makes_of_them(
    tmp_path: Path, written: str, *, is_robust: bool
) -> None:
    path = write_text(tmp_path / "a.run", ("\n" if is_robust else "") + f"q Q0 a 1 {written} t\n")

    ((score,),) = rows_of(rankings_of(path), "score")

    assert float(written).hex() == score.hex()


@pytest.mark.parametrize(
    "written",
    [
        "0,84",
        "nan",
        "NaN",
        "inf",
        "-inf",
        "Infinity",
        "abc",
        "1e400",
        "-1e400",
        "0x10",
        "1_000",
        "1e",
        ".",
        "-",
        "1.2.3",
        "١",
        "True",
        "null",
        "1d5",
        "--1",
        "1e5.5",
    ],
)
def test_a_score_that_is_no_finite_decimal_number_is_refused_with_its_line(
    tmp_path: Path, written: str
) -> None:
    text = f"q Q0 a 1 3.0 t\nq Q0 b 2 2.0 t\nq Q0 c 3 {written} t\nq Q0 d 4 0 t\n"
    path = write_text(tmp_path / "a.run", text)

    problem = only(run_problems(path))

    assert (str(path), 3) == (problem.path, problem.line)
    assert f"score {written} is not a finite decimal number" == problem.what
    assert problem.remedy


def test_every_wrong_line_is_named(tmp_path: Path) -> None:
    text = "q Q0 a 1 x t\nq Q0 b 2 1 t\nq b 2 1\nq Q0 c 3 0,5 t\n"
    path = write_text(tmp_path / "a.run", text)

    assert [1, 3, 4] == [problem.line for problem in run_problems(path)]


def test_of_many_wrong_lines_the_first_are_named_and_the_rest_counted(tmp_path: Path) -> None:
    text = "".join(f"q Q0 u{number} 1 x t\n" for number in range(100))
    path = write_text(tmp_path / "a.run", text)

    problems = run_problems(path)

    assert list(range(1, 22)) == [problem.line for problem in problems]
    assert "80 more problems are not shown" in problems[-1].what


def test_bad_scores_do_not_matter_where_the_order_does_not_use_them(tmp_path: Path) -> None:
    text = "q Q0 b 2 nan t\nq Q0 a 1 0,84 t\n"
    for order in ("rank", "listed"):
        rankings = rankings_of(trec_run(tmp_path, text, order=order))

        assert [("q", "b"), ("q", "a")] == rows_of(rankings)
        assert (True, False) == (rankings.has_rank, rankings.has_score)


@pytest.mark.parametrize("ranks", [("1.0", "2"), ("-", "-"), ("x", "1"), ("1e3", "2")])
def test_ranks_that_are_no_integers_do_not_matter_in_the_order_by_score(
    tmp_path: Path, ranks: tuple[str, str]
) -> None:
    path = write_text(tmp_path / "a.run", f"q Q0 a {ranks[0]} 2 t\nq Q0 b {ranks[1]} 1 t\n")

    rankings = rankings_of(path)

    assert (False, True) == (rankings.has_rank, rankings.has_score)
    assert [("q", "a", 2.0), ("q", "b", 1.0)] == scored_rows(path)


@pytest.mark.parametrize("rank", ["1.0", "x", "-", "99999999999999999999"])
def test_ranks_that_are_no_integers_are_refused_in_the_order_by_rank(
    tmp_path: Path, rank: str
) -> None:
    directory = trec_run(tmp_path, f"q Q0 a 1 2 t\nq Q0 b {rank} 1 t\n", order="rank")

    problem = only(run_problems(directory))

    assert (2, f"rank {rank} is not an integer") == (problem.line, problem.what)


def test_equal_ranks_are_refused_in_the_order_by_rank_with_query_and_lines(tmp_path: Path) -> None:
    text = "q1 Q0 a 1 3 t\nq2 Q0 a 1 3 t\nq1 Q0 b 1 2 t\nq2 Q0 b 2 2 t\n"

    problem = only(run_problems(trec_run(tmp_path, text, order="rank")))

    assert 3 == problem.line
    assert (
        "1 rank is given more than once in 1 query: query q1, rank 1 (lines 1, 3)" == problem.what
    )


def test_rank_0_in_every_row_is_read_in_the_order_by_score(tmp_path: Path) -> None:
    path = write_text(tmp_path / "a.run", "q Q0 a 0 2 t\nq Q0 b 0 1 t\n")

    rankings = rankings_of(path)

    assert [("q", "a", 0, 2.0), ("q", "b", 0, 1.0)] == rows_of(
        rankings, "query_id", "unit_id", "rank", "score"
    )


@pytest.mark.parametrize(
    ("row", "found"),
    [
        ("q Q0 a 1 2.0", "5 columns"),
        ("q a 2.0 t", "4 columns"),
        ("q\ta\t1", "3 columns"),
        ("q", "1 column"),
    ],
)
def test_a_row_of_fewer_than_six_columns_is_refused_with_its_line(
    tmp_path: Path, row: str, found: str
) -> None:
    text = f"q1 Q0 a 1 3 t\n\nq1 Q0 b 2 2 t\n{row}\n"
    for name, content, line in (("a.run", text, 4), ("b.run", row, 1)):
        problem = only(run_problems(write_text(tmp_path / name, content)))

        assert (line, f"{found} where a TREC run has six") == (problem.line, problem.what)


def test_five_columns_with_a_trailing_blank_are_not_six(tmp_path: Path) -> None:
    path = write_text(tmp_path / "a.run", "q Q0 a 1 2.0 \n")

    assert "5 columns where a TREC run has six" == only(run_problems(path)).what


def test_json_in_a_file_of_another_name_is_told_apart(tmp_path: Path) -> None:
    path = write_text(tmp_path / "run.json.txt", '{"query_id": "q1", "ranking": ["a"]}\n')

    problem = only(run_problems(path))

    assert "JSON" in problem.what
    assert ".jsonl" in problem.remedy


@pytest.mark.parametrize("more", ["", " 7th"])
def test_a_comment_that_may_be_a_row_is_refused(tmp_path: Path, more: str) -> None:
    path = write_text(tmp_path / "a.run", f"q Q0 a 1 2 t\n#q Q0 b 2 1.5 t{more}\n")

    problem = only(run_problems(path))

    assert (2, "a line that starts with # may be a comment or a row") == (
        problem.line,
        problem.what,
    )


def test_a_number_sign_starts_a_comment_only_at_the_start_of_a_line(tmp_path: Path) -> None:
    path = write_text(tmp_path / "a.run", " #q Q0 #a 1 2 #t\nq# Q0 b# 1 2 #\n")

    assert [("#q", "#a"), ("q#", "b#")] == rows_of(rankings_of(path))


@pytest.mark.parametrize("text", ["q\r1 Q0 a 1 2 t\n", "q1 Q0 a 1 2 t\rq2 Q0 a 1 2 t\r"])
def test_a_carriage_return_inside_a_line_is_refused(tmp_path: Path, text: str) -> None:
    path = write_text(tmp_path / "a.run", text)

    problem = only(run_problems(path))

    assert (1, "the line holds a carriage return that does not end it") == (
        problem.line,
        problem.what,
    )


@pytest.mark.parametrize("row", ["q\0 Q0 a 1 2 t", "q Q0 \0a 1 2 t"])
def test_nul_in_an_id_is_refused_with_its_line(tmp_path: Path, row: str) -> None:
    path = write_text(tmp_path / "a.run", f"q1 Q0 a 1 2 t\n{row}\n")

    problem = only(run_problems(path))

    assert (2, "an id holds a NUL character") == (problem.line, problem.what)


def test_positions_count_the_rows_of_a_query_as_written(tmp_path: Path) -> None:
    text = "q2 Q0 c 9 1 t\nq1 Q0 a 5 1 t\nq2 Q0 a 8 2 t\nq1 Q0 b 4 2 t\nq2 Q0 b 0 3 t\n"
    path = write_text(tmp_path / "a.run", text)

    expected = [("q2", "c", 0), ("q1", "a", 0), ("q2", "a", 1), ("q1", "b", 1), ("q2", "b", 2)]
    assert expected == rows_of(rankings_of(path), "query_id", "unit_id", "position")


def test_a_trec_file_is_ordered_by_score_unless_its_stage_says_otherwise(tmp_path: Path) -> None:
    assert Order.SCORE is read_run(trec_run(tmp_path, CLEAN)).stages[0].order
    for order in Order:
        directory = trec_run(tmp_path, CLEAN, order=order.value)

        assert order is read_run(directory).stages[0].order


def test_a_wrong_line_beyond_the_first_block_keeps_its_number(tmp_path: Path) -> None:
    rows = [
        f"q{number % 7} Q0 unit-with-a-long-id-{number:012d} 1 {number} t"
        for number in range(400_000)
    ]
    rows[399_990] = "q Q0 a 1 0,5 t"
    path = write_text(tmp_path / "a.run", "\n".join(rows) + "\n")

    assert path.stat().st_size > 17 << 20
    assert 399_991 == only(run_problems(path)).line
