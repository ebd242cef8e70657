"""The findings as numbered sentences."""

from __future__ import annotations

from typing import Final

from reportgen.model.catalogue import Place
from reportgen.model.finding import Finding
from reportgen.present.blocks import Line
from reportgen.present.page import Page
from reportgen.present.phrases import FEW_ROWS, entries, finding_line, is_about
from reportgen.present.sections.changed import grouped_findings

_OF_GROUPS: Final = frozenset({"facet-against-total", "groups-against-total"})
# Shown with the groups and the stages, or as a part of the measure table.
_ELSEWHERE: Final = frozenset({Place.GROUPS, Place.STAGES})
_NOT_SENTENCES: Final = frozenset({"interval-cells"})


def comparability(page: Page) -> tuple[Line, ...]:
    """What differs between the two runs and the labels, and what was allowed."""
    return tuple(
        finding_line(page, finding)
        for finding in _of_place(page, Place.IDENTITY)
        if Place.WHAT_CHANGED not in entries()[finding.code].places
    )


def numbered(page: Page) -> tuple[Line, ...]:
    """One sentence of every kind first, that of the last stage where a kind has one a stage; then the further ones of
    each kind, then what stands beside the counts."""
    heads: list[Finding] = []
    others: list[Finding] = []
    for group in grouped_findings(page):
        findings = [finding for _, finding in group]
        head = _head(page, findings)
        heads.append(head)
        others += [finding for finding in findings if finding is not head]
    shown = [_line(page, finding) for finding in (*heads, *others)]
    return (*shown, *_beside_the_counts(page))


def _head(page: Page, findings: list[Finding]) -> Finding:
    first = findings[0]
    return next(
        (
            one
            for one in findings
            if one.code == first.code and one.params.get("stage") == page.last
        ),
        first,
    )


def _line(page: Page, finding: Finding) -> Line:
    # Two names and "and 5 more", or three names.
    limit = FEW_ROWS - 1 if finding.code in _OF_GROUPS else FEW_ROWS
    return finding_line(page, finding, limit=limit)


def of_place(page: Page, place: Place) -> tuple[Line, ...]:
    """The findings that belong to a part of the report, but for those that are numbered."""
    return tuple(
        finding_line(page, finding, limit=FEW_ROWS)
        for finding in _of_place(page, place)
        if Place.WHAT_CHANGED not in entries()[finding.code].places
    )


def _beside_the_counts(page: Page) -> list[Line]:
    places = [place for place in Place if place not in {Place.WHAT_CHANGED, Place.IDENTITY}]
    return [line for place in places if place not in _ELSEWHERE for line in of_place(page, place)]


def _of_place(page: Page, place: Place) -> list[Finding]:
    return [
        finding
        for finding in page.report.findings
        if entries()[finding.code].places[0] is place
        and finding.code not in _NOT_SENTENCES
        and is_about(finding, page)
    ]
