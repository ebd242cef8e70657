"""Sentences, notes and chips."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from reportgen.present.blocks.inline import Line


@dataclass(frozen=True, slots=True)
class Paragraph:
    line: Line
    quiet: bool = False


@dataclass(frozen=True, slots=True)
class Note:
    """A finding or a caution beside what it touches; `anchor` makes it a place to link to, `back`
    leads to the number it belongs to."""

    line: Line
    anchor: str | None = None
    back: str | None = None


@dataclass(frozen=True, slots=True)
class Sentence:
    """One fact with its counts; `details` are further lines of the same finding."""

    line: Line
    anchor: str | None = None
    details: tuple[Line, ...] = ()


@dataclass(frozen=True, slots=True)
class Sentences:
    """A numbered list of facts."""

    items: tuple[Sentence, ...]


class ChipState(StrEnum):
    SAME = "same"
    DIFFERS = "differs"
    UNDECLARED = "undeclared"
    PLAIN = "plain"


@dataclass(frozen=True, slots=True)
class Chip:
    line: Line
    state: ChipState = ChipState.PLAIN
    target: str | None = None


@dataclass(frozen=True, slots=True)
class Chips:
    label: str
    items: tuple[Chip, ...]
