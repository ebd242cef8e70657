"""queries.csv in a real spreadsheet: LibreOffice opens it without a window and says what each cell holds."""

from __future__ import annotations

import subprocess
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from reportgen.model.report import Report
from reportgen.model.spreadsheet import rearm
from reportgen.rendering.queries_csv import COLUMNS, render_queries_csv
from tests.unit.rendering.queries_csv_cases import (
    HARMLESS,
    LIKE_NUMBERS,
    RUN_BY_SPREADSHEETS,
    hostile_report,
    is_number,
    parsed,
)

NAMESPACES = {
    "office": "urn:oasis:names:tc:opendocument:xmlns:office:1.0",
    "table": "urn:oasis:names:tc:opendocument:xmlns:table:1.0",
    "text": "urn:oasis:names:tc:opendocument:xmlns:text:1.0",
}
STRINGS = ("query_id", "state", "excluded", "stage")
# What the window of a double click has chosen already, since the file begins with a byte order mark: UTF-8 (76), commas
# (44), double quotes (34), from line 1. A format for each column may follow: 1 standard, 2 text.
FILTER = "CSV:44,34,76,1"


@dataclass(frozen=True)
class SpreadsheetCell:
    """`kind` is the spreadsheet's own: string, float, date, …; "" for an empty cell."""

    kind: str
    text: str
    value: float | None
    formula: str | None


def open_in(
    program: str, folder: Path, content: bytes, *, formats: str = ""
) -> list[list[SpreadsheetCell]]:
    """The rows of the sheet that the program makes of a CSV file."""
    file = folder / "queries.csv"
    file.write_bytes(content)
    command = [
        program,
        f"-env:UserInstallation={(folder / 'profile').as_uri()}",
        *("--headless", "--norestore", "--convert-to", "fods", "--outdir", str(folder)),
        f"--infilter={FILTER},{formats}",
        str(file),
    ]
    subprocess.run(command, check=True, capture_output=True, timeout=180)
    return [
        [cell for one in row.iterfind("table:table-cell", NAMESPACES) for cell in cells_of(one)]
        for row in rows_of(ET.parse(folder / "queries.fods").getroot())
    ]


def rows_of(root: ET.Element) -> Iterator[ET.Element]:
    for row in root.iterfind(".//table:table-row", NAMESPACES):
        for _ in range(int(row.get(name("table", "number-rows-repeated"), "1"))):
            yield row


def cells_of(cell: ET.Element) -> list[SpreadsheetCell]:
    paragraphs = ["".join(text_of(one)) for one in cell.iterfind("text:p", NAMESPACES)]
    value = cell.get(name("office", "value"))
    found = SpreadsheetCell(
        cell.get(name("office", "value-type"), ""),
        "\n".join(paragraphs),
        None if value is None else float(value),
        cell.get(name("table", "formula")),
    )
    return [found] * int(cell.get(name("table", "number-columns-repeated"), "1"))


def text_of(element: ET.Element) -> Iterator[str]:
    """The text of a paragraph, whose repeated spaces and tabs are elements."""
    yield element.text or ""
    for child in element:
        if child.tag == name("text", "s"):
            yield " " * int(child.get(name("text", "c"), "1"))
        elif child.tag == name("text", "tab"):
            yield "\t"
        else:
            yield from text_of(child)
        yield child.tail or ""


def name(prefix: str, local: str) -> str:
    return f"{{{NAMESPACES[prefix]}}}{local}"


def written(content: bytes) -> list[list[str]]:
    rows = parsed(content)
    return [list(rows[0]), *(list(row.values()) for row in rows)]


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Report:
    return hostile_report(tmp_path_factory.mktemp("runs"), (*RUN_BY_SPREADSHEETS, *HARMLESS))


@pytest.fixture(scope="module")
def sheet(
    program: str, report: Report, tmp_path_factory: pytest.TempPathFactory
) -> list[list[SpreadsheetCell]]:
    """Opened as a double click opens it."""
    return open_in(program, tmp_path_factory.mktemp("sheet"), render_queries_csv(report))


def test_every_cell_holds_what_the_file_says(
    report: Report, sheet: list[list[SpreadsheetCell]]
) -> None:
    expected = written(render_queries_csv(report))

    assert len(expected) <= len(sheet)
    for row, cells in zip(expected, sheet, strict=False):
        for written_, cell in zip(row, cells, strict=False):
            if cell.value is None:
                assert written_ == cell.text
            else:
                # A spreadsheet keeps 15 digits.
                assert float(written_) == pytest.approx(cell.value, rel=1e-14)
        assert [] == [one for one in row[len(cells) :] if one]


def test_no_cell_runs_as_a_formula(sheet: list[list[SpreadsheetCell]]) -> None:
    assert [] == [cell for row in sheet for cell in row if cell.formula is not None]


def test_ids_are_strings_and_come_back_without_the_quote(
    sheet: list[list[SpreadsheetCell]],
) -> None:
    ids = {cell for row in sheet[1:] for cell in row[:1] if cell.text}

    assert {"string"} == {cell.kind for cell in ids}
    assert {*RUN_BY_SPREADSHEETS, *HARMLESS} <= {rearm(cell.text) for cell in ids}


def test_numbers_are_numbers(report: Report, sheet: list[list[SpreadsheetCell]]) -> None:
    columns = [at for at, column in enumerate(COLUMNS) if column not in STRINGS]
    expected = written(render_queries_csv(report))
    kinds = {
        (is_number(row[at]), cells[at].kind)
        for row, cells in zip(expected[1:], sheet[1:], strict=False)
        for at in columns
    }

    # The one word among them is the cutoff `all`; what is undefined is an empty cell.
    assert {(True, "float"), (False, "string"), (False, "")} == kinds
    assert -0.5 in {cells[COLUMNS.index("delta")].value for cells in sheet[1:]}


def test_ids_that_look_like_numbers_stay_as_they_are_where_the_column_is_read_as_text(
    program: str, tmp_path: Path
) -> None:
    report = hostile_report(tmp_path, LIKE_NUMBERS)
    formats = "/".join(
        f"{at}/{2 if column in STRINGS else 1}" for at, column in enumerate(COLUMNS, 1)
    )
    content = render_queries_csv(report)
    sheet = open_in(program, tmp_path, content, formats=formats)

    assert set(LIKE_NUMBERS) <= {row[0].text for row in sheet[1:] if row}
    assert {"float"} == {row[COLUMNS.index("gold")].kind for row in sheet[1:] if len(row) > 5}


def test_without_disarming_the_spreadsheet_would_run_a_cell(program: str, tmp_path: Path) -> None:
    """What the tests above would find, were it there."""
    sheet = open_in(program, tmp_path, b'\xef\xbb\xbfquery_id,gold\r\n=1+1,"=2+2"\r\n')

    assert [2.0, 4.0] == [cell.value for cell in sheet[1][:2]]
    assert all(cell.formula for cell in sheet[1][:2])
