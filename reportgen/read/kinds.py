"""What a path holds: a run or a label snapshot, as a directory or as a single file."""

from __future__ import annotations

import json
from enum import StrEnum
from pathlib import Path
from typing import Final

from reportgen.errors import Problems
from reportgen.read.numbered_lines import BLANKS, column_count
from reportgen.read.parquet_file import ParquetFile
from reportgen.read.probing import is_directory, is_manifest, is_missing, not_its_folder
from reportgen.read.qrels import format_of, unknown_row
from reportgen.read.text_file import Source, TextFile
from reportgen.read.trec import not_a_row


class InputKind(StrEnum):
    """What an input is."""

    RUN = "run"
    LABELS = "labels"


_REMEDY: Final = (
    "name a run directory, a label directory, a ranking file or a judgments file "
    "(.jsonl, .parquet, or rows as TREC and BEIR write them)"
)


def kind_of(path: Path, problems: Problems) -> InputKind | None:
    """What `path` holds; None with a problem added where that cannot be told."""
    if is_directory(path):
        return _kind_of_directory(path, problems)
    if is_manifest(path) and not is_missing(path):
        problems.add(str(path), 0, *not_its_folder(path))
        return None
    source = Source.named(str(path))
    name = source.bare_name()
    if name.endswith(".parquet"):
        return _kind_of_parquet(source, problems)
    row = _first_row(source, problems)
    if row is None:
        return None
    line, first = row
    if name.endswith(".jsonl"):
        return _kind_of_object(first, line, str(path), problems)
    return _kind_of_row(first, line, str(path), problems)


def _kind_of_row(first: str, line: int, shown: str, problems: Problems) -> InputKind | None:
    if column_count(first) >= 6:
        return InputKind.RUN
    if format_of(first) is not None:
        return InputKind.LABELS
    if first.lstrip().startswith(("{", "[")):
        what, remedy = (
            "this is JSON, but no JSON lines by its name",
            "write one object a line, and let the name end in .jsonl",
        )
    elif (columns := column_count(first)) in {3, 5}:
        what, remedy = (unknown_row if columns == 3 else not_a_row)(first)
    else:
        counted = f"{columns} column{'' if columns == 1 else 's'}"
        what = f"the first row has {counted}: this is neither a ranking nor judgments"
        remedy = _REMEDY
    problems.add(shown, line, what, remedy)
    return None


def _kind_of_directory(path: Path, problems: Problems) -> InputKind | None:
    found = [
        kind
        for kind, manifest in ((InputKind.RUN, "run.json"), (InputKind.LABELS, "labels.json"))
        if not is_missing(path / manifest)
    ]
    if len(found) == 1:
        return found[0]
    what = "both run.json and labels.json" if found else "neither run.json nor labels.json"
    remedy = "keep runs and labels in directories of their own" if found else _REMEDY
    problems.add(str(path), 0, f"the directory holds {what}", remedy)
    return None


def _kind_of_parquet(source: Source, problems: Problems) -> InputKind | None:
    file = ParquetFile.open(source, problems)
    if file is None:
        return None
    return _kind_of_names(set(file.schema), (source.shown, 0), problems, "columns")


def _kind_of_object(text: str, line: int, shown: str, problems: Problems) -> InputKind | None:
    try:
        content = json.loads(text)
    except (ValueError, RecursionError):
        content = None
    if not isinstance(content, dict):
        problems.add(shown, line, "the first line is no JSON object", _REMEDY)
        return None
    return _kind_of_names(set(content), (shown, line), problems, "keys")


def _kind_of_names(
    names: set[str], place: tuple[str, int], problems: Problems, kind: str
) -> InputKind | None:
    if {"unit_id", "grade"} <= names:
        return InputKind.LABELS
    if "ranking" in names or {"unit_id", "score"} <= names or {"unit_id", "rank"} <= names:
        return InputKind.RUN
    found = ", ".join(f"`{name}`" for name in sorted(names)[:12])
    remedy = (
        "a ranking has `query_id` and `ranking`, judgments have `query_id`, `unit_id` and `grade`; "
        "a run.json may name other ones for a ranking under `fields`, judgments have these"
    )
    if "state" in names:
        remedy = "these are queries of a label snapshot: name its directory"
    problems.add(*place, f"the {kind} {found} are neither a ranking nor judgments", remedy)
    return None


def _first_row(source: Source, problems: Problems) -> tuple[int, str] | None:
    """The first line that is neither blank nor a comment, without its end, and its number."""
    before = len(problems)
    for block in TextFile(source, problems).blocks():
        for line, written in enumerate(block.text.split(b"\n"), block.first_line):
            text = written.decode().removesuffix("\r")
            if text.strip(BLANKS) and not text.startswith("#"):
                return line, text
    if len(problems) == before:
        problems.add(source.shown, 0, "the file holds no row", _REMEDY)
    return None
