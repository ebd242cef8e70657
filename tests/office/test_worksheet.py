"""A worksheet that a real spreadsheet has opened and saved: LibreOffice, without a window."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from reportgen.errors import Refused
from reportgen.pipeline import apply_review, export_review
from reportgen.review.worksheet import Column
from tests.builders import write_json_lines, write_labels, write_run
from tests.office.test_queries_csv import FILTER
from tests.unit.rendering.queries_csv_cases import HARMLESS, LIKE_NUMBERS, RUN_BY_SPREADSHEETS
from tests.worksheets import fill, read_sheet, save_sheet

HANDBOOK = Path(__file__).parents[2] / "example_runs" / "handbook"
COMMA, SEMICOLON, TAB = "44", "59", "9"
TEXT_COLUMNS = "/".join(f"{at}/2" for at in range(1, len(Column) + 1))


def saved_by(program: str, sheet: Path, delimiter: str, *, formats: str = "") -> Path:
    """The worksheet opened as a double click opens it, or with `formats` for its columns, and saved as CSV in UTF-8."""
    folder = sheet.parent / f"saved-{delimiter}"
    command = [
        program,
        f"-env:UserInstallation={(sheet.parent / 'profile').as_uri()}",
        *("--headless", "--norestore", f"--infilter={FILTER},{formats}"),
        *("--convert-to", f"csv:Text - txt - csv (StarCalc):{delimiter},34,76,1"),
        *("--outdir", str(folder)),
        str(sheet),
    ]
    subprocess.run(command, check=True, capture_output=True, timeout=180)
    return folder / sheet.name


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def graded(sheet: Path) -> Path:
    """The worksheet with every fourth unit graded 1, the others 0."""
    rows = read_sheet(sheet)
    grades = {row["check"]: int(at % 4 == 0) for at, row in enumerate(rows)}
    return save_sheet(sheet, fill(rows, lambda row: grades[row["check"]]))


def test_the_handbook_worksheet_comes_back_whatever_separates_its_cells(
    program: str, tmp_path: Path
) -> None:
    labels, sheet = HANDBOOK / "labels", tmp_path / "worksheet.csv"
    export_review(
        HANDBOOK / "baseline",
        HANDBOOK / "candidate",
        labels,
        sheet,
        units=HANDBOOK / "passages.jsonl",
    )
    graded(sheet)
    straight = apply_review(sheet, labels, tmp_path / "straight", id="second")

    for delimiter in (COMMA, SEMICOLON, TAB):
        saved = saved_by(program, sheet, delimiter)
        done = apply_review(saved, labels, tmp_path / f"labels-{delimiter}", id="second")
        assert contents(straight.path) == contents(done.path)


def made(folder: Path, ids: tuple[str, ...]) -> tuple[Path, Path]:
    """A graded worksheet in which every id and text is one of `ids`, and its labels."""
    lists = {query: [*ids, "g"] for query in ids}
    one, two = (write_run(folder, name, {"run": lists}) for name in ("one", "two"))
    queries = {query: {"text": query} for query in ids}
    labels = write_labels(
        folder, {query: {"g": 1} for query in ids}, format="jsonl", queries=queries
    )
    units = folder / "units.jsonl"
    write_json_lines(units, [{"unit_id": unit, "text": unit} for unit in ids])
    sheet = export_review(one, two, labels, folder / "worksheet.csv", cutoff=99, units=units).path
    return graded(sheet), labels


def test_hostile_ids_come_back_and_no_cell_has_run(program: str, tmp_path: Path) -> None:
    sheet, labels = made(tmp_path, (*RUN_BY_SPREADSHEETS, *HARMLESS))
    straight = apply_review(sheet, labels, tmp_path / "straight", id="second")
    saved = saved_by(program, sheet, SEMICOLON)
    done = apply_review(saved, labels, tmp_path / "again", id="second")

    assert contents(straight.path) == contents(done.path)


def test_ids_that_the_spreadsheet_rewrote_are_refused_with_what_to_do(
    program: str, tmp_path: Path
) -> None:
    sheet, labels = made(tmp_path, LIKE_NUMBERS)
    with pytest.raises(Refused) as refused:
        apply_review(saved_by(program, sheet, COMMA), labels, tmp_path / "new", id="second")
    as_text = saved_by(program, sheet, COMMA, formats=TEXT_COLUMNS)
    done = apply_review(as_text, labels, tmp_path / "new", id="second")
    straight = apply_review(sheet, labels, tmp_path / "straight", id="second")

    assert all(
        "read every column as text" in one.remedy
        for one in refused.value.problems
        if "more problem" not in one.what
    )
    assert contents(straight.path) == contents(done.path)
