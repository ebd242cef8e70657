"""What stands at a path, asked before it is opened. A path that cannot even be looked at (no permission, a name that is
too long, a loop of links) is neither a directory nor missing: opening it says what is wrong."""

from __future__ import annotations

from pathlib import Path
from typing import Final

_LOOKED_AT: Final = 65_536
MANIFESTS: Final = {"run.json": "run", "labels.json": "label"}


def is_directory(path: Path) -> bool:
    """Whether `path` is a directory, links followed."""
    try:
        return path.is_dir()
    except OSError:
        return False


def is_regular_file(path: Path) -> bool:
    """Whether `path` is a file, links followed, and no pipe or device."""
    try:
        return path.is_file()
    except OSError:
        return False


def lies_inside(path: Path, directory: Path) -> bool:
    """Whether `path` leads to `directory` or below it, links followed."""
    try:
        return path.resolve().is_relative_to(directory.resolve())
    except (OSError, RuntimeError, ValueError):  # a loop of links, or no file name
        return False


def is_missing(path: Path) -> bool:
    """Whether nothing stands at `path`; a link that leads nowhere is something."""
    try:
        path.lstat()
    except (FileNotFoundError, NotADirectoryError, ValueError):
        return True
    except OSError:
        return False
    return False


def is_manifest(path: Path) -> bool:
    """Whether `path` is named like the file that describes a run or label directory, and names a schema version as
    that does: other tools write rankings into a run.json."""
    if path.name not in MANIFESTS or not is_regular_file(path):
        return False
    try:
        with path.open("rb") as file:
            return b'"schema_version"' in file.read(_LOOKED_AT)
    except OSError:
        return False


def not_its_folder(path: Path) -> tuple[str, str]:
    """What is wrong with a manifest in the place of its directory, and what to do."""
    kind = MANIFESTS[path.name]
    return f"this file describes a {kind} directory", f"name the folder {path.parent}"


def written_name(path: Path | str) -> str:
    r"""The last part of a path as text that can be written: a byte that is not UTF-8 stands as `\xe9`."""
    return written_path(Path(Path(path).name))


def written_path(path: Path) -> str:
    """A path with `/` between its parts, as text that can be written, as `written_name` has it."""
    return path.as_posix().encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


def is_text(text: str) -> bool:
    """Whether a string from outside, such as an argument, can be written as UTF-8."""
    return text.isascii() or not any("\ud800" <= character <= "\udfff" for character in text)
