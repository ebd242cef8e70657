"""Header lines in ASCII. The standard library folds long Unicode headers too, but loses spaces between encoded
words."""

from __future__ import annotations

import base64
import re
from collections.abc import Sequence
from datetime import datetime
from email.utils import format_datetime
from typing import Final

from reportgen.rendering.email.addresses import Address

_LINE: Final = 76
_FIRST_NAME: Final = _LINE - len("From: ")
_EXTRA: Final = len("=?utf-8?b??=")
_PLAIN: Final = re.compile(r"[ -~]*")
_ATOMS: Final = re.compile(r"[A-Za-z0-9 !#$%&'*+/=?^_`{|}~-]+")
_END: Final = "\r\n"
_LEAP: Final = re.compile(r"(?<=:\d\d):60")


def text_header(name: str, text: str) -> str:
    """One header of any visible text, with its line end."""
    if _is_plain(text) and len(name) + 2 + len(text) <= _LINE:
        return f"{name}: {text}{_END}"
    words = encoded_words(text, first=_LINE - len(name) - 2)
    return f"{name}: {f'{_END} '.join(words)}{_END}"


def address_header(name: str, addresses: Sequence[Address]) -> str:
    """One header of addresses, each on a line of its own."""
    return f"{name}: {f',{_END} '.join(map(_address, addresses))}{_END}"


def date_header(created: str | None) -> str:
    """The Date header of an RFC 3339 time; nothing where there is none or mail cannot write it."""
    if created is None:
        return ""
    try:
        # Mail knows the 60th second, Python's clock does not.
        moment = datetime.fromisoformat(_LEAP.sub(":59", created.upper()))
    except ValueError:
        return ""
    if moment.tzinfo is None or moment.year < 1900:
        return ""
    return f"Date: {format_datetime(moment)}{_END}"


def encoded_words(text: str, *, first: int = _LINE) -> list[str]:
    """`text` as encoded words of RFC 2047, the first of at most `first` characters, no character cut in two. Readers
    join neighbours without the space between them, so nothing is lost."""
    words: list[str] = []
    held = b""
    room = first
    for character in text:
        more = character.encode()
        if held and _encoded_length(held + more) > room:
            words.append(_word(held))
            held, room = b"", _LINE - 1
        held += more
    return [*words, _word(held)]


def _address(address: Address) -> str:
    if not address.name:
        return address.mailbox
    if _is_plain(address.name) and len(address.name) < _LINE // 2:
        name = address.name if _ATOMS.fullmatch(address.name) else f'"{address.name}"'
        return f"{name} <{address.mailbox}>"
    return f"{f'{_END} '.join(encoded_words(address.name, first=_FIRST_NAME))}{_END} <{address.mailbox}>"


def _is_plain(text: str) -> bool:
    return _PLAIN.fullmatch(text) is not None and "=?" not in text


def _encoded_length(data: bytes) -> int:
    return _EXTRA + (len(data) + 2) // 3 * 4


def _word(data: bytes) -> str:
    return f"=?utf-8?b?{base64.b64encode(data).decode()}?="
