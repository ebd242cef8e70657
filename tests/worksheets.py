"""Worksheets of a review as a spreadsheet holds them: read, filled in, saved again."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Sequence
from pathlib import Path

Row = dict[str, str]


def read_sheet(path: Path) -> list[Row]:
    """The rows as a CSV parser gives them."""
    text = path.read_bytes().decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text, newline="")))


def save_sheet(
    path: Path,
    rows: Sequence[Row],
    *,
    delimiter: str = ",",
    mark: bool = True,
    line_end: str = "\r\n",
    quote_all: bool = False,
    columns: Sequence[str] | None = None,
) -> Path:
    """Save `rows` as a spreadsheet would; `columns` gives another order, or more of them."""
    text = io.StringIO(newline="")
    writer = csv.DictWriter(
        text,
        columns or list(rows[0]),
        delimiter=delimiter,
        lineterminator=line_end,
        quoting=csv.QUOTE_ALL if quote_all else csv.QUOTE_MINIMAL,
        restval="",
    )
    writer.writeheader()
    writer.writerows(rows)
    path.write_bytes((b"\xef\xbb\xbf" if mark else b"") + text.getvalue().encode())
    return path


def fill(rows: Sequence[Row], grade: Callable[[Row], int | None]) -> list[Row]:
    """The rows with what `grade` gives each (None: left empty). An unreviewed query of which something is graded is
    `relevant` where a grade is above 0, else `no-answer`."""
    graded = [(row, grade(row)) for row in rows]
    best: dict[str, int] = {}
    for row, given in graded:
        if given is not None:
            best[row["query_id"]] = max(given, best.get(row["query_id"], given))
    return [
        {**row, "grade": "" if given is None else str(given), "state": _state(row, best)}
        for row, given in graded
    ]


def _state(row: Row, best: dict[str, int]) -> str:
    if row["state_before"] != "unreviewed" or row["query_id"] not in best:
        return ""
    return "relevant" if best[row["query_id"]] > 0 else "no-answer"
