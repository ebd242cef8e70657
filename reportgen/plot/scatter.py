"""Baseline against candidate: the diagonal, and a mark whose area is the number of queries that stand there."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from math import sqrt
from typing import TYPE_CHECKING, Final

from reportgen.plot.frame import add_axes, unit_ticks
from reportgen.plot.labels import Labels
from reportgen.plot.palette import BLUE, INK, LINE, NORMAL, ORANGE, PAPER, QUIET, colour
from reportgen.present.charts import ScatterChart

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Place = tuple[float, float, bool]
"""Baseline, candidate, whether the ceiling is 1."""

MOST_MARKS: Final = 500
_SIZE: Final = 304
_GRID: Final = 20
_LARGEST: Final = 16.0
_PER_QUERY: Final = 5.5
_SMALLEST: Final = 2.2
_DIGIT: Final = 2.2
_ROOM: Final = 4.2
_MOST_CEILINGS: Final = 4


def size(width: int | None) -> tuple[int, int]:
    """A square with a line above it."""
    side = min(width or _SIZE, _SIZE)
    return side, side


def draw(chart: ScatterChart, figure: Figure, labels: Labels) -> None:
    """A disc has ceiling 1, a diamond a ceiling below 1; ○ names the baseline's axis, ● the candidate's."""
    axes = add_axes(figure, left=58, top=36, right=20, bottom=54)
    axes.set(xlim=(0, 1), ylim=(0, 1))
    axes.plot([0, 1], [0, 1], color=LINE, linewidth=1.2, zorder=1)
    for edge in ("left", "bottom", "top", "right"):
        axes.spines[edge].set_visible(True)
    axes.tick_params(pad=_LARGEST + 2)  # clear of a mark that stands on the edge
    unit_ticks(axes.xaxis)
    unit_ticks(axes.yaxis)
    measure = labels.of(chart.measure, 0)
    axes.set_xlabel(f"○ {measure}", labelpad=1)
    axes.set_ylabel(f"● {measure}", labelpad=2)
    _draw_ceilings(axes, chart)
    _draw_marks(axes, _places(chart))
    _draw_counts(axes, chart)


def _places(chart: ScatterChart) -> Mapping[Place, int]:
    found: Counter[Place] = Counter()
    for point in chart.points:
        found[point.x, point.y, point.ceiling >= 1] += point.count
    if len(found) <= MOST_MARKS:
        return found
    binned: Counter[Place] = Counter()
    for (x, y, full), count in found.items():
        binned[_binned(x), _binned(y), full] += count
    return binned


def _binned(value: float) -> float:
    return round(value * _GRID) / _GRID


def _draw_marks(axes: Axes, places: Mapping[Place, int]) -> None:
    largest = max(places.values(), default=1)
    radius_of_one = min(_PER_QUERY, _LARGEST / sqrt(largest))
    # Marks of one look become one object: the file then holds a place for each and one shape for all.
    alike: defaultdict[tuple[int, str, bool], list[tuple[float, float]]] = defaultdict(list)
    for (x, y, full), count in sorted(places.items()):
        alike[count, _side(x, y), full].append((x, y))
    for (count, hue, full), spots in sorted(alike.items(), reverse=True):
        radius = max(_SMALLEST, radius_of_one * sqrt(count))
        axes.plot(
            [x for x, _ in spots],
            [y for _, y in spots],
            linestyle="none",
            marker="o" if full else "D",
            # Equal areas: a diamond's diagonal is longer than its side by the root of 2.
            markersize=2 * radius if full else radius * 1.77,
            markerfacecolor=hue,
            color=hue,
            markeredgecolor=PAPER,
            markeredgewidth=1,
            clip_on=False,
            zorder=3,
        )
        if count > 1 and radius >= _ROOM + _DIGIT * len(str(count)):
            for x, y in spots:
                axes.text(
                    x, y, str(count), color=PAPER, fontsize=10, fontweight="bold",
                    ha="center", va="center_baseline", zorder=4,
                )  # fmt: skip


def _side(x: float, y: float) -> str:
    return colour(y - x)


def _draw_ceilings(axes: Axes, chart: ScatterChart) -> None:
    ceilings = sorted({point.ceiling for point in chart.points if point.ceiling < 1})
    if not 0 < len(ceilings) <= _MOST_CEILINGS:
        return
    for ceiling in ceilings:
        axes.plot([1, 1.03], [ceiling, ceiling], color=INK, linewidth=1.5, clip_on=False)
        axes.plot([ceiling, ceiling], [1, 1.03], color=INK, linewidth=1.5, clip_on=False)


def _draw_counts(axes: Axes, chart: ScatterChart) -> None:
    for x, align, words, hue in (
        (0.0, "left", f"▲ {chart.better}", BLUE),
        (0.5, "center", f"= {chart.same}", QUIET),
        (1.0, "right", f"▼ {chart.worse}", ORANGE),
    ):
        axes.text(
            x, 1.065, words, color=hue, fontsize=NORMAL, fontweight="bold", ha=align, va="bottom"
        )  # fmt: skip
