"""Text set in columns of equal letters, in which an ideograph is as wide as two."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

WIDTH: Final = 76
"""Columns of a paragraph: a mail program shows it without wrapping, quoted once too."""

_TABLE: Final = 78

_GAP: Final = "  "
_INDENT: Final = "    "
_NARROWEST_HEADING: Final = 9
_WIDEST_NAME: Final = 30
# Closing signs do not begin a line, opening ones do not end it.
_CLOSING: Final = frozenset("，。、；：？！）】》」』’”…·,.;:?!)]}")
_OPENING: Final = frozenset("（【《「『‘“([{")


def width(text: str) -> int:
    """Columns that a text takes: 2 for an ideograph or its like, 0 for what stands over another letter."""
    if text.isascii():
        return len(text)
    return sum(map(_width, text))


def wrap(text: str, *, first: str = "", rest: str = "", limit: int = WIDTH) -> str:
    """A paragraph in lines of at most `limit` columns, its first line after `first`, the others after `rest`. Lines
    break at spaces and between ideographs; a longer word stands whole on a line of its own."""
    lines: list[str] = []
    line, start = "", first
    for word, gap in _words(text):
        joined = f"{line}{gap}{word}" if line else word
        if line and width(start) + width(joined) > limit:
            lines.append(start + line)
            line, start = word, rest
        else:
            line = joined
    return "\n".join([*lines, start + line])


def rule(title: str, sign: str) -> str:
    """A title with a line of signs under it."""
    return f"{title}\n{sign * min(WIDTH, width(title))}"


@dataclass(frozen=True, slots=True)
class TextTable:
    """`at_end` columns are set to the right; `below` are the paragraphs under each row."""

    headings: Sequence[str]
    rows: Sequence[Sequence[str]]
    below: Sequence[Sequence[str]]
    at_end: Sequence[bool]


def set_table(table: TextTable) -> str:
    """Rows in columns under their headings. Where the columns do not fit beside one another, the first is repeated with
    the rest of them; paragraphs are given once."""
    widths = [
        max(_heading_width(heading), *(width(row[at]) for row in table.rows))
        for at, heading in enumerate(table.headings)
    ]
    widths[0] = min(widths[0], _WIDEST_NAME)
    return "\n\n".join(
        "\n".join([*_head(table, widths, places), *_body(table, widths, places)])
        for places in _groups(widths)
    )


def _head(table: TextTable, widths: Sequence[int], places: Sequence[int]) -> Iterator[str]:
    heads = [wrap(table.headings[at], limit=widths[at]).split("\n") for at in places]
    height = max(map(len, heads))
    for level in range(height):
        # A short heading stands directly above its numbers.
        words = [([""] * (height - len(head)) + head)[level] for head in heads]
        yield _line(words, widths, table.at_end, places)
    yield _GAP.join("-" * widths[at] for at in places)


def _body(table: TextTable, widths: Sequence[int], places: Sequence[int]) -> Iterator[str]:
    is_first = places[1:2] in ([1], [])
    for row, below in zip(table.rows, table.below, strict=True):
        shown = [row[place] for place in places]
        if width(shown[0]) > widths[0]:
            yield shown[0]
            shown[0] = ""
        yield _line(shown, widths, table.at_end, places)
        if is_first:
            yield from (wrap(one, first=_INDENT, rest=_INDENT) for one in below)


def _line(
    words: Sequence[str], widths: Sequence[int], at_end: Sequence[bool], places: Sequence[int]
) -> str:
    cells = []
    for word, at in zip(words, places, strict=True):
        space = " " * (widths[at] - width(word))
        cells.append(space + word if at_end[at] else word + space)
    return _GAP.join(cells).rstrip()


def _groups(widths: Sequence[int]) -> Iterator[list[int]]:
    """Columns that fit beside one another, the first column in each."""
    group, used = [0], widths[0]
    for at in range(1, len(widths)):
        if len(group) > 1 and used + len(_GAP) + widths[at] > _TABLE:
            yield group
            group, used = [0], widths[0]
        group.append(at)
        used += len(_GAP) + widths[at]
    yield group


def _heading_width(heading: str) -> int:
    """A heading may be broken, but none of its words."""
    longest = max((width(word) for word, _ in _words(heading)), default=0)
    return max(longest, min(width(heading), _NARROWEST_HEADING))


def _words(text: str) -> Iterator[tuple[str, str]]:
    """The parts of a text that are not broken, each with the space before it."""
    gap = ""
    word = ""
    for character in text:
        if character.isspace() and character != "\u00a0":
            if word:
                yield word, gap
                gap, word = "", ""
            gap = " "
        elif word and _may_break(word[-1], character):
            yield word, gap
            gap, word = "", character
        else:
            word += character
    if word:
        yield word, gap


def _may_break(before: str, after: str) -> bool:
    if after in _CLOSING or before in _OPENING or _width(after) == 0:
        return False
    return _width(before) == 2 or _width(after) == 2


def _width(character: str) -> int:
    if unicodedata.east_asian_width(character) in {"W", "F"}:
        return 2
    return 0 if unicodedata.category(character) in {"Mn", "Me", "Cf"} else 1
