"""The beginnings of units' texts, shown in opened rows."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Final

import msgspec

from reportgen.errors import Problems
from reportgen.read.ids import id_problem
from reportgen.read.json_lines import JsonLines
from reportgen.read.line_problems import LineProblems
from reportgen.read.text_file import Source

KEPT_CHARACTERS: Final = 400


class UnitRecord(msgspec.Struct, frozen=True):
    """A line of a units file; other keys are ignored."""

    unit_id: str
    text: str


def read_units(
    path: Path | str, wanted: Collection[str] | None = None, *, longest: int = KEPT_CHARACTERS
) -> Mapping[str, str]:
    """Unit id -> the first `longest` characters of its text, of the units `wanted` (by default of all).

    Raises `Refused` with every problem found; a unit that stands twice with different beginnings is one.
    """
    problems = Problems()
    source = Source(Path(path), str(path), Path(path).name)
    texts: dict[str, str] = {}
    with LineProblems(problems, source.shown) as wrong:
        for line, record in JsonLines(source, UnitRecord, problems).records(wrong):
            if wanted is not None and record.unit_id not in wanted:
                continue
            problem = id_problem(record.unit_id)
            beginning = record.text[:longest]
            if problem is not None:
                wrong.add(line, *problem)
            elif texts.setdefault(record.unit_id, beginning) != beginning:
                wrong.add(
                    line,
                    f"unit {record.unit_id} stands already in the file, with another text",
                    "give every unit one text",
                )
    problems.refuse_if_any()
    return texts
