"""What stands in the action, the examples and the workflows: valid, safe, and told in the README."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.delivery.jobs import ACTION, ROOT, action

GITHUB = ROOT / ".github"
EXAMPLES = GITHUB / "examples"
WORKFLOWS = [*sorted((GITHUB / "workflows").glob("*.yml")), EXAMPLES / "pull-request.yml"]
SCRIPTS = sorted(ACTION.glob("*.sh"))


def load(path: Path) -> dict[Any, Any]:
    content: dict[Any, Any] = yaml.safe_load(path.read_text("utf-8"))
    return content


def steps() -> Iterator[dict[str, Any]]:
    yield from action()["runs"]["steps"]
    for path in WORKFLOWS:
        for job in load(path)["jobs"].values():
            yield from job["steps"]


def named(pattern: str, text: str) -> set[str]:
    return set(re.findall(pattern, text))


def test_no_expression_is_filled_into_shell_text() -> None:
    scripts = [step["run"] for step in steps() if "run" in step]

    assert len(scripts) > 6
    assert [] == [script for script in scripts if "${{" in script]


def test_every_action_is_pinned_by_its_major_version() -> None:
    used = [step["uses"] for step in steps() if "uses" in step]
    others = [one for one in used if not one.startswith("OWNER/reportgen/")]

    assert len(others) > 4
    assert [] == [one for one in others if not re.fullmatch(r"actions/[a-z-]+@v\d+", one)]


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_no_workflow_runs_code_of_a_fork_with_a_token_that_can_write(path: Path) -> None:
    content = load(path)
    triggers = content[True]  # YAML 1.1 reads `on` as a boolean

    assert "pull_request_target" not in triggers
    assert "workflow_run" not in triggers
    assert "contents" in content["permissions"]


def test_every_input_reaches_a_script_and_stands_in_the_readme() -> None:
    made = action()
    text = (ACTION / "action.yml").read_text("utf-8")
    readme = (ACTION / "README.md").read_text("utf-8")

    assert set(made["inputs"]) == named(r"\$\{\{ inputs\.([\w-]+) \}\}", text)
    assert [] == [name for name in made["inputs"] if f"`{name}`" not in readme]
    assert [] == [name for name in made["outputs"] if f"`{name}`" not in readme]


def test_only_the_step_that_comments_has_the_token() -> None:
    holders = [step["run"] for step in steps() if "token" in str(step.get("env", {})).lower()]

    assert ['bash "$GITHUB_ACTION_PATH/comment.sh"'] == holders


def test_every_setting_is_read_where_it_is_given() -> None:
    scripts = "".join(path.read_text("utf-8") for path in [*SCRIPTS, ACTION / "comment.py"])
    given = {name for step in action()["runs"]["steps"] for name in step.get("env", {})}
    example = load(EXAMPLES / "gitlab-ci.yml")["retrieval"]["variables"]
    readme = named(r"`(REPORTGEN_\w+)`", (ACTION / "README.md").read_text("utf-8"))

    for name in given | set(example) | readme:
        assert re.search(rf"\b{name}\b", scripts), name


def test_the_example_workflow_gives_inputs_that_there_are() -> None:
    (use,) = [
        step
        for step in load(EXAMPLES / "pull-request.yml")["jobs"]["compare"]["steps"]
        if step.get("uses", "").startswith("OWNER/")
    ]
    needed = {name for name, of in action()["inputs"].items() if of.get("required")}

    assert needed <= set(use["with"]) <= set(action()["inputs"])
    assert {"pull-requests": "write", "contents": "read"} == load(EXAMPLES / "pull-request.yml")[
        "permissions"
    ]


def test_the_gitlab_job_attaches_the_report_whatever_becomes_of_the_note() -> None:
    artifacts = load(EXAMPLES / "gitlab-ci.yml")["retrieval"]["artifacts"]

    assert ("always", ["report/"]) == (artifacts["when"], artifacts["paths"])


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_every_script_is_valid_and_stops_at_the_first_error(path: Path) -> None:
    done = subprocess.run(["bash", "-n", str(path)], capture_output=True, text=True, check=False)

    assert (0, "") == (done.returncode, done.stderr)
    assert "\nset -euo pipefail\n" in path.read_text("utf-8")


def test_links_of_the_readme_lead_to_files() -> None:
    links = re.findall(r"\]\(([^)]+)\)", (ACTION / "README.md").read_text("utf-8"))

    assert links
    assert [] == [link for link in links if not (ACTION / link).exists()]


def git(folder: Path, *words: str) -> str:
    command = ["git", "-c", "user.name=a", "-c", "user.email=a@example.org", *words]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
    return done.stdout.strip()


@pytest.fixture
def origin(tmp_path: Path) -> Path:
    """A repository whose main branch went on after the branch was cut from it; `merged` is both together."""
    if shutil.which("git") is None:
        pytest.skip("git is not installed")
    folder = tmp_path / "origin"
    folder.mkdir()
    git(folder, "init", "--quiet", "--initial-branch=main")
    for branch, file in (("main", "old"), ("branch", "ours"), ("main", "others")):
        if branch != "main":
            git(folder, "branch", branch)
        if file != "old":
            git(folder, "checkout", "--quiet", branch)
        (folder / file).write_text(file)
        git(folder, "add", file)
        git(folder, "commit", "--quiet", "--message", file)
    git(folder, "checkout", "--quiet", "-b", "merged", "main")
    git(folder, "merge", "--quiet", "--no-ff", "--message", "merged", "branch")
    git(folder, "config", "uploadpack.allowAnySHA1InWant", "true")
    return folder


def checked_out(origin: Path, ref: str, depth: int, scripts: list[str], **variables: str) -> Path:
    """What the git commands among `scripts` make of a shallow checkout of `ref`."""
    folder = origin.parent / "checkout"
    depth_of = f"--depth={depth}"
    git(origin.parent, "clone", "--quiet", depth_of, "--branch", ref, origin.as_uri(), "checkout")
    for script in scripts:
        if script.startswith("git ") and "reportgen" not in script:
            subprocess.run(
                ["bash", "-ec", script], cwd=folder, env={**os.environ, **variables}, check=True
            )
    return folder


def sources(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir() if path.is_file() and path.name != ".git"}


def test_the_example_workflow_compares_what_the_pull_request_changes_and_nothing_else(
    origin: Path,
) -> None:
    """The host checks out the merge of both; the event may tell an older commit of the main branch."""
    steps_ = load(EXAMPLES / "pull-request.yml")["jobs"]["compare"]["steps"]
    (checkout,) = [step for step in steps_ if step.get("uses", "").startswith("actions/checkout@")]
    scripts = [step["run"] for step in steps_ if "run" in step]
    folder = checked_out(origin, "merged", checkout["with"]["fetch-depth"], scripts)

    assert {"ours"} == sources(folder) - sources(folder / "main-branch")
    assert {"old", "others"} == sources(folder / "main-branch")


@pytest.mark.parametrize(
    ("ref", "base", "expected"),
    [("branch", None, {"old"}), ("merged", "main", {"old", "others"})],
    ids=["of the branch", "of the merged result"],
)
def test_the_example_job_compares_what_the_merge_request_changes_and_nothing_else(
    origin: Path, ref: str, base: str | None, expected: set[str]
) -> None:
    variables = {
        "CI_MERGE_REQUEST_TARGET_BRANCH_NAME": "main",
        "CI_MERGE_REQUEST_DIFF_BASE_SHA": git(origin, "merge-base", "main", "branch"),
        "CI_MERGE_REQUEST_TARGET_BRANCH_SHA": ""
        if base is None
        else git(origin, "rev-parse", base),
    }
    scripts = load(EXAMPLES / "gitlab-ci.yml")["retrieval"]["script"]
    folder = checked_out(origin, ref, 1, scripts, **variables)
    shutil.rmtree(folder / "main-branch")
    again = [script for script in scripts if "worktree" in script]
    subprocess.run(["bash", "-ec", again[0]], cwd=folder, check=True)

    assert {"ours"} == sources(folder) - sources(folder / "main-branch")
    assert expected == sources(folder / "main-branch")
