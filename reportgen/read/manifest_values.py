"""What the values of run.json and labels.json have to be beyond their types."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any, Final

import msgspec

from reportgen.errors import Problems
from reportgen.model.run import InputFile
from reportgen.read.conform import INVALID, conform
from reportgen.read.json_text import ParsedJson, Place, parse_json, place_name
from reportgen.read.text_file import Source, TextFile

VERSION: Final = 1
_RFC_3339: Final = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt ][0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]+)?([Zz]|[+-][0-9]{2}:[0-9]{2})"
)
_DIGEST: Final = re.compile(r"sha256:[0-9a-f]{64}")


class ManifestFile:
    """A manifest as read: `content` is what its type allows of it, or None where nothing is to be had."""

    def __init__(self, source: Source, struct: type[msgspec.Struct], problems: Problems) -> None:
        self._source = source
        self._problems = problems
        self._parsed = ParsedJson(None, {}, (), is_complete=False)
        self.content: dict[str, Any] | None = None
        file = TextFile(source, problems)
        text = b"".join(block.text for block in file.blocks())
        self.input_file: InputFile = file.input_file()
        if text:
            self._parsed = parse_json(text.decode())
            for problem in self._parsed.problems:
                problems.add(source.shown, problem.line, problem.what, problem.remedy)
            if self._parsed.is_complete:
                self._conform(struct)

    def _conform(self, struct: type[msgspec.Struct]) -> None:
        raw = self._parsed.value
        version = raw.get("schema_version") if isinstance(raw, dict) else None
        if isinstance(version, int) and version is not True and version != VERSION:
            # Another version has other keys: what else it holds cannot be judged.
            self.add(
                ("schema_version",),
                f"schema_version {version} is not known",
                f"this reportgen reads schema_version {VERSION}",
            )
            return
        content = conform(
            self._parsed, struct, self._report, f"{self._source.path.name} as a whole"
        )
        self.content = None if content is INVALID else content

    def _report(self, line: int, what: str, remedy: str) -> None:
        self._problems.add(self._source.shown, line, what, remedy)

    def add(self, place: Place, what: str, remedy: str) -> None:
        """A problem at the line of a value, or of the nearest one around it."""
        while place and place not in self._parsed.lines:
            place = place[:-1]
        self._report(self._parsed.lines.get(place, 0), what, remedy)

    def is_empty_list(self, key: str) -> bool:
        """Whether `key` is written as `[]`, and not emptied because nothing in it could be used."""
        return isinstance(self._parsed.value, dict) and self._parsed.value.get(key) == []

    def check(self, place: Place, is_right: Callable[[str], bool], what: str, remedy: str) -> None:
        """A problem if the string at `place` is not right; the value is then taken out of the content."""
        holder: Any = self.content
        for part in place[:-1]:
            if not isinstance(holder, dict) or part not in holder:
                return
            holder = holder[part]
        value = holder.get(place[-1]) if isinstance(holder, dict) else None
        if isinstance(value, str) and not is_right(value):
            self.add(place, f"`{place_name(place)}` {what}", remedy)
            del holder[place[-1]]

    def check_not_empty(self, *places: Place) -> None:
        for place in places:
            self.check(place, is_not_blank, "is empty", "write a value, or leave the key out")

    def check_created(self) -> None:
        self.check(
            ("created",),
            is_rfc_3339,
            "is no date and time as RFC 3339 writes them",
            "write it like 2026-11-01T12:00:00Z",
        )

    def check_digest(self, place: Place) -> None:
        self.check(
            place,
            lambda value: _DIGEST.fullmatch(value) is not None,
            "is no digest",
            "write `sha256:` and 64 hexadecimal digits, as `reportgen check` shows them",
        )


def is_not_blank(text: str) -> bool:
    """Whether a text holds more than white space."""
    return bool(text.strip())


def is_rfc_3339(text: str) -> bool:
    """Whether a text is a date and time of RFC 3339 that exists; a 60th second counts as one."""
    if _RFC_3339.fullmatch(text) is None:
        return False
    seconds = text[17:19]
    plain = text[:17] + ("59" if seconds == "60" else seconds)
    offset = text[19:].lstrip(".0123456789").upper().replace("Z", "+00:00")
    try:
        datetime.fromisoformat(plain.upper().replace(" ", "T") + offset)
    except ValueError:
        return False
    return True


def path_inside(directory: Path, file: str) -> Path | None:
    """Where `file` lies inside `directory`, links resolved; None if it lies outside."""
    try:
        root, target = directory.resolve(), (directory / file).resolve()
    except (OSError, RuntimeError, ValueError):
        return Path(file)  # a loop of links, or no file name at all: opening it says so
    return target.relative_to(root) if target.is_relative_to(root) else None
