"""One measure's deltas over the queries: in descending order, and by size."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from reportgen.plot.frame import WIDTH, add_axes, hair_lines, scale_limit, signed, zero_line
from reportgen.plot.labels import Labels
from reportgen.plot.palette import BLUE, GREY, LINE, NORMAL, ORANGE, QUIET, SMALL
from reportgen.present.charts import DeltaHistogramChart, SortedDeltasChart

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MOST_BARS: Final = 500
_HEIGHT: Final = 190
_MOST_NUMBERS: Final = 24
_MOST_APART: Final = 60


def size(width: int | None) -> tuple[int, int]:
    """A wide, low figure."""
    return width or WIDTH, _HEIGHT


def draw_sorted(chart: SortedDeltasChart, figure: Figure, labels: Labels) -> None:
    """Gains fall from the left, losses to the right; between them the ties, as a number on a gap."""
    deltas = sorted(chart.deltas, reverse=True)
    gains = [delta for delta in deltas if delta > 0]
    losses = [delta for delta in deltas if delta < 0]
    gap = max(1.0, 0.12 * len(deltas)) if deltas else 1.0
    limit = scale_limit(deltas)
    axes = add_axes(figure, left=52, top=30, right=8, bottom=12)
    axes.set(xlim=(0, max(len(deltas) + gap, 1)), ylim=(-limit, limit))
    _difference_ticks(axes, limit)
    axes.set_ylabel(f"● − ○ {labels.of(chart.measure, 0)}", fontsize=SMALL)
    _draw_bars(axes, gains, 0, BLUE)
    _draw_bars(axes, losses, len(gains) + gap, ORANGE)
    zero_line(axes)
    top = limit * 1.1
    ends = len(gains) + gap
    _say(axes, f"▲ {len(gains)}", x=0, y=top, hue=BLUE, align="left")
    middle = len(gains) + gap / 2
    _say(axes, f"= {chart.ties}", x=middle, y=top, hue=QUIET, align="center")
    end = ends + len(losses)
    _say(axes, f"▼ {len(losses)}", x=end, y=top, hue=ORANGE, align="right")


def draw_histogram(chart: DeltaHistogramChart, figure: Figure, labels: Labels) -> None:
    """A bar a bin, blue right of zero and orange left of it; exact zeros are a number above the zero line."""
    tallest = max((1, *chart.counts))
    axes = add_axes(figure, left=24, top=34, right=24, bottom=42)
    axes.set(xlim=(chart.edges[0], chart.edges[-1]), ylim=(0, tallest))
    axes.set_yticks([])
    ticks = (-1, -0.5, 0, 0.5, 1)
    axes.set_xticks(ticks, [signed(tick) for tick in ticks])
    axes.set_xlabel(f"● − ○ {labels.of(chart.measure, 0)}", labelpad=4)
    numbered = len(chart.counts) <= _MOST_NUMBERS
    for left, right, count in zip(chart.edges, chart.edges[1:], chart.counts, strict=False):
        if not count:
            continue
        centre = (left + right) / 2
        hue = BLUE if centre > 0 else ORANGE if centre < 0 else GREY
        axes.bar(centre, count, width=(right - left) * 0.86, color=hue)
        if numbered:
            axes.text(centre, count + tallest * 0.03, str(count), color=hue, ha="center")
    axes.axhline(0, color=QUIET, linewidth=1)
    axes.axvline(0, color=LINE, linewidth=1, zorder=0)
    _say(axes, f"= {chart.zeros}", x=0, y=tallest * 1.13, hue=QUIET, align="center")


def _draw_bars(axes: Axes, deltas: Sequence[float], start: float, hue: str) -> None:
    """All bars as one shape; above 500 as the outline of their ends, each step the mean of its share."""
    from matplotlib.patches import PathPatch
    from matplotlib.path import Path

    steps = min(len(deltas), MOST_BARS)
    width = len(deltas) / steps if steps else 0.0
    margin = 0.12 if len(deltas) <= _MOST_APART else 0.0
    vertices: list[tuple[float, float]] = []
    codes: list[Any] = []
    for step in range(steps):
        part = deltas[step * len(deltas) // steps : (step + 1) * len(deltas) // steps]
        height = sum(part) / len(part)
        left, right = start + step * width + margin, start + (step + 1) * width - margin
        vertices += [(left, 0), (left, height), (right, height), (right, 0), (left, 0)]
        codes += [Path.MOVETO, Path.LINETO, Path.LINETO, Path.LINETO, Path.CLOSEPOLY]
    if vertices:
        axes.add_patch(PathPatch(Path(vertices, codes), facecolor=hue, linewidth=0))


def _difference_ticks(axes: Axes, limit: float) -> None:
    ticks = (-limit, -limit / 2, 0, limit / 2, limit)
    axes.set_yticks(ticks, [signed(tick, 3) for tick in ticks])
    axes.set_xticks([])
    hair_lines(axes, ticks)


def _say(axes: Axes, words: str, *, x: float, y: float, hue: str, align: str) -> None:
    axes.text(x, y, words, color=hue, fontsize=NORMAL, fontweight="bold", ha=align, va="bottom")
