"""Report <-> report.json."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import Any

import msgspec

from reportgen.document.columns import wrong_columns
from reportgen.document.parts import wrong_parts
from reportgen.document.sayings import wrong_sayings
from reportgen.errors import Problem, Refused, ReportgenError
from reportgen.model.report import SCHEMA_VERSION, Report

# Values nested too deep end in a RecursionError.
_UNDECODABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
SHOWN = 20
_REMEDY = "write it again with `reportgen compare`"


class _Version(msgspec.Struct):
    """The one key that is read before anything else is believed."""

    schema_version: int


class NotFinite(ReportgenError):
    """A number of the report is not finite: a fault of reportgen, never of its input."""


def encode_report(report: Report) -> bytes:
    """report.json: UTF-8, keys in the document's order, free dictionaries sorted, a line for every key and for every
    entry of a list of rows, so that two reports can be compared line by line.

    Raises `NotFinite` where a number is NaN or infinite.
    """
    parts: list[bytes] = []
    for name in report.__struct_fields__:
        value = getattr(report, name)
        _check_finite(value, name)
        parts.append(_encode(name) + b": " + _encode_part(value))
    return b"{" + b",\n ".join(parts) + b"}\n"


def decode_report(content: bytes, path: str) -> Report:
    """The report in `content`, which messages call `path`.

    Raises `Refused` where it is not a report of this version.
    """
    try:
        version = msgspec.json.decode(content, type=_Version).schema_version
    except _UNDECODABLE as error:
        raise Refused([Problem(path, 0, f"not a report.json ({error})", _REMEDY)]) from error
    if version != SCHEMA_VERSION:
        what = f"schema_version is {version}, and this reportgen knows {SCHEMA_VERSION} only"
        raise Refused([Problem(path, 0, what, f"use the reportgen that wrote it, or {_REMEDY}")])
    try:
        report = msgspec.json.decode(content, type=Report)
    except _UNDECODABLE as error:
        raise Refused([Problem(path, 0, f"not a whole report.json ({error})", _REMEDY)]) from error
    wrong = [*wrong_columns(report), *wrong_parts(report), *wrong_sayings(report)]
    if wrong:
        raise Refused(Problem(path, 0, what, _REMEDY) for what in wrong[:SHOWN])
    return report


def load(path: str | Path) -> Report:
    """The report that was saved at `path`. Raises `Refused` where the file cannot be read or is not a report."""
    file = Path(path)
    remedy = "name a report.json"
    try:
        # What is no file, such as a pipe that nobody writes to, may never end.
        if file.exists() and not file.is_file():
            raise Refused([Problem(str(path), 0, "this is not a file", remedy)])
        content = file.read_bytes()
    except FileNotFoundError as error:
        what = "the file does not exist"
        raise Refused([Problem(str(path), 0, what, remedy)]) from error
    except OSError as error:
        what = f"cannot be read ({error.strerror})"
        raise Refused([Problem(str(path), 0, what, remedy)]) from error
    return decode_report(content, str(path))


def report_schema() -> dict[str, Any]:
    """The JSON Schema of report.json, as shipped with the package."""
    text = resources.files("reportgen.document").joinpath("report.schema.json").read_text("utf-8")
    schema: dict[str, Any] = json.loads(text)
    return schema


def _encode_part(value: object) -> bytes:
    if isinstance(value, list) and value:
        return b"[\n  " + b",\n  ".join(_encode(row) for row in value) + b"\n ]"
    return _encode(value)


def _encode(value: object) -> bytes:
    return msgspec.json.encode(value, order="deterministic")


def _check_finite(value: object, place: str) -> None:
    for number in _floats(value):
        if not math.isfinite(number):
            raise NotFinite(f"a number in {place} is not finite")


def _floats(value: object) -> Iterator[float]:
    if isinstance(value, float):
        yield value
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from _floats(getattr(value, name))
    elif isinstance(value, dict):
        for item in value.values():
            yield from _floats(item)
    elif isinstance(value, (list, tuple)):
        # A column of integers or strings holds no floats; one look at its first entry spares the walk over a column.
        if value and isinstance(value[0], (int, str)) and not isinstance(value[0], bool):
            value = [item for item in value if isinstance(item, float)]
        for item in value:
            yield from _floats(item)
