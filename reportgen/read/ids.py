"""What an id may be: a non-empty string without NUL, LF and CR, compared exactly."""

from __future__ import annotations

import re
from typing import Final

_FORBIDDEN: Final = re.compile("[\0\n\r]")
_NAMES: Final = {"\0": "NUL", "\n": "LF", "\r": "CR"}


def id_problem(id_: str) -> tuple[str, str] | None:
    """What is wrong with a string as an id, and what to do; None if nothing is."""
    if not id_:
        return "an id is empty", "write ids that are not empty"
    found = _FORBIDDEN.search(id_)
    if found is None:
        return None
    return (
        f"id {id_!r} holds the character {_NAMES[found.group()]}",
        "write ids without NUL, LF and CR",
    )


def needs_strings(place: str, value: object) -> tuple[str, str]:
    """The refusal of an id that is not a string."""
    kinds: dict[type, str] = {
        type(None): "null",
        bool: "a boolean",
        list: "a list",
        dict: "an object",
    }
    kind = kinds.get(type(value), "a number")
    if kind == "a number":
        return f"{place} is the number {value}, not a string", f'write ids as strings: "{value}"'
    return f"{place} is {kind}, not a string", "write ids as strings"
