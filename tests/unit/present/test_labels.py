"""What a reader is told about unjudged units."""

from __future__ import annotations

from typing import Any

from reportgen.model.report import Report
from reportgen.present import PresentOptions, lines, present
from reportgen.present.blocks import Details, Figure, Note, Table, Value
from reportgen.present.charts import BoundsChart
from reportgen.present.numbers import percent
from reportgen.present.page import Page
from reportgen.present.sections.labels import bounds_table, judged_table, labels
from reportgen.rendering.markdown import render_markdown
from tests import in_memory, reports
from tests.view_walk import walk

# FX6 at k = 5: (hA, hB, g, a, b, c) = (1,2,3,1,2,1), (1,1,1,0,1,0), (0,1,1,1,0,2).
BASELINE = {"1": ["g1", "a", "c"], "2": ["g1", "n"], "3": ["a", "c1", "c2"]}
CANDIDATE = {"1": ["b1", "g1", "g2", "c", "b2"], "2": ["b", "g1"], "3": ["c2", "g1", "c1"]}
JUDGED = {"1": {"g1": 1, "g2": 1, "g3": 1}, "2": {"g1": 1, "n": 0}, "3": {"g1": 1}}


def fx6(judged: Any = None, **options: Any) -> Report:
    return reports.report(
        in_memory.run(BASELINE, path="one"),
        in_memory.run(CANDIDATE, path="two"),
        in_memory.labels(JUDGED if judged is None else judged),
        **{"cutoffs": (5,), **options},
    )


def page(report: Report) -> Page:
    return Page.of(report, "en", PresentOptions())


def texts(table: Table | None, at: int) -> list[str]:
    assert table is not None
    return [
        f"{cell.text} {cell.fraction}" if isinstance(cell, Value) and cell.fraction else cell.text
        for cell in table.rows[at].cells
        if hasattr(cell, "text")
    ]


def test_judged_units_are_counted_of_those_returned_and_of_k_places() -> None:
    # Returned 8 and 10 units of 15 places; unjudged a = 2, b = 3, c = 3.
    shares = [
        f"{percent(judged / of)} ({judged}/{of})"
        for judged, of in ((3, 8), (4, 10), (3, 15), (4, 15))
    ]

    assert [*shares, "2", "3", "3"] == texts(judged_table(page(fx6())), 0)


def test_the_bounds_stand_beside_the_scored_values() -> None:
    table = bounds_table(page(fx6()), ("run",))

    assert [
        "0.444 [0.233, 0.783]", "0.889 [0.667, 0.944]", "+0.444", "[0, +0.700]",
    ] == texts(table, 0)[:4]  # fmt: skip
    assert table is not None
    assert ["recall, macro", "recall, pooled", "any-hit", "all-hit"] == [
        lines.plain(row.cells[1].line)  # type: ignore[union-attr]
        for row in table.rows
    ]


def test_a_value_that_no_verdict_changes_stands_alone() -> None:
    complete = {
        query: {**of, **dict.fromkeys("abc", 0), "b1": 0, "b2": 0, "c1": 0, "c2": 0}
        for query, of in JUDGED.items()
    }
    shown = texts(bounds_table(page(fx6(complete)), ("run",)), 0)

    assert ["0.444", "0.889", "+0.444", "+0.444"] == shown[:4]


def test_the_figure_draws_every_delta_with_its_bounds() -> None:
    section = labels(page(fx6()))
    assert section is not None
    (chart,) = (
        block.chart
        for block in section.blocks
        if isinstance(block, Figure) and isinstance(block.chart, BoundsChart)
    )

    assert [("recall, macro", 0.0, 0.7), ("recall, pooled", 0.0, 0.625)] == [
        (row.label, row.low, row.high) for row in chart.rows[:2]
    ]
    assert all(row.low <= row.delta <= row.high for row in chart.rows)


def test_what_would_remove_the_lead_is_said_in_hits_verdicts_and_shares() -> None:
    # D = 2, A = 2, B = 3.
    section = labels(page(fx6()))
    assert section is not None
    (tips,) = (
        block
        for block in section.blocks
        if isinstance(block, Details) and block.anchor == "tipping"
    )
    said = " ".join(lines.plain(block.line) for block in tips.blocks)  # type: ignore[union-attr]

    assert "The pooled lead of 2 hits of two is gone if" in said
    assert "outnumber those found only by two (3 units) by 2 or more" in said
    assert "No equal share would remove it." in said
    assert "2 verdicts on unjudged units could suffice" in said
    assert "outside the lists" not in said


def test_a_sign_that_nothing_outside_the_lists_changes_is_called_so() -> None:
    # Without a unit that only the baseline found, the candidate's lead stays for any W.
    judged = {**JUDGED, "1": {**JUDGED["1"], "a": 0}, "3": {**JUDGED["3"], "a": 0}}
    section = labels(page(fx6(judged)))
    assert section is not None
    (tips,) = (
        block
        for block in section.blocks
        if isinstance(block, Details) and block.anchor == "tipping"
    )
    said = " ".join(lines.plain(block.line) for block in tips.blocks)  # type: ignore[union-attr]

    assert "No verdicts on the unjudged units can remove the pooled lead." in said
    assert "outside the lists changes the sign of the pooled delta" in said
    assert "outside the lists changes the sign of the macro delta" in said


def test_shares_that_lie_far_apart_are_a_note_in_the_panel_of_their_deltas() -> None:
    judged = {
        **JUDGED,
        "3": {**JUDGED["3"], "c1": 0, "c2": 0},
        "1": {**JUDGED["1"], "a": 0, "c": 0},
    }
    report = fx6(judged, cutoffs=(3, 5))
    rows = reports.params(report, "label-coverage-differs")["cells"]
    view = present(report, "en")
    measures = next(section for section in view.sections if section.anchor == "measures")
    notes = [
        lines.plain(block.line)
        for block in walk(measures.blocks)
        if isinstance(block, Note) and "judged shares" in lines.plain(block.line)
    ]

    assert len(rows) == len(notes) > 0


def test_positives_alone_make_bounds_that_say_little_and_the_report_says_why() -> None:
    only = {query: {unit: 1 for unit, grade in of.items() if grade} for query, of in JUDGED.items()}
    report = fx6(only)
    said = "so every retrieved unit outside gold is unjudged and the label bounds are very wide"

    assert report.labels.positives_only
    assert any(
        said in lines.plain(block.line)
        for section in present(report, "en").sections
        for block in walk(section.blocks)
        if isinstance(block, Note)
    )
    assert not fx6().labels.positives_only


def test_a_summary_says_what_is_judged_and_how_far_verdicts_could_move_each_delta() -> None:
    text = render_markdown(fx6(cutoffs=(3, 5)))

    assert "| label bounds |" in text
    assert "3 of 8 (37.5 %) in the baseline, 4 of 10 (40" in text
    assert "Judged of the returned units, baseline and candidate: k = 3:" in text
