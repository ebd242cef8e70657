"""Jobs of code hosts, run here: the steps of the composite action, each in a shell of its own, as a runner does it."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from tests.delivery.hosts import TOKEN

ROOT = Path(__file__).parents[2]
ACTION = ROOT / ".github" / "actions" / "reportgen"
ARTIFACT_URL = "https://host.example/owner/repo/actions/runs/{run}/artifacts/2"
CHECKS_URL = "https://host.example/owner/repo/pull/7/checks"
PIPELINES_URL = "https://gitlab.example/group/project/-/merge_requests/5/pipelines"
SHELL = ("bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c")

_EXPRESSION = re.compile(r"\$\{\{ (?:inputs\.([\w-]+)|steps\.([\w-]+)\.outputs\.([\w-]+)) \}\}")


@dataclass
class Job:
    """What a job left behind: its exit code, log, artifact (name of each file; None where none was attached), and job
    summary, a text a step."""

    code: int = 0
    log: str = ""
    artifact: list[str] | None = None
    summaries: list[str] = field(default_factory=list)

    @property
    def summary(self) -> str:
        return "".join(self.summaries)


def action() -> dict[str, Any]:
    """The composite action as its host reads it."""
    content: dict[str, Any] = yaml.safe_load((ACTION / "action.yml").read_text("utf-8"))
    return content


def base_environment(folder: Path) -> dict[str, str]:
    """What every job has; reportgen is installed already, beside the Python of this test."""
    return {
        "PATH": os.environ["PATH"],
        "HOME": str(folder),
        "TMPDIR": str(folder),
        "LC_ALL": "C.UTF-8",
        "REPORTGEN_VENV": str(Path(sys.executable).parent.parent),
        "REPORTGEN_PAUSE": "0",
    }


def github_environment(folder: Path, api: str, event: str = "same", **more: str) -> dict[str, str]:
    """A job of a pull request: `same`, from a `fork`, from a `deleted-fork`; or of a `push`."""
    path = folder / "event.json"
    path.write_text(json.dumps(_event(event)), "utf-8")
    return {
        **base_environment(folder),
        "GITHUB_ACTIONS": "true",
        "GITHUB_ACTOR": "someone",
        "GITHUB_API_URL": api,
        "GITHUB_EVENT_NAME": "push" if event == "push" else "pull_request",
        "GITHUB_EVENT_PATH": str(path),
        "GITHUB_REF": "refs/heads/main" if event == "push" else "refs/pull/7/merge",
        "GITHUB_REPOSITORY": "owner/repo",
        "GITHUB_SERVER_URL": "https://host.example",
        **more,
    }


def gitlab_environment(folder: Path, api: str, **more: str) -> dict[str, str]:
    return {
        **base_environment(folder),
        "GITLAB_CI": "true",
        "CI_API_V4_URL": api,
        "CI_JOB_URL": "https://gitlab.example/group/project/-/jobs/9",
        "CI_MERGE_REQUEST_IID": "5",
        "CI_MERGE_REQUEST_PROJECT_ID": "11",
        "CI_MERGE_REQUEST_PROJECT_URL": "https://gitlab.example/group/project",
        "CI_MERGE_REQUEST_SOURCE_PROJECT_ID": "11",
        "REPORTGEN_TOKEN": TOKEN,
        **more,
    }


def run_action(
    workspace: Path, environment: Mapping[str, str], *, run: str = "1", **inputs: str
) -> Job:
    """Every step of the action until one fails; the step that attaches the artifact is looked at and not run. `run`
    numbers the runs of a pull request: each has an artifact of its own."""
    made = action()
    given = {
        name: "" if "github.token" in str(of.get("default", "")) else str(of.get("default", ""))
        for name, of in made["inputs"].items()
    }
    given |= {"token": TOKEN, **inputs}
    job, outputs = Job(), dict[tuple[str, str], str]()
    for number, step in enumerate(made["runs"]["steps"]):
        if "uses" in step:
            folder = workspace / _filled(step["with"]["path"], given, outputs)
            job.artifact = sorted(path.name for path in folder.iterdir())
            outputs[step["id"], "artifact-url"] = ARTIFACT_URL.format(run=run)
            continue
        files = {name: workspace / f".{name}-{number}" for name in ("OUTPUT", "STEP_SUMMARY")}
        for path in files.values():
            path.write_text("")
        own = {name: _filled(text, given, outputs) for name, text in step.get("env", {}).items()}
        done = _run(
            step["run"],
            workspace,
            {
                **environment,
                "GITHUB_ACTION_PATH": str(ACTION),
                "RUNNER_TEMP": environment["TMPDIR"],
                **{f"GITHUB_{name}": str(path) for name, path in files.items()},
                **own,
            },
        )
        job.code, job.log = done.returncode, job.log + done.stdout
        job.summaries.append(files["STEP_SUMMARY"].read_text("utf-8"))
        for line in files["OUTPUT"].read_text("utf-8").splitlines():
            name, _, value = line.partition("=")
            outputs[step["id"], name] = value
        if job.code:
            break
    return job


def run_gitlab(workspace: Path, environment: Mapping[str, str]) -> Job:
    """The script of the GitLab job."""
    done = _run(f"bash '{ACTION}/gitlab.sh'", workspace, environment)
    report = workspace / "report"
    files = sorted(path.name for path in report.iterdir()) if report.exists() else None
    return Job(done.returncode, done.stdout, files)


def run_comment(
    environment: Mapping[str, str], report: Path, rules: Path
) -> subprocess.CompletedProcess[str]:
    """The script that writes the comment, on its own."""
    words = [sys.executable, str(ACTION / "comment.py"), str(report), str(rules)]
    return subprocess.run(
        words, env=dict(environment), capture_output=True, encoding="utf-8", timeout=60, check=False
    )


def _run(
    script: str, workspace: Path, environment: Mapping[str, str]
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*SHELL, script],
        cwd=workspace,
        env=dict(environment),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=120,
        check=False,
    )


def _filled(text: str, inputs: Mapping[str, str], outputs: Mapping[tuple[str, str], str]) -> str:
    def value(found: re.Match[str]) -> str:
        return inputs[found[1]] if found[1] else outputs.get((found[2], found[3]), "")

    return _EXPRESSION.sub(value, text)


def _event(event: str) -> dict[str, Any]:
    if event == "push":
        return {"ref": "refs/heads/main"}
    heads = {
        "same": {"repo": {"full_name": "owner/repo"}},
        "fork": {"repo": {"full_name": "stranger/repo"}},
        "deleted-fork": {"repo": None},
    }
    base = {"repo": {"full_name": "owner/repo"}}
    return {"pull_request": {"number": 7, "head": heads[event], "base": base}}
