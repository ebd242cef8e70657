"""Small constructors for lines, and what a line says as plain text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from reportgen.present import numbers
from reportgen.present.blocks import (
    Change,
    Code,
    Data,
    DataKind,
    Direction,
    Inline,
    Line,
    Link,
    Number,
    Strong,
    Text,
)

EMPTY: Final[Line] = ()
_DIGEST: Final = "sha256:"
_LONGEST_DIGEST: Final = 20
_LONGEST_NAME: Final = 60
_LONGEST_ID: Final = 120
LONGEST_TEXT: Final = 240


def text(words: str) -> Line:
    """Our own words as a line."""
    return (Text(words),)


def number(shown: str) -> Line:
    """A formatted number as a line."""
    return (Number(shown),)


def name(value: str) -> Data:
    """A name from the data (a run, a stage, a group), shortened when it would fill a line; a
    digest always."""
    longest = _LONGEST_DIGEST if value.startswith(_DIGEST) else _LONGEST_NAME
    return _data(value, DataKind.NAME, longest)


def whole(value: str) -> Data:
    """A name from the data in full."""
    return Data(value, DataKind.NAME)


def id_(value: str) -> Data:
    """An id from the data."""
    return _data(value, DataKind.ID, _LONGEST_ID)


def beginning(value: str, longest: int = LONGEST_TEXT) -> Data:
    """The beginning of a query's or unit's text; the rest is not kept, for it may be a whole
    document."""
    return _data(value, DataKind.TEXT, longest, keep_full=False)


def is_shortened(value: str) -> bool:
    """Whether `beginning` leaves a part of this text out."""
    return len(value) > LONGEST_TEXT


def file_link(path: str) -> Link:
    """A link to one of the files that stand beside the page."""
    return Link(path, (Text(path),), is_file=True)


def change(delta: float | None, undefined: str) -> Change:
    """A signed difference; `undefined` is the word for one that has no value."""
    if delta is None:
        return Change(undefined, Direction.UNDEFINED)
    return Change(numbers.signed(delta), direction(delta))


def direction(delta: float | None) -> Direction:
    """The sign of a difference."""
    if delta is None:
        return Direction.UNDEFINED
    if delta == 0:
        return Direction.NONE
    return Direction.UP if delta > 0 else Direction.DOWN


def join(lines: Sequence[Line], separator: str) -> Line:
    """Lines one after another with our words between them."""
    joined: list[Inline] = []
    for at, line in enumerate(lines):
        if at:
            joined.append(Text(separator))
        joined.extend(line)
    return tuple(joined)


def concat(*lines: Line | Iterable[Inline]) -> Line:
    """Lines one after another."""
    return tuple(piece for line in lines for piece in line)


def plain(line: Line) -> str:
    """A line without its marking, for labels that hold text only (what a figure shows, what a bar
    says)."""
    return "".join(_plain(piece) for piece in line)


def _plain(piece: Inline) -> str:
    match piece:
        case Text(words):
            return words
        case Data(value=value):
            return value
        case Number(shown) | Code(shown):
            return shown
        case Change(text=shown):
            return shown
        case Strong(line) | Link(line=line):
            return plain(line)


def _data(value: str, kind: DataKind, longest: int, *, keep_full: bool = True) -> Data:
    if len(value) <= longest:
        return Data(value, kind)
    return Data(value[: longest - 1] + "…", kind, full=value if keep_full else None)
