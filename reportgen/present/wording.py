"""Texts filled in: a key and its parameters become a line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from reportgen.present import lines, numbers
from reportgen.present.blocks import Code, Inline, Line, Link, Number, Strong, Text
from reportgen.text.loading import Texts
from reportgen.text.template import Choice, Literal, Piece, Placeholder, Span, Template


@dataclass(frozen=True, slots=True)
class Chosen:
    """A word of ours that a text may show or choose by: `key` decides, `line` is shown."""

    key: str
    line: Line


Filling = int | Inline | Line | Chosen
"""An int is a count: it is formatted, and decides plurals."""

STRONG = "b"
CODE = "code"


@dataclass(frozen=True, slots=True)
class Wording:
    """The words of one language, ready to be filled in."""

    texts: Texts

    @property
    def lang(self) -> str:
        return self.texts.lang

    def line(self, key: str, **fillings: Filling) -> Line:
        """The text of `key` with its placeholders filled. Spans are plain words; `<b>` is emphasis,
        `<code>` a literal."""
        return self._fill(self.texts.template(key), fillings, {})

    def linked(self, key: str, links: Mapping[str, Link], fillings: Mapping[str, Filling]) -> Line:
        """The same with a target for spans: `links` by tag (a link's own line is replaced by the
        span's); a span without one stays plain words."""
        return self._fill(self.texts.template(key), fillings, links)

    def plain(self, key: str, **fillings: Filling) -> str:
        """The same as text without marking."""
        return lines.plain(self._fill(self.texts.template(key), fillings, {}))

    def join(self, parts: Sequence[Line], key: str = "join.comma") -> Line:
        """Parts one after another with the language's separator."""
        return lines.join(parts, self.texts.source(key))

    def all_of(self, parts: Sequence[Line]) -> Line:
        """Parts as a list in prose: `a`, `a and b`, `a, b and c`."""
        if len(parts) < 2:
            return parts[0] if parts else ()
        return lines.concat(
            self.join(parts[:-1]), lines.text(self.texts.source("join.and")), parts[-1]
        )

    def _fill(
        self, template: Template, fillings: Mapping[str, Filling], links: Mapping[str, Link]
    ) -> Line:
        filled: list[Inline] = []
        for piece in template:
            filled.extend(self._fill_piece(piece, fillings, links))
        return tuple(filled)

    def _fill_piece(
        self, piece: Piece, fillings: Mapping[str, Filling], links: Mapping[str, Link]
    ) -> Line:
        match piece:
            case Literal(words):
                return (Text(words),)
            case Placeholder(name):
                return _shown(fillings[name])
            case Choice(name, options):
                return (Text(options[self._key(fillings[name])]),)
            case Span(tag, pieces):
                inner = self._fill(pieces, fillings, links)
                if tag == STRONG:
                    return (Strong(inner),)
                if tag == CODE:
                    return (Code(lines.plain(inner)),)
                link = links.get(tag)
                if link is None:
                    return inner
                return (Link(link.target, inner, link.is_file, link.filter),)

    def _key(self, filling: Filling) -> str:
        if isinstance(filling, int):
            return self.texts.plural(filling)
        if isinstance(filling, Chosen):
            return filling.key
        raise TypeError("a choice is made by a count or by a word of ours")


def _shown(filling: Filling) -> Line:
    if isinstance(filling, int):
        return (Number(numbers.count(filling)),)
    if isinstance(filling, Chosen):
        return filling.line
    if isinstance(filling, tuple):
        return filling
    return (filling,)
