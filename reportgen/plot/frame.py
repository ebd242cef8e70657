"""Axes placed by pixels, and the few marks that all figures share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from reportgen.plot.palette import LINE, QUIET

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

WIDTH = 560


def add_axes(figure: Figure, left: float, top: float, right: float, bottom: float) -> Axes:
    """Axes without a frame whose edges stand these many pixels inside the figure."""
    width, height = (inches * 72 for inches in figure.get_size_inches())
    axes = figure.add_axes(
        (
            left / width,
            bottom / height,
            (width - left - right) / width,
            (height - top - bottom) / height,
        )
    )
    axes.spines[:].set_visible(False)
    axes.patch.set_visible(False)
    return axes


def unit_ticks(axis: Any) -> None:
    """0, 0.5 and 1: enough to read a level, few enough to stay quiet."""
    axis.set_ticks([0, 0.5, 1], ["0", "0.5", "1"])


def signed(value: float, places: int = 1) -> str:
    """A tick of a scale of differences with its sign."""
    shown = f"{abs(value):.{places}f}".rstrip("0").rstrip(".")
    if value == 0 or shown == "0":
        return "0"
    return ("−" if value < 0 else "+") + shown


def scale_limit(values: Sequence[float]) -> float:
    """The smallest of a few round limits that holds every value."""
    largest = max((abs(value) for value in values), default=0.0)
    return next((limit for limit in (0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5) if largest <= limit), 1.0)


def zero_line(axes: Axes, *, horizontal: bool = True) -> None:
    """The line that differences stand on."""
    draw = axes.axhline if horizontal else axes.axvline
    draw(0, color=QUIET, linewidth=1, zorder=1)


def hair_lines(axes: Axes, places: Sequence[float], *, horizontal: bool = True) -> None:
    """Quiet lines behind the marks."""
    draw = axes.axhline if horizontal else axes.axvline
    for place in places:
        draw(place, color=LINE, linewidth=0.7, zorder=0)
