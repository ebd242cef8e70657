"""Judgments: JSON lines, Parquet, BEIR tables and TREC qrels, as rows of query, unit and grade."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import msgspec
import polars as pl

from reportgen.errors import Problems
from reportgen.model.run import InputFile
from reportgen.read.ids import id_problem
from reportgen.read.json_lines import JsonLines
from reportgen.read.line_problems import LineProblems
from reportgen.read.parquet_file import ParquetFile, with_valid_ids
from reportgen.read.qrels import read_qrels
from reportgen.read.text_file import Source

COLUMNS: Final = ("query_id", "unit_id", "grade")
SCHEMA: Final = {
    "query_id": pl.String,
    "unit_id": pl.String,
    "grade": pl.Int64,
    "line": pl.UInt32,
}
CHUNK_ROWS: Final = 100_000


class JudgmentRecord(msgspec.Struct, frozen=True):
    """A line of a JSON lines judgments file; other keys are ignored."""

    query_id: str
    unit_id: str
    grade: int


@dataclass(frozen=True, slots=True)
class JudgmentFile:
    """The rows of one judgments file: `query_id`, `unit_id`, `grade`, and `line` (in Parquet the row), from 1."""

    source: Source
    frame: pl.DataFrame
    comments: int
    input_file: InputFile | None
    place: str = "line"


def read_judgment_file(source: Source, problems: Problems) -> JudgmentFile:
    """The judgments of one file as they stand; whatever is wrong is added to `problems`."""
    name = source.bare_name()
    if name.endswith(".parquet"):
        return _read_parquet(source, problems)
    if name.endswith(".jsonl"):
        return _read_json_lines(source, problems)
    frame, comments, input_file = read_qrels(source, problems)
    return JudgmentFile(source, frame, comments, input_file)


def _read_parquet(source: Source, problems: Problems) -> JudgmentFile:
    nothing = pl.DataFrame(schema=SCHEMA)
    file = ParquetFile.open(source, problems)
    if file is None:
        return JudgmentFile(source, nothing, 0, None, "row")
    missing = [name for name in COLUMNS if file.type_of(name) is None]
    for name in missing:
        what, remedy = file.missing(name)
        needed = "judgments need `query_id`, `unit_id` and `grade`"
        problems.add(source.shown, 0, what, f"{remedy}; {needed}")
    frame = None if missing else file.read({name: name for name in COLUMNS}, problems)
    with LineProblems(problems, source.shown) as wrong:
        for name in ("query_id", "unit_id"):
            frame = None if frame is None else with_valid_ids(frame, name, name, wrong)
        if frame is not None:
            frame = _with_integer_grades(frame, wrong)
    rows = nothing if frame is None else frame.rename({"row": "line"}).select(*SCHEMA)
    return JudgmentFile(source, rows, 0, file.input_file(), "row")


def _with_integer_grades(frame: pl.DataFrame, wrong: LineProblems) -> pl.DataFrame | None:
    if not frame.schema["grade"].is_integer():
        wrong.add(
            0, f"column `grade` holds {frame.schema['grade']}, not integers", "write integer grades"
        )
        return None
    frame = frame.with_columns(pl.col("grade").cast(pl.Int64, strict=False))
    wrong.add_rows(
        frame.filter(pl.col("grade").is_null()).select("row", "grade"),
        lambda _: ("the grade of this row is no integer", "write integer grades"),
    )
    return frame.filter(pl.col("grade").is_not_null())


def _read_json_lines(source: Source, problems: Problems) -> JudgmentFile:
    lines = JsonLines(source, JudgmentRecord, problems)
    frames = []
    with LineProblems(problems, source.shown) as wrong:
        rows: list[tuple[str, str, int, int]] = []
        for line, record in _valid(lines, wrong):
            rows.append((record.query_id, record.unit_id, record.grade, line))
            if len(rows) >= CHUNK_ROWS:
                frames.append(pl.DataFrame(rows, schema=SCHEMA, orient="row"))
                rows = []
        frames.append(pl.DataFrame(rows, schema=SCHEMA, orient="row"))
    return JudgmentFile(source, pl.concat(frames), 0, lines.input_file())


def _valid(
    lines: JsonLines[JudgmentRecord], wrong: LineProblems
) -> Iterator[tuple[int, JudgmentRecord]]:
    for line, record in lines.records(wrong):
        problem = id_problem(record.query_id) or id_problem(record.unit_id)
        if problem is not None:
            wrong.add(line, *problem)
        elif abs(record.grade) >= 2**63:
            wrong.add(line, f"grade {record.grade} is too large", "write grades of ordinary size")
        else:
            yield line, record
