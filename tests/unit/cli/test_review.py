"""`reportgen review` as its user calls it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.worksheets import fill, read_sheet, save_sheet

TEACHING = Path(__file__).parents[3] / "example_runs" / "teaching"
RUNS = (TEACHING / "baseline", TEACHING / "candidate", "--labels", TEACHING / "labels")


def review(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "reportgen", "review", *map(str, arguments)],
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONUTF8": "0"},
        check=False,
    )


def test_export_prints_the_path_and_says_that_both_sides_are_to_be_reviewed(tmp_path: Path) -> None:
    out = tmp_path / "sheet.csv"
    done = review("export", *RUNS, "--out", out, "--seed", "7")

    assert (0, f"{out}\n") == (done.returncode, done.stdout)
    assert "seed 7" in done.stderr
    assert (
        "Reviewing only the candidate's new units would favour the candidate; review both sides of a query."
        == done.stderr.splitlines()[-1]
    )


def test_apply_prints_what_changed(tmp_path: Path) -> None:
    out, new = tmp_path / "sheet.csv", tmp_path / "new"
    review("export", *RUNS, "--out", out)
    rows = fill(read_sheet(out), lambda row: int(row["unit_id"] == "y"))
    filled = save_sheet(tmp_path / "filled.csv", rows, delimiter=";")
    done = review("apply", filled, "--labels", TEACHING / "labels", "--out", new, "--id", "second")

    assert (0, "") == (done.returncode, done.stderr)
    assert str(new) == done.stdout.splitlines()[0]
    assert "queries whose state changed: 1\n  D: unreviewed -> " in done.stdout


def test_what_is_wrong_is_named_with_its_line_and_exits_with_1(tmp_path: Path) -> None:
    out = tmp_path / "sheet.csv"
    review("export", *RUNS, "--out", out)
    rows = [{**row, "grade": "0.5"} for row in read_sheet(out)]
    filled = save_sheet(tmp_path / "filled.csv", rows)
    done = review(
        "apply", filled, "--labels", TEACHING / "labels", "--out", tmp_path / "new", "--id", "2"
    )

    assert (1, "") == (done.returncode, done.stdout)
    assert f"{filled}:2: grade 0.5 is not an integer; write integer grades" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_call_without_labels_or_id_is_wrong_usage(tmp_path: Path) -> None:
    for arguments in (
        ("export", *RUNS[:2], "--out", tmp_path / "sheet.csv"),
        ("apply", tmp_path / "sheet.csv", "--labels", tmp_path, "--out", tmp_path / "new"),
        ("export", *RUNS, "--out", tmp_path / "sheet.csv", "--cutoff", "all"),
        ("export", *RUNS, "--out", tmp_path / "sheet.csv", "--limit", "0"),
    ):
        assert 2 == review(*arguments).returncode
