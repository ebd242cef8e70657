"""Chart data becomes SVG or PNG bytes; the same bytes for the same chart, whatever the user's settings."""

from __future__ import annotations

from reportgen.plot.drawing import draw, draw_png, size
from reportgen.plot.labels import can_draw

__all__ = ["can_draw", "draw", "draw_png", "size"]
