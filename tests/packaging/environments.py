"""Fresh environments that hold the declared dependencies and nothing else, without downloading them again."""

from __future__ import annotations

import importlib.metadata
import re
import subprocess
import sys
import venv
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from packaging.requirements import Requirement

CHECKOUT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True, slots=True)
class Environment:
    """A virtual environment with one reportgen installed."""

    bin: Path

    def run(self, *command: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
        """What a command of this environment prints; raises where it exits with anything but 0."""
        program, *arguments = map(str, command)
        finished = subprocess.run(
            [str(self.bin / program), *arguments],
            cwd=cwd,
            capture_output=True,
            text=True,
            check=False,
        )
        if finished.returncode != 0:
            raise RuntimeError(
                f"{program} {arguments} exited with {finished.returncode}:\n{finished.stderr}"
            )
        return finished


def make_environment(folder: Path, *, package: Path, editable: bool = False) -> Environment:
    """A fresh environment in `folder` with `package` (a wheel, or a checkout to be linked) and its dependencies.

    The dependencies are links into the environment that runs the tests: only what `package` declares, and what that
    declares in turn, so that an import which nobody declared fails here.
    """
    venv.create(folder, with_pip=False, symlinks=True)
    python = folder / "bin" / "python"
    site = next((folder / "lib").glob("python*")) / "site-packages"
    for name in sorted(_with_dependencies(_declared())):
        _link(importlib.metadata.distribution(name), site)
    # Building a linked install needs the build backend, which an installed reportgen has no use for.
    backend = ["--no-build-isolation", "--editable"] if editable else []
    arguments = ["install", "--quiet", "--no-deps", "--no-index", *backend, str(package)]
    builder = _with_dependencies(["hatchling"]) if editable else set()
    linked = [
        link
        for name in sorted(builder)
        for link in _link(importlib.metadata.distribution(name), site)
    ]
    _pip("--python", str(python), *arguments)
    for link in linked:
        link.unlink()
    return Environment(folder / "bin")


def build(source: Path, target: str, into: Path) -> Path:
    """The wheel or sdist (`target`) of the checkout or unpacked sdist at `source`."""
    into.mkdir(parents=True, exist_ok=True)
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "--target", target, "--directory", str(into)],
        cwd=source,
        check=True,
        capture_output=True,
    )
    (built,) = into.iterdir()
    return built


def _pip(*arguments: str) -> None:
    finished = subprocess.run(
        [sys.executable, "-m", "pip", "--disable-pip-version-check", *arguments],
        capture_output=True,
        text=True,
        check=False,
    )
    if finished.returncode != 0:
        raise RuntimeError(f"pip {arguments}:\n{finished.stderr}")


def _declared() -> list[str]:
    requirements = map(Requirement, importlib.metadata.requires("reportgen") or [])
    return [one.name for one in requirements if one.marker is None or one.marker.evaluate()]


def _with_dependencies(names: list[str]) -> set[str]:
    found: set[str] = set()
    waiting = list(names)
    while waiting:
        name = _normalized(waiting.pop())
        if name not in found:
            found.add(name)
            requirements = map(Requirement, importlib.metadata.requires(name) or [])
            waiting += [
                one.name
                for one in requirements
                if one.marker is None or one.marker.evaluate({"extra": ""})
            ]
    return found


def _normalized(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _link(distribution: importlib.metadata.Distribution, site: Path) -> list[Path]:
    links = []
    for top in sorted(set(_top_level(distribution))):
        link = site / top
        if not link.exists():
            link.symlink_to(Path(str(distribution.locate_file(top))).resolve())
            links.append(link)
    return links


def _top_level(distribution: importlib.metadata.Distribution) -> Iterator[str]:
    for file in distribution.files or ():
        top = PurePosixPath(file).parts[0]
        if top not in {"..", "__pycache__"}:
            yield top
