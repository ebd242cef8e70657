"""Small multiples: a column a stage, a row a measure, deltas over the cutoffs on one scale."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from reportgen.plot.frame import WIDTH, add_axes, hair_lines, scale_limit, signed, zero_line
from reportgen.plot.labels import Labels
from reportgen.plot.palette import BLUE, GREY, INK, LINE, NORMAL, ORANGE, QUIET, SMALL, colour
from reportgen.present.charts import DeltaGridChart, DeltaSeries

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_ROW: Final = 52
_GAP: Final = 10
_TOP: Final = 28
_BOTTOM: Final = 40
_NAMES: Final = 128
_SCALE: Final = 46


def size(chart: DeltaGridChart, width: int | None) -> tuple[int, int]:
    """As high as the measures need."""
    return width or WIDTH, _TOP + _BOTTOM + _ROW * max(1, _rows(chart))


def draw(chart: DeltaGridChart, figure: Figure, labels: Labels) -> None:
    """Dots for deltas, lines for their intervals; the scale stands once, beside the first row."""
    width, height = size(chart, round(figure.get_size_inches()[0] * 72))
    limit = scale_limit(
        [
            value
            for panel in chart.panels
            for series in panel.series
            for value in (*series.values, *series.low, *series.high)
            if value is not None
        ]
    )
    columns = max(1, len(chart.panels))
    column = (width - _NAMES - _SCALE) / columns
    for at, panel in enumerate(chart.panels):
        left = _NAMES + at * column
        for row, series in enumerate(panel.series):
            top = _TOP + row * _ROW
            axes = add_axes(
                figure,
                left=left + _GAP,
                top=top + 5,
                right=width - left - column + _GAP,
                bottom=height - top - _ROW + 5,
            )
            _draw_series(axes, series, limit)
            if row == len(panel.series) - 1:
                _name_cutoffs(axes, panel.cutoffs)
            if row == 0:
                axes.set_title(
                    labels.of(panel.label, at + 1), fontsize=NORMAL, color=INK, loc="left", pad=8
                )
            if at == 0:
                axes.text(
                    -_GAP / (column - 2 * _GAP) * 1.4,
                    0.5,
                    labels.of(series.label, row + 1),
                    transform=axes.transAxes,
                    ha="right",
                    va="center_baseline",
                )
            if at == columns - 1 and row == 0:
                _name_scale(axes, limit)


def _rows(chart: DeltaGridChart) -> int:
    return max((len(panel.series) for panel in chart.panels), default=0)


def _draw_series(axes: Axes, series: DeltaSeries, limit: float) -> None:
    count = len(series.values)
    axes.set(xlim=(-0.5, count - 0.5), ylim=(-limit, limit))
    axes.set_xticks([])
    axes.set_yticks([])
    hair_lines(axes, (-limit, limit))
    zero_line(axes)
    shown = [(at, value) for at, value in enumerate(series.values) if value is not None]
    axes.plot([at for at, _ in shown], [value for _, value in shown], color=LINE, linewidth=1)
    for hue in (BLUE, ORANGE, GREY):
        mine = [(at, value) for at, value in shown if colour(value) == hue]
        for at, _ in mine:
            low, high = series.low[at], series.high[at]
            if low is not None and high is not None:
                axes.plot([at, at], [low, high], color=hue, linewidth=1.6, zorder=2)
        if mine:
            axes.plot(
                [at for at, _ in mine], [value for _, value in mine], linestyle="none",
                marker="o", markersize=6, markerfacecolor=hue, color=hue, markeredgecolor=hue, clip_on=False,
                zorder=3,
            )  # fmt: skip


def _name_cutoffs(axes: Axes, cutoffs: Sequence[str]) -> None:
    axes.set_xticks(range(len(cutoffs)), list(cutoffs))
    axes.set_xlabel("k", labelpad=1, color=QUIET)


def _name_scale(axes: Axes, limit: float) -> None:
    for value in (-limit, limit):
        axes.text(
            1.03, (value / limit + 1) / 2, signed(value, 2), transform=axes.transAxes,
            color=QUIET, fontsize=SMALL, va="center_baseline",
        )  # fmt: skip
