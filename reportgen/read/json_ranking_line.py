"""One line of a JSON lines ranking file: decoded, or told in words why it cannot be."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar, cast

import msgspec
import numpy as np

from reportgen.read.ids import id_problem, needs_strings
from reportgen.read.json_text import parse_json

Value = TypeVar("Value")


class ListRow(Protocol):
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


class WrongLine(Exception):
    """What is wrong with one line, and what to do: `problems` are pairs of both."""

    def __init__(self, what: str, remedy: str, *others: tuple[str, str]) -> None:
        super().__init__(what)
        self.problems = ((what, remedy), *others)


class LineDecoder:
    """Decodes a line with msgspec's typed decoder where `fields` are plain keys; a line that it refuses, and every line
    where they are dotted, goes the slow way, which finds the words for what is wrong."""

    def __init__(self, names: Mapping[str, str]) -> None:
        self._names = names
        self._marks = [
            json.dumps(name.split(".")[0], ensure_ascii=False).encode() for name in names.values()
        ]
        self._typed: msgspec.json.Decoder[Any] | None = None
        if not any("." in name for name in names.values()):
            row = msgspec.defstruct(
                "Row",
                [("query_id", str), ("ranking", list[str]), ("scores", list[float] | None, None)],
                rename=dict(names),
                gc=False,
            )
            self._typed = msgspec.json.Decoder(row)

    def __call__(self, text: bytes) -> ListRow:
        if any(text.count(mark) > 1 for mark in self._marks):
            _refuse_repeated_keys(text)
        row = self._fast(text) or self._slow(text)
        _check(row, self._names, may_hold_controls=b"\\" in text)
        return row

    def _fast(self, text: bytes) -> ListRow | None:
        if self._typed is None:
            return None
        try:
            return cast(ListRow, self._typed.decode(text))
        except (msgspec.DecodeError, RecursionError):
            return None

    def _slow(self, text: bytes) -> ListRow:
        try:
            content = msgspec.json.decode(text)
        except (msgspec.DecodeError, RecursionError):
            raise _unreadable(text) from None
        if not isinstance(content, dict):
            raise WrongLine("the line is not a JSON object", "write one object a query and a line")
        found: list[tuple[str, str]] = []

        def take(key: str, check: Callable[[Any, str], Value], otherwise: Value) -> Value:
            name = self._names[key]
            try:
                return check(_value(content, name), name)
            except WrongLine as error:
                found.extend(error.problems)
                return otherwise

        name = self._names["scores"]
        has_scores = name in content or name.split(".")[0] in content
        row = _SlowRow(
            take("query_id", _query_id, ""),
            take("ranking", _units, []),
            take("scores", _scores, None) if has_scores else None,
        )
        if found:
            raise WrongLine(*found[0], *found[1:])
        return row


def _unreadable(text: bytes) -> WrongLine:
    problems = [(problem.what, problem.remedy) for problem in parse_json(text.decode()).problems]
    problems = problems or [("the line is not JSON", "write one JSON object a line")]
    return WrongLine(*problems[0], *problems[1:])


def _refuse_repeated_keys(text: bytes) -> None:
    try:
        pairs = json.loads(text, object_pairs_hook=lambda found: found)
    except (ValueError, RecursionError):
        return  # the decoder says what is wrong
    keys = [key for key, _ in pairs] if isinstance(pairs, list) and pairs else []
    repeated = sorted({key for key in keys if keys.count(key) > 1})
    if repeated:
        raise WrongLine(f"key `{repeated[0]}` stands twice in one object", "keep one of them")


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


def _missing(name: str, whole: dict[str, Any]) -> WrongLine:
    keys = ", ".join(f"`{key}`" for key in list(whole)[:12]) or "none"
    remedy = f"the line has the keys {keys}; name the right ones under `fields` of the stage"
    if name.rsplit(".", maxsplit=1)[-1] == "ranking":
        remedy += "; a query that returned nothing has `[]`"
    return WrongLine(f"`{name}` is missing", remedy)


def _query_id(value: Any, name: str) -> str:
    if not isinstance(value, str):
        raise WrongLine(*needs_strings(f"`{name}`", value))
    return value


def _units(value: Any, name: str) -> list[str]:
    if not isinstance(value, list):
        raise WrongLine(
            f"`{name}` is {'null' if value is None else 'no list'}",
            "write a list of unit ids; only `[]` means that nothing was returned",
        )
    for place, unit in enumerate(value):
        if not isinstance(unit, str):
            raise WrongLine(*needs_strings(f"unit {place + 1} of `{name}`", unit))
    return value


def _scores(value: Any, name: str) -> list[float] | None:
    if value is None:
        return None
    if not isinstance(value, list):
        raise WrongLine(f"`{name}` is no list", "write a list of numbers, one for every unit")
    for place, score in enumerate(value):
        if isinstance(score, bool) or not isinstance(score, int | float):
            raise WrongLine(
                f"score {place + 1} of `{name}` is no number",
                "write a finite number for every unit",
            )
    try:
        scores = [float(score) for score in value]
    except OverflowError:
        scores = [float("inf")]
    if not np.isfinite(scores).all():
        raise WrongLine(f"`{name}` holds a number that is too large", "write finite numbers")
    return scores


def _check(row: ListRow, names: Mapping[str, str], *, may_hold_controls: bool) -> None:
    if row.scores is not None and len(row.scores) != len(row.ranking):
        raise WrongLine(
            f"query {row.query_id} has {len(row.ranking)} units but {len(row.scores)} scores",
            "write one score for every unit",
        )
    if not row.query_id or "" in row.ranking:
        name = names["ranking"] if row.query_id else names["query_id"]
        raise WrongLine(f"an id under `{name}` is empty", "write ids that are not empty")
    if may_hold_controls:
        for id_ in (row.query_id, *row.ranking):
            problem = id_problem(id_)
            if problem is not None:
                raise WrongLine(*problem)
