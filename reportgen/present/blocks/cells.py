"""Cells of a table."""

from __future__ import annotations

from dataclasses import dataclass

from reportgen.present.blocks.inline import Direction, Line


@dataclass(frozen=True, slots=True)
class Words:
    """A text cell; `sub` is a second, quieter line."""

    line: Line
    sub: Line = ()
    sort: str | float | None = None


@dataclass(frozen=True, slots=True)
class Value:
    """A number cell, aligned on the decimal point. `fraction` stands beside it, quieter. `sort` is
    None when missing (sorts last)."""

    text: str
    fraction: str | None = None
    sort: float | None = None
    undefined: bool = False


@dataclass(frozen=True, slots=True)
class Delta:
    """A signed difference; `weight` in 0..1 tints matrix cells; `target` leads to the detail it
    stands for."""

    text: str
    direction: Direction
    sort: float | None = None
    weight: float = 0.0
    target: str | None = None
    note: str | None = None
    fraction: str | None = None


@dataclass(frozen=True, slots=True)
class Strip:
    """A 0..1 scale: ring = baseline, dot = candidate, tick = ceiling, hatched = unreachable.
    `label` says it in words."""

    baseline: float | None
    candidate: float | None
    ceiling: float | None
    label: str


@dataclass(frozen=True, slots=True)
class Range:
    """An interval of a delta on a scale of -limit..limit with a dot at `at` and a line at zero;
    `outer` is a wider or second range (label bounds)."""

    low: float | None
    high: float | None
    at: float | None
    limit: float
    text: str
    label: str
    outer: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class Counts:
    """Better · same · worse, as a bar with its counts."""

    better: int
    same: int
    worse: int
    label: str
    sort: float | None = None


@dataclass(frozen=True, slots=True)
class Bar:
    """A share of 0..1 as an in-cell bar with its text."""

    share: float | None
    text: str
    label: str
    sort: float | None = None


Cell = Words | Value | Delta | Strip | Range | Counts | Bar
