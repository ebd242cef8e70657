"""Real readers of Markdown, and what they make of a page: the text, elements and links in it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Final

import cmarkgfm
import markdown
from cmarkgfm.cmark import Options
from markdown_it import MarkdownIt

Reader = Callable[[str], str]


def github(text: str) -> str:
    """GitHub's own parser with raw HTML kept, as the host has it before it sanitises."""
    return str(cmarkgfm.github_flavored_markdown_to_html(text, options=Options.CMARK_OPT_UNSAFE))


def github_without_html(text: str) -> str:
    """The same where the host takes raw HTML out."""
    return str(cmarkgfm.github_flavored_markdown_to_html(text))


def commonmark_it(text: str) -> str:
    """CommonMark with tables, raw HTML and linkify off, as MyST and Azure build on it."""
    return str(MarkdownIt("commonmark", {"html": True}).enable("table").render(text))


def python_markdown(text: str) -> str:
    """The extensions that MkDocs always has."""
    return str(markdown.markdown(text, extensions=["tables", "toc", "fenced_code"]))


@dataclass
class Node:
    """Text outside code, text inside it, and the elements it holds, for a cell, heading or paragraph."""

    tag: str
    text: str = ""
    outside: list[str] = field(default_factory=list)
    elements: list[str] = field(default_factory=list)


class _Page(HTMLParser):
    def __init__(self, tags: frozenset[str]) -> None:
        super().__init__(convert_charrefs=True)
        self.tags = tags
        self.nodes: list[Node] = []
        self.open: list[Node] = []
        self.code = 0
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.comments: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        for node in self.open:
            node.elements.append(tag)
        if tag == "code":
            self.code += 1
        if tag in self.tags:
            node = Node(tag)
            self.nodes.append(node)
            self.open.append(node)

    def handle_endtag(self, tag: str) -> None:
        if tag == "code":
            self.code -= 1
        if self.open and tag == self.open[-1].tag:
            self.open.pop()

    def handle_data(self, data: str) -> None:
        for node in self.open:
            node.text += data
            if not self.code:
                node.outside.append(data)

    def handle_comment(self, data: str) -> None:
        self.comments.append(data)


def read(html: str, *tags: str) -> list[Node]:
    """The nodes of these tags in order."""
    page = _Page(frozenset(tags))
    page.feed(html)
    page.close()
    return page.nodes


def text_of(html: str) -> str:
    """All text of a page."""
    return collapsed("".join(node.text for node in read(f"<body>{html}</body>", "body")))


def comments(html: str) -> list[str]:
    """What stands in comments."""
    page = _Page(frozenset())
    page.feed(html)
    page.close()
    return page.comments


def elements(html: str) -> list[tuple[str, dict[str, str | None]]]:
    """Every element with its attributes, in order."""
    page = _Page(frozenset())
    page.feed(html)
    page.close()
    return page.elements


def collapsed(text: str) -> str:
    return " ".join(text.split())


# What code hosts make links, pictures or formulas of, in text outside code.
HOST_PATTERNS: Final = {
    "mention": re.compile(r"(?<![\w`])@[A-Za-z0-9]"),
    "issue": re.compile(r"(?<!\w)[#!]\d|\b[gG][hH]-\d|\w[#!]\d"),
    "tracker key": re.compile(r"\b[A-Z][A-Z0-9_]*-\d"),
    "commit": re.compile(r"(?<![0-9A-Za-z_.,])[0-9a-f]{7,40}(?![0-9A-Za-z_])"),
    "formula": re.compile(r"\$"),
    "emoji": re.compile(r":[a-z0-9_+-]+:"),
    "address": re.compile(r"(?i)https?:|www\.|mailto:|[\w.+-]+@[\w-]+\.\w"),
}


def linked(text: str) -> list[str]:
    """What a host would find in a text node outside code."""
    return [name for name, pattern in HOST_PATTERNS.items() if pattern.search(text)]
