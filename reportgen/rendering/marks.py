"""What the style sheet needs to draw a cell's mark: class names and custom properties, kept short."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Final

from markupsafe import Markup

from reportgen.present.blocks import (
    Bar,
    Cell,
    Counts,
    Data,
    Delta,
    Direction,
    Inline,
    Range,
    Strip,
    Value,
    Words,
)
from reportgen.present.lines import plain

_SIGNS: Final[Mapping[Direction, str]] = {
    Direction.UP: "u",
    Direction.DOWN: "d",
    Direction.NONE: "e",
    Direction.UNDEFINED: "v",
}
_NUMBER: Final = re.compile(r"[+−]?\d+(\.\d+)?")
_ROUNDING: Final = 0.0005
_FRACTION: Final = re.compile(r"(\d+)/(\d+)")
_PAIR: Final = re.compile(r"(\d+|–) · (\d+|–)")


def kind(thing: object) -> str:
    """The name of the macro that draws a thing: SideBySide -> side_by_side."""
    return _snake_case(type(thing).__name__)


@cache
def _snake_case(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


def attribute(value: str | None, name: str) -> str:
    """` name="value"`, or nothing where there is no value."""
    return "" if not value else Markup(' {}="{}"').format(name, value)


def short_attribute(value: str, name: str) -> str:
    """The same, quoted only where the value needs it."""
    if value.isalnum():
        return Markup(" {}={}").format(name, value)
    return attribute(value, name)


def sign(direction: Direction) -> str:
    """The class of a direction; the style sheet adds the mark."""
    return _SIGNS[direction]


def share(value: float) -> str:
    """A share of 0..1 for the style sheet, in at most three places: 0.5 -> ".5"."""
    shown = f"{value:.3f}".rstrip("0").rstrip(".")
    return shown.replace("0.", ".", 1) if shown not in {"", "-0"} else "0"


def value_class(cell: Value, pad: bool) -> str:
    """`v` for a word in place of a number, `w` for a whole number among decimals."""
    if cell.undefined:
        return "v"
    return "w" if pad and cell.text.isdecimal() else ""


def delta_class(cell: Delta, pad: bool) -> str:
    """The direction, and `w` for a whole number among decimals."""
    whole = pad and cell.direction is not Direction.UNDEFINED and "." not in cell.text
    return _class(_SIGNS[cell.direction], "w" if whole else "")


def sort_key(cell: Cell) -> str | None:
    """What the script sorts by where it is not the cell's own text, read as a number or a fraction."""
    if isinstance(cell, Strip | Range):
        return None
    read = _read(cell)
    if cell.sort is None or cell.sort == read:
        return None
    if isinstance(cell.sort, str):
        return cell.sort
    # What looks the same sorts as the same.
    if isinstance(read, float) and abs(cell.sort - read) <= _ROUNDING:
        return None
    return f"{cell.sort + 0:.6g}"  # 0 and -0 are equal, and drawn alike


def _read(cell: Value | Delta | Counts | Bar | Words) -> str | float | None:
    if isinstance(cell, Words):
        return plain(cell.line) if not cell.sub else None
    if not isinstance(cell, Value | Delta) or cell.fraction is not None:
        return None
    if pair := _PAIR.fullmatch(cell.text):
        return float(sum(int(one) for one in pair.groups() if one.isdecimal()))
    if fraction := _FRACTION.fullmatch(cell.text):
        return int(fraction[1]) / int(fraction[2]) if int(fraction[2]) else None
    return float(cell.text.replace("−", "-")) if _NUMBER.fullmatch(cell.text) else None


def strip_class(cell: Strip) -> str:
    """`s` and the direction; `p` where a run has no value, `o` without a ceiling."""
    names = ["s"]
    if cell.baseline is None or cell.candidate is None:
        names.append("p")
    elif cell.candidate != cell.baseline:
        names.append("u" if cell.candidate > cell.baseline else "d")
    if cell.ceiling is None:
        names.append("o")
    return _class(*names)


def strip_style(cell: Strip) -> str:
    """The places of ring (b), dot (c) and tick (t) on the track; a tick without a place stands at 1."""
    tick = None if cell.ceiling == 1 else cell.ceiling
    return _properties(b=cell.baseline, c=cell.candidate, t=tick)


def range_class(cell: Range) -> str:
    """`r`, and `p` where there is no interval."""
    return _class("r", "" if cell.low is not None and cell.high is not None else "p")


def range_style(cell: Range) -> str:
    """The ends (l, h), the dot (a) and the outer ends (m, n), each as a place on the scale of 0..1."""
    outer = cell.outer or (None, None)
    values = {"l": cell.low, "h": cell.high, "a": cell.at, "m": outer[0], "n": outer[1]}
    return _properties(
        **{name: _place(value, cell.limit) for name, value in values.items() if value is not None}
    )


def _place(value: float, limit: float) -> float:
    return min(1.0, max(0.0, (value / limit + 1) / 2)) if limit else 0.5


def counts_style(cell: Counts) -> str:
    """The counts, whose shares the style sheet makes."""
    return f"--b:{cell.better};--s:{cell.same};--w:{cell.worse}"


def bar_style(cell: Bar) -> str:
    """The bar's share."""
    return _properties(v=cell.share)


def _properties(**values: float | None) -> str:
    return ";".join(
        f"--{name}:{share(value)}" for name, value in values.items() if value is not None
    )


def _class(*names: str) -> str:
    """Class names as the value of an attribute, quoted only where they are several."""
    given = " ".join(filter(None, names))
    return Markup('"{}"').format(given) if " " in given else given


def is_breakable(text: str) -> bool:
    """Whether a line could end inside a number."""
    return " " in text or "/" in text


def is_plain_data(piece: Inline) -> bool:
    """Whether a string from the data is whole and of ASCII letters, which have no direction to lend."""
    return isinstance(piece, Data) and piece.full is None and piece.value.isascii()


def class_name(names: str) -> str:
    """` class=name`, or nothing where there is none."""
    return Markup(" class={}").format(names) if names else ""
