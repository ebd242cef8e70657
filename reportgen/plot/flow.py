"""Where gold is lost: both runs as bars of one scale, from what was reached to what no stage returned."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from reportgen.plot.frame import WIDTH, add_axes
from reportgen.plot.labels import Labels
from reportgen.plot.palette import BLUE, FAINT, GREY, INK, LINE, PAPER, QUIET
from reportgen.present.charts import FlowBar, FlowChart

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_ROW: Final = 58
_NAMES: Final = 130
_LEAST_FOR_NUMBER: Final = 0.035
_LEAST_FOR_NAME: Final = 0.12


def size(chart: FlowChart, width: int | None) -> tuple[int, int]:
    """Two bars and their names."""
    return width or WIDTH, 16 + _ROW * max(1, len(chart.bars))


def draw(chart: FlowChart, figure: Figure, labels: Labels) -> None:
    """Dark: reached the last stage (blue at its end: gained on the way); grey: lost before a stage, the last
    first; hatched: never returned. What was lost and gained again counts as both, so a bar may pass the
    gold, where a line stands."""
    axes = add_axes(figure, left=_NAMES, top=8, right=12, bottom=8)
    longest = max((chart.gold, *(_length(bar) for bar in chart.bars)))
    axes.set(xlim=(0, max(1, longest)), ylim=(max(1, len(chart.bars)) - 0.5, -0.5))
    axes.set_xticks([])
    axes.set_yticks([])
    for place, bar in enumerate(chart.bars):
        axes.text(
            -0.02, place, labels.of(bar.label, place + 1, longest=18), ha="right",
            va="center_baseline", transform=axes.get_yaxis_transform(),
        )  # fmt: skip
        _draw_bar(axes, chart, bar, place, labels)
    if longest > chart.gold:
        axes.axvline(chart.gold, color=INK, linewidth=1.2, linestyle=(0, (3, 2)), zorder=5)


def _length(bar: FlowBar) -> int:
    return bar.reached + sum(bar.lost) + bar.missed


def _draw_bar(axes: Axes, chart: FlowChart, bar: FlowBar, y: int, labels: Labels) -> None:
    total = max(1, chart.gold)
    gained = min(sum(bar.gained), bar.reached)
    names = [labels.of(stage, at + 1, longest=14) for at, stage in enumerate(chart.stages)]
    last = names[-1] if names else ""
    parts = [(bar.reached - gained, INK, PAPER, last), (gained, BLUE, PAPER, "+")]
    for step in reversed(range(len(bar.lost))):
        name = names[step + 1] if step + 1 < len(names) else ""
        parts.append((bar.lost[step], LINE, INK, f"✕ {name}"))
    parts.append((bar.missed, "", INK, "∅"))
    x = 0
    for count, ground, letters, name in parts:
        if count:
            _draw_part(axes, x, y, count, ground)
            _name_part(axes, x, y, count=count, letters=letters, name=name, share=count / total)
        x += count


def _draw_part(axes: Axes, x: int, y: int, count: int, ground: str) -> None:
    if ground:
        axes.barh(y, count, left=x, height=0.76, color=ground, edgecolor=PAPER, linewidth=1.5)
    else:
        axes.barh(
            y, count, left=x, height=0.76, color=FAINT, hatch="////", edgecolor=GREY, linewidth=0
        )  # fmt: skip


def _name_part(
    axes: Axes, x: int, y: int, *, count: int, letters: str, name: str, share: float
) -> None:
    if share < _LEAST_FOR_NUMBER:
        return
    inset = 0.006 * axes.get_xlim()[1]
    axes.text(
        x + inset, y + 0.27, str(count), color=letters, fontsize=13, fontweight="bold",
    )  # fmt: skip
    if share >= _LEAST_FOR_NAME and name:
        axes.text(
            x + inset, y - 0.12, name, fontsize=10, color=letters if letters == PAPER else QUIET
        )  # fmt: skip
