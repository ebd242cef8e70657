from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any, Literal

import polars as pl
import pytest

from reportgen.model.labels import State, Verdicts
from reportgen.read import read_labels
from tests.builders import write_judgments, write_labels, write_text
from tests.unit.read.refusals import label_problems, only
from tests.unit.read.tables import judgments_of

HEADER = "query-id\tcorpus-id\tscore\n"
TREC = "q1 0 a 1\nq1 0 b 0\nq2 0 a 2\n"
BEIR = "q1\ta\t1\nq1\tb\t0\nq2\ta\t2\n"
EXPECTED = {("q1", "a"): 1, ("q1", "b"): 0, ("q2", "a"): 2}


@pytest.mark.parametrize(
    "text",
    [
        TREC,
        BEIR,
        HEADER + BEIR,
        (HEADER + BEIR).replace("\n", "\r\n"),
        TREC.replace(" ", "\t"),
        TREC.replace(" ", " \t  "),
        TREC.replace("\n", " \t\n"),
        TREC.replace("0 a", "00 a").replace("q1 0", "q1 Q0"),
        "\n" + TREC.replace("\n", "\n\n \n"),
        "# c\n# c d\n" + TREC,
        "# c\n" + HEADER + "# c\n" + BEIR,
        "\ufeff" + TREC,
        "\ufeff" + HEADER + BEIR,
        TREC.removesuffix("\n"),
        BEIR.replace("\n", "\t\n"),
        BEIR.replace("\t2", "\t+2"),
        TREC + "q1\t0 a\t1\n",
    ],
)
def test_layouts_of_one_content_are_one_table(tmp_path: Path, text: str) -> None:
    labels = read_labels(write_text(tmp_path / "qrels", text))

    assert EXPECTED == judgments_of(labels)


@pytest.mark.parametrize("format", ["tsv", "trec", "jsonl", "parquet"])
def test_formats_of_one_content_are_one_table(
    tmp_path: Path, format: Literal["tsv", "trec", "jsonl", "parquet"]
) -> None:
    judgments = {"q1": {"a": 1, "b": 0}, "q2": {"a": 2}}
    path = write_judgments(tmp_path / f"j.{format}", judgments, format=format)

    assert EXPECTED == judgments_of(read_labels(path))


def test_compressed_judgments_are_read_by_their_suffix(tmp_path: Path) -> None:
    path = tmp_path / "qrels.tsv.gz"
    path.write_bytes(gzip.compress((HEADER + BEIR).encode()))

    labels = read_labels(path)

    assert EXPECTED == judgments_of(labels)
    assert "qrels" == labels.id


@pytest.mark.parametrize(
    "id_",
    ["NA", "null", "nan", "007", "1e3", '"x', "<::>", "问1", "a,b", "\\N", "\u00a0", "\u202ex"],
)
@pytest.mark.parametrize("form", ["{0} 0 {0} 1\n", "{0}\t{0}\t1\n"])
def test_ids_stay_the_strings_that_they_are(tmp_path: Path, id_: str, form: str) -> None:
    path = write_text(tmp_path / "qrels", form.format(id_))

    assert {(id_, id_): 1} == judgments_of(read_labels(path))


def test_ids_of_a_table_of_tabs_may_hold_blanks(tmp_path: Path) -> None:
    path = write_text(tmp_path / "qrels.tsv", " q 1 \td 1\t1\nq 1\td 1 \t1\n")

    assert {(" q 1 ", "d 1"): 1, ("q 1", "d 1 "): 1} == judgments_of(read_labels(path))


def test_the_header_is_one_only_in_the_first_row(tmp_path: Path) -> None:
    path = write_text(tmp_path / "qrels.tsv", "q1\ta\t1\n" + HEADER)

    problem = only(label_problems(path))

    assert (2, "grade score is not an integer") == (problem.line, problem.what)


def test_a_table_without_header_keeps_its_first_row(tmp_path: Path) -> None:
    path = write_text(tmp_path / "qrels.tsv", "q1\ta\t1\n")

    assert {("q1", "a"): 1} == judgments_of(read_labels(path))


@pytest.mark.parametrize("header", ["qid\tpid\tlabel", "query_id\tcorpus_id\tscore"])
def test_another_header_is_refused_naming_the_known_one(tmp_path: Path, header: str) -> None:
    problem = only(label_problems(write_text(tmp_path / "qrels.tsv", f"{header}\n{BEIR}")))

    assert 1 == problem.line
    assert HEADER.strip() in problem.remedy


