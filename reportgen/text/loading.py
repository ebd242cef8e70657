"""The texts of one language, read from its file beside this module."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib import resources
from typing import Final

from reportgen.text.template import Template, parse

LANGUAGES: Final = ("en", "zh")


def _english_plural(number: int) -> str:
    return "one" if number == 1 else "other"


def _one_form(_number: int) -> str:
    return "other"


_PLURALS: Final[Mapping[str, Callable[[int], str]]] = {"en": _english_plural, "zh": _one_form}


class Texts:
    """All words of one language by key. A missing key is an error: no text falls back to another
    language."""

    def __init__(self, lang: str, sources: Mapping[str, str]) -> None:
        self.lang = lang
        self._sources = dict(sources)
        self._templates = {key: parse(source) for key, source in sources.items()}
        self._plural = _PLURALS[lang]

    def __contains__(self, key: str) -> bool:
        return key in self._templates

    def __iter__(self) -> Iterator[str]:
        return iter(self._templates)

    def template(self, key: str) -> Template:
        return self._templates[key]

    def source(self, key: str) -> str:
        """The text as written, for a pattern that a script fills in."""
        return self._sources[key]

    def plural(self, number: int) -> str:
        """The plural form that a count takes: `one` or `other`."""
        return self._plural(number)


@cache
def load_texts(lang: str) -> Texts:
    """The texts of a language of `LANGUAGES`; KeyError for another. The same object every time."""
    if lang not in _PLURALS:
        raise KeyError(lang)
    content = resources.files("reportgen.text").joinpath(f"{lang}.toml").read_text("utf-8")
    return Texts(lang, tomllib.loads(content))
