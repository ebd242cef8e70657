"""Judgments as rows of text: three tab-separated fields (BEIR), or four columns (TREC qrels)."""

from __future__ import annotations

from enum import Enum
from typing import Final

import polars as pl

from reportgen.errors import Problems
from reportgen.model.run import InputFile
from reportgen.read.line_problems import LineProblems
from reportgen.read.numbered_lines import (
    BLANKS,
    INTEGER,
    column_count,
    columns_pattern,
    numbered_lines,
    parsed_integer,
)
from reportgen.read.text_file import Source, TextFile
from reportgen.read.trec import AMBIGUOUS_COMMENT, NUL_IN_ID

HEADER: Final = "query-id\tcorpus-id\tscore"
_TREC: Final = columns_pattern(4, more=False)
_BEIR: Final = r"^([^\t]+)\t([^\t]+)\t([^\t]+)$"
_SCHEMA: Final = {
    "query_id": pl.String,
    "unit_id": pl.String,
    "grade": pl.Int64,
    "line": pl.UInt32,
}


class QrelsFormat(Enum):
    """What the first data row decides for the whole file."""

    BEIR = "three tab-separated fields (BEIR)"
    TREC = "four columns (TREC qrels)"


def read_qrels(source: Source, problems: Problems) -> tuple[pl.DataFrame, int, InputFile]:
    """Rows of `query_id`, `unit_id`, `grade`, `line`; the number of comments; the file's hash."""
    file = TextFile(source, problems)
    frames = []
    comments = 0
    found: QrelsFormat | None = None
    with LineProblems(problems, source.shown) as wrong:
        for block in file.blocks():
            lines = numbered_lines(block, wrong)
            is_comment = pl.col("text").str.starts_with("#")
            rows = lines.filter(~is_comment)
            if found is None and rows.height:
                line, first = rows.row(0)
                found = format_of(first)
                if found is None:
                    wrong.add(line, *unknown_row(first))
                    break
                if found is QrelsFormat.BEIR and first == HEADER:
                    rows = rows.slice(1)
            comments += _count_comments(lines.filter(is_comment), found, wrong)
            if found is not None and rows.height:
                frames.append(_parsed(rows, found, wrong))
    frame = pl.concat(frames) if frames else pl.DataFrame(schema=_SCHEMA)
    return frame, comments, file.input_file()


def format_of(first_row: str) -> QrelsFormat | None:
    """The format that a first data row decides; None if it is neither."""
    if len(first_row.rstrip(BLANKS).split("\t")) == 3:
        return QrelsFormat.BEIR
    return QrelsFormat.TREC if column_count(first_row) == 4 else None


def _count_comments(comments: pl.DataFrame, found: QrelsFormat | None, wrong: LineProblems) -> int:
    """How many lines are comments; those that may as well be rows are problems."""
    text = pl.col("text")
    fourth = text.str.extract(_TREC, 4)
    is_ambiguous = fourth.str.contains(INTEGER).fill_null(value=False)
    if found is QrelsFormat.BEIR:
        third = text.str.strip_chars_end(BLANKS).str.extract(_BEIR, 3)
        is_ambiguous = is_ambiguous | third.str.contains(INTEGER).fill_null(value=False)
    ambiguous = comments.filter(is_ambiguous)
    wrong.add_rows(ambiguous, lambda _: AMBIGUOUS_COMMENT)
    return comments.height - ambiguous.height


def _parsed(rows: pl.DataFrame, found: QrelsFormat, wrong: LineProblems) -> pl.DataFrame:
    text = pl.col("text")
    if found is QrelsFormat.BEIR:
        fields = text.str.strip_chars_end(BLANKS).str.extract_groups(_BEIR).struct
        names = {"query_id": "1", "unit_id": "2", "written": "3"}
    else:
        fields = text.str.extract_groups(_TREC).struct
        names = {"query_id": "1", "unit_id": "3", "written": "4"}
    parts = rows.select(
        "line", "text", *(fields.field(group).alias(name) for name, group in names.items())
    ).with_columns(grade=parsed_integer(pl.col("written").str.strip_chars(BLANKS)))
    is_row = pl.col("query_id").is_not_null()
    wrong.add_rows(
        parts.filter(~is_row).select("line", "text"), lambda line: _not_a_row(line, found)
    )
    parts = parts.filter(is_row)
    has_nul = pl.any_horizontal(pl.col("query_id", "unit_id").str.contains("\0", literal=True))
    wrong.add_rows(parts.filter(has_nul).select("line", "text"), lambda _: NUL_IN_ID)
    has_grade = pl.col("grade").is_not_null()
    wrong.add_rows(
        parts.filter(~has_grade).select("line", "written"),
        lambda grade: (f"grade {grade} is not an integer", _grade_remedy(grade)),
    )
    return parts.filter(has_grade & ~has_nul).select(*_SCHEMA)


def _grade_remedy(grade: str) -> str:
    if grade == "score" or grade.replace("-", "").replace("_", "").isalpha():
        return (
            "remove the line if it is a header, else write integer grades; "
            f"the only header that is known is `{HEADER}`, separated by tabs"
        )
    return "write integer grades"


def _not_a_row(text: str, found: QrelsFormat) -> tuple[str, str]:
    if found is QrelsFormat.BEIR:
        count = len(text.split("\t"))
        what = f"{count} tab-separated field{'' if count == 1 else 's'}"
        if count == 3:
            what = "an empty id or grade"
    else:
        count = column_count(text)
        what = f"{count} column{'' if count == 1 else 's'}"
    return f"{what} in a file of {found.value}", "write all rows like the first"


def unknown_row(first_row: str) -> tuple[str, str]:
    """What is wrong with a first row that decides no format, and what to do."""
    if first_row.lstrip().startswith(("{", "[")):
        return "this is JSON, not a row of judgments", (
            "write one judgment a line, and let the name end in .jsonl"
        )
    count = column_count(first_row)
    if count == 3:
        what = "three columns need tabs between them, and this row has blanks"
        remedy = (
            "write one tab between the columns, or four columns, `query_id 0 unit_id grade` (TREC)"
        )
        return what, remedy
    remedy = f"write `{HEADER}` separated by tabs (BEIR), or `query_id 0 unit_id grade` (TREC)"
    if count >= 6:
        remedy += "; six columns are a ranking (TREC run) and belong to a run"
    return f"{count} column{'' if count == 1 else 's'} where judgments have three or four", remedy
