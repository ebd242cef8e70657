"""JSON text read strictly, with the line of every value, and all that is wrong with it."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from json import JSONDecodeError
from json.decoder import scanstring  # type: ignore[attr-defined]  # absent from the stubs only
from math import isfinite
from typing import Any, Final

DEEPEST: Final = 60
UNREADABLE: Final = object()  # stands for a number that is not finite

Place = tuple[str | int, ...]
"""Where a value stands: keys and list places from the outside in."""

_SPACE: Final = re.compile(r"[ \t\n\r]*")
_NUMBER: Final = re.compile(r"-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?")
_WORDS: Final = {"true": True, "false": False, "null": None}
_NOT_JSON: Final = ("NaN", "Infinity", "-Infinity")


@dataclass(frozen=True, slots=True)
class JsonProblem:
    line: int
    what: str
    remedy: str


@dataclass(frozen=True, slots=True)
class ParsedJson:
    """The value (None where the text is no JSON at all), the line of every value, and the problems.

    Of a key that stands twice the first value is kept; a number that is not finite becomes `UNREADABLE`.
    """

    value: Any
    lines: dict[Place, int]
    problems: tuple[JsonProblem, ...]
    is_complete: bool


class _Broken(Exception):
    def __init__(self, at: int, what: str) -> None:
        super().__init__(what)
        self.at = at
        self.what = what


def parse_json(text: str, first_line: int = 1) -> ParsedJson:
    """Parse JSON text; repeated keys, numbers that are not finite and lone surrogates are problems, as is any text
    that is not JSON. `first_line` is the number of the text's first line in its file."""
    return _Parser(text.removeprefix("\ufeff"), first_line).parse()


def place_name(place: Place) -> str:
    """A place in words: `stages[1].order`."""
    name = ""
    for part in place:
        name += f"[{part}]" if isinstance(part, int) else f".{part}" if name else part
    return name


class _Parser:
    def __init__(self, text: str, first_line: int) -> None:
        self._text = text
        self._first_line = first_line
        self._ends = [found.start() for found in re.finditer("\n", text)]
        self._lines: dict[Place, int] = {}
        self._problems: list[JsonProblem] = []

    def parse(self) -> ParsedJson:
        try:
            value, at = self._value(self._skip(0), ())
            at = self._skip(at)
            if at < len(self._text):
                raise _Broken(at, "text follows the end of the JSON value")
        except _Broken as error:
            self._add(error.at, f"this is not valid JSON: {error.what}", "correct the JSON")
            return ParsedJson(None, self._lines, tuple(self._problems), is_complete=False)
        return ParsedJson(value, self._lines, tuple(self._problems), is_complete=True)

    def _add(self, at: int, what: str, remedy: str) -> None:
        self._problems.append(JsonProblem(self._line(at), what, remedy))

    def _line(self, at: int) -> int:
        return self._first_line + bisect_right(self._ends, at - 1)

    def _skip(self, at: int) -> int:
        found = _SPACE.match(self._text, at)
        return found.end() if found else at

    def _value(self, at: int, place: Place) -> tuple[Any, int]:
        if len(place) > DEEPEST:
            raise _Broken(at, "values are nested too deep")
        self._lines[place] = self._line(at)
        start = self._text[at : at + 1]
        if start == "{":
            return self._object(at, place)
        if start == "[":
            return self._list(at, place)
        if start == '"':
            return self._string(at)
        for word, value in _WORDS.items():
            if self._text.startswith(word, at):
                return value, at + len(word)
        return self._number(at, place)

    def _number(self, at: int, place: Place) -> tuple[Any, int]:
        for word in _NOT_JSON:
            if self._text.startswith(word, at):
                self._add(
                    at,
                    f"{word} is not a JSON number" + (f" (`{place_name(place)}`)" if place else ""),
                    "write a finite number, or leave the value out",
                )
                return UNREADABLE, at + len(word)
        found = _NUMBER.match(self._text, at)
        if found is None:
            what = (
                "the text ends too early"
                if at >= len(self._text)
                else "a value is missing or malformed"
            )
            raise _Broken(at, what)
        digits = found.group()
        if not found.group(1) and not found.group(2) and len(digits) < 400:
            return int(digits), found.end()
        number = float(digits)
        if not isfinite(number):
            self._add(at, f"the number {digits[:40]} is too large", "write a finite number")
            return UNREADABLE, found.end()
        return number, found.end()

    def _string(self, at: int) -> tuple[str, int]:
        try:
            value, end = scanstring(self._text, at + 1, True)
        except JSONDecodeError as error:
            raise _Broken(min(error.pos, len(self._text)), error.msg.lower()) from None
        if any("\ud800" <= character <= "\udfff" for character in value):
            self._add(at, "a string holds half of a surrogate pair", "write the whole character")
            value = value.encode("utf-8", "replace").decode()
        return value, end

    def _list(self, at: int, place: Place) -> tuple[list[Any], int]:
        values: list[Any] = []
        at = self._skip(at + 1)
        if self._text.startswith("]", at):
            return values, at + 1
        while True:
            value, at = self._value(at, (*place, len(values)))
            values.append(value)
            at, ended = self._next(at, "]")
            if ended:
                return values, at

    def _object(self, at: int, place: Place) -> tuple[dict[str, Any], int]:
        values: dict[str, Any] = {}
        at = self._skip(at + 1)
        if self._text.startswith("}", at):
            return values, at + 1
        while True:
            if not self._text.startswith('"', at):
                raise _Broken(at, "a key in double quotes is missing")
            key_at = at
            key, at = self._string(at)
            at = self._skip(at)
            if not self._text.startswith(":", at):
                raise _Broken(at, "a colon is missing after a key")
            is_repeated = key in values
            value_place = (*place, key) if not is_repeated else (*place, f"{key} (repeated)")
            value, at = self._value(self._skip(at + 1), value_place)
            if is_repeated:
                first = self._lines[(*place, key)]
                self._add(
                    key_at,
                    f"key `{place_name((*place, key))}` stands twice, first in line {first}",
                    "keep one of them",
                )
            else:
                values[key] = value
            at, ended = self._next(at, "}")
            if ended:
                return values, at

    def _next(self, at: int, end: str) -> tuple[int, bool]:
        """After a value: past the end sign, or past a comma to the next value."""
        at = self._skip(at)
        if self._text.startswith(end, at):
            return at + 1, True
        if not self._text.startswith(",", at):
            raise _Broken(at, f"`,` or `{end}` is missing")
        return self._skip(at + 1), False
