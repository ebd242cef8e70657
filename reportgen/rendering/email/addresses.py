"""Addresses that a header may hold. Nothing is repaired: what a mail server could read in two ways is refused."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from reportgen.errors import Problem

_ATOM: Final = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
_LABEL: Final = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
_MAILBOX: Final = re.compile(rf"{_ATOM}(?:\.{_ATOM})*@{_LABEL}(?:\.{_LABEL})*")
_LONGEST: Final = 254
_NAMED: Final = re.compile(r'\s*(?P<name>"[^"\\]*"|[^<>@,;:"\\]*?)\s*<(?P<mailbox>[^<>]*)>\s*')
# A comma in quotes belongs to a name.
_BETWEEN: Final = re.compile(r',(?=(?:[^"]*"[^"]*")*[^"]*$)')
_REMEDY: Final = "write it like name@example.org or Name <name@example.org>"


@dataclass(frozen=True, slots=True)
class Address:
    """`mailbox` is ASCII; `name` is any visible text, or empty."""

    mailbox: str
    name: str = ""


def read_addresses(option: str, given: str, *, only_one: bool = False) -> list[Address | Problem]:
    """Each address of a comma-separated list, or what is wrong with it; `option` is named in problems."""
    if any(not character.isprintable() for character in given):
        # A line end would begin another header.
        what = "holds a line end or another character that cannot be seen"
        return [Problem(option, 0, what, _REMEDY)]
    parts = _BETWEEN.split(given)
    if only_one and len(parts) > 1:
        return [Problem(option, 0, f"names {len(parts)} senders", "name one")]
    return [_read(option, part) for part in parts]


def _read(option: str, part: str) -> Address | Problem:
    named = _NAMED.fullmatch(part)
    name = named["name"].strip('"').strip() if named else ""
    mailbox = named["mailbox"].strip() if named else part.strip()
    if _MAILBOX.fullmatch(mailbox) is None or len(mailbox) > _LONGEST:
        return Problem(option, 0, f"{part.strip()!r} is no mail address", _REMEDY)
    return Address(mailbox, name)
