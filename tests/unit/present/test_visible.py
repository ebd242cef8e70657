"""Stand-ins for what cannot be seen."""

from __future__ import annotations

import unicodedata
import xml.etree.ElementTree as ET

import pytest

from reportgen.present.visible import make_visible


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\u0007b", "a␇b"),
        ("\x00\x7f", "␀␡"),
        ("a\u202eb\u2066", "a⟨U+202E⟩b⟨U+2066⟩"),
        ("\ud800", "⟨U+D800⟩"),
        ("\u200b\u00ad\ufeff", "⟨U+200B⟩⟨U+00AD⟩⟨U+FEFF⟩"),
        ("\ufffe\U0001ffff", "⟨U+FFFE⟩⟨U+1FFFF⟩"),
        ("\u0085", "⟨U+0085⟩"),
    ],
)
def test_characters_that_cannot_be_seen_get_a_stand_in(text: str, shown: str) -> None:
    assert shown == make_visible(text)


@pytest.mark.parametrize(
    "text", ["plain", "差旅报销？", "مرحبا", "👩‍👩‍👧‍👦", "a\tb\nc", "−0.5 ▲ → ≥", "é\u0301", "नमस्ते"]
)
def test_text_of_any_language_stays_as_it_is(text: str) -> None:
    assert text == make_visible(text)


def test_every_result_can_be_encoded_and_stands_in_xml() -> None:
    everything = "".join(map(chr, range(0x11000))) + "".join(
        chr(plane << 16 | low) for plane in range(1, 17) for low in (0xFFFE, 0xFFFF)
    )
    shown = make_visible(everything)
    parsed = ET.fromstring("<a>" + shown.replace("&", "").replace("<", "") + "</a>")

    assert parsed.text
    assert not [it for it in shown if unicodedata.category(it) in {"Cs", "Zl", "Zp"}]
