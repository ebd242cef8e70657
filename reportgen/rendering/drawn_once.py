"""Markup that is made once for equal things."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache


@lru_cache(maxsize=4096)
def drawn_once(thing: object, macro: Callable[..., str], *arguments: object) -> str:
    """What `macro` draws of a thing, which hashes by value: most cells of a long table are equal to one already drawn,
    and calling a macro takes ten times as long as finding it again."""
    return macro(thing, *arguments)
