"""Keeps one comment up to date: `comment.py REPORT_MD RULES_MD`. Where to write stands in the environment of the job.

Exits with 0, also where there is nothing to comment on; with 1, and the reason, where the comment could not be written.
"""

from __future__ import annotations

import json
import os
import re
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from hosts import Failed, GitHub, GitLab, Host, Unavailable

_MARKER = re.compile(r"<!-- reportgen:v1:[a-z0-9-]+ -->")
_ATTEMPTS = 3
# Under the hosts' limits: code points and bytes.
_LIMITS = {"github": (65_000, 250_000), "gitlab": (950_000, 990_000)}


def keep_one(host: Host, body: str) -> str:
    """What was done. The comment is known by its author and its first line, so that nobody else's is touched; where
    two jobs wrote one at the same time, the older stays."""
    marker = body.partition("\n")[0]
    mine = sorted(
        (
            comment
            for comment in host.comments()
            if comment.author == host.author and _lines(comment.body).partition("\n")[0] == marker
        ),
        key=lambda comment: comment.id,
    )
    if not mine:
        made = host.create(body)
        if made.author != host.author:
            raise Failed(
                f"the comment was written by {made.author!r} and not by {host.author!r}, so that the next run would not"
                f" find it; set `author` to {made.author!r}"
            )
        return "The comment was written."
    kept, *others = mine
    for other in others:
        host.delete(other)
    if _lines(kept.body).rstrip() == body.rstrip():
        return "The comment is up to date."
    host.update(kept, body)
    return "The comment was updated."


def body_of(report: str, rules: str, limits: tuple[int, int]) -> str:
    """The report and, below it, the rules: of these only how many hold, where the whole would be too long."""
    if not _MARKER.fullmatch(report.partition("\n")[0]):
        raise Failed("line 1 of the report is no marker")
    if not rules:
        return report
    whole = f"{report.rstrip()}\n\n{rules}"
    if len(whole) <= limits[0] and len(whole.encode()) <= limits[1]:
        return whole
    head = "\n\n".join(rules.split("\n\n")[:2])
    return f"{report.rstrip()}\n\n{head}\n"


def host_of(environment: Mapping[str, str]) -> tuple[str, Host] | str:
    """The name of the host and where to write; or why there is nothing to write to."""
    if environment.get("GITHUB_ACTIONS"):
        return _github(environment)
    if environment.get("GITLAB_CI"):
        return _gitlab(environment)
    return "This is neither GitHub Actions nor GitLab CI."


def _github(environment: Mapping[str, str]) -> tuple[str, Host] | str:
    path = environment.get("GITHUB_EVENT_PATH")
    event: dict[str, Any] = json.loads(Path(path).read_text("utf-8")) if path else {}
    pull = event.get("pull_request")
    if environment.get("GITHUB_EVENT_NAME") != "pull_request" or not pull:
        return "This run belongs to no pull request."
    source = (pull["head"].get("repo") or {}).get("full_name")
    if source != pull["base"]["repo"]["full_name"]:
        return "The pull request comes from a fork, whose token cannot write."
    if environment.get("GITHUB_ACTOR") == "dependabot[bot]":
        return "The pull request comes from Dependabot, whose token cannot write."
    host = GitHub(
        environment.get("GITHUB_API_URL") or "https://api.github.com",
        environment["GITHUB_REPOSITORY"],
        int(pull["number"]),
        _token(environment, "give the action a `token`"),
        environment.get("REPORTGEN_AUTHOR") or "github-actions[bot]",
    )
    return "github", host


def _gitlab(environment: Mapping[str, str]) -> tuple[str, Host] | str:
    number = environment.get("CI_MERGE_REQUEST_IID")
    if not number:
        return "This pipeline belongs to no merge request."
    project = environment["CI_MERGE_REQUEST_PROJECT_ID"]
    if environment.get("CI_MERGE_REQUEST_SOURCE_PROJECT_ID") != project:
        return "The merge request comes from a fork."
    remedy = (
        "add a project access token with the scope `api` as the masked variable REPORTGEN_TOKEN"
    )
    token = _token(environment, remedy)
    return "gitlab", GitLab(environment["CI_API_V4_URL"], project, int(number), token)


def _token(environment: Mapping[str, str], remedy: str) -> str:
    token = environment.get("REPORTGEN_TOKEN", "")
    if not token:
        raise Failed(f"there is no token to write the comment with; {remedy}")
    return token


def _lines(text: str) -> str:
    return text.replace("\r\n", "\n")


def _write(report: Path, rules: Path, environment: Mapping[str, str]) -> str:
    found = host_of(environment)
    if isinstance(found, str):
        return f"{found} There is no comment."
    name, host = found
    said = rules.read_text("utf-8") if rules.exists() else ""
    return keep_one(host, body_of(report.read_text("utf-8"), said, _LIMITS[name]))


def main(arguments: list[str], environment: Mapping[str, str]) -> int:
    """The exit code; what was done, or why nothing was, is printed."""
    report, rules = map(Path, arguments)
    pause = float(environment.get("REPORTGEN_PAUSE", "3"))
    for attempt in range(1, _ATTEMPTS + 1):
        try:
            # From the beginning every time: a comment that was written without an answer is found, not written twice.
            sys.stdout.write(_write(report, rules, environment) + "\n")
        except Unavailable as failure:
            sys.stderr.write(f"reportgen: {failure}\n")
            if attempt < _ATTEMPTS:
                time.sleep(pause * attempt)
        except Failed as failure:
            sys.stderr.write(f"reportgen: {failure}\n")
            return 1
        else:
            return 0
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], os.environ))
