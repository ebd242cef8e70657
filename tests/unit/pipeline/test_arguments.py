"""What a call is given beside its inputs, at the ends of what it may be."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import reportgen
from reportgen.cli import commands
from reportgen.errors import Refused, WrongUsage
from reportgen.model.cutoff import ALL, LARGEST
from reportgen.pipeline.reviewing import apply_review, export_review
from tests.builders import write_labels, write_run


def inputs(folder: Path) -> tuple[Path, Path, Path]:
    baseline = write_run(folder, "one", {"run": {"q": ["a", "b"]}})
    candidate = write_run(folder, "two", {"run": {"q": ["b", "a"]}})
    return baseline, candidate, write_labels(folder, {"q": {"a": 1}})


@pytest.mark.parametrize("cutoff", [0, -1, LARGEST + 1, 2**63, 10**400, True, 1.0, "1", None])
def test_what_is_no_cutoff_is_a_usage_error(tmp_path: Path, cutoff: Any) -> None:
    with pytest.raises(WrongUsage, match="not a cutoff"):
        reportgen.compare(*inputs(tmp_path), cutoffs=[1, cutoff])


@pytest.mark.parametrize(
    "word", ["", "0", "-1", "+1", "1.0", "１", "1 2", "1,,2", "ALL", "1000000000", "9" * 5000]
)
def test_what_is_no_cutoff_on_the_command_line_is_a_usage_error(word: str) -> None:
    done = CliRunner().invoke(commands, ["compare", "one", "two", "--cutoff", word])

    assert (2, True) == (done.exit_code, "is not a cutoff" in done.stderr)


def test_the_largest_cutoff_is_one_beyond_the_lists(tmp_path: Path) -> None:
    report = reportgen.compare(*inputs(tmp_path), cutoffs=[LARGEST, ALL])
    values = {(row.measure, row.cutoff): row.candidate for row in report.aggregates}

    assert [LARGEST, ALL] == report.scope.cutoffs
    assert values["recall", LARGEST] == values["recall", ALL]
    assert "cutoff-beyond-depth" in {finding.code for finding in report.findings}


def test_a_title_that_cannot_be_written_is_a_usage_error(tmp_path: Path) -> None:
    with pytest.raises(WrongUsage, match="title"):
        reportgen.compare(*inputs(tmp_path), title="caf\udce9")


@pytest.mark.parametrize("margin", [0, -0.1, 1.5, float("nan"), float("inf")])
def test_a_margin_that_is_no_difference_of_recall_is_a_usage_error(
    tmp_path: Path, margin: float
) -> None:
    with pytest.raises(WrongUsage, match="margin"):
        reportgen.compare(*inputs(tmp_path), margin=margin)


@pytest.mark.parametrize("option", ["units", "previous"])
def test_a_pipe_in_place_of_a_file_is_refused_and_not_waited_for(
    tmp_path: Path, option: str
) -> None:
    os.mkfifo(tmp_path / "pipe")
    arguments: dict[str, Any] = {option: tmp_path / "pipe"}

    with pytest.raises(Refused, match="this is not a file"):
        reportgen.compare(*inputs(tmp_path), **arguments)
    with pytest.raises(Refused, match="this is not a file"):
        reportgen.load(tmp_path / "pipe")


def test_labels_that_a_run_names_by_a_loop_of_links_are_no_problem_beside_named_ones(
    tmp_path: Path,
) -> None:
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    baseline, candidate, labels = inputs(tmp_path)
    for path in ("../loop", "x" * 5000, "a\0b"):
        write_run(tmp_path, "one", {"run": {"q": ["a"]}}, labels={"path": path})

        report = reportgen.compare(baseline, candidate, labels)

        assert 1 == report.accounting.scored
        with pytest.raises(Refused):
            reportgen.compare(baseline, candidate)


@pytest.mark.parametrize(
    "link", ["javascript:alert(1)", "https://", "https://a b", "http://x/\udcff", ""]
)
def test_a_link_that_leads_nowhere_is_refused_in_every_format_that_shows_it(
    tmp_path: Path, link: str
) -> None:
    report = reportgen.compare(*inputs(tmp_path))
    for format in ("markdown", "email"):
        with pytest.raises(Refused, match="--link"):
            reportgen.render(report, format=format, link=link)


def test_a_worksheet_or_snapshot_whose_name_no_file_can_have_is_refused(tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    baseline, candidate, labels = inputs(tmp_path)
    sheet = tmp_path / "sheet.csv"
    export_review(baseline, candidate, labels, sheet)
    for out in (tmp_path / ("x" * 5000), tmp_path / "loop" / "below"):
        with pytest.raises(Refused):
            export_review(baseline, candidate, labels, out)
        with pytest.raises(Refused):
            apply_review(sheet, labels, out, id="next")
    with pytest.raises(WrongUsage, match="cutoff"):
        export_review(baseline, candidate, labels, sheet, cutoff=2**63)
