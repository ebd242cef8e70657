"""How wide a text is, counted in narrow letters."""

from __future__ import annotations

import unicodedata
from typing import Final

_WIDE: Final = {"W", "F"}


def width(text: str) -> int:
    """The narrow letters that need as much room: a Chinese one counts two."""
    if text.isascii():
        return len(text)
    return sum(2 if unicodedata.east_asian_width(it) in _WIDE else 1 for it in text)
