"""JSON lines rankings: one object a query, `{"query_id", "ranking", "scores"?}` or as `fields` names them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Protocol, cast

import msgspec
import numpy as np
import polars as pl

from reportgen.errors import Problems
from reportgen.model.run import InputFile, Order
from reportgen.read.ids import id_problem, needs_strings
from reportgen.read.json_text import parse_json
from reportgen.read.line_problems import LineProblems
from reportgen.read.row_table import RowNumbers, RowTable
from reportgen.read.text_file import Source, TextFile

FIELDS: Final = ("query_id", "ranking", "scores")
CHUNK_UNITS: Final = 200_000

_SCHEMA: Final = {
    "query_id": pl.String,
    "unit_id": pl.String,
    "position": pl.Int64,
    "score": pl.Float64,
}


class _Row(Protocol):
    @property
    def query_id(self) -> str: ...
    @property
    def ranking(self) -> list[str]: ...
    @property
    def scores(self) -> list[float] | None: ...


@dataclass(frozen=True, slots=True)
class _SlowRow:
    query_id: str
    ranking: list[str]
    scores: list[float] | None


class _Wrong(Exception):
    """What is wrong with one line, and what to do."""

    def __init__(self, what: str, remedy: str) -> None:
        super().__init__(what)
        self.what = what
        self.remedy = remedy


def read_json_rankings(
    source: Source, fields: Mapping[str, str], order: Order, problems: Problems
) -> tuple[RowTable, InputFile]:
    """The lists of a JSON lines file as rows with their `position`, and the file's hash.

    Lines are decoded one at a time; the ids of a line go into columns in chunks, so that no object per unit survives.
    """
    file = TextFile(source, problems)
    names = {key: fields.get(key, key) for key in FIELDS}
    decode = _LineDecoder(names)
    builder = _Builder()
    first_lines: dict[str, int] = {}
    empty: dict[str, int] = {}
    with LineProblems(problems, source.shown) as wrong:
        for block in file.blocks():
            for line, text in enumerate(block.text.split(b"\n"), block.first_line):
                if not text or text.isspace():
                    continue
                try:
                    row = decode(text)
                    if row.query_id in first_lines:
                        raise _Wrong(
                            f"query {row.query_id} stands already in line {first_lines[row.query_id]}",
                            "write one object a query",
                        )
                    if order is Order.SCORE and row.ranking and row.scores is None:
                        raise _Wrong(
                            f"query {row.query_id} has no {names['scores']}, but the stage is ordered by score",
                            "add the scores, or choose the order `listed`",
                        )
                except _Wrong as error:
                    wrong.add(line, error.what, error.remedy)
                    continue
                first_lines[row.query_id] = line
                if row.ranking:
                    builder.append(line, row)
                else:
                    empty[row.query_id] = line
    table = RowTable.of(builder.frame(), builder.numbers, empty=empty)
    return table, file.input_file()


class _LineDecoder:
    """Decodes a line with msgspec's typed decoder where `fields` are plain keys; a line that it refuses, and every line
    where they are dotted, goes the slow way, which finds the words for what is wrong."""

    def __init__(self, names: Mapping[str, str]) -> None:
        self._names = names
        self._marks = [json.dumps(name.split(".")[0]).encode() for name in names.values()]
        self._typed: msgspec.json.Decoder[Any] | None = None
        if not any("." in name for name in names.values()):
            row = msgspec.defstruct(
                "Row",
                [("query_id", str), ("ranking", list[str]), ("scores", list[float] | None, None)],
                rename=dict(names),
                gc=False,
            )
            self._typed = msgspec.json.Decoder(row)

    def __call__(self, text: bytes) -> _Row:
        if any(text.count(mark) > 1 for mark in self._marks):
            _refuse_repeated_keys(text)
        row = self._fast(text) or self._slow(text)
        _check(row, self._names, may_hold_controls=b"\\" in text)
        return row

    def _fast(self, text: bytes) -> _Row | None:
        if self._typed is None:
            return None
        try:
            return cast(_Row, self._typed.decode(text))
        except msgspec.DecodeError:
            return None

    def _slow(self, text: bytes) -> _Row:
        try:
            content = msgspec.json.decode(text)
        except msgspec.DecodeError:
            raise _unreadable(text) from None
        if not isinstance(content, dict):
            raise _Wrong("the line is not a JSON object", "write one object a query and a line")
        query_id = _value(content, self._names["query_id"])
        ranking = _value(content, self._names["ranking"])
        names_scores = self._names["scores"].split(".")[0] in content or (
            self._names["scores"] in content
        )
        scores = _value(content, self._names["scores"]) if names_scores else None
        return _SlowRow(
            _query_id(query_id, self._names["query_id"]),
            _units(ranking, self._names["ranking"]),
            _scores(scores, self._names["scores"]),
        )


def _unreadable(text: bytes) -> _Wrong:
    parsed = parse_json(text.decode())
    if parsed.problems:
        first = parsed.problems[0]
        return _Wrong(first.what, first.remedy)
    return _Wrong("the line is not JSON", "write one JSON object a line")


def _refuse_repeated_keys(text: bytes) -> None:
    try:
        pairs = json.loads(text, object_pairs_hook=lambda found: found)
    except (ValueError, RecursionError):
        return  # the decoder says what is wrong
    keys = [key for key, _ in pairs] if isinstance(pairs, list) and pairs else []
    repeated = sorted({key for key in keys if keys.count(key) > 1})
    if repeated:
        raise _Wrong(f"key `{repeated[0]}` stands twice in one object", "keep one of them")


def _value(content: dict[str, Any], name: str) -> Any:
    if name in content:
        return content[name]
    return _walk(content, name.split("."), name, content)


def _walk(value: Any, parts: list[str], name: str, whole: dict[str, Any]) -> Any:
    for place, part in enumerate(parts):
        if isinstance(value, list):
            return [_walk(item, parts[place:], name, whole) for item in value]
        if not isinstance(value, dict) or part not in value:
            raise _missing(name, whole)
        value = value[part]
    return value


def _missing(name: str, whole: dict[str, Any]) -> _Wrong:
    keys = ", ".join(f"`{key}`" for key in list(whole)[:12]) or "none"
    remedy = f"the line has the keys {keys}; name the right ones under `fields` of the stage"
    if name.rsplit(".", maxsplit=1)[-1] == "ranking":
        remedy += "; a query that returned nothing has `[]`"
    return _Wrong(f"`{name}` is missing", remedy)


def _query_id(value: Any, name: str) -> str:
    if not isinstance(value, str):
        raise _Wrong(*needs_strings(f"`{name}`", value))
    return value


def _units(value: Any, name: str) -> list[str]:
    if not isinstance(value, list):
        raise _Wrong(
            f"`{name}` is {'null' if value is None else 'no list'}",
            "write a list of unit ids; only `[]` means that nothing was returned",
        )
    for place, unit in enumerate(value):
        if not isinstance(unit, str):
            raise _Wrong(*needs_strings(f"unit {place + 1} of `{name}`", unit))
    return value


def _scores(value: Any, name: str) -> list[float] | None:
    if value is None:
        return None
    if not isinstance(value, list):
        raise _Wrong(f"`{name}` is no list", "write a list of numbers, one for every unit")
    for place, score in enumerate(value):
        if isinstance(score, bool) or not isinstance(score, int | float):
            raise _Wrong(
                f"score {place + 1} of `{name}` is no number",
                "write a finite number for every unit",
            )
    try:
        scores = [float(score) for score in value]
    except OverflowError:
        scores = [float("inf")]
    if not np.isfinite(scores).all():
        raise _Wrong(f"`{name}` holds a number that is too large", "write finite numbers")
    return scores


def _check(row: _Row, names: Mapping[str, str], *, may_hold_controls: bool) -> None:
    if row.scores is not None and len(row.scores) != len(row.ranking):
        raise _Wrong(
            f"query {row.query_id} has {len(row.ranking)} units but {len(row.scores)} scores",
            "write one score for every unit",
        )
    if not row.query_id or "" in row.ranking:
        name = names["ranking"] if row.query_id else names["query_id"]
        raise _Wrong(f"an id under `{name}` is empty", "write ids that are not empty")
    if may_hold_controls:
        for id_ in (row.query_id, *row.ranking):
            problem = id_problem(id_)
            if problem is not None:
                raise _Wrong(*problem)


@dataclass(slots=True)
class _Builder:
    """Columns that grow by whole lists."""

    numbers: RowNumbers = field(default_factory=RowNumbers)
    all_scored: bool = True
    _frames: list[pl.DataFrame] = field(default_factory=list)
    _queries: list[str] = field(default_factory=list)
    _lengths: list[int] = field(default_factory=list)
    _units: list[str] = field(default_factory=list)
    _scores: list[float] = field(default_factory=list)

    def append(self, line: int, row: _Row) -> None:
        self._queries.append(row.query_id)
        self._lengths.append(len(row.ranking))
        self._units.extend(row.ranking)
        if row.scores is None:
            self.all_scored = False
        elif self.all_scored:
            self._scores.extend(row.scores)
        self.numbers.append_one_line(line, len(row.ranking))
        if len(self._units) >= CHUNK_UNITS:
            self._flush()

    def frame(self) -> pl.DataFrame:
        """All rows; without scores unless every list has them."""
        self._flush()
        kept = [name for name in _SCHEMA if name != "score" or self.all_scored]
        frames = [frame.select(kept) for frame in self._frames]
        return pl.concat(frames) if frames else pl.DataFrame(schema=_SCHEMA)

    def _flush(self) -> None:
        if not self._units:
            return
        lengths = np.array(self._lengths, dtype=np.int64)
        starts = np.cumsum(lengths) - lengths
        queries = pl.Series(self._queries, dtype=pl.String)
        columns = {
            "query_id": queries.gather(np.repeat(np.arange(len(lengths)), lengths)),
            "unit_id": pl.Series(self._units, dtype=pl.String),
            "position": np.arange(len(self._units), dtype=np.int64) - np.repeat(starts, lengths),
        }
        if self.all_scored:
            columns["score"] = np.array(self._scores, dtype=np.float64)
        self._frames.append(pl.DataFrame(columns))
        self._queries, self._lengths, self._units, self._scores = [], [], [], []
