"""`--for` as its user calls it: what is refused, with a remedy that works, and what falls back."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from tests.unit.cli.test_commands import run

HANDBOOK = Path(__file__).parents[3] / "example_runs" / "handbook"
CALL = (
    *("compare", HANDBOOK / "baseline", HANDBOOK / "candidate"),
    *("--labels", HANDBOOK / "labels", "--format", "markdown", "--format", "json", "--no-figures"),
)


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_what_a_destination_cannot_hold_is_refused_whole_and_the_remedy_works(
    tmp_path: Path, lang: str
) -> None:
    refused = run(*CALL, "--lang", lang, "--for", "azure", "--out", tmp_path / "refused")
    whole = run(*CALL, "--lang", lang, "--out", tmp_path / "report")
    found = re.search(r"as in: reportgen (render report\.json .*) \(compare", refused.stderr)
    assert found is not None
    words = shlex.split(found[1].replace("NAME", "context"))
    words[1] = str(tmp_path / "report" / "report.json")
    done = run(*words, "--lang", lang, "--out", tmp_path / "azure")

    assert (1, "") == (refused.returncode, refused.stdout)
    assert re.search(
        r"^--for azure: .* take \d+,\d{3} characters, azure holds 3,900; ", refused.stderr
    )
    assert not (tmp_path / "refused").exists()
    assert [0, 0] == [whole.returncode, done.returncode]
    assert len((tmp_path / "azure" / "report.md").read_text("utf-8")) <= 3_900


def test_without_a_destination_what_no_comment_holds_is_written_whole_with_a_warning(
    tmp_path: Path,
) -> None:
    cutoffs = ("--cutoff", ",".join(map(str, range(1, 40))))
    done = run(*CALL, *cutoffs, "--out", tmp_path / "whole")
    named = run(*CALL, *cutoffs, "--for", "github-comment", "--out", tmp_path / "named")
    text = (tmp_path / "whole" / "report.md").read_text("utf-8")

    assert (0, 1) == (done.returncode, named.returncode)
    assert "report.md is written without a limit" in done.stderr
    assert "github-comment holds 60,000" in done.stderr
    assert len(text) > 60_000
    assert "Left out" not in text
    assert not (tmp_path / "named").exists()
