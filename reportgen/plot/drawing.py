"""Each chart to the function that draws it, and a figure to bytes."""

from __future__ import annotations

import io
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from reportgen.plot import bounds, deltas, dumbbell, flow, grid, scatter
from reportgen.plot.labels import Labels
from reportgen.plot.palette import PAPER, own_settings
from reportgen.plot.svg import finish
from reportgen.present.charts import (
    BoundsChart,
    Chart,
    DeltaGridChart,
    DeltaHistogramChart,
    DumbbellChart,
    FlowChart,
    ScatterChart,
    SortedDeltasChart,
)

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_PIXELS_PER_INCH = 72
"""One user unit of the SVG is one CSS pixel."""


def size(chart: Chart, *, width_px: int | None = None) -> tuple[int, int]:
    """Width and height in CSS pixels at which the text of the figure has its intended size."""
    return _plan(chart, width_px)[0]


def draw(chart: Chart, *, width_px: int | None = None) -> bytes:
    """The chart as one SVG element, transparent, in the colours of light and dark. `width_px`: 560, or the
    chart's own width where that is less."""
    with own_settings():
        figure = _figure(chart, width_px, Labels(needs_glyphs=False))
        out = io.StringIO()
        figure.savefig(
            out,
            format="svg",
            transparent=True,
            metadata={"Date": None, "Creator": None, "Format": None, "Type": None},
        )
    return finish(out.getvalue())


def draw_png(chart: Chart, *, width_px: int | None = None, scale: float = 2) -> bytes:
    """The chart as PNG on a light ground, `scale` pixels to a CSS pixel. A name whose letters matplotlib's font
    lacks is replaced by its row number."""
    with own_settings():
        figure = _figure(chart, width_px, Labels(needs_glyphs=True))
        out = io.BytesIO()
        figure.savefig(
            out,
            format="png",
            dpi=_PIXELS_PER_INCH * scale,
            facecolor=PAPER,
            metadata={"Software": None},
        )
    return out.getvalue()


def _figure(chart: Chart, width_px: int | None, labels: Labels) -> Figure:
    from matplotlib.figure import Figure

    (width, height), drawer = _plan(chart, width_px)
    figure = Figure(
        figsize=(width / _PIXELS_PER_INCH, height / _PIXELS_PER_INCH), dpi=_PIXELS_PER_INCH
    )
    drawer(figure, labels)
    return figure


def _plan(
    chart: Chart, width: int | None
) -> tuple[tuple[int, int], Callable[[Figure, Labels], None]]:
    match chart:
        case ScatterChart():
            return scatter.size(width), partial(scatter.draw, chart)
        case SortedDeltasChart():
            return deltas.size(width), partial(deltas.draw_sorted, chart)
        case DeltaHistogramChart():
            return deltas.size(width), partial(deltas.draw_histogram, chart)
        case DeltaGridChart():
            return grid.size(chart, width), partial(grid.draw, chart)
        case DumbbellChart():
            return dumbbell.size(chart, width), partial(dumbbell.draw, chart)
        case FlowChart():
            return flow.size(chart, width), partial(flow.draw, chart)
        case BoundsChart():
            return bounds.size(chart, width), partial(bounds.draw, chart)
