"""Fresh environments that hold the declared dependencies and nothing else, without downloading them again."""

from __future__ import annotations

import importlib.metadata
import re
import subprocess
import sys
import venv
from collections.abc import Iterable, Iterator
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
    for name in _with_dependencies(one.name for one in _declared()):
        _link(name, site)
    options = ["install", "--quiet", "--no-deps", "--no-index"]
    if editable:
        # A linked install is built inside; the build backend leaves again, since running needs none.
        backend = [link for name in _with_dependencies(["hatchling"]) for link in _link(name, site)]
        _pip("--python", str(python), *options, "--no-build-isolation", "--editable", str(package))
        for link in backend:
            link.unlink()
    else:
        _pip("--python", str(python), *options, str(package))
    return Environment(folder / "bin")


def make_lowest_environment(folder: Path, *, wheel: Path) -> Environment:
    """A fresh environment with `wheel` and the oldest version of each dependency that it declares to suffice."""
    venv.create(folder, with_pip=False, symlinks=True)
    oldest = [
        f"{requirement.name}=={bound.version}"
        for requirement in _declared()
        for bound in requirement.specifier
        if bound.operator == ">="
    ]
    python = str(folder / "bin" / "python")
    _pip("--python", python, "install", "--quiet", "--only-binary", ":all:", str(wheel), *oldest)
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


def _declared() -> list[Requirement]:
    return list(_requirements("reportgen"))


def _requirements(name: str) -> Iterator[Requirement]:
    for requirement in map(Requirement, importlib.metadata.requires(name) or []):
        if requirement.marker is None or requirement.marker.evaluate({"extra": ""}):
            yield requirement


def _with_dependencies(names: Iterable[str]) -> set[str]:
    found: set[str] = set()
    waiting = list(names)
    while waiting:
        name = _normalized(waiting.pop())
        if name not in found:
            found.add(name)
            waiting += [requirement.name for requirement in _requirements(name)]
    return found


def _normalized(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _link(name: str, site: Path) -> list[Path]:
    """Link what belongs to one distribution; the links that were not there before."""
    distribution = importlib.metadata.distribution(name)
    tops = {PurePosixPath(file).parts[0] for file in distribution.files or ()}
    links = []
    for top in sorted(tops - {"..", "__pycache__"}):
        link = site / top
        if not link.exists():
            link.symlink_to(Path(str(distribution.locate_file(top))).resolve())
            links.append(link)
    return links
