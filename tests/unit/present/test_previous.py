"""What a reader is told of new labels, beside the new numbers."""

from __future__ import annotations

import msgspec
import pytest

from reportgen.model.report import LabelEffect, ParentLabels, Report
from reportgen.present import PresentOptions, lines
from reportgen.present.blocks import Details, Paragraph, Table
from reportgen.present.page import Page
from reportgen.present.sections.identity import subheading
from reportgen.present.sections.previous import previous_labels
from reportgen.rendering.markdown import render_markdown
from tests.example_reports import staged_report


def _after_review(report: Report, parent: str | None) -> Page:
    """The page of a report with a previous one whose labels had the digest `sha256:1`; every cell has an effect."""
    effects = [
        LabelEffect(
            measure=row.measure, averaging=row.averaging, stage=row.stage, cutoff=row.cutoff, n=9,
            baseline_before=0.5, baseline_after=0.5, baseline_effect=0.0, candidate_before=None,
            candidate_after=None, candidate_effect=None, delta_before=None, delta_after=None,
        )
        for row in report.aggregates
    ]  # fmt: skip
    previous = ParentLabels(
        id="labels-1",
        digest="sha256:1",
        queries=9,
        changed_gold=["q001", "q002"],
        newly_scored=["q003"],
        no_longer_scored=[],
        rows=effects,
    )
    labels = msgspec.structs.replace(report.scope.labels, parent=parent)
    scope = msgspec.structs.replace(report.scope, labels=labels)
    section = msgspec.structs.replace(report.labels, previous=previous)
    changed = msgspec.structs.replace(report, labels=section, scope=scope)
    return Page.of(changed, "en", PresentOptions())


def test_the_cell_shown_first_is_open_and_the_others_are_folded() -> None:
    page = _after_review(staged_report(), "sha256:1")
    table, _, others, *_ = previous_labels(page)

    assert isinstance(table, Table)
    assert isinstance(others, Details)
    (folded,) = others.blocks
    assert isinstance(folded, Table)
    assert len(page.measures) == len(table.rows)
    assert len(page.report.aggregates) == len(table.rows) + len(folded.rows)


@pytest.mark.parametrize(
    ("parent", "said"),
    [
        ("sha256:1", "These labels name that snapshot as their parent."),
        ("sha256:2", "These labels do not name that snapshot as their parent."),
        (None, "These labels do not name that snapshot as their parent."),
    ],
)
def test_it_is_said_whether_the_previous_labels_are_the_parent(
    parent: str | None, said: str
) -> None:
    paragraph = previous_labels(_after_review(staged_report(), parent))[1]

    assert isinstance(paragraph, Paragraph)
    assert lines.plain(paragraph.line).startswith(said)


def test_the_parent_of_the_labels_stands_under_the_heading() -> None:
    shown = [lines.plain(line) for line in subheading(_after_review(staged_report(), "sha256:77"))]
    without = [lines.plain(line) for line in subheading(_after_review(staged_report(), None))]

    assert ["parent of the labels sha256:77"] == shown[1:]
    assert 1 == len(without)


def test_a_summary_tells_what_new_labels_changed() -> None:
    report = _after_review(staged_report(), "sha256:1").report
    text = render_markdown(report)

    assert text.count("| context, k = 2 | recall, macro | 0.500 | 0.500 | 0 | undefined |") == 1
    assert (
        "2 queries whose gold changed; 1 query scored only now; 0 queries no longer scored" in text
    )
    assert "These labels name that snapshot as their parent." in text
    assert "parent of the labels `sha256:1`" in text or "parent of the labels sha256:1" in text
