"""Sections, and the page they make."""

from __future__ import annotations

from dataclasses import dataclass

from reportgen.present.blocks.inline import Line
from reportgen.present.blocks.nested import Block


@dataclass(frozen=True, slots=True)
class Section:
    """One room of the page. `in_index` sections stand in the section index, under `short` where the
    title is long."""

    anchor: str
    title: Line
    blocks: tuple[Block, ...]
    subtitle: Line = ()
    in_index: bool = True
    short: Line = ()


@dataclass(frozen=True, slots=True)
class ReportView:
    """The page in one language: `title` for the window, `heading` for the h1, `words` for the
    renderer's own controls (skip link, search, …)."""

    lang: str
    title: str
    heading: Line
    subheading: tuple[Line, ...]
    sections: tuple[Section, ...]
    words: dict[str, str]
