"""The small language in which the texts are written: words, placeholders, choices and spans.

    {n}                                   a placeholder
    {n|one:query|other:queries}           a choice by the plural of a count
    {counted|queries:query|clusters:...}  a choice by a word
    <go>words</go>                        a span that becomes a link, or is emphasised

A template knows no numbers, links or languages; who shows it fills it in.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final


class BadTemplate(ValueError):
    """A text that does not follow the small language; found by the tests, never by a reader."""


@dataclass(frozen=True, slots=True)
class Literal:
    words: str


@dataclass(frozen=True, slots=True)
class Placeholder:
    name: str


@dataclass(frozen=True, slots=True)
class Choice:
    """`options` by key: `one` and `other` for a count, else the words that the parameter may be."""

    name: str
    options: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Span:
    tag: str
    pieces: Template


Piece = Literal | Placeholder | Choice | Span
Template = tuple[Piece, ...]

_TOKEN: Final = re.compile(
    r"\{(?P<name>[a-z_]+)(?P<options>(?:\|[a-z-]+:[^|{}]*)*)\}|<(?P<close>/?)(?P<tag>[a-z]+)>"
)


def parse(source: str) -> Template:
    """The template that a text spells. Raises `BadTemplate` where a brace or a span is left
    open."""
    stack: list[tuple[str, list[Piece]]] = [("", [])]
    at = 0
    for token in _TOKEN.finditer(source):
        _add_words(stack[-1][1], source, at, token.start())
        at = token.end()
        if token["name"]:
            stack[-1][1].append(_filled(token["name"], token["options"]))
        elif not token["close"]:
            stack.append((token["tag"], []))
        else:
            tag, pieces = stack.pop()
            if tag != token["tag"] or not stack:
                raise BadTemplate(f"</{token['tag']}> closes nothing in: {source}")
            stack[-1][1].append(Span(tag, tuple(pieces)))
    _add_words(stack[-1][1], source, at, len(source))
    if len(stack) > 1:
        raise BadTemplate(f"<{stack[-1][0]}> is left open in: {source}")
    return tuple(stack[0][1])


def names(template: Template) -> frozenset[str]:
    """Every parameter that a template uses."""
    return frozenset(
        piece.name for piece in walk(template) if isinstance(piece, Placeholder | Choice)
    )


def tags(template: Template) -> frozenset[str]:
    """Every span that a template has."""
    return frozenset(piece.tag for piece in walk(template) if isinstance(piece, Span))


def walk(template: Template) -> Iterator[Piece]:
    """Every piece, those inside spans too."""
    for piece in template:
        yield piece
        if isinstance(piece, Span):
            yield from walk(piece.pieces)


def _filled(name: str, options: str) -> Piece:
    if not options:
        return Placeholder(name)
    pairs = (option.partition(":") for option in options[1:].split("|"))
    return Choice(name, {key: words for key, _, words in pairs})


def _add_words(pieces: list[Piece], source: str, start: int, end: int) -> None:
    words = source[start:end]
    if "{" in words or "}" in words:
        raise BadTemplate(f"a brace that is no placeholder in: {source}")
    if words:
        pieces.append(Literal(words))
