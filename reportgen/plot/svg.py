"""What matplotlib writes, made smaller and given the colours of both themes."""

from __future__ import annotations

import re
from typing import Final

from reportgen.plot.palette import DARK, ROLES

_HEAD: Final = re.compile(r"^.*?(?=<svg )", re.DOTALL)
_TAG: Final = re.compile(r"<[^>]+>")
_PLACES: Final = re.compile(r"(-?\d+)\.(\d\d)\d+")
_SPACE: Final = re.compile(r"\s*\n\s*")
_FONT: Final = re.compile(r"font-family: [^;\"]*(; )?")
_STYLE: Final = re.compile(r"<style type=\"text/css\">.*?</style>", re.DOTALL)
_FONTS: Final = (
    "system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans','PingFang SC','Microsoft YaHei',"
    "'Noto Sans CJK SC',sans-serif"
)


def finish(svg: str) -> bytes:
    """One SVG element: pixels for points, two places, fonts of the reader's system, a colour for each role that is
    another on dark screens and never in print."""
    svg = _HEAD.sub("", svg)
    svg = _TAG.sub(lambda tag: _shorter(tag[0]), svg)
    svg = re.sub(r">\s+<", "><", svg)
    for colour, role in ROLES.items():
        svg = svg.replace(colour, f"var(--{role})")
    return _STYLE.sub(lambda _: _style(), svg, count=1).strip().encode()


def _shorter(tag: str) -> str:
    tag = _SPACE.sub(" ", tag)
    tag = _PLACES.sub(r"\1.\2", tag)
    tag = _FONT.sub("", tag)
    if tag.startswith("<svg "):
        return re.sub(r"(width|height)=\"([\d.]+)pt\"", r'\1="\2"', tag)
    return tag


def _style() -> str:
    light = ";".join(f"--{role}:{colour}" for colour, role in ROLES.items())
    dark = ";".join(f"--{role}:{DARK[colour]}" for colour, role in ROLES.items())
    return (
        "<style>*{stroke-linejoin:round;stroke-linecap:butt}"
        f"text{{font-family:{_FONTS};font-variant-numeric:tabular-nums}}"
        f"svg{{{light}}}@media screen and (prefers-color-scheme:dark){{svg{{{dark}}}}}</style>"
    )
