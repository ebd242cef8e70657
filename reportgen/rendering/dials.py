"""Dials that need no script: radio buttons, panels that carry a mark of each choice, and the rules that tie them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain
from string import ascii_lowercase

from reportgen.present.blocks import (
    Block,
    Definitions,
    Details,
    Dial,
    Line,
    ReportView,
    SideBySide,
    Tabs,
)


@dataclass(frozen=True, slots=True)
class DialChoice:
    """A radio button; `mark` is the class that its panels carry too."""

    mark: str
    line: Line
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class DialButtons:
    name: str
    label: str
    choices: tuple[DialChoice, ...]


@dataclass(frozen=True, slots=True)
class DialPanel:
    marks: str
    anchor: str | None
    heading: Line
    blocks: tuple[Block, ...]


def dials(tabs: Tabs) -> tuple[DialButtons, ...]:
    """A row of radio buttons a dial."""
    return tuple(
        DialButtons(
            name=f"{tabs.anchor}-{place}",
            label=dial.label,
            choices=tuple(
                DialChoice(_mark(place, number), line, key == dial.chosen)
                for number, (key, line) in enumerate(dial.choices)
            ),
        )
        for place, dial in enumerate(tabs.dials)
    )


def panels(tabs: Tabs) -> tuple[DialPanel, ...]:
    """The panels with their marks, in the order given."""
    headings = tabs.headings or ((),) * len(tabs.panels)
    return tuple(
        DialPanel(
            marks=" ".join(
                _mark(place, _number(dial, key))
                for place, (dial, key) in enumerate(zip(tabs.dials, panel.choice, strict=True))
            ),
            anchor=panel.anchor,
            heading=heading,
            blocks=panel.blocks,
        )
        for panel, heading in zip(tabs.panels, headings, strict=True)
    )


def rules(view: ReportView) -> str:
    """Style rules for every mark the page has: a checked button hides the panels that lack its mark.

    In print only where not all are written out. A browser without `:has` shows all panels.
    """
    marks = {
        _mark(place, number)
        for tabs in _all_tabs(chain.from_iterable(section.blocks for section in view.sections))
        for place, dial in enumerate(tabs.dials)
        for number in range(len(dial.choices))
    }
    on_screen = "".join(_rule(".tabs", mark) for mark in sorted(marks))
    in_print = "".join(_rule(".tabs.one", mark) for mark in sorted(marks))
    return f"@media screen{{\n{on_screen}}}\n@media print{{\n{in_print}}}\n" if marks else ""


def _all_tabs(blocks: Iterable[Block]) -> Iterable[Tabs]:
    for block in blocks:
        match block:
            case Tabs():
                yield block
                yield from _all_tabs(chain.from_iterable(panel.blocks for panel in block.panels))
            case Details():
                yield from _all_tabs(block.blocks)
            case SideBySide():
                yield from _all_tabs((*block.main, *block.aside))
            case Definitions():
                yield from _all_tabs(chain.from_iterable(item.blocks for item in block.items))
            case _:
                pass


def _rule(tabs: str, mark: str) -> str:
    return f"{tabs}:has(.{mark}:checked)>.panel:not(.{mark}){{display:none}}\n"


def _mark(place: int, number: int) -> str:
    return f"{ascii_lowercase[place]}{number}"


def _number(dial: Dial, key: str) -> int:
    return [choice for choice, _ in dial.choices].index(key)