@pytest.mark.parametrize("grade", ["0.5", "1.0", "1e0", "x", "0,5", "nan", "٣", "1_0"])
@pytest.mark.parametrize("form", ["q1 0 a 1\nq1 0 b {}\n", "q1\ta\t1\nq1\tb\t{}\n"])
def test_a_grade_that_is_no_integer_is_refused_with_its_line(
    tmp_path: Path, grade: str, form: str
) -> None:
    problem = only(label_problems(write_text(tmp_path / "qrels", form.format(grade))))

    assert (2, f"grade {grade} is not an integer") == (problem.line, problem.what)
    assert problem.remedy


def test_a_negative_grade_is_a_judgment(tmp_path: Path) -> None:
    labels = read_labels(write_text(tmp_path / "qrels", "q1 0 a -2\nq1 0 b 1\n"))

    assert {("q1", "a"): -2, ("q1", "b"): 1} == judgments_of(labels)


@pytest.mark.parametrize(
    ("text", "line", "what"),
    [
        (TREC + "q1 0 c\n", 4, "3 columns in a file of four columns (TREC qrels)"),
        (TREC + "q1 0 c 1 5\n", 4, "5 columns in a file of four columns (TREC qrels)"),
        (
            BEIR + "q1\tc\n",
            4,
            "2 tab-separated fields in a file of three tab-separated fields (BEIR)",
        ),
        (
            BEIR + "q1 0 c 1\n",
            4,
            "1 tab-separated field in a file of three tab-separated fields (BEIR)",
        ),
        (
            BEIR + "q1\t\t1\n",
            4,
            "an empty id or grade in a file of three tab-separated fields (BEIR)",
        ),
        ("q1\n", 1, "1 column where judgments have three or four"),
        ("q1 Q0 a 1 2 t\n", 1, "6 columns where judgments have three or four"),
        ("q1 a 1\n", 1, "three columns need tabs between them, and this row has blanks"),
        ('{"q1": {"a": 1}}', 1, "this is JSON, not a row of judgments"),
    ],
)
def test_a_row_unlike_the_first_is_refused_with_its_line(
    tmp_path: Path, text: str, line: int, what: str
) -> None:
    problem = only(label_problems(write_text(tmp_path / "qrels", text)))

    assert (line, what) == (problem.line, problem.what)


@pytest.mark.parametrize(
    ("text", "is_refused"),
    [
        (TREC + "#q 0 c 1\n", True),
        (TREC + "#q 0 c -1\n", True),
        (TREC + "# a b c\n", False),
        (TREC + "# a b c 1\n", False),
        (TREC + "# a 1\n", False),
        (BEIR + "#q\tc\t1\n", True),
        (BEIR + "#q\tc\td\n", False),
    ],
)
def test_a_comment_that_may_be_a_judgment_is_refused(
    tmp_path: Path, text: str, *, is_refused: bool
) -> None:
    path = write_text(tmp_path / "qrels", text)

    if is_refused:
        assert 4 == only(label_problems(path)).line
    else:
        assert EXPECTED == judgments_of(read_labels(path))


def test_two_comments_in_a_row_are_two_comments(tmp_path: Path) -> None:
    labels = read_labels(write_text(tmp_path / "qrels", "# labels\n# of two\n" + TREC))

    assert ["q1", "q2"] == [query.query_id for query in labels.queries]


def test_identical_judgments_are_collapsed_and_counted(tmp_path: Path) -> None:
    labels = read_labels(write_text(tmp_path / "qrels", TREC + "q1 1 a 1\n" + "q1 0 a 1\n"))

    assert EXPECTED == judgments_of(labels)
    assert 2 == labels.repeated


def test_conflicting_judgments_are_refused_with_both_places(tmp_path: Path) -> None:
    path = write_text(tmp_path / "qrels", TREC + "q1 0 a 1\nq1 0 a 2\n")

    problem = only(label_problems(path))

    assert 5 == problem.line
    assert f"query q1, unit a has grade 2 here and 1 in {path}, line 1" == problem.what


def test_judgments_of_several_files_conflict_too(tmp_path: Path) -> None:
    directory = write_labels(tmp_path, {"q1": {"a": 1}}, judgments=["judgments.tsv", "b.jsonl"])
    write_judgments(directory / "b.jsonl", {"q1": {"a": 3}}, format="jsonl")

    problem = only(label_problems(directory))

    assert (str(directory / "b.jsonl"), 1) == (problem.path, problem.line)
    assert f"in {directory / 'judgments.tsv'}, line 2" in problem.what


