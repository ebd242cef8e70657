"""JSON lines files that describe one thing a line: queries, judgments, answers, units."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Generic, TypeVar

import msgspec

from reportgen.errors import Problems
from reportgen.model.run import InputFile
from reportgen.read.conform import conform
from reportgen.read.json_text import parse_json
from reportgen.read.line_problems import LineProblems
from reportgen.read.text_file import Source, TextFile

Record = TypeVar("Record", bound=msgspec.Struct)


class JsonLines(Generic[Record]):
    """The lines of a file as records of a type; a line that is not as the type says is a problem and left out.

    A record that msgspec takes is taken; any other line is read again in a way that finds everything wrong with it.
    """

    def __init__(self, source: Source, record: type[Record], problems: Problems) -> None:
        self._source = source
        self._record = record
        self._decoder = msgspec.json.Decoder(record)
        self._problems = problems
        self._file = TextFile(source, problems)

    def records(self, wrong: LineProblems) -> Iterator[tuple[int, Record]]:
        """Line number and record."""
        for block in self._file.blocks():
            for line, text in enumerate(block.text.split(b"\n"), block.first_line):
                if not text or text.isspace():
                    continue
                record = self._decoded(line, text, wrong)
                if record is not None:
                    yield line, record

    def input_file(self) -> InputFile:
        return self._file.input_file()

    def _decoded(self, line: int, text: bytes, wrong: LineProblems) -> Record | None:
        if not _repeats_keys(text):
            try:
                return self._decoder.decode(text)
            except (msgspec.DecodeError, RecursionError):
                pass
        parsed = parse_json(text.decode(), line)
        found = [(problem.what, problem.remedy) for problem in parsed.problems]
        if parsed.is_complete:
            content = conform(
                parsed,
                self._record,
                lambda _, what, remedy: found.append((what, remedy)),
                "the line",
            )
            if not found:
                return msgspec.convert(content, type=self._record)
        for what, remedy in found:
            wrong.add(line, what, remedy)
        return None


def _repeats_keys(text: bytes) -> bool:
    found = False

    def look(pairs: list[tuple[str, Any]]) -> None:
        nonlocal found
        found = found or len({key for key, _ in pairs}) != len(pairs)

    try:
        json.loads(text, object_pairs_hook=look)
    except (ValueError, RecursionError):
        return True
    return found
