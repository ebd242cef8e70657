"""The whole report as a folder for a documentation site: one page of Markdown and its figures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from reportgen import plot
from reportgen.present.blocks import Code, ReportView, Section
from reportgen.present.wording import Wording
from reportgen.rendering.markdown.blocks import BlockWriter, join
from reportgen.rendering.markdown.syntax import COMMONMARK, DOCUSAURUS, MKDOCS, MYST, Syntax
from reportgen.text import load_texts

FLAVOURS: Final[Mapping[str, Syntax]] = {
    one.name: one for one in (MKDOCS, MYST, DOCUSAURUS, COMMONMARK)
}
_OPENED_IN: Final = "report.html"
_MARK: Final = "written by reportgen"


def render_docs(view: ReportView, *, flavour: str) -> dict[str, bytes]:
    """The files of the folder by their paths: `index.md`, and every figure as `figures/NAME.svg` and `.png`.

    `flavour` is one of `FLAVOURS`. What a row of the query table opens to is not written: the page says where it is.
    """
    first = BlockWriter(FLAVOURS[flavour], anchors=True)
    _page(view, first)
    # Links lead only to anchors that the first pass has made.
    writer = replace(first, targets=frozenset(first.made), made=set())
    # Last, because some sites take their title from the first thing on a page.
    page = f"{_page(view, writer)}\n\n{writer.syntax.comment.format(_MARK)}\n"
    files = {"index.md": page.encode("utf-8")}
    for name, figure in writer.figures.items():
        files[f"figures/{name}.svg"] = plot.draw(figure.chart)
        files[f"figures/{name}.png"] = plot.draw_png(figure.chart)
    return files


def is_own_page(content: bytes) -> bool:
    """Whether an `index.md` ends with the hidden line of those that are made here, in any flavour."""
    last = content.rstrip().rpartition(b"\n")[2].strip()
    return last in {one.comment.format(_MARK).encode() for one in FLAVOURS.values()}


def _page(view: ReportView, writer: BlockWriter) -> str:
    title = replace(writer, level=1).heading(view.heading)
    sections = (_section(view, section, writer) for section in view.sections)
    return str(join([title, *map(writer.text, view.subheading), *sections]))


def _section(view: ReportView, section: Section, writer: BlockWriter) -> str:
    heading = writer.before(section.anchor) + writer.heading(section.title, section.anchor)
    parts = [heading, writer.below().blocks(section.blocks)]
    if section.anchor == "queries":
        opened = Wording(load_texts(view.lang)).line("docs.opened", file=Code(_OPENED_IN))
        parts.append(writer.text(opened))
    return str(join(parts))
