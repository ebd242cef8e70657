"""Groups: both runs on a scale of 0 to 1, the ceiling as a tick, the rest beyond it hatched."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from reportgen.plot.frame import WIDTH, add_axes, hair_lines, unit_ticks
from reportgen.plot.labels import Labels
from reportgen.plot.palette import FAINT, GREY, INK, LINE, PAPER, QUIET, colour
from reportgen.present.charts import DumbbellChart, DumbbellRow

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_ROW: Final = 26
_TOP: Final = 24
_BOTTOM: Final = 40
_NAMES: Final = 176


def size(chart: DumbbellChart, width: int | None) -> tuple[int, int]:
    """As high as the groups need."""
    return width or WIDTH, _TOP + _BOTTOM + _ROW * max(1, len(chart.rows))


def draw(chart: DumbbellChart, figure: Figure, labels: Labels) -> None:
    """○ is the baseline, ● the candidate; the number beside a name is its n."""
    axes = add_axes(figure, left=_NAMES, top=_TOP, right=20, bottom=_BOTTOM)
    axes.set(xlim=(0, 1), ylim=(max(1, len(chart.rows)) - 0.5, -0.5))
    axes.set_yticks([])
    unit_ticks(axes.xaxis)
    hair_lines(axes, (0, 0.5, 1), horizontal=False)
    axes.set_xlabel(f"○ ● {labels.of(chart.measure, 0)}", labelpad=4)
    across = axes.get_yaxis_transform()
    axes.text(-0.035, -0.85, "n", transform=across, color=QUIET, ha="right")
    for place, row in enumerate(chart.rows):
        _draw_row(axes, row, place)
        axes.text(
            -0.035, place, str(row.n), transform=across, color=QUIET, ha="right",
            va="center_baseline",
        )  # fmt: skip
        axes.text(
            -0.115, place, labels.of(row.label, row.number, longest=22), transform=across,
            ha="right", va="center_baseline",
        )  # fmt: skip


def _draw_row(axes: Axes, row: DumbbellRow, y: float) -> None:
    if row.ceiling is not None:
        axes.plot([0, row.ceiling], [y, y], color=LINE, linewidth=1, zorder=1)
        axes.barh(
            y, 1 - row.ceiling, left=row.ceiling, height=0.34, color=FAINT, hatch="/////",
            edgecolor=GREY, linewidth=0, zorder=1,
        )  # fmt: skip
        axes.plot(
            [row.ceiling, row.ceiling], [y - 0.27, y + 0.27], color=INK, linewidth=1.6,
            clip_on=False, zorder=2,
        )  # fmt: skip
    else:
        axes.plot([0, 1], [y, y], color=LINE, linewidth=1, zorder=1)
    if row.baseline is not None and row.candidate is not None:
        hue = colour(row.candidate - row.baseline)
        axes.plot([row.baseline, row.candidate], [y, y], color=hue, linewidth=3, zorder=3)
    else:
        hue = QUIET
    if row.baseline is not None:
        _dot(axes, row.baseline, y, face=PAPER, edge=INK, size=8)
    if row.candidate is not None:
        size = 4 if row.candidate == row.baseline else 8  # the ring stays visible around it
        _dot(axes, row.candidate, y, face=hue, edge=hue, size=size)


def _dot(axes: Axes, x: float, y: float, *, face: str, edge: str, size: int) -> None:
    axes.plot(
        [x], [y], marker="o", markersize=size, markerfacecolor=face, color=edge, markeredgecolor=edge,
        markeredgewidth=1.4, clip_on=False, zorder=4,
    )  # fmt: skip
