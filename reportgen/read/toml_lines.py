"""On which line each table and key of a TOML file stands; the standard library's reader does not say."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

# Strings first, so that nothing inside them is taken for anything; then comments, punctuation, and words.
_TOKEN: Final = re.compile(
    r'"""(?:\\.|[^\\])*?"{3,5}'
    r"|'''.*?'{3,5}"
    r'|"(?:\\.|[^"\\\n])*"'
    r"|'[^'\n]*'"
    r"|\#[^\n]*|[\[\]{}=,\n]"
    r"|[^\s\"'\#\[\]{}=,]+",
    re.DOTALL,
)


@dataclass(slots=True)
class TableLines:
    """A table by the name in its header: the header's line, and the line of each of its keys."""

    name: str
    line: int
    keys: dict[str, int] = field(default_factory=dict)


def table_lines(text: str) -> list[TableLines]:
    """The tables of a valid TOML text in order, the keys before the first header as a table without a name."""
    tables = [TableLines("", 1)]
    for line, words in _statements(text):
        if words[0] == "[":
            name = "".join(_unquoted(word) for word in words if word not in "[]")
            tables.append(TableLines(name, line))
        else:
            tables[-1].keys.setdefault(_unquoted(words[0]).partition(".")[0], line)
    return tables


def _statements(text: str) -> Iterator[tuple[int, list[str]]]:
    """The first line of each header or `key = value`, and its words up to `=`."""
    line, at, first_line = 1, 0, 1
    words: list[str] = []
    depth, in_value = 0, False
    for token in _TOKEN.finditer(text):
        line += text.count("\n", at, token.start())
        at = token.start()
        word = token.group()
        if word == "\n":
            if words and not (in_value and depth):
                yield first_line, words
                words, depth, in_value = [], 0, False
        elif in_value:
            depth += (word in "[{") - (word in "]}")
        elif word == "=":
            in_value = True
        elif not word.startswith("#"):
            if not words:
                first_line = line
            words.append(word)
    if words:
        yield first_line, words


def _unquoted(word: str) -> str:
    return word.strip("\"'")
