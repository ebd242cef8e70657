"""What stands in the action, the examples and the workflows: valid, safe, and told in the README."""

from __future__ import annotations

import re
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
