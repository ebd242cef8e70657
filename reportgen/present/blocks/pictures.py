"""Bars, histograms and figures."""

from __future__ import annotations

from dataclasses import dataclass

from reportgen.present.blocks.inline import Line
from reportgen.present.charts import Chart


@dataclass(frozen=True, slots=True)
class Histogram:
    """A few counts as small columns: (label, count), drawn to the largest. `label` says it all in
    words."""

    label: str
    bars: tuple[tuple[str, int], ...]
    caption: Line


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a whole. `kind` names its place in the palette: kept, lost, lost-later, missed,
    gained, scored, excluded, …"""

    label: Line
    count: int
    kind: str
    target: str | None = None


@dataclass(frozen=True, slots=True)
class StackedBar:
    """One or more wholes drawn to one scale, each as its parts with their counts. Without a legend
    where a line beside it has the same counts."""

    label: str
    bars: tuple[tuple[Line, tuple[Part, ...]], ...]
    caption: Line = ()
    has_legend: bool = True


@dataclass(frozen=True, slots=True)
class Figure:
    """A chart with what it shows in words (`alt`: with the numbers) and the table that holds the
    same numbers."""

    anchor: str
    chart: Chart
    alt: str
    caption: Line
    table: str | None = None
