"""Findings as notes beside what they touch."""

from __future__ import annotations

from reportgen.model.catalogue import Place
from reportgen.present import anchors
from reportgen.present.blocks import Note
from reportgen.present.page import Page
from reportgen.present.phrases import entries, finding_line, is_about


def notes_at(page: Page, place: Place, *, repeat: frozenset[str] = frozenset()) -> list[Note]:
    """The findings that belong to a place, and those of `repeat`, in the report's order. A finding's anchor stands
    where it belongs, so that a link to it leads to one place."""
    notes = []
    for at, finding in enumerate(page.report.findings):
        belongs = entries()[finding.code].places[0] is place
        if (belongs or finding.code in repeat) and is_about(finding, page):
            anchor = anchors.finding(at) if belongs else None
            notes.append(Note(finding_line(page, finding), anchor))
    return notes
