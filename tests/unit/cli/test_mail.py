"""`--format email` as its user calls it."""

from __future__ import annotations

from pathlib import Path

import pytest

from reportgen.pipeline import ShowOptions, load, render, render_files
from tests.unit.cli.test_commands import compare_teaching, run
from tests.unit.rendering.email.opened import body, opened

TO = "张三 <z@team.example>, b@x.example"


def written(folder: Path, name: str) -> bytes:
    return (folder / name).read_bytes()


def test_render_writes_the_mail_of_the_direct_run_in_any_zone_and_locale(tmp_path: Path) -> None:
    asked = (
        "--format",
        "json",
        "--format",
        "html",
        "--format",
        "email",
        "--to",
        TO,
        "--attach",
        "html",
    )
    done = compare_teaching(tmp_path / "direct", *asked)
    again = run(
        *("render", tmp_path / "direct" / "report.json", "--out", tmp_path / "again", *asked),
        TZ="Asia/Tokyo",
        LC_ALL="C",
        PYTHONHASHSEED="7",
        PYTHONUTF8="1",
    )
    message = opened(written(tmp_path / "direct", "report.eml"))
    (attached,) = message.iter_attachments()

    assert [0, 0] == [done.returncode, again.returncode]
    assert written(tmp_path / "direct", "report.eml") == written(tmp_path / "again", "report.eml")
    assert written(tmp_path / "direct", "report.html") == attached.get_payload(decode=True)
    assert ["z@team.example", "b@x.example"] == [one.addr_spec for one in message["To"].addresses]


def test_a_mail_is_written_where_it_is_asked_for_only(tmp_path: Path) -> None:
    done = compare_teaching(tmp_path / "out")

    assert 0 == done.returncode
    assert not (tmp_path / "out" / "report.eml").exists()


@pytest.mark.parametrize(
    "words", [["--to", "a@b.example"], ["--from", "a@b.example"], ["--attach", "html"]]
)
def test_an_option_of_the_mail_without_a_mail_is_a_usage_error(
    tmp_path: Path, words: list[str]
) -> None:
    done = compare_teaching(tmp_path / "out", "--format", "html", *words)

    assert 2 == done.returncode
    assert f"Error: {words[0]} is for the mail alone: add --format email" in done.stderr
    assert not (tmp_path / "out").exists()


def test_what_would_begin_a_header_is_refused_and_nothing_is_written(tmp_path: Path) -> None:
    done = compare_teaching(
        tmp_path / "out",
        "--format",
        "email",
        "--to",
        "nobody",
        "--from",
        "a@b.example\r\nBcc: c@d.example",
    )
    problems = done.stderr.splitlines()

    assert 1 == done.returncode
    assert ["--from", "--to"] == [one.partition(":")[0] for one in problems]
    assert not (tmp_path / "out").exists()


def test_from_python_a_mail_is_bytes_of_the_stages_and_cutoffs_chosen(tmp_path: Path) -> None:
    compare_teaching(tmp_path, "--format", "json", "--cutoff", "1,2")
    report = load(tmp_path / "report.json")
    content = render(report, format="email", cutoffs=(1,), figures=False)
    options = ShowOptions(formats=("email",), cutoffs=(1,), figures=False)

    assert isinstance(content, bytes)
    assert {"report.eml": content} == render_files(report, options).files
    assert "k = 1" in body(opened(content), "plain")
    assert "k = 2" not in body(opened(content), "plain")
