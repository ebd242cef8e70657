"""One style for every figure: its colours on light and on dark, and the settings of matplotlib that are ours."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from matplotlib.typing import RcKeyType

INK: Final = "#1f2a37"
QUIET: Final = "#59636f"
LINE: Final = "#cdd2d8"
FAINT: Final = "#e9ecef"
PAPER: Final = "#fdfdfc"
BLUE: Final = "#1f66ad"
ORANGE: Final = "#b8500c"
GREY: Final = "#87909c"

# Every colour above has one of its own for dark; a figure names roles and not colours.
DARK: Final[Mapping[str, str]] = {
    INK: "#e6e9ed",
    QUIET: "#a4adb8",
    LINE: "#444d57",
    FAINT: "#2a3138",
    PAPER: "#14181c",
    BLUE: "#6fb1f2",
    ORANGE: "#f29b59",
    GREY: "#868f9a",
}
ROLES: Final[Mapping[str, str]] = {
    INK: "ink",
    QUIET: "quiet",
    LINE: "line",
    FAINT: "faint",
    PAPER: "paper",
    BLUE: "blue",
    ORANGE: "orange",
    GREY: "grey",
}

SMALL: Final = 12
NORMAL: Final = 13

_SETTINGS: Final[Mapping[RcKeyType, Any]] = {
    "axes.axisbelow": True,
    "axes.edgecolor": LINE,
    "axes.formatter.use_locale": False,
    "axes.labelcolor": QUIET,
    "axes.labelsize": SMALL,
    "axes.linewidth": 1,
    "axes.unicode_minus": True,
    "font.family": "DejaVu Sans",
    "font.size": SMALL,
    "hatch.color": GREY,
    "hatch.linewidth": 0.8,
    "lines.solid_capstyle": "butt",
    "svg.fonttype": "none",
    "svg.hashsalt": "reportgen",
    "text.color": INK,
    "text.parse_math": False,
    "xtick.color": QUIET,
    "xtick.labelsize": SMALL,
    "xtick.major.size": 0,
    "ytick.color": QUIET,
    "ytick.labelsize": SMALL,
    "ytick.major.size": 0,
}


@contextmanager
def own_settings() -> Iterator[None]:
    """matplotlib as it is shipped, with our style on top; what the user had set is back afterwards."""
    import matplotlib as mpl

    with mpl.rc_context(), warnings.catch_warnings():
        # An SVG's text is drawn by the reader's fonts; matplotlib warns that its own lacks a letter.
        warnings.filterwarnings("ignore", message="Glyph .* missing from font")
        mpl.rcdefaults()
        mpl.rcParams.update(_SETTINGS)
        yield


def colour(difference: float) -> str:
    """Blue for better, orange for worse, grey for the same."""
    if difference == 0:
        return GREY
    return BLUE if difference > 0 else ORANGE
