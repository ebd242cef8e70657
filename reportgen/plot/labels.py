"""Names from the data inside a figure: short, harmless, and never drawn as empty boxes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from reportgen.present.visible import make_visible


@dataclass(frozen=True, slots=True)
class Labels:
    """`needs_glyphs`: the file holds drawn letters (PNG), so only what matplotlib's own font has can be shown."""

    needs_glyphs: bool

    def of(self, name: str, number: int, *, longest: int = 28) -> str:
        """The name on one line, shortened to `longest` characters; `number` where its letters cannot be drawn."""
        shown = " ".join(make_visible(name).split())
        if self.needs_glyphs and not can_draw(shown):
            return str(number)
        return shown if len(shown) <= longest else shown[: longest - 1] + "…"


def can_draw(name: str) -> bool:
    """Whether a drawn figure (PNG) shows this name, and not a number in its place."""
    return _drawable().issuperset(map(ord, " ".join(make_visible(name).split())))


@cache
def _drawable() -> frozenset[int]:
    import matplotlib as mpl
    from matplotlib.ft2font import FT2Font

    path = Path(mpl.get_data_path()) / "fonts" / "ttf" / "DejaVuSans.ttf"
    return frozenset(FT2Font(str(path)).get_charmap())
