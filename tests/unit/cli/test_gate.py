"""`reportgen gate` as its user calls it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.example_reports import teaching_report
from tests.gate_rules import delta, never, rule, worse, written
from tests.unit.cli.test_commands import run

HOLDS = written([rule(delta(0), cutoff=2)])
MIXED = written([rule(delta(0), cutoff=2), rule(never("A"), cutoff=2), rule(worse(1), cutoff=2)])


@pytest.fixture(scope="module")
def report_json(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return teaching_report().save(tmp_path_factory.mktemp("report") / "report.json")


def rules(folder: Path, text: str) -> Path:
    path = folder / "rules.toml"
    path.write_text(text, "utf-8")
    return path


def test_where_every_rule_holds_the_exit_code_is_0(report_json: Path, tmp_path: Path) -> None:
    done = run("gate", report_json, "--rules", rules(tmp_path, HOLDS))

    assert (0, "") == (done.returncode, done.stderr)
    assert done.stdout.startswith("1 of 1 rule holds\n")


def test_where_a_rule_does_not_hold_the_exit_code_is_3_and_all_are_printed(
    report_json: Path, tmp_path: Path
) -> None:
    done = run("gate", report_json, "--rules", rules(tmp_path, MIXED))

    assert (3, "") == (done.returncode, done.stderr)
    assert done.stdout.startswith("2 of 3 rules hold\n")
    assert ["1. ", "2. ", "3. "] == [
        line[:3] for line in done.stdout.splitlines() if line[:1].isdigit() and line[1] == "."
    ]


@pytest.mark.parametrize(("lang", "title"), [("en", "## Rules"), ("zh", "## 规则")])
def test_markdown_is_printed_in_both_languages(
    report_json: Path, tmp_path: Path, lang: str, title: str
) -> None:
    path = rules(tmp_path, MIXED)
    done = run("gate", report_json, "--rules", path, "--format", "markdown", "--lang", lang)

    assert (3, "") == (done.returncode, done.stderr)
    assert title == done.stdout.splitlines()[0]


def test_wrong_rules_and_a_wrong_report_are_refused_at_once(tmp_path: Path) -> None:
    (tmp_path / "report.json").write_text("{}")
    path = rules(tmp_path, HOLDS.replace("measure", "mesure"))
    done = run("gate", tmp_path / "report.json", "--rules", path)

    assert (1, "") == (done.returncode, done.stdout)
    assert [f"{path}:1:", f"{path}:2:"] == [
        line.split(" ")[0] for line in done.stderr.splitlines() if line.startswith(str(path))
    ]
    assert any(
        line.startswith(f"{tmp_path / 'report.json'}: ") for line in done.stderr.splitlines()
    )
    assert "Traceback" not in done.stderr


def test_rules_that_the_report_cannot_decide_are_refused_with_their_line(
    report_json: Path, tmp_path: Path
) -> None:
    path = rules(tmp_path, written([rule(delta(0), stage="pool", cutoff=9)]))
    done = run("gate", report_json, "--rules", path)

    assert (1, "") == (done.returncode, done.stdout)
    assert [
        f"{path}:4: the report has no stage pool; choose among run",
        f"{path}:5: the report has no cutoff 9; choose among 2",
    ] == done.stderr.splitlines()


@pytest.mark.parametrize("words", [[], ["--rules"], ["--rules", "x", "--format", "html"]])
def test_a_wrong_call_is_a_usage_error(report_json: Path, words: list[str]) -> None:
    done = run("gate", report_json, *words)

    assert (2, "") == (done.returncode, done.stdout)


def test_rules_that_are_not_there_are_refused(report_json: Path, tmp_path: Path) -> None:
    done = run("gate", report_json, "--rules", tmp_path / "none.toml")

    assert 1 == done.returncode
    assert "the file does not exist" in done.stderr
