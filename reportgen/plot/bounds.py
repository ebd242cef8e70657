"""Deltas with what unjudged units could make of them, and apart from it the sampling interval."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from reportgen.plot.frame import WIDTH, add_axes, hair_lines, scale_limit, signed
from reportgen.plot.labels import Labels
from reportgen.plot.palette import GREY, LINE, QUIET, colour
from reportgen.present.charts import BoundsChart, BoundsRow

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_ROW: Final = 34
_NAMES: Final = 150


def size(chart: BoundsChart, width: int | None) -> tuple[int, int]:
    """As high as the rows need."""
    return width or WIDTH, 44 + _ROW * max(1, len(chart.rows))


def draw(chart: BoundsChart, figure: Figure, labels: Labels) -> None:
    """The broad band holds every delta that some judging of the unjudged units gives; the thin line below it is
    the interval of sampling, which is another question."""
    limit = scale_limit(
        [value for row in chart.rows for value in (row.low, row.high, *(row.interval or ()))]
    )
    axes = add_axes(figure, left=_NAMES, top=6, right=24, bottom=38)
    axes.set(xlim=(-limit, limit), ylim=(max(1, len(chart.rows)) - 0.5, -0.5))
    axes.set_yticks([])
    ticks = (-limit, -limit / 2, 0, limit / 2, limit)
    axes.set_xticks(ticks, [signed(tick, 3) for tick in ticks])
    hair_lines(axes, ticks, horizontal=False)
    axes.axvline(0, color=QUIET, linewidth=1)
    axes.set_xlabel("● − ○", labelpad=4)
    for place, row in enumerate(chart.rows):
        _draw_row(axes, row, place)
        axes.text(
            -0.03, place, labels.of(row.label, place + 1, longest=20), ha="right",
            va="center_baseline", transform=axes.get_yaxis_transform(),
        )  # fmt: skip


def _draw_row(axes: Axes, row: BoundsRow, y: float) -> None:
    axes.plot([row.low, row.high], [y - 0.1, y - 0.1], color=LINE, linewidth=9, zorder=2)
    if row.interval is not None:
        axes.plot(row.interval, [y + 0.25, y + 0.25], color=GREY, linewidth=1.6, zorder=2)
    axes.plot(
        [row.delta], [y - 0.1], marker="o", markersize=8, markerfacecolor=colour(row.delta),
        color=colour(row.delta), markeredgecolor=colour(row.delta), zorder=3,
    )  # fmt: skip
