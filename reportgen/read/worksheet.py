"""Worksheets of a review, as spreadsheets save them: other delimiters, other order of columns, rows moved."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from reportgen.errors import Problems
from reportgen.model.spreadsheet import rearm
from reportgen.read.text_file import Source, TextFile
from reportgen.review.worksheet import Column

_DELIMITERS: Final = (",", ";", "\t")
_NEEDED: Final[tuple[Column, ...]] = tuple(
    column
    for column in Column
    if column not in {Column.QUERY_TEXT, Column.UNIT_TEXT, Column.STATE_BEFORE}
)
_BLANKS: Final = " \t\u00a0"


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A row as the file has it, `line` from 1; ids and checks exactly, `grade` and `state` without blanks around."""

    line: int
    query_id: str
    unit_id: str
    grade: str
    state: str
    query_units: str
    labels_digest: str
    seed: str
    check: str


def read_worksheet(path: Path | str, problems: Problems) -> tuple[SheetRow, ...]:
    """The rows of the worksheet; what is wrong with the file itself is added to `problems`.

    Columns are known by their names, the delimiter (comma, semicolon or tab) by the header; other columns are ignored,
    and so are rows without anything in the columns that count.
    """
    source = Source(Path(path), str(path), Path(path).name)
    text = b"".join(block.text for block in TextFile(source, problems).blocks()).decode()
    if not text:
        return ()
    header = text.partition("\n")[0].rstrip("\r")
    delimiter, names = _header(header)
    problem = _wrong_header(names)
    if problem is not None:
        problems.add(source.shown, 1, *problem)
        return ()
    places = {column: names.index(column) for column in _NEEDED}
    try:
        return tuple(_rows(text, delimiter, places))
    except csv.Error as error:
        remedy = "save the worksheet as CSV again, with quotes around cells where they are needed"
        problems.add(source.shown, 0, f"this is not CSV ({error})", remedy)
        return ()


def holds_review(path: Path | str) -> bool:
    """Whether the file at `path` is a worksheet in which somebody filled in a grade or a state."""
    return any(row.grade or row.state for row in read_worksheet(path, Problems()))


def _header(line: str) -> tuple[str, list[str]]:
    """The delimiter under which most columns are known, and the names it makes."""
    known = set(Column)
    read = [
        (delimiter, [name.strip(_BLANKS) for name in next(csv.reader([line], delimiter=delimiter))])
        for delimiter in _DELIMITERS
    ]
    return max(read, key=lambda found: len(known.intersection(found[1])))


def _wrong_header(names: list[str]) -> tuple[str, str] | None:
    missing = [f"`{column}`" for column in _NEEDED if column not in names]
    if missing:
        return (
            f"the first line is not the header of a worksheet: {', '.join(missing)} "
            f"{'is' if len(missing) == 1 else 'are'} missing",
            "keep the columns of the exported worksheet, separated by commas, semicolons or tabs",
        )
    twice = [f"`{column}`" for column in _NEEDED if names.count(column) > 1]
    if twice:
        return f"the column {twice[0]} stands there twice", "keep one of them"
    return None


def _rows(text: str, delimiter: str, places: Mapping[Column, int]) -> Iterator[SheetRow]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    next(reader)
    first = reader.line_num + 1
    for cells in reader:
        line, first = first, reader.line_num + 1
        found = {
            column: cells[place] if place < len(cells) else "" for column, place in places.items()
        }
        if not any(cell.strip(_BLANKS) for cell in found.values()):
            continue
        yield SheetRow(
            line=line,
            query_id=rearm(found[Column.QUERY_ID]),
            unit_id=rearm(found[Column.UNIT_ID]),
            grade=rearm(found[Column.GRADE].strip(_BLANKS)),
            state=rearm(found[Column.STATE].strip(_BLANKS)),
            query_units=found[Column.QUERY_UNITS].strip(_BLANKS),
            labels_digest=found[Column.LABELS_DIGEST].strip(_BLANKS),
            seed=found[Column.SEED].strip(_BLANKS),
            check=found[Column.CHECK].strip(_BLANKS),
        )
