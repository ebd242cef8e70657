"""One comment is kept up to date: the own one, found on any page, and nobody else's."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.delivery.hosts import TOKEN, FakeHost, Fault, fake_host
from tests.delivery.jobs import github_environment, gitlab_environment, run_comment

MARKER = "<!-- reportgen:v1:default -->"
OLD = f"{MARKER}\n\nold"
REPORT = f"{MARKER}\n\n## 混合检索 compared with `@bm25`\n"
BOT = "github-actions[bot]"


@dataclass
class Bench:
    """A host, and the files and environment of a job that comments there."""

    name: str
    host: FakeHost
    folder: Path

    def comment(
        self, report: str = REPORT, rules: str = "", **more: str
    ) -> subprocess.CompletedProcess[str]:
        (self.folder / "report.md").write_text(report, "utf-8")
        if rules:
            (self.folder / "rules.md").write_text(rules, "utf-8")
        if self.name == "github":
            environment = github_environment(self.folder, self.host.url, REPORTGEN_TOKEN=TOKEN)
        else:
            environment = gitlab_environment(self.folder, self.host.url)
        done = run_comment(environment | more, self.folder / "report.md", self.folder / "rules.md")

        assert "Traceback" not in done.stderr
        assert TOKEN not in done.stdout + done.stderr
        return done

    @property
    def own(self) -> list[str]:
        return self.host.by(self.host.me)


@pytest.fixture(params=["github", "gitlab"])
def bench(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Bench]:
    me = BOT if request.param == "github" else "project_11_bot"
    with fake_host(me) as host:
        yield Bench(request.param, host, tmp_path)


@pytest.fixture
def github(tmp_path: Path) -> Iterator[Bench]:
    with fake_host(BOT) as host:
        yield Bench("github", host, tmp_path)


def test_the_first_run_writes_a_comment_and_the_second_updates_it(bench: Bench) -> None:
    first = bench.comment(OLD)
    (id_, _, _) = bench.host.comments[0]
    second = bench.comment()

    assert (0, 0) == (first.returncode, second.returncode)
    assert [(id_, bench.host.me, REPORT)] == bench.host.comments
    assert ["POST", "PATCH" if bench.name == "github" else "PUT"] == bench.host.writes


def test_an_unchanged_report_writes_nothing(bench: Bench) -> None:
    bench.host.add(bench.host.me, REPORT.replace("\n", "\r\n"))  # as a host may keep it
    done = bench.comment()

    assert (0, "The comment is up to date.\n") == (done.returncode, done.stdout)
    assert [] == bench.host.writes


def test_a_third_party_that_writes_the_marker_is_left_alone(bench: Bench) -> None:
    bench.host.add("mallory", OLD)
    bench.host.add("", OLD)  # whose account was deleted
    bench.host.add("system", OLD)
    bench.comment()

    assert [OLD, OLD, OLD] == [body for _, _, body in bench.host.comments[:3]]
    assert [REPORT] == bench.own


@pytest.mark.parametrize(
    "body",
    [
        f"quoted:\n{MARKER}\n",
        f" {MARKER}\n",
        f"{MARKER} and more\n",
        "<!-- reportgen:v1:default2 -->\n",
        "<!-- reportgen:v1:nightly -->\n",
        "",
    ],
)
def test_an_own_comment_without_the_marker_on_line_1_is_left_alone(bench: Bench, body: str) -> None:
    bench.host.add(bench.host.me, body)
    bench.comment()

    assert [body, REPORT] == bench.own


def test_the_comment_is_found_behind_more_than_a_hundred_others(bench: Bench) -> None:
    bench.host.add("someone", "words", count=230)
    bench.host.add(bench.host.me, OLD)
    bench.host.add("someone", "words", count=80)
    done = bench.comment()

    assert (0, "The comment was updated.\n") == (done.returncode, done.stdout)
    assert [REPORT] == bench.own
    assert 4 == sum("page=" in one for one in bench.host.asked)


def test_of_two_own_comments_the_older_is_kept_and_the_other_deleted(bench: Bench) -> None:
    bench.host.add(bench.host.me, OLD)
    bench.host.add("someone", OLD)
    bench.host.add(bench.host.me, REPORT)
    bench.comment()

    assert [100, 101] == [id_ for id_, _, _ in bench.host.comments]
    assert [REPORT] == bench.own


# Answers that go wrong


@pytest.mark.parametrize(
    "fault",
    [
        Fault("GET", 502, body=b"<html>bad gateway</html>"),
        Fault("GET", 429),
        Fault("GET", 403, {"Retry-After": "1"}),
        Fault("POST", 503),
        Fault("POST", 500, after=True),
    ],
    ids=["502", "429", "limited", "503", "500 after it was written"],
)
def test_a_host_that_stumbles_is_asked_again_and_one_comment_stands(
    bench: Bench, fault: Fault
) -> None:
    bench.host.faults.append(fault)
    done = bench.comment()

    assert 0 == done.returncode
    assert f"was answered with {fault.status}" in done.stderr
    assert [REPORT] == bench.own


def test_a_host_that_stays_down_is_told_after_three_attempts(bench: Bench) -> None:
    bench.host.faults += [Fault("GET", 503, body=b'{"message": "down\\nfor maintenance"}')] * 3
    done = bench.comment()

    assert 1 == done.returncode
    assert 3 == done.stderr.count("was answered with 503 (down for maintenance)")
    assert [] == bench.own


def test_a_token_that_may_not_write_is_told_with_what_to_do(bench: Bench) -> None:
    bench.host.faults.append(Fault("POST", 403))
    done = bench.comment()
    remedy = "pull-requests: write" if bench.name == "github" else "project access token"

    assert 1 == done.returncode
    assert "was answered with 403 (Resource not accessible by integration); " in done.stderr
    assert remedy in done.stderr


def test_a_wrong_token_is_told(bench: Bench) -> None:
    done = bench.comment(REPORTGEN_TOKEN="another")

    assert 1 == done.returncode
    assert "401 (Bad credentials)" in done.stderr


def test_no_token_is_told_without_a_call(bench: Bench) -> None:
    done = bench.comment(REPORTGEN_TOKEN="")

    assert 1 == done.returncode
    assert "there is no token" in done.stderr
    assert [] == bench.host.asked


def test_a_redirect_does_not_get_the_token(bench: Bench) -> None:
    with fake_host("thief") as thief:
        bench.host.faults += [Fault("GET", 302, {"Location": f"{thief.url}/user"})] * 3
        done = bench.comment()

        assert 1 == done.returncode
        assert [] == thief.asked


def test_an_answer_that_is_no_json_is_told(bench: Bench) -> None:
    bench.host.faults.append(Fault("GET", 200, body=b"<html>sign in</html>"))
    done = bench.comment()

    assert 1 == done.returncode
    assert "no JSON" in done.stderr


def test_a_host_that_cannot_be_reached_is_told(bench: Bench) -> None:
    closed = "http://127.0.0.1:9"  # the discard port: nothing listens there
    done = bench.comment(GITHUB_API_URL=closed, CI_API_V4_URL=closed)

    assert 1 == done.returncode
    assert 3 == done.stderr.count("got no answer")


def test_a_token_of_somebody_else_is_told_when_it_writes(github: Bench) -> None:
    github.host.me = "deploy-bot"
    done = github.comment()
    again = github.comment(REPORTGEN_AUTHOR="deploy-bot")

    assert (1, 0) == (done.returncode, again.returncode)
    assert "set `author` to 'deploy-bot'" in done.stderr
    assert [REPORT] == github.own


# Where there is nothing to comment on


@pytest.mark.parametrize("event", ["fork", "deleted-fork", "push"])
def test_from_a_fork_or_without_a_pull_request_no_call_is_made(github: Bench, event: str) -> None:
    environment = github_environment(github.folder, github.host.url, event, REPORTGEN_TOKEN=TOKEN)
    report = github.folder / "report.md"
    report.write_text(REPORT, "utf-8")
    done = run_comment(environment, report, github.folder / "rules.md")

    assert (0, "") == (done.returncode, done.stderr)
    assert done.stdout.endswith("There is no comment.\n")
    assert [] == github.host.asked


@pytest.mark.parametrize(
    "setting",
    [
        {"GITHUB_ACTOR": "dependabot[bot]", "CI_MERGE_REQUEST_SOURCE_PROJECT_ID": "12"},
        {"GITHUB_ACTIONS": "", "GITLAB_CI": ""},
        {"GITHUB_EVENT_NAME": "issue_comment", "CI_MERGE_REQUEST_IID": ""},
    ],
)
def test_where_the_token_cannot_write_no_call_is_made(
    bench: Bench, setting: dict[str, str]
) -> None:
    done = bench.comment(**setting)

    assert (0, "") == (done.returncode, done.stderr)
    assert [] == bench.host.asked


# What is written


RULES = "## Rules\n\n3 of 4 rules hold\n\nscope\n\n| rule |\n"


def test_the_rules_stand_below_the_report(bench: Bench) -> None:
    bench.comment(rules=RULES)

    assert [f"{REPORT.rstrip()}\n\n{RULES}"] == bench.own


@pytest.mark.parametrize("letter", ["x", "问", "\U0001f600"])
def test_rules_that_would_not_fit_are_cut_to_how_many_hold(github: Bench, letter: str) -> None:
    github.comment(rules=f"{RULES}\n{letter * 66_000}\n")

    assert [f"{REPORT.rstrip()}\n\n## Rules\n\n3 of 4 rules hold\n"] == github.own


def test_a_report_without_a_marker_is_not_written(bench: Bench) -> None:
    done = bench.comment("## Report\n")

    assert 1 == done.returncode
    assert "no marker" in done.stderr
    assert [] == bench.own
