"""An allow-list like that of code hosts: other elements go and leave their text, `script` and `style` go whole."""

from __future__ import annotations

import html as entities
from html.parser import HTMLParser
from typing import Final

ALLOWED: Final = frozenset(
    (
        *("h1", "h2", "h3", "h4", "h5", "h6", "p", "br", "hr", "div", "span", "pre", "blockquote"),
        *(
            "b",
            "i",
            "strong",
            "em",
            "code",
            "tt",
            "kbd",
            "q",
            "samp",
            "var",
            "s",
            "strike",
            "del",
            "ins",
        ),
        *(
            "a",
            "img",
            "ruby",
            "rt",
            "rp",
            "abbr",
            "bdo",
            "cite",
            "dfn",
            "mark",
            "small",
            "time",
            "wbr",
        ),
        *("ol", "ul", "li", "dl", "dt", "dd", "sub", "sup", "figure", "figcaption", "caption"),
        *("table", "thead", "tbody", "tfoot", "tr", "td", "th", "summary", "details"),
    )
)
_DROPPED_WHOLE: Final = frozenset({"script", "style"})
_ATTRIBUTES: Final = frozenset({"href", "src", "alt", "align", "title", "open", "width", "height"})


class _Sanitiser(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.out: list[str] = []
        self.dropping = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _DROPPED_WHOLE:
            self.dropping += 1
        elif tag in ALLOWED:
            kept = "".join(
                f' {name}="{entities.escape(value or "")}"'
                for name, value in attrs
                if name in _ATTRIBUTES
            )
            self.out.append(f"<{tag}{kept}>")

    def handle_endtag(self, tag: str) -> None:
        if tag in _DROPPED_WHOLE:
            self.dropping -= 1
        elif tag in ALLOWED:
            self.out.append(f"</{tag}>")

    def handle_data(self, data: str) -> None:
        if not self.dropping:
            self.out.append(entities.escape(data, quote=False))


def sanitised(html: str) -> str:
    """What is left of the HTML."""
    page = _Sanitiser()
    page.feed(html)
    page.close()
    return "".join(page.out)
