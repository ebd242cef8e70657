"""Files, whole or not at all."""

from __future__ import annotations

import os
import secrets
import shutil
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from reportgen.errors import Problem, Refused


def write_files(folder: str | Path, contents: Mapping[str, bytes]) -> list[Path]:
    """The paths written, in the order of `contents` (a path below `folder` -> its bytes).

    Everything is written beside its place first and moved there only when all of it is on the disk, so that an
    interrupted or failed call leaves what was there before. Raises `Refused` where the folder cannot be made or
    written to.
    """
    root = Path(folder)
    made: list[Path] = []
    staged: list[tuple[Path, Path]] = []
    try:
        if root.exists() and not root.is_dir():
            raise Refused([Problem(str(folder), 0, "is a file", "name a folder with --out")])
        for name, content in contents.items():
            target = root / name
            _make_folders(target.parent, made)
            if target.is_dir():
                what = "is a folder where a file is to be written"
                raise Refused([Problem(str(target), 0, what, "remove it or name another --out")])
            staged.append((_write_beside(target, content), target))
        for temporary, target in staged:
            temporary.replace(target)
    except BaseException as error:
        for temporary, _ in staged:
            temporary.unlink(missing_ok=True)
        for empty in reversed(made):
            _remove_if_empty(empty)
        if isinstance(error, OSError):
            raise _not_writable(folder, error) from error
        raise
    return [target for _, target in staged]


def write_file(path: str | Path, content: bytes) -> Path:
    """The path written: one file, whole or not at all. Raises `Refused` as `write_files` does."""
    target = Path(path)
    return write_files(target.parent, {target.name: content})[0]


def write_new_folder(folder: str | Path, contents: Mapping[str, bytes]) -> Path:
    """The path of a folder that was not there before, with all of `contents` in it or not there at all. Raises
    `Refused` where it exists, and as `write_files` does."""
    target = Path(folder)
    temporary = target.parent / f".reportgen-{secrets.token_hex(8)}"
    try:
        if target.exists() or target.is_symlink():
            what, remedy = "exists already", "name a new folder with --out"
            raise Refused([Problem(str(folder), 0, what, remedy)])
        write_files(temporary, contents)
        temporary.rename(target)
    except Refused as refusal:
        raise Refused(replace(problem, path=str(folder)) for problem in refusal.problems) from None
    except BaseException as error:
        shutil.rmtree(temporary, ignore_errors=True)
        if isinstance(error, OSError):
            raise _not_writable(folder, error) from error
        raise
    return target


def _not_writable(folder: str | Path, error: OSError) -> Refused:
    what = f"cannot be written ({error.strerror})"
    remedy = "name a folder with --out that you may write to"
    return Refused([Problem(str(folder), 0, what, remedy)])


def _make_folders(folder: Path, made: list[Path]) -> None:
    missing = []
    while not folder.exists():
        missing.append(folder)
        folder = folder.parent
    for each in reversed(missing):
        each.mkdir()
        made.append(each)


def _write_beside(target: Path, content: bytes) -> Path:
    # Opened and not made by `tempfile`, so that the file gets the permissions that the user's umask gives any new file.
    temporary = target.parent / f".reportgen-{secrets.token_hex(8)}"
    try:
        with temporary.open("xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    return temporary


def _remove_if_empty(folder: Path) -> None:
    try:
        folder.rmdir()
    except OSError:
        # Something else was put there meanwhile: it is not ours to remove.
        return
