"""Summaries and reports as Markdown: for code hosts, which cut and rewrite, and for documentation sites."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from reportgen.model.report import Report
    from reportgen.present.options import PresentOptions
    from reportgen.rendering.markdown.summary import Written

__all__ = ["render_markdown", "write_markdown"]


def write_markdown(
    report: Report,
    *,
    lang: str = "en",
    options: PresentOptions | None = None,
    destination: str | None = None,
    marker: str = "default",
    link: str | None = None,
) -> Written:
    """The summary of a report for a code host, with its warnings; `summary.write` has the particulars."""
    from reportgen.present.summary import summarise
    from reportgen.rendering.markdown.summary import write

    summary = summarise(report, lang, options=options)
    return write(summary, destination=destination, marker=marker, link=link)


def render_markdown(
    report: Report,
    *,
    lang: str = "en",
    options: PresentOptions | None = None,
    destination: str | None = None,
    marker: str = "default",
    link: str | None = None,
) -> str:
    """The text of `write_markdown`."""
    return write_markdown(
        report, lang=lang, options=options, destination=destination, marker=marker, link=link
    ).text
