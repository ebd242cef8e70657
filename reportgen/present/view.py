"""The whole page: sections in their order."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from reportgen.model.report import Report
from reportgen.present.blocks import ReportView, Section
from reportgen.present.options import PresentOptions
from reportgen.present.page import Page
from reportgen.present.sections.accounting import accounting
from reportgen.present.sections.changed import changed
from reportgen.present.sections.definitions import definitions
from reportgen.present.sections.deltas import deltas
from reportgen.present.sections.groups import groups
from reportgen.present.sections.identity import heading, identity, subheading, window_title
from reportgen.present.sections.labels import labels
from reportgen.present.sections.lost import lost
from reportgen.present.sections.measures import measures
from reportgen.present.sections.no_answer import no_answer
from reportgen.present.sections.provenance import provenance
from reportgen.present.sections.queries import queries

_SECTIONS: Final = (
    identity,
    accounting,
    changed,
    deltas,
    measures,
    lost,
    groups,
    queries,
    labels,
    no_answer,
    definitions,
    provenance,
)
_CONTROL: Final = "control."


def present(report: Report, lang: str, *, options: PresentOptions | None = None) -> ReportView:
    """The page of a report in one language (`en` or `zh`), in sections ready to lay out.

    KeyError for a language, stage or cutoff that there is not.
    """
    page = Page.of(report, lang, options or PresentOptions())
    made: list[Section | None] = [section(page) for section in _SECTIONS]
    return ReportView(
        lang,
        window_title(page),
        heading(page),
        subheading(page),
        tuple(_indexed(page, section) for section in made if section is not None),
        {
            key.removeprefix(_CONTROL): page.words.texts.source(key)
            for key in page.words.texts
            if key.startswith(_CONTROL)
        },
    )


def _indexed(page: Page, section: Section) -> Section:
    """The section with its name in the index, where a line has room for all of them."""
    key = f"index.{section.anchor}"
    return replace(section, short=page.words.line(key)) if key in page.words.texts else section
