"""The composite action and the GitLab job from beginning to end, against a stand-in for the host."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.builders import write_text
from tests.delivery.hosts import FakeHost, Fault, fake_host
from tests.delivery.jobs import (
    ARTIFACT_URL,
    CHECKS_URL,
    PIPELINES_URL,
    ROOT,
    Job,
    github_environment,
    gitlab_environment,
    run_action,
    run_gitlab,
)
from tests.gate_rules import delta, rule, worse, written

TEACHING = ROOT / "example_runs" / "teaching"
BOT = "github-actions[bot]"
MARKER = "<!-- reportgen:v1:default -->"
FILES = ["queries.csv", "report.html", "report.json"]
HOLDS = written([rule(delta(-1), cutoff=3)])
MIXED = written([rule(delta(-1), cutoff=3), rule(delta(1), cutoff=3), rule(worse(99), cutoff=3)])


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    """A checkout with both runs and the labels."""
    folder = tmp_path / "work space"
    for name in ("baseline", "candidate", "labels"):
        shutil.copytree(TEACHING / name, folder / name)
    return folder


@pytest.fixture
def host() -> Iterator[FakeHost]:
    with fake_host(BOT) as made:
        yield made


def act(workspace: Path, host: FakeHost, event: str = "same", run: str = "1", **inputs: str) -> Job:
    environment = github_environment(workspace.parent, host.url, event)
    given = {name: name for name in ("baseline", "candidate", "labels")}
    given |= {"options": "--no-figures", **inputs}
    return run_action(workspace, environment, run=run, **given)


def test_one_comment_is_written_and_then_updated_among_a_hundred_others(
    workspace: Path, host: FakeHost
) -> None:
    host.add("someone", "words", count=120)
    host.add("mallory", f"{MARKER}\n\nmine")
    first = act(workspace, host)
    (written_first,) = host.by(BOT)
    host.add("someone", "words", count=5)
    write_text(workspace / "rules.toml", HOLDS)
    second = act(workspace, host, candidate="baseline", baseline="candidate", rules="rules.toml")
    (written_second,) = host.by(BOT)

    assert (0, 0) == (first.code, second.code), first.log + second.log
    assert FILES == first.artifact
    assert [MARKER, MARKER] == [body.splitlines()[0] for body in (written_first, written_second)]
    assert written_first != written_second
    assert "1 of 1 rule holds" in written_second
    assert written_first.count(f"]({CHECKS_URL})") >= 1
    assert [f"{MARKER}\n\nmine"] == host.by("mallory")
    assert ["POST", "PATCH"] == host.writes
    assert first.summary.startswith(f"{MARKER}\n")
    assert f"]({ARTIFACT_URL.format(run=1)})" in first.summary


def test_an_unchanged_result_leaves_the_comment_and_the_summary_leads_to_the_new_report(
    workspace: Path, host: FakeHost
) -> None:
    first, second = (act(workspace, host, run=run) for run in ("1", "2"))

    assert ["POST"] == host.writes, second.log
    assert "The comment is up to date." in second.log
    assert f"]({ARTIFACT_URL.format(run=2)})" in second.summary
    assert first.summary != second.summary


def test_a_fork_gets_the_artifact_and_the_summary_and_no_call(
    workspace: Path, host: FakeHost
) -> None:
    job = act(workspace, host, "fork")

    assert (0, FILES) == (job.code, job.artifact)
    assert MARKER in job.summary
    assert "comes from a fork" in job.log
    assert [] == host.asked


def test_rules_stand_in_the_summary_and_the_comment_and_exit_with_3(
    workspace: Path, host: FakeHost
) -> None:
    write_text(workspace / "rules.toml", MIXED)
    job = act(workspace, host, rules="rules.toml", language="zh", marker="nightly-2")
    (body,) = host.by(BOT)

    assert (3, FILES) == (job.code, job.artifact), job.log
    assert body.startswith("<!-- reportgen:v1:nightly-2 -->\n")
    for shown in (body, job.summary, job.log):
        assert "3 条规则中 2 条成立" in shown
    # The host takes 1 MiB of summary a step.
    assert [2, 3] == [at for at, text in enumerate(job.summaries) if text]
    assert "::error title=reportgen::A rule does not hold" in job.log


def test_refused_rules_exit_with_1_and_the_report_is_attached_and_commented(
    workspace: Path, host: FakeHost
) -> None:
    write_text(workspace / "rules.toml", HOLDS.replace('"run"', '"context"'))
    job = act(workspace, host, rules="rules.toml")

    assert (1, FILES) == (job.code, job.artifact)
    assert "rules.toml:4: the report has no stage context" in job.log
    assert "## Rules" not in host.by(BOT)[0]


def test_a_comment_that_fails_exits_with_1_and_the_report_is_attached(
    workspace: Path, host: FakeHost
) -> None:
    host.faults.append(Fault("POST", 403))
    job = act(workspace, host)

    assert (1, FILES) == (job.code, job.artifact)
    assert MARKER in job.summary
    assert "give the job `permissions: pull-requests: write`" in job.log
    assert "The comment was not written; the log says why. The report is attached." in job.log
    assert "Traceback" not in job.log


def test_without_a_comment_nothing_is_asked_of_the_host(workspace: Path, host: FakeHost) -> None:
    job = act(workspace, host, comment="false")

    assert (0, FILES) == (job.code, job.artifact)
    assert [] == host.asked


def test_runs_that_are_refused_attach_nothing(workspace: Path, host: FakeHost) -> None:
    write_text(workspace / "candidate" / "run.json", "{}")
    job = act(workspace, host)

    assert (1, None) == (job.code, job.artifact)
    assert "candidate/run.json" in job.log
    assert [] == host.asked


def test_pull_request_target_is_refused_before_anything_runs(
    workspace: Path, host: FakeHost
) -> None:
    environment = github_environment(
        workspace.parent, host.url, GITHUB_EVENT_NAME="pull_request_target"
    )
    job = run_action(workspace, environment, baseline="baseline", candidate="candidate")

    assert (1, None) == (job.code, job.artifact)
    assert "run this on pull_request" in job.log
    assert not (workspace / "report").exists()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("language", "fr"),
        ("marker", "A b"),
        ("marker", "x --> y"),
        ("destination", "mkdocs"),
        ("comment", "yes"),
        ("baseline", ""),
        ("out", "a\nwork=/elsewhere"),
    ],
)
def test_a_setting_that_cannot_be_is_refused(
    workspace: Path, host: FakeHost, name: str, value: str
) -> None:
    job = act(workspace, host, **{name: value})

    assert (1, None) == (job.code, job.artifact)
    assert name in job.log
    assert not (workspace / "report").exists()


def test_no_input_is_run_as_shell_text(workspace: Path, host: FakeHost) -> None:
    hostile = "$(touch pwned) `touch pwned` ; touch pwned & \" ' | > pwned --help"
    for name in ("baseline", "candidate", "labels"):
        (workspace / name).rename(workspace / f"{name}{hostile.replace('/', '')}")
    write_text(workspace / f"rules{hostile}", HOLDS)
    inputs = {name: f"{name}{hostile}" for name in ("baseline", "candidate", "labels", "rules")}
    job = act(
        workspace,
        host,
        **inputs,
        out=f"out{hostile}",
        options=f'  --title=$(touch pwned) `touch pwned` "x"\n\n--cutoff=1,3\n--group={hostile}',
    )

    assert 1 == job.code  # there is no such group
    assert "--group: no query has the field" in job.log
    job = act(
        workspace,
        host,
        **inputs,
        out=f"out{hostile}",
        options="--title=$(touch pwned)\n--cutoff=1,3",
    )

    assert (0, FILES) == (job.code, job.artifact), job.log
    assert "$(touch pwned)" in host.by(BOT)[0]
    assert not list(workspace.parent.rglob("pwned"))


def test_the_gitlab_job_writes_one_note_and_updates_it(workspace: Path) -> None:
    write_text(workspace / "rules.toml", HOLDS)
    with fake_host("project_11_bot") as host:
        host.add("someone", "words", count=130)
        host.add("mallory", f"{MARKER}\n\nmine")
        settings = {"REPORTGEN_LABELS": "labels", "REPORTGEN_RULES": "rules.toml"}
        jobs = [
            run_gitlab(
                workspace,
                gitlab_environment(
                    workspace.parent,
                    host.url,
                    REPORTGEN_BASELINE=baseline,
                    REPORTGEN_CANDIDATE=candidate,
                    **settings,
                ),
            )
            for baseline, candidate in (("baseline", "candidate"), ("candidate", "baseline"))
        ]
        (note,) = host.by("project_11_bot")

        assert [(0, FILES)] * 2 == [(job.code, job.artifact) for job in jobs], jobs[0].log
        assert ["POST", "PUT"] == host.writes
        assert note.startswith(f"{MARKER}\n")
        assert f"]({PIPELINES_URL})" in note
        assert "1 of 1 rule holds" in note
        assert [f"{MARKER}\n\nmine"] == host.by("mallory")


def test_an_unchanged_result_leaves_the_gitlab_note(workspace: Path) -> None:
    settings = {"REPORTGEN_BASELINE": "baseline", "REPORTGEN_CANDIDATE": "candidate"}
    settings["REPORTGEN_LABELS"] = "labels"
    with fake_host("project_11_bot") as host:
        jobs = [
            run_gitlab(
                workspace,
                gitlab_environment(workspace.parent, host.url, CI_JOB_URL=job, **settings),
            )
            for job in ("https://gitlab.example/-/jobs/8", "https://gitlab.example/-/jobs/9")
        ]

        assert [0, 0] == [job.code for job in jobs], jobs[1].log
        assert ["POST"] == host.writes


def test_the_gitlab_job_of_a_fork_makes_no_call(workspace: Path) -> None:
    with fake_host("project_11_bot") as host:
        environment = gitlab_environment(
            workspace.parent,
            host.url,
            CI_MERGE_REQUEST_SOURCE_PROJECT_ID="12",
            REPORTGEN_BASELINE="baseline",
            REPORTGEN_CANDIDATE="candidate",
            REPORTGEN_LABELS="labels",
        )
        job = run_gitlab(workspace, environment)

        assert (0, FILES) == (job.code, job.artifact), job.log
        assert [] == host.asked


def test_a_report_too_large_for_a_comment_is_attached_and_told(
    workspace: Path, host: FakeHost
) -> None:
    cutoffs = ",".join(map(str, range(1, 90)))
    job = act(workspace, host, options=f"--no-figures\n--cutoff={cutoffs}")

    assert (1, FILES) == (job.code, job.artifact)
    assert "--for github-comment: " in job.log
    assert "There is no comment; the log says why. The report is attached." in job.log
    assert MARKER in job.summary
    assert [] == host.asked
