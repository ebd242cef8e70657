"""Every way to install reportgen leaves a program that writes the example report."""

from __future__ import annotations

import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from tests.packaging.environments import (
    CHECKOUT,
    Environment,
    build,
    make_environment,
    make_lowest_environment,
)

EXAMPLES = CHECKOUT / "example_runs" / "handbook"
WRITTEN = ["queries.csv", "report.html", "report.json", "report.md"]
HEAVY = ["jinja2", "matplotlib", "msgspec", "narwhals", "numpy", "polars", "scipy", "zstandard"]


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(CHECKOUT, "sdist", tmp_path_factory.mktemp("sdist"))


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(CHECKOUT, "wheel", tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def wheel_of_sdist(sdist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    unpacked = tmp_path_factory.mktemp("unpacked")
    with tarfile.open(sdist) as archive:
        archive.extractall(unpacked, filter="data")
    (source,) = unpacked.iterdir()
    return build(source, "wheel", tmp_path_factory.mktemp("wheel-of-sdist"))


@pytest.fixture(scope="module", params=["wheel", "sdist", "editable"])
def environment(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Environment:
    folder = tmp_path_factory.mktemp(request.param) / "env"
    if request.param == "editable":
        return make_environment(folder, package=CHECKOUT, editable=True)
    name = {"wheel": "wheel", "sdist": "wheel_of_sdist"}[request.param]
    return make_environment(folder, package=request.getfixturevalue(name))


def compare_command(out: str) -> list[str | Path]:
    return [
        "compare",
        EXAMPLES / "baseline",
        EXAMPLES / "candidate",
        "--labels",
        EXAMPLES / "labels",
        "--units",
        EXAMPLES / "passages.jsonl",
        "--out",
        out,
    ]


def files_below(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The example report as the environment that runs the tests writes it."""
    folder = tmp_path_factory.mktemp("expected")
    Environment(Path(sys.executable).parent).run("reportgen", *compare_command("out"), cwd=folder)
    return files_below(folder / "out")


@pytest.mark.parametrize("command", [["reportgen"], ["python", "-m", "reportgen"]])
def test_every_install_writes_the_same_example_report_from_an_empty_directory(
    environment: Environment, command: list[str], expected: dict[str, bytes], tmp_path: Path
) -> None:
    environment.run(*command, *compare_command("report"), cwd=tmp_path)

    assert WRITTEN == sorted(expected)
    assert expected == files_below(tmp_path / "report")


def test_the_oldest_declared_dependencies_suffice(wheel: Path, tmp_path: Path) -> None:
    environment = make_lowest_environment(tmp_path / "env", wheel=wheel)
    environment.run("reportgen", *compare_command("report"), cwd=tmp_path)

    assert WRITTEN == sorted(files_below(tmp_path / "report"))


def test_help_loads_none_of_the_heavy_libraries(environment: Environment, tmp_path: Path) -> None:
    finished = environment.run(
        "python", "-X", "importtime", "-m", "reportgen", "--help", cwd=tmp_path
    )

    loaded = {line.rpartition("|")[2].strip() for line in finished.stderr.splitlines()}

    assert "click" in loaded
    assert set() == loaded & set(HEAVY)
    assert "compare" in finished.stdout


def test_an_installed_package_does_not_reach_into_the_checkout(wheel: Path, tmp_path: Path) -> None:
    environment = make_environment(tmp_path / "env", package=wheel)
    where = environment.run(
        "python", "-c", "import reportgen; print(reportgen.__file__)", cwd=tmp_path
    )

    assert Path(where.stdout.strip()).is_relative_to(tmp_path / "env")


def test_the_wheel_holds_every_file_of_the_package_and_the_templates(wheel: Path) -> None:
    expected = {
        path.relative_to(CHECKOUT).as_posix()
        for path in (CHECKOUT / "reportgen").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    } | {
        f"reportgen/{path.relative_to(CHECKOUT).as_posix()}"
        for path in (CHECKOUT / "templates").rglob("*")
        if path.is_file()
    }
    with zipfile.ZipFile(wheel) as archive:
        actual = {name for name in archive.namelist() if ".dist-info/" not in name}

    assert any(name.startswith("reportgen/templates/") for name in expected)
    assert expected == actual


def test_the_sdist_makes_the_same_wheel_as_the_checkout(wheel: Path, wheel_of_sdist: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        expected = {name: archive.read(name) for name in archive.namelist()}
    with zipfile.ZipFile(wheel_of_sdist) as archive:
        actual = {name: archive.read(name) for name in archive.namelist()}

    assert expected == actual


def test_no_install_leaves_a_copy_of_the_templates_in_the_checkout(
    environment: Environment,
) -> None:
    assert environment.bin.is_dir()
    assert not (CHECKOUT / "reportgen" / "templates").exists()
