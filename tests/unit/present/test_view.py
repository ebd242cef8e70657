"""The page as a whole: what stands in it, in which order, and where its links lead."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest

from reportgen.model.catalogue import FINDINGS
from reportgen.model.finding import Finding
from reportgen.model.labels import State
from reportgen.model.report import Report
from reportgen.present import PresentOptions, lines, present
from reportgen.present.blocks import (
    Code,
    Data,
    DataKind,
    Delta,
    Figure,
    Grid,
    Number,
    QueryTable,
    ReportView,
    StackedBar,
    Table,
    Text,
    Value,
)
from reportgen.text import LANGUAGES
from tests import in_memory, reports
from tests.catalogue_samples import sample
from tests.example_reports import staged_report, teaching_report, with_findings
from tests.view_walk import anchors_of, data_of, targets_of, walk

ORDER = [
    "identity",
    "accounting",
    "changed",
    "deltas",
    "measures",
    "lost",
    "groups",
    "queries",
    "labels",
    "no-answer",
    "definitions",
    "provenance",
]


def _tables(view: ReportView, anchor: str) -> Table:
    return next(one for one in walk(view) if isinstance(one, Table) and one.anchor == anchor)


def _words(view: object) -> str:
    """All our own words of a view."""
    return "\n".join(one.words for one in walk(view) if isinstance(one, Text))


def test_sections_stand_in_their_order() -> None:
    anchors = [section.anchor for section in present(staged_report(), "en").sections]

    assert anchors == [anchor for anchor in ORDER if anchor in anchors]
    assert {"identity", "accounting", "changed", "measures", "queries"} <= set(anchors)


def test_a_section_without_content_does_not_appear() -> None:
    snapshot = in_memory.labels(in_memory.golds({"q": ["a"]}))
    run = in_memory.run({"q": ["a"]})
    anchors = [one.anchor for one in present(reports.report(run, run, snapshot), "en").sections]

    assert "no-answer" not in anchors


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("report", [teaching_report(), staged_report()], ids=["flat", "staged"])
def test_every_link_leads_to_a_place_that_there_is_once(report: Report, lang: str) -> None:
    view = present(report, lang)
    anchors = Counter(anchors_of(view))

    assert {anchor: count for anchor, count in anchors.items() if count > 1} == {}
    assert targets_of(view) - set(anchors) == set()


def test_links_of_every_finding_lead_somewhere() -> None:
    report = staged_report()
    facet = report.facets[0].name
    group = next(group for group in report.groups if group.facet == facet)
    findings = [
        Finding(code=entry.code, params=sample(entry, **_places(entry.code, facet, group.value)))
        for entry in FINDINGS
    ]
    view = present(with_findings(report, findings), "en")

    assert targets_of(view) - set(anchors_of(view)) == set()


def _places(code: str, facet: str, value: str | None) -> dict[str, object]:
    """The groups that findings speak of are those of the report."""
    entry = next(entry for entry in FINDINGS if entry.code == code)
    given: dict[str, object] = {"facet": facet} if "facet" in entry.params else {}
    if "rows" in entry.params and code in {"facet-against-total", "groups-against-total"}:
        (row,) = sample(entry)["rows"]
        given["rows"] = [
            row | {name: of for name, of in (("facet", facet), ("value", value)) if name in row}
        ]
    return given


def test_presenting_twice_gives_the_same_view() -> None:
    report = staged_report()

    assert present(report, "en") == present(report, "en")


def test_the_teaching_example_shows_its_fractions_and_decimals() -> None:
    table = _tables(present(teaching_report(), "en"), "found-at-run.2")
    shown = {
        row.anchor: [
            (cell.text, cell.fraction) for cell in row.cells[1:3] if isinstance(cell, Value)
        ]
        for row in table.rows
    }

    assert shown["m-recall-macro.run.2"] == [("0.444", "4/9"), ("0.667", "2/3")]
    assert shown["m-recall-pooled.run.2"] == [("0.400", "2/5"), ("0.400", "2/5")]
    assert shown["m-any-hit-macro.run.2"] == [("0.667", "2/3"), ("0.667", "2/3")]
    assert shown["m-all-hit-macro.run.2"] == [("0.333", "1/3"), ("0.667", "2/3")]


def test_every_fraction_of_a_row_stands_over_what_was_counted() -> None:
    snapshot = in_memory.labels(in_memory.golds({"p": "ab", "q": "cd", "r": "ef", "s": "gh"}))
    before = in_memory.run({"p": "axyz", "q": "cxyz", "r": "wxyz", "s": "wxyz"})
    after = in_memory.run({"p": "axyz", "q": "cdyz", "r": "exyz", "s": "gxyz"})
    table = _tables(
        present(reports.report(before, after, snapshot, cutoffs=(1, 4)), "en"), "found-at-run.4"
    )
    shown = {
        row.anchor: [cell.fraction for cell in row.cells if isinstance(cell, Value | Delta)]
        for row in table.rows
    }

    assert shown["m-precision-macro.run.4"] == ["2/16", "5/16", "+3/16", "8/16"]
    assert shown["m-recall-pooled.run.4"] == ["2/8", "5/8", "+3/8", None]
    assert shown["m-any-hit-macro.run.4"] == ["2/4", "4/4", "+2/4", None]
    assert shown["m-all-hit-macro.run.4"] == ["0/4", "1/4", "+1/4", None]


def test_the_weight_of_the_query_with_most_gold_is_said() -> None:
    measures = next(
        one for one in present(teaching_report(), "en").sections if one.anchor == "measures"
    )
    said = "".join(lines.plain(block.line) for block in measures.blocks if hasattr(block, "line"))

    assert "A 60 % (3/5)" in said


def test_recall_and_precision_stand_under_their_own_headings() -> None:
    snapshot = in_memory.labels(in_memory.golds({"q": ["a", "b", "c", "d"]}))
    run = in_memory.run({"q": ["a", "x"]})
    view = present(reports.report(run, run, snapshot, cutoffs=(2,)), "en")
    table = _tables(view, "found-at-run.2")
    values = {
        row.anchor: cell.text
        for row in table.rows
        for cell in row.cells[1:2]
        if isinstance(cell, Value)
    }

    assert [column.key for column in table.columns[:3]] == ["measure", "baseline", "candidate"]
    assert values["m-recall-macro.run.2"] == "0.250"
    assert values["m-precision-macro.run.2"] == "0.500"


def test_the_parts_of_the_accounting_add_up_and_lead_to_their_queries() -> None:
    report = teaching_report()
    view = present(report, "en")
    bar = next(one for one in walk(view) if isinstance(one, StackedBar))
    ((_, parts),) = bar.bars

    assert sum(part.count for part in parts) == report.accounting.queries
    assert [part.count for part in parts] == [3, 1, 1]
    assert {part.target for part in parts} <= set(anchors_of(view)) | {None}


def test_zero_is_stated_where_a_reader_looks_for_it() -> None:
    table = _query_table(present(staged_report(), "en"))
    counts = {chip.key: chip.count for chip in table.filters}

    assert {"better", "same", "worse", "excluded", "ceiling", "unjudged"} <= set(counts)
    same = in_memory.run({"q": ["a"]})
    snapshot = in_memory.labels(in_memory.golds({"q": ["a"]}))
    unchanged = _query_table(present(reports.report(same, same, snapshot), "en"))
    counts = {chip.key: chip.count for chip in unchanged.filters}
    assert (counts["better"], counts["same"], counts["worse"]) == (0, 1, 0)


def _query_table(view: ReportView) -> QueryTable:
    return next(one for one in walk(view) if isinstance(one, QueryTable))


def test_without_a_scored_query_every_aggregate_is_a_word() -> None:
    snapshot = in_memory.labels({}, states={"q": State.UNREVIEWED})
    run = in_memory.run({"q": ["a"]})
    view = present(reports.report(run, run, snapshot), "en")
    table = _tables(view, "found-at-run.3")
    shown = {cell.text for row in table.rows for cell in row.cells if isinstance(cell, Value)}

    assert shown == {"undefined"}
    assert "No query was scored" in _words(view)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_two_runs_of_one_name_are_told_apart(lang: str) -> None:
    snapshot = in_memory.labels(in_memory.golds({"q": ["a"]}))
    run = in_memory.run({"q": ["a"]}, path="bm25")
    view = present(reports.report(run, run, snapshot), lang)
    roles = {"en": ("bm25 (candidate)", "bm25 (baseline)"), "zh": ("bm25 (候选)", "bm25 (基线)")}

    assert all(role in lines.plain(view.heading) for role in roles[lang])
    assert all(role in view.title for role in roles[lang])


def test_no_query_text_leaves_ids_only() -> None:
    report = staged_report()
    shown = data_of(present(report, "en"))
    left = data_of(present(report, "en", options=PresentOptions(query_text=False)))

    assert "Question 1?" in shown
    assert any(one.startswith("Text of ") for one in shown)
    assert [one for one in left if one.startswith(("Question", "Text of"))] == []
    table = _query_table(present(report, "en", options=PresentOptions(query_text=False)))
    assert not any("question" in entry.search for entry in table.entries)


def test_no_figures_leaves_every_table() -> None:
    report = staged_report()
    with_figures, without = (
        present(report, "en", options=PresentOptions(figures=figures)) for figures in (True, False)
    )
    tables = [
        {one.anchor for one in walk(view) if isinstance(one, Table)}
        for view in (with_figures, without)
    ]

    assert any(isinstance(one, Figure) for one in walk(with_figures))
    assert not any(isinstance(one, Figure) for one in walk(without))
    assert tables[0] == tables[1]


def test_a_selection_shows_only_its_stages_and_cutoffs() -> None:
    options = PresentOptions(stages=("pool",), cutoffs=(1,))
    view = present(staged_report(), "en", options=options)
    panels = [anchor for anchor in anchors_of(view) if anchor.startswith("at-")]

    assert panels == ["at-pool.1"]
    assert "shown: pool of 2 stages, k = 1 of 3 cutoffs" in lines.plain(view.subheading[-1])
    assert "context" not in {one.value for one in walk(_query_table(view)) if isinstance(one, Data)}
    assert targets_of(view) - set(anchors_of(view)) == set()


def test_a_stage_that_there_is_not_is_refused() -> None:
    with pytest.raises(KeyError):
        present(staged_report(), "en", options=PresentOptions(stages=("nowhere",)))


def test_the_title_given_is_the_title_shown() -> None:
    view = present(teaching_report(), "en", options=PresentOptions(title="Friday's run"))

    assert view.title == "Friday's run"
    assert "Friday's run" in data_of(view.subheading)


HOSTILE = "§<b>&{n}§"


def _hostile_report() -> Report:
    """Every name, id and text of the data carries a mark that our words never hold."""
    ids = [f"{HOSTILE}q{at}" for at in range(8)]
    gold = {id_: [f"{HOSTILE}g"] for id_ in ids[:7]}
    snapshot = in_memory.labels(
        in_memory.golds(gold), states={ids[7]: State.UNREVIEWED}, unit=f"{HOSTILE}unit"
    )
    stages = [f"{HOSTILE}pool", f"{HOSTILE}context"]
    baseline = in_memory.run(
        *(in_memory.stage({id_: [f"{HOSTILE}x"] for id_ in ids}, name=name) for name in stages),
        path=f"{HOSTILE}base",
        unit=f"{HOSTILE}unit",
    )
    candidate = in_memory.run(
        *(
            in_memory.stage({id_: [f"{HOSTILE}g", f"{HOSTILE}n"] for id_ in ids}, name=name)
            for name in stages
        ),
        path=f"{HOSTILE}cand",
        unit=f"{HOSTILE}unit",
    )
    made = reports.report(baseline, candidate, snapshot)
    columns = msgspec.structs.replace(made.queries, text=[f"{HOSTILE}text"] * 8)
    return msgspec.structs.replace(made, queries=columns)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_comes_from_the_data_is_never_among_our_words(lang: str) -> None:
    view = present(_hostile_report(), lang)
    ours = [one.words for one in walk(view) if isinstance(one, Text)]
    ours += [one.text for one in walk(view) if isinstance(one, Number)]
    grids = [
        cell
        for one in walk(view)
        if isinstance(one, Grid)
        for part in one.parts
        for row in part.rows
        for cell in row.cells
    ]

    assert [words for words in ours + grids if "§" in words] == []
    assert any("§" in value for value in data_of(view))
    assert all("§" not in anchor for anchor in anchors_of(view))


def test_our_literals_hold_names_only_where_they_must() -> None:
    """The signature and the command are literals that name stages; they are shown as code, never parsed."""
    view = present(_hostile_report(), "en")
    literals = [one.text for one in walk(view) if isinstance(one, Code) and "§" in one.text]

    assert literals == []


def test_a_long_query_text_is_shortened_and_says_so() -> None:
    report = teaching_report()
    texts: list[str | None] = ["x" * 100_000, *["short"] * 4]
    columns = msgspec.structs.replace(report.queries, text=texts)
    view = present(msgspec.structs.replace(report, queries=columns), "en")
    shown = [one.value for one in walk(view) if isinstance(one, Data) and one.kind is DataKind.TEXT]

    assert max(map(len, shown)) < 1_000
    assert "characters." in _words(view)
    assert all(len(entry.search) < 1_000 for entry in _query_table(view).entries)


def test_beyond_the_row_limit_the_page_says_how_many_rows_it_leaves_out() -> None:
    view = present(staged_report(60), "en", options=PresentOptions(rows=20))
    table = _query_table(view)

    assert len(table.entries) == 20
    assert table.total == 60
    assert lines.plain(table.left_out).startswith("40 queries have no row here")
    assert "queries.csv" in lines.plain(table.left_out)
    assert targets_of(view) - set(anchors_of(view)) == set()


def test_rows_stand_by_delta_then_id_with_excluded_queries_last() -> None:
    table = _query_table(present(staged_report(), "en"))
    at = next(n for n, column in enumerate(table.columns) if column.key == "delta.context")
    deltas = [getattr(entry.cells[at], "sort", None) for entry in table.entries]
    scored = [delta for delta in deltas if delta is not None]

    assert scored == sorted(scored)
    assert all(delta is None for delta in deltas[len(scored) :])


def test_an_absent_result_is_a_word_and_the_other_run_keeps_its_hits() -> None:
    snapshot = in_memory.labels(in_memory.golds({"q1": ["a", "b"], "q2": ["a"]}))
    baseline = in_memory.run({"q1": ["a"], "q2": ["a"]})
    candidate = in_memory.run({"q2": ["a"]})
    table = _query_table(present(reports.report(baseline, candidate, snapshot), "en"))
    entry = next(entry for entry in table.entries if entry.anchor == "q-q1")
    shown = [cell.text for cell in entry.cells if isinstance(cell, Value)]

    assert "1/2" in shown
    assert "absent" in shown
    assert "0/2" not in shown
    assert entry.keys[:2] == ("excluded", "excluded-absent-from-candidate")


def test_an_opened_row_tells_where_each_gold_unit_stands_and_where_it_is_lost() -> None:
    snapshot = in_memory.labels(in_memory.golds({"q": ["a", "b"]}))
    pool = {"q": ["x", "a", "b"]}
    baseline = in_memory.run(
        in_memory.stage(pool, name="pool"), in_memory.stage({"q": ["a"]}, name="context")
    )
    candidate = in_memory.run(
        in_memory.stage({"q": ["a"]}, name="pool"),
        in_memory.stage({"q": ["a", "b"]}, name="context"),
    )
    table = _query_table(present(reports.report(baseline, candidate, snapshot), "en"))
    (grid,) = (block for block in table.entries[0].opened if isinstance(block, Grid))
    hits, ranks = grid.parts

    assert [row.cells for row in ranks.rows] == [("2 → 1", "1"), ("3 → –", "lost → 2 gained")]
    assert [row.cells for row in hits.rows] == [
        ("0 → 1", "1"),
        ("1", "1 → 2"),
        ("2 → 1", "1 → 2"),
        ("2 → 1", "1 → 2"),
    ]


def test_a_figure_says_what_it_shows_with_its_numbers() -> None:
    figures = [one for one in walk(present(staged_report(), "en")) if isinstance(one, Figure)]

    assert figures
    assert all(any(character.isdigit() for character in figure.alt) for figure in figures)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_number_of_the_view_is_a_negative_zero_or_no_number(lang: str) -> None:
    view = present(staged_report(), lang)
    shown = [one.text for one in walk(view) if hasattr(one, "text") and isinstance(one.text, str)]

    assert [text for text in shown if text in {"nan", "None", "−0.000", "-0.000", "+0.000"}] == []
    assert [text for text in shown if text.startswith("-")] == []
