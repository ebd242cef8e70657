from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from reportgen.errors import Refused
from reportgen.write import write_file, write_files, write_new_folder


def test_writes_every_file_and_says_where(tmp_path: Path) -> None:
    paths = write_files(tmp_path / "报告" / "new", {"a.txt": b"1", "figures/b.svg": b"2"})

    assert [b"1", b"2"] == [path.read_bytes() for path in paths]
    assert {"a.txt", "figures"} == {path.name for path in (tmp_path / "报告" / "new").iterdir()}


def test_a_file_in_the_place_of_the_folder_is_refused_and_kept(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("mine")

    with pytest.raises(Refused, match="--out"):
        write_files(tmp_path / "out", {"report.json": b"{}"})

    assert "mine" == (tmp_path / "out").read_text()


def test_a_failure_at_the_last_file_leaves_the_old_report_untouched(tmp_path: Path) -> None:
    write_files(tmp_path, {"report.html": b"old", "report.json": b"old"})
    (tmp_path / "queries.csv").mkdir()

    with pytest.raises(Refused, match=r"queries\.csv"):
        write_files(tmp_path, {"report.html": b"new", "report.json": b"new", "queries.csv": b"new"})

    assert b"old" == (tmp_path / "report.html").read_bytes()
    assert b"old" == (tmp_path / "report.json").read_bytes()
    assert {"report.html", "report.json", "queries.csv"} == {p.name for p in tmp_path.iterdir()}


def test_a_failure_leaves_no_new_folder_behind(tmp_path: Path) -> None:
    with pytest.raises(Refused):
        write_files(tmp_path / "a" / "b", {"x": b"", "x/y": b""})

    assert [] == list(tmp_path.iterdir())


def test_a_folder_below_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")

    with pytest.raises(Refused, match="cannot be written"):
        write_files(tmp_path / "file" / "below", {"x": b""})


def test_one_file_replaces_the_old_one_whole(tmp_path: Path) -> None:
    write_file(tmp_path / "w.csv", b"long old content")
    write_file(tmp_path / "w.csv", b"new")

    assert b"new" == (tmp_path / "w.csv").read_bytes()


def test_a_folder_whose_name_no_file_system_takes_is_refused(tmp_path: Path) -> None:
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    for folder in (tmp_path / ("x" * 5000), loop, loop / "below"):
        with pytest.raises(Refused, match="--out"):
            write_files(folder, {"report.json": b"{}"})
        with pytest.raises(Refused, match="--out"):
            write_new_folder(folder, {"labels.json": b"{}"})

    assert ["loop"] == [path.name for path in tmp_path.iterdir()]


class Interrupted(dict[str, bytes]):
    """Contents whose making is interrupted after the first file."""

    def items(self) -> Any:
        yield from list(super().items())[:1]
        raise KeyboardInterrupt


def test_an_interruption_leaves_the_old_report_and_no_other_file(tmp_path: Path) -> None:
    write_files(tmp_path, {"report.html": b"old", "report.json": b"old"})
    for folder in (tmp_path, tmp_path / "new" / "folder"):
        with pytest.raises(KeyboardInterrupt):
            write_files(folder, Interrupted({"report.html": b"new", "report.json": b"new"}))

    assert {"report.html": b"old", "report.json": b"old"} == {
        path.name: path.read_bytes() for path in tmp_path.iterdir()
    }


@contextmanager
def unprivileged() -> Iterator[None]:
    """Without the rights of an administrator, whom no permission stops."""
    before = os.geteuid()
    if before == 0:
        os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(before)


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="the system has no permissions of this kind")
def test_a_folder_without_write_permission_is_refused_and_left_as_it_was() -> None:
    with tempfile.TemporaryDirectory() as name:
        locked = Path(name)
        write_files(locked, {"report.json": b"old"})
        locked.chmod(0o555)
        with unprivileged():
            for folder in (locked, locked / "below"):
                with pytest.raises(Refused, match="--out"):
                    write_files(folder, {"report.json": b"new"})

        assert {"report.json": b"old"} == {p.name: p.read_bytes() for p in locked.iterdir()}
