"""Figures as data that a page carries inside."""

from __future__ import annotations

import base64
from dataclasses import dataclass

from reportgen import plot
from reportgen.present.charts import Chart


@dataclass(frozen=True, slots=True)
class Drawing:
    """A data address and the size in CSS pixels at which text has its intended size."""

    source: str
    width: int
    height: int


def drawing(chart: Chart) -> Drawing:
    """The chart as SVG in a data address: an image of its own, so that ids inside it cannot repeat the page's."""
    width, height = plot.size(chart)
    data = base64.b64encode(plot.draw(chart)).decode()
    return Drawing(f"data:image/svg+xml;base64,{data}", width, height)