def test_many_conflicts_are_counted(tmp_path: Path) -> None:
    text = "".join(f"q 0 u{number} {grade}\n" for number in range(30) for grade in (0, 1))

    problems = label_problems(write_text(tmp_path / "qrels", text))

    assert 21 == len(problems)
    assert any("10 more conflicting judgments" in problem.what for problem in problems)


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ('{"query_id": "q", "unit_id": "a"}', "`grade` is missing"),
        ('{"query_id": "q", "unit_id": "a", "grade": 1.0}', "`grade` is 1.0"),
        ('{"query_id": "q", "unit_id": "a", "grade": "1"}', "`grade` is `1`"),
        ('{"query_id": "q", "unit_id": "a", "grade": true}', "`grade` is true"),
        ('{"query_id": "q", "unit_id": "a", "grade": null}', "`grade` is null"),
        ('{"query_id": 5, "unit_id": "a", "grade": 1}', "`query_id` is 5"),
        ('{"query_id": "q", "unit_id": null, "grade": 1}', "`unit_id` is null"),
        ('{"query_id": "q", "unit_id": "", "grade": 1}', "an id is empty"),
        ('{"query_id": "q\\n", "unit_id": "a", "grade": 1}', "id 'q\\n' holds the character LF"),
        (
            '{"query_id": "q", "unit_id": "a", "grade": 99999999999999999999}',
            "grade 99999999999999999999 is too large",
        ),
        (
            '{"query_id": "q", "unit_id": "a", "grade": 1, "grade": 2}',
            "key `grade` stands twice, first in line 2",
        ),
        ("q 0 a 1", "this is not valid JSON: a value is missing or malformed"),
    ],
)
def test_a_line_that_is_no_judgment_is_refused_with_its_number(
    tmp_path: Path, line: str, what: str
) -> None:
    good = '{"query_id": "good", "unit_id": "a", "grade": 1, "note": "ignored"}\n'
    path = write_text(tmp_path / "j.jsonl", f"{good}{line}\n")

    problem = only(label_problems(path))

    assert (2, what) == (problem.line, problem.what)


@pytest.mark.parametrize(
    ("columns", "what"),
    [
        ({"grade": [1.0, 2.0]}, "column `grade` holds Float64, not integers"),
        ({"grade": ["1", "2"]}, "column `grade` holds String, not integers"),
        ({"grade": [1, None]}, "the grade of this row is no integer"),
        ({"query_id": [1, 2]}, "column `query_id` holds Int64, not strings"),
        ({"unit_id": ["a", None]}, "an id is null in this row, column `unit_id`"),
        ({"unit_id": ["a", ""]}, "an id is empty in this row, column `unit_id`"),
    ],
)
def test_parquet_that_holds_no_judgments_is_refused(
    tmp_path: Path, columns: dict[str, list[Any]], what: str
) -> None:
    good = {"query_id": ["q", "r"], "unit_id": ["a", "b"], "grade": [1, 1]}
    pl.DataFrame({**good, **columns}).write_parquet(tmp_path / "j.parquet")

    assert what == only(label_problems(tmp_path / "j.parquet")).what


def test_nul_in_an_id_is_refused_with_its_line(tmp_path: Path) -> None:
    problem = only(label_problems(write_text(tmp_path / "qrels", "q 0 a 1\nq\0 0 a 1\n")))

    assert (2, "an id holds a NUL character") == (problem.line, problem.what)


def test_a_bare_file_declares_no_states(tmp_path: Path) -> None:
    text = "q2 0 a 0\nq1 0 a 1\nq1 0 b 0\nq3 0 a -1\n"

    labels = read_labels(write_text(tmp_path / "qrels.v1.trec", text))

    assert not labels.declares_states
    assert "qrels.v1" == labels.id
    assert [("q1", State.RELEVANT), ("q2", None), ("q3", None)] == [
        (query.query_id, query.state) for query in labels.queries
    ]
    assert ["labels/qrels.v1.trec"] == [file.path for file in labels.inputs]


@pytest.mark.parametrize(
    ("text", "verdicts"),
    [("q 0 a 1\nq 0 b 0\n", Verdicts.EXPLICIT), ("q 0 a 1\nq 0 b 3\n", Verdicts.POSITIVE_ONLY)],
)
def test_a_bare_file_is_explicit_if_any_grade_is_below_the_level(
    tmp_path: Path, text: str, verdicts: Verdicts
) -> None:
    labels = read_labels(write_text(tmp_path / "qrels", text))

    assert verdicts is labels.manifest.verdicts
