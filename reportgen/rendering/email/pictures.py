"""Figures as PNG parts of a message, since mail programs show no SVG."""

from __future__ import annotations

import hashlib
from typing import Final

from reportgen import plot
from reportgen.present import lines
from reportgen.present.blocks import Line, Number
from reportgen.present.mail import Mail, NamedFigure
from reportgen.present.wording import Wording
from reportgen.rendering.email.parts import Picture

WIDTH: Final = 640
"""Width in CSS pixels; the file has two pixels for each."""

_SCALE: Final = 2


def draw_pictures(mail: Mail) -> dict[str, Picture]:
    """The mail's figures, drawn, by their anchors."""
    figures = (mail.deltas_figure, mail.flow_figure, mail.queries_figure)
    return {one.figure.anchor: _draw(one, mail.summary.words) for one in figures if one is not None}


def _draw(named: NamedFigure, words: Wording) -> Picture:
    figure = named.figure
    png = plot.draw_png(figure.chart, width_px=WIDTH, scale=_SCALE)
    width, height = plot.size(figure.chart, width_px=WIDTH)
    digest = hashlib.sha256(png).hexdigest()[:16]
    return Picture(
        cid=f"{figure.anchor}.{digest}@reportgen.invalid",
        png=png,
        alt=figure.alt,
        width=width,
        height=height,
        caption=(figure.caption, *_legend(named, words)),
    )


def _legend(named: NamedFigure, words: Wording) -> tuple[Line, ...]:
    """The names that stand in the picture as numbers, since it holds no letters for them."""
    legend = []
    for names in named.names:
        missing = [
            words.line("mail.name", number=Number(str(at)), name=name)
            for at, name in enumerate(names, 1)
            if not plot.can_draw(lines.plain(name))
        ]
        if missing:
            legend.append(words.line("mail.names", names=words.join(missing)))
    return tuple(legend)
