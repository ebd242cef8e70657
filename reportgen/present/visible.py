"""Characters that cannot be seen, or that move what stands after them, made visible by
stand-ins."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

# Joiners stay: emoji and several scripts are written with them, and they draw nothing of their own.
_JOINERS: Final = {"\u200c", "\u200d"}
_SPACES: Final = {"\t", "\n", "\r"}
_UNSEEN: Final = {"Cc", "Cf", "Cs", "Zl", "Zp"}
_NONCHARACTERS: Final = re.compile("[\ufdd0-\ufdef\ufffe\uffff]")
_PLAIN: Final = re.compile(
    "[ -~\u00a0-\u00ac\u00ae-\u02ff\u2010-\u2027\u2030-\u205e\u2190-\u2bff\u3000-\u303f\u4e00-\u9fff\uff01-\uff5e]*"
)


def make_visible(text: str) -> str:
    """The text with a stand-in for each control, direction mark, lone surrogate and noncharacter.

    Control characters become their pictures (U+0007: "␇"), others their number in brackets
    ("⟨U+202E⟩"). White space and the joiners of emoji stay as they are. The result can be encoded
    as UTF-8 and stands in XML.
    """
    if _PLAIN.fullmatch(text):
        return text
    return "".join(map(_stand_in, text))


def _stand_in(character: str) -> str:
    if character in _SPACES or character in _JOINERS:
        return character
    code = ord(character)
    if code < 0x20:
        return chr(0x2400 + code)
    if code == 0x7F:
        return "␡"
    if unicodedata.category(character) in _UNSEEN or _is_noncharacter(character):
        return f"⟨U+{code:04X}⟩"
    return character


def _is_noncharacter(character: str) -> bool:
    return bool(_NONCHARACTERS.match(character)) or ord(character) & 0xFFFE == 0xFFFE
