"""The folders for documentation sites, and each site's own builder."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from reportgen.model.report import Report
from reportgen.present import present
from reportgen.rendering.markdown.docs import render_docs
from tests.unit.rendering.markdown.hostile import hostile_report

HERE = Path(__file__).parent
REQUIRED = os.environ.get("REPORTGEN_REQUIRE_SITES") == "1"
Page = Callable[[str, str], str]
Build = Callable[[Path, Path], str]
"""From the folder that reportgen wrote and an empty one to the HTML of its page."""


@pytest.fixture(scope="session")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Report:
    return hostile_report(tmp_path_factory.mktemp("hostile"))


@pytest.fixture(scope="session")
def page(hostile: Report, tmp_path_factory: pytest.TempPathFactory) -> Page:
    """The built page of the hostile report, by flavour and language; each site is built once, strictly."""

    @cache
    def built(flavour: str, lang: str) -> str:
        folder = tmp_path_factory.mktemp(f"{flavour}-{lang}")
        for path, content in render_docs(present(hostile, lang), flavour=flavour).items():
            target = folder / "docs" / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
        return _BUILDERS[flavour](folder / "docs", folder / "site")

    return built


def _mkdocs(docs: Path, site: Path) -> str:
    config = docs.parent / "mkdocs.yml"
    config.write_text(f"site_name: site\ndocs_dir: {docs.name}\n", "utf-8")
    _run(sys.executable, "-m", "mkdocs", "build", "--strict", "-f", str(config), "-d", str(site))
    return (site / "index.html").read_text("utf-8")


def _sphinx(docs: Path, site: Path) -> str:
    (docs / "conf.py").write_text('project = "site"\nextensions = ["myst_parser"]\n', "utf-8")
    _run(sys.executable, "-m", "sphinx", "-W", "-q", "-b", "html", str(docs), str(site))
    return (site / "index.html").read_text("utf-8")


def _mdx(docs: Path, _site: Path) -> str:
    if shutil.which("npm") is None or shutil.which("node") is None:
        _missing("node and npm are not installed")
    if not (HERE / "node_modules" / "@mdx-js").is_dir():
        command = ("npm", "install", "--no-audit", "--no-fund", "--no-package-lock", "--silent")
        if subprocess.run(command, cwd=HERE, capture_output=True, check=False).returncode:
            _missing("npm could not install the MDX compiler")
    return _run("node", str(HERE / "render_mdx.mjs"), str(docs / "index.md"))


def _missing(reason: str) -> None:
    if REQUIRED:
        pytest.fail(reason)
    pytest.skip(f"{reason}; REPORTGEN_REQUIRE_SITES=1 makes this a failure")


def _run(*command: str) -> str:
    done = subprocess.run(command, capture_output=True, check=False, encoding="utf-8")
    if done.returncode:
        pytest.fail(f"{' '.join(command)}\n{done.stdout}\n{done.stderr}")
    return done.stdout


_BUILDERS: dict[str, Build] = {"mkdocs": _mkdocs, "myst": _sphinx, "docusaurus": _mdx}
