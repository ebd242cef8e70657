"""The command as its user calls it: a process, its streams and its exit code."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from reportgen.cli.options import DESTINATIONS
from reportgen.rendering.markdown.destinations import DESTINATIONS as HOSTS
from reportgen.rendering.markdown.docs import FLAVOURS
from tests.builders import write_labels, write_run

ROOT = Path(__file__).parents[3]
TEACHING = ROOT / "example_runs" / "teaching"


def run(
    *arguments: str | Path, cwd: Path | None = None, **environment: str
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "reportgen", *map(str, arguments)],
        capture_output=True,
        encoding="utf-8",
        errors="surrogateescape",
        cwd=cwd,
        env={**os.environ, **environment},
        check=False,
    )


def compare_teaching(out: Path, *more: str | Path) -> subprocess.CompletedProcess[str]:
    return run(
        "compare",
        TEACHING / "baseline",
        TEACHING / "candidate",
        "--labels",
        TEACHING / "labels",
        "--out",
        out,
        *more,
    )


def test_compare_prints_the_paths_written_and_nothing_else(tmp_path: Path) -> None:
    done = compare_teaching(tmp_path / "out", "--format", "json", "--format", "csv")

    assert (0, "") == (done.returncode, done.stderr)
    assert [
        str(tmp_path / "out" / name) for name in ("report.json", "queries.csv")
    ] == done.stdout.splitlines()


def test_cutoffs_stand_once_each_in_order(tmp_path: Path) -> None:
    compare_teaching(tmp_path, "--cutoff", "10,1", "--cutoff", "10", "--format", "json")

    report = json.loads((tmp_path / "report.json").read_text("utf-8"))

    assert [1, 10] == report["scope"]["cutoffs"]
    assert 18 == len(report["aggregates"])


def test_an_unknown_group_names_the_fields_there_are(tmp_path: Path) -> None:
    labels = write_labels(
        tmp_path, {"q1": {"a": 1}}, queries={"q1": {"groups": {"type": "fact", "lang": "en"}}}
    )
    runs = [write_run(tmp_path, name, {"run": {"q1": ["a"]}}) for name in ("one", "two")]

    done = run("compare", *runs, "--labels", labels, "--group", "tpye", "--out", tmp_path / "out")

    assert 1 == done.returncode
    assert "tpye" in done.stderr
    assert "lang" in done.stderr
    assert "type" in done.stderr
    assert not (tmp_path / "out").exists()


def test_every_problem_of_all_inputs_is_printed_at_once(tmp_path: Path) -> None:
    for name in ("one", "two", "labels"):
        (tmp_path / name).mkdir()
    (tmp_path / "one" / "run.json").write_text(
        '{"schema_version": 1, "name": "one", "stages": [], "duplicate": "x"}'
    )
    (tmp_path / "two" / "run.json").write_text("{")

    done = run("compare", tmp_path / "one", tmp_path / "two", "--labels", tmp_path / "labels")

    assert 1 == done.returncode
    for name in ("one", "two", "labels"):
        assert any(line.startswith(str(tmp_path / name)) for line in done.stderr.splitlines()), name
    assert "Traceback" not in done.stderr


def test_labels_that_nothing_names_are_a_usage_error(tmp_path: Path) -> None:
    runs = [write_run(tmp_path, name, {"run": {"q1": ["a"]}}) for name in ("one", "two")]

    done = run("compare", *runs, "--out", tmp_path / "out")

    assert 2 == done.returncode
    assert "--labels" in done.stderr


@pytest.mark.parametrize(
    "words",
    [["--margin", "2"], ["--cutoff", "0"], ["--cutoff", "x"], ["--lang", "de"], ["--rows", "0"]],
)
def test_an_impossible_option_is_a_usage_error(tmp_path: Path, words: list[str]) -> None:
    done = compare_teaching(tmp_path, *words)

    assert 2 == done.returncode
    assert "Traceback" not in done.stderr


def test_a_folder_with_any_name_is_written_to_where_stdout_is_ascii(tmp_path: Path) -> None:
    done = run(
        "compare",
        TEACHING / "baseline",
        TEACHING / "candidate",
        "--labels",
        TEACHING / "labels",
        "--out",
        tmp_path / "报告",
        "--format",
        "json",
        PYTHONIOENCODING="ascii",
        LC_ALL="C",
    )

    assert (0, "") == (done.returncode, done.stderr)
    assert (tmp_path / "报告" / "report.json").exists()


def test_a_file_in_the_place_of_the_output_folder_is_refused_and_kept(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("mine")

    done = compare_teaching(tmp_path / "out")

    assert 1 == done.returncode
    assert "--out" in done.stderr
    assert "mine" == (tmp_path / "out").read_text()


def test_render_gives_the_bytes_of_the_direct_run(tmp_path: Path) -> None:
    compare_teaching(tmp_path / "direct", "--lang", "zh")
    done = run(
        "render", tmp_path / "direct" / "report.json", "--lang", "zh", "--out", tmp_path / "again"
    )

    assert 0 == done.returncode
    for name in ("report.html", "report.md", "report.json", "queries.csv"):
        assert (tmp_path / "direct" / name).read_bytes() == (
            tmp_path / "again" / name
        ).read_bytes(), name


def test_a_report_of_another_version_is_refused_and_nothing_is_written(tmp_path: Path) -> None:
    compare_teaching(tmp_path, "--format", "json")
    report = json.loads((tmp_path / "report.json").read_text("utf-8"))
    (tmp_path / "newer.json").write_text(json.dumps({**report, "schema_version": 2}))

    done = run("render", tmp_path / "newer.json", "--out", tmp_path / "out")

    assert 1 == done.returncode
    assert "schema_version is 2" in done.stderr
    assert "knows 1" in done.stderr
    assert not (tmp_path / "out").exists()


def test_the_same_bytes_however_the_paths_are_spelled(tmp_path: Path) -> None:
    compare_teaching(tmp_path / "absolute")
    run(
        "compare", "./baseline/", "../teaching/candidate", "--labels", "labels", "--out", tmp_path / "relative",
        cwd=TEACHING, PYTHONHASHSEED="7", LC_ALL="C", TZ="Asia/Tokyo", POLARS_MAX_THREADS="1",
    )  # fmt: skip

    for name in ("report.html", "report.md", "report.json", "queries.csv"):
        content = (tmp_path / "absolute" / name).read_bytes()

        assert content == (tmp_path / "relative" / name).read_bytes(), name
        assert str(ROOT).encode() not in content


def test_check_shows_what_is_in_a_run_and_a_snapshot() -> None:
    done = run("check", TEACHING / "baseline", TEACHING / "labels")

    assert (0, "") == (done.returncode, done.stderr)
    assert "run keyword" in done.stdout
    assert "digest sha256:" in done.stdout
    assert "relevant 3" in done.stdout


def test_check_shows_what_could_be_read_beside_every_problem(tmp_path: Path) -> None:
    path = write_run(tmp_path, "bad", {"pool": {"q1": ["a", "b"]}, "context": {"q1": ["a", "a"]}})

    done = run("check", path, tmp_path / "nowhere")

    assert 1 == done.returncode
    assert "stage pool" in done.stdout
    assert "context.jsonl" in done.stderr
    assert "nowhere" in done.stderr


def test_help_is_quick_because_nothing_heavy_is_imported() -> None:
    code = (
        "import sys, reportgen.cli as cli\n"
        "try:\n    cli.commands.main(['compare', '--help'], prog_name='reportgen')\n"
        "except SystemExit:\n    pass\n"
        "print(sorted({'polars', 'numpy', 'matplotlib', 'jinja2', 'scipy', 'narwhals'} & sys.modules.keys()))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert "[]" == done.stdout.splitlines()[-1]


def test_every_destination_of_the_renderers_can_be_named() -> None:
    assert {*HOSTS, *FLAVOURS} == set(DESTINATIONS)


def test_a_documentation_site_gets_a_folder_in_place_of_report_md(tmp_path: Path) -> None:
    done = compare_teaching(tmp_path, "--for", "mkdocs", "--format", "markdown")

    assert 0 == done.returncode
    assert str(tmp_path / "docs" / "index.md") in done.stdout.splitlines()
    assert not (tmp_path / "report.md").exists()


def test_a_report_too_large_for_a_named_destination_is_refused_with_the_remedy(
    tmp_path: Path,
) -> None:
    done = compare_teaching(tmp_path / "out", "--for", "azure")

    assert 1 == done.returncode
    assert "--for azure" in done.stderr
    assert "--cutoff" in done.stderr
    assert not (tmp_path / "out").exists()


def test_labels_as_a_third_argument_are_a_usage_error_that_names_the_option(tmp_path: Path) -> None:
    done = compare_teaching(tmp_path / "out", TEACHING / "labels")

    assert 2 == done.returncode
    assert "give labels with --labels" in done.stderr


@pytest.mark.parametrize("folder", ["labels", "baseline"])
def test_a_report_is_not_written_into_a_folder_of_the_inputs(tmp_path: Path, folder: str) -> None:
    out = tmp_path / folder
    shutil.copytree(TEACHING / folder, out)
    before = sorted(out.iterdir())

    done = compare_teaching(out, "--format", "json")

    assert 1 == done.returncode
    assert "name another folder with --out" in done.stderr
    assert before == sorted(out.iterdir())


@pytest.mark.parametrize("flavour", sorted(FLAVOURS))
def test_a_page_of_a_site_is_replaced_where_reportgen_wrote_it_and_else_kept(
    tmp_path: Path, flavour: str
) -> None:
    words = ("--format", "markdown", "--for", flavour, "--no-figures")
    page = tmp_path / "docs" / "index.md"
    written = [compare_teaching(tmp_path, *words).returncode for _ in range(2)]
    page.write_text("# The home page of my project\n")

    refused = compare_teaching(tmp_path, *words)

    assert [0, 0] == written
    assert 1 == refused.returncode
    assert "not written by reportgen" in refused.stderr
    assert "# The home page of my project\n" == page.read_text()


def test_a_mail_without_a_recipient_is_written_with_a_warning_unless_quiet(tmp_path: Path) -> None:
    words = ("--format", "email")
    runs = [
        compare_teaching(tmp_path, *words, *more)
        for more in ((), ("--quiet",), ("--to", "a@example.org"))
    ]

    assert [0, 0, 0] == [done.returncode for done in runs]
    assert ["has no recipient" in done.stderr for done in runs] == [True, False, False]


def test_a_report_that_is_not_there_is_told_like_any_missing_file(tmp_path: Path) -> None:
    done = run("render", tmp_path / "report.json", "--out", tmp_path / "out")

    assert 1 == done.returncode
    assert done.stderr.startswith(f"{tmp_path / 'report.json'}: the file does not exist; ")
