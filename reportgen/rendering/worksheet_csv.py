"""The worksheet of a review as CSV, for a spreadsheet."""

from __future__ import annotations

import csv
import io
import unicodedata
from collections.abc import Iterator
from typing import Final

from reportgen.model.spreadsheet import BYTE_ORDER_MARK, disarm
from reportgen.review.worksheet import Column, SheetQuery, Worksheet, row_check

LONGEST_TEXT: Final = 32_000
"""A spreadsheet's cell holds 32,767 characters."""


def render_worksheet(sheet: Worksheet) -> bytes:
    """UTF-8 with a byte order mark, CR LF, a line a unit; strings disarmed as in queries.csv. `grade` and `state` are
    empty, and nothing says which run returned a unit or where."""
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow([column.value for column in Column])
    for query in sheet.queries:
        writer.writerows(_rows(sheet, query))
    return BYTE_ORDER_MARK + text.getvalue().encode("utf-8")


def _rows(sheet: Worksheet, query: SheetQuery) -> Iterator[list[str]]:
    record = query.record
    state = "" if record.state is None else record.state.value
    seed, count = str(sheet.seed), str(len(query.units))
    query_text = _text(record.text or "")
    for unit in query.units:
        check = row_check(
            labels_digest=sheet.labels_digest,
            seed=seed,
            query_id=record.query_id,
            query_units=count,
            unit_id=unit,
        )
        cells = {
            Column.QUERY_ID: disarm(record.query_id),
            Column.QUERY_TEXT: query_text,
            Column.UNIT_ID: disarm(unit),
            Column.UNIT_TEXT: _text(sheet.unit_texts.get(unit, "")),
            Column.GRADE: "",
            Column.STATE: "",
            Column.STATE_BEFORE: state,
            Column.QUERY_UNITS: count,
            Column.LABELS_DIGEST: sheet.labels_digest,
            Column.SEED: seed,
            Column.CHECK: check,
        }
        yield [cells[column] for column in Column]


def _text(text: str) -> str:
    """One line without control characters, shortened to what a cell holds."""
    shown = "".join(
        " " if unicodedata.category(character) == "Cc" else character
        for character in text[:LONGEST_TEXT]
    )
    line = " ".join(shown.split())
    return disarm(f"{line} …" if len(text) > LONGEST_TEXT else line)
