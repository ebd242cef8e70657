"""What each reader of Markdown makes of characters: the dialects, and the places where text may stand."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class Place(StrEnum):
    """Where a piece of text stands; decides what must be escaped."""

    TEXT = "text"
    CELL = "cell"
    HEADING = "heading"
    LINK = "link"
    HTML = "html"  # between the tags of an HTML block, where no Markdown is read


@dataclass(frozen=True, slots=True)
class Syntax:
    r"""One dialect.

    `referenced`: characters that are escaped in text, by character references where `entities` is true, else by a
    backslash. `pipe_in_code`: a table's code span may hold `\|`; else it is cut at each pipe. `html`: our few tags are
    read, else they would be shown. `details`: `<details>` folds. `line_break` stands between two lines of a cell.
    `html_anchors`: a link finds `<a id>`, else anchors are written as `(name)=` before a block.
    `pad` stands on both sides of a cell's text. `comment` is what no reader sees, with `{}` for its words.
    """

    name: str
    referenced: str
    entities: bool = False
    pipe_in_code: bool = True
    html: bool = True
    details: bool = True
    line_break: str = " · "
    html_anchors: bool = True
    pad: str = " "
    comment: str = "<!-- {} -->"


_COMMON: Final = "\\`*_[]<&~|#"

GFM: Final = Syntax("gfm", _COMMON + "$")
# Where every character counts.
GFM_TIGHT: Final = Syntax("gfm-tight", _COMMON + "$", pad="")
# Python-Markdown in its safe mode, or CommonMark: character references and raw HTML are shown as they are.
BITBUCKET: Final = Syntax("bitbucket", _COMMON, pipe_in_code=False, html=False, details=False)
# Python-Markdown shows the backslash of `\|` inside code.
MKDOCS: Final = Syntax(
    "mkdocs",
    _COMMON + "$^{}",
    entities=True,
    pipe_in_code=False,
    details=False,
    line_break="<br/>",
)
MYST: Final = Syntax(
    "myst",
    _COMMON + "${}^",
    entities=True,
    details=False,
    line_break="<br/>",
    html_anchors=False,
    comment="% {}",
)
# MDX reads braces as expressions and `<` as JSX; Docusaurus reads `:name` as a directive.
DOCUSAURUS: Final = Syntax(
    "docusaurus",
    _COMMON + "${}:",
    entities=True,
    details=False,
    line_break="<br/>",
    comment="{{/* {} */}}",
)
COMMONMARK: Final = Syntax(
    "commonmark", _COMMON + "$", entities=True, details=False, line_break="<br/>"
)
