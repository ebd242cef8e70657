"""Pieces of a line of text, so that a renderer escapes what comes from data by its context and never by guessing."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Direction(StrEnum):
    """Sign of a difference; shown by a sign, a word and a colour together."""

    UP = "up"
    DOWN = "down"
    NONE = "none"
    UNDEFINED = "undefined"


class DataKind(StrEnum):
    """What a string from the data is: names and ids are short and isolated; texts may be long."""

    NAME = "name"
    ID = "id"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class Text:
    """Our own words, from the texts of the language."""

    words: str


@dataclass(frozen=True, slots=True)
class Data:
    """A string from the user's data: never parsed, always isolated. `full` is given when `value` is
    a shortened form."""

    value: str
    kind: DataKind = DataKind.NAME
    full: str | None = None


@dataclass(frozen=True, slots=True)
class Number:
    """A formatted number."""

    text: str


@dataclass(frozen=True, slots=True)
class Change:
    """A signed difference, formatted: `text` carries its sign."""

    text: str
    direction: Direction


@dataclass(frozen=True, slots=True)
class Code:
    """A literal of ours: a signature, a command, a formula."""

    text: str


@dataclass(frozen=True, slots=True)
class Strong:
    line: Line


@dataclass(frozen=True, slots=True)
class Link:
    """Leads to an anchor of the page (`target` without `#`) or to `queries.csv` / `report.json`
    (`is_file`). `filter` is a filter of the query table that the link also sets where it can."""

    target: str
    line: Line
    is_file: bool = False
    filter: str | None = None


Inline = Text | Data | Number | Change | Code | Strong | Link


Line = tuple[Inline, ...]
