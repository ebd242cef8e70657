"""Sections that appear only in some reports."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
import pytest

from reportgen.model.catalogue import FINDINGS
from reportgen.model.finding import Finding
from reportgen.model.report import Input, LabelEffect, ParentLabels, Report
from reportgen.present import PresentOptions, lines
from reportgen.present.blocks import Code, Delta, Details, Table, Value, Words
from reportgen.present.page import Page
from reportgen.present.sections.accounting import results_line
from reportgen.present.sections.changed import sentences
from reportgen.present.sections.definitions import general_names
from reportgen.present.sections.deltas import deltas
from reportgen.present.sections.group_table import group_table, other_measures
from reportgen.present.sections.groups import dumbbells
from reportgen.present.sections.lost import flow_bars, flow_table, split_table
from reportgen.present.sections.measure_row import interval
from reportgen.present.sections.previous import previous_labels
from reportgen.present.sections.provenance import command, provenance
from reportgen.present.summary.measures import gold_line
from tests import in_memory, reports
from tests.catalogue_samples import sample
from tests.example_reports import staged_report, with_findings
from tests.unit.comparison.cases import grouped
from tests.view_walk import walk


def _page(report: Report, lang: str = "en") -> Page:
    return Page.of(report, lang, PresentOptions())


def test_what_changed_has_at_most_eight_sentences() -> None:
    report = with_findings(
        staged_report(), [Finding(code=entry.code, params=sample(entry)) for entry in FINDINGS]
    )

    assert 3 <= len(sentences(_page(report))) <= 8


def test_what_changed_is_told_in_a_fixed_order() -> None:
    codes = ["too-few-changes", "better-same-worse", "directions-differ"]
    entries = {entry.code: entry for entry in FINDINGS}
    report = with_findings(
        staged_report(), [Finding(code=code, params=sample(entries[code])) for code in codes]
    )
    said = [lines.plain(one.line) for one in sentences(_page(report))]

    assert [one.split(" ")[0] for one in said] == ["Directions", "Recall", "In"]


def test_the_matrix_counts_measures_and_names_them_below() -> None:
    measures = [
        {"measure": "recall", "averaging": "macro"},
        {"measure": "any-hit", "averaging": "macro"},
    ]
    params: dict[str, Any] = {
        "stage": "context",
        "cutoff": 2,
        "above": measures,
        "below": [],
        "across": measures[:1],
        "few": [],
    }
    report = with_findings(staged_report(), [Finding(code="interval-cells", params=params)])
    section = deltas(_page(report))
    table = next(
        one for one in walk(section) if isinstance(one, Table) and one.anchor == "intervals"
    )
    counted = [
        [cell.text for cell in row.cells if isinstance(cell, Value)]
        for row in table.rows
        if lines.plain(row.cells[0].line) == "context, k = 2"  # type: ignore[union-attr]
    ]

    assert counted == [["2", "0", "1", "0"]]
    named = next(one for one in walk(section) if isinstance(one, Details))
    assert [lines.plain(block.line) for block in named.blocks if hasattr(block, "line")] == [
        "context, k=2: interval above zero for macro recall, any-hit, below zero for none, across "
        "zero for macro recall; too few changes to say for none."
    ]


def test_the_parts_of_each_bar_are_the_gold_and_what_was_gained() -> None:
    report = staged_report()
    bars = flow_bars(_page(report))

    assert bars is not None
    for (_, parts), flow in zip(bars.bars, report.stages.flows, strict=True):
        gained = sum(step.gained for step in flow.steps)
        assert sum(part.count for part in parts) == flow.gold + gained


def test_more_lost_is_not_shown_as_better() -> None:
    table = flow_table(_page(staged_report()))

    assert table is not None
    differences = [row.cells[3] for row in table.rows]
    assert all(isinstance(cell, Value) for cell in differences)


def test_no_fraction_repeats_a_part_of_nothing_or_of_all_the_gold() -> None:
    report = staged_report()
    page = _page(report)
    table = split_table(page, page.last)
    splits = [one for one in report.stages.splits if one.stage == page.last]

    assert table is not None
    assert [
        [None if n in {0, one.gold} else f"{n}/{one.gold}" for n in parts]
        for one in splits
        for parts in [(one.hits, one.unreachable, one.missing, one.ordering)]
    ] == [[cell.fraction for cell in row.cells if isinstance(cell, Value)] for row in table.rows]
    assert any(0 in (one.unreachable, one.missing, one.ordering) for one in splits)


def test_a_facet_with_many_values_says_how_many_rows_it_leaves_out() -> None:
    report = staged_report()
    facet = msgspec.structs.replace(report.facets[0], values=40)
    template = next(group for group in report.groups if group.facet == facet.name)
    groups = [msgspec.structs.replace(template, value=f"v{at:02d}", n=40 - at) for at in range(40)]
    page = _page(msgspec.structs.replace(report, facets=[facet], groups=groups))
    table = group_table(page, facet, "context", 2)
    shown = [lines.plain(row.cells[0].line) for row in table.rows if hasattr(row.cells[0], "line")]

    assert shown == [f"v{at:02d}" for at in range(30)]
    assert lines.plain(table.left_out).startswith("10 smaller groups are left out")


def test_a_census_defines_no_interval_and_no_p() -> None:
    sampled, census = (general_names(_page(staged_report(census=on))) for on in (False, True))

    assert {"interval", "p"} == set(sampled) - set(census)


def test_a_small_group_is_given_as_counts_with_the_queries_it_holds() -> None:
    judged = {f"q{at}": [f"q{at}-a", f"q{at}-b"] for at in range(8)}
    found = {id_: units[:1] for id_, units in judged.items()}
    groups = {"q6": {"t": "few"}, "q7": {"t": "few"}}
    snapshot = grouped(in_memory.labels(in_memory.golds(judged)), groups=groups)
    report = reports.report(
        in_memory.run({**found, "q0": ["x"]}),
        in_memory.run({**found, "q7": ["x"]}),
        snapshot,
        cutoffs=(1,),
    )
    page = _page(report)
    facet = report.facets[0]
    table = group_table(page, facet, "run", 1)
    small, large = table.rows
    cells = dict(zip((column.key for column in table.columns), small.cells, strict=True))
    names = cells["group"]
    others = other_measures(page, facet, "run", 1)
    figure = dumbbells(page, facet)

    assert isinstance(names, Words)
    assert "q6, q7" == lines.plain(names.sub)
    assert ["–", "–", "2/4", "1/4", "−1/4"] == [
        cell.text
        for key in (
            "baseline.macro",
            "interval",
            "baseline.pooled",
            "candidate.pooled",
            "delta.pooled",
        )
        if isinstance(cell := cells[key], Value | Delta)
    ]
    assert isinstance(large.cells[0], Words)
    assert "(none)" == lines.plain(large.cells[0].line)
    assert others is not None
    assert figure is not None
    assert [1, 1] == [len(others.rows), len(figure.chart.rows)]  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("notes", "said"),
    [
        (["n-below-6"], "none: n < 6"),
        (["clusters-below-6"], "none: clusters < 6"),
        ([], "none"),
    ],
)
def test_an_interval_that_there_is_not_says_why(notes: list[str], said: str) -> None:
    report = staged_report()
    row = msgspec.structs.replace(report.aggregates[0], interval=None, notes=notes)

    assert said == interval(_page(report), row, 1.0).text


def test_a_group_whose_queries_are_all_excluded_keeps_its_row_with_words() -> None:
    report = staged_report()
    facet = report.facets[0]
    template = next(group for group in report.groups if group.facet == facet.name)
    empty = msgspec.structs.replace(
        template,
        value="nobody",
        n=0,
        gold=0,
        aggregates=[
            msgspec.structs.replace(
                row,
                n=0,
                delta=None,
                ceiling=None,
                interval=None,
                judged_baseline=None,
                judged_candidate=None,
                baseline=None,
                candidate=None,
            )
            for row in template.aggregates
        ],
    )
    page = _page(msgspec.structs.replace(report, groups=[empty]))
    (row,) = group_table(page, facet, "context", 2).rows
    values = [cell.text for cell in row.cells if isinstance(cell, Value)]

    assert values[:4] == ["0", "0", "undefined", "undefined"]
    assert "0.000" not in values


def test_what_new_labels_changed_is_apart_from_the_new_delta() -> None:
    effect = LabelEffect(
        measure="recall",
        averaging="macro",
        stage="context",
        cutoff=2,
        n=9,
        baseline_before=0.5,
        baseline_after=0.25,
        baseline_effect=-0.25,
        candidate_before=0.5,
        candidate_after=0.5,
        candidate_effect=0.0,
        delta_before=0.0,
        delta_after=0.25,
    )
    previous = ParentLabels(
        id="labels-1",
        digest="sha256:1",
        queries=9,
        changed_gold=["q001"],
        newly_scored=[],
        no_longer_scored=[],
        rows=[effect],
    )
    report = staged_report()
    section = msgspec.structs.replace(report.labels, previous=previous)
    page = _page(msgspec.structs.replace(report, labels=section))
    table, _, *lists = previous_labels(page)

    assert isinstance(table, Table)
    assert [getattr(cell, "text", None) for cell in table.rows[0].cells[2:]] == [
        "0.500",
        "0.250",
        "−0.250",
        "0.500",
        "0.500",
        "0",
        "0",
        "+0.250",
    ]
    titles = [lines.plain(one.summary) for one in lists if isinstance(one, Details)]
    assert ["1 query whose gold changed", "0 queries scored only now"] == titles[:2]


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, "reportgen compare baseline candidate --labels labels"),
        (
            {
                "cutoffs": [1, 3, "all"],
                "groups": ["a b"],
                "census": True,
                "seed": 0,
                "margin": None,
            },
            "reportgen compare baseline candidate --labels labels --cutoff 1,3,all "
            "--group 'a b' --census --seed 0",
        ),
        (
            {"allow": ["order", "unit"], "census": False},
            "reportgen compare baseline candidate --labels labels --allow order --allow unit",
        ),
    ],
)
def test_the_command_gives_the_options_back(options: Mapping[str, object], expected: str) -> None:
    assert command(options) == expected


def test_provenance_names_every_input_with_its_digest() -> None:
    report = staged_report()
    inputs = [Input(path="baseline/pool.jsonl", sha256="ab" * 32)]
    source = msgspec.structs.replace(report.provenance, inputs=inputs)
    page = _page(msgspec.structs.replace(report, provenance=source))
    literals = [one.text for one in walk(provenance(page)) if isinstance(one, Code)]

    assert "ab" * 32 in literals


def test_without_stages_to_compare_there_is_no_flow() -> None:
    snapshot = in_memory.labels(in_memory.golds({"q": ["a"]}))
    run = in_memory.run({"q": ["a"]})
    page = _page(reports.report(run, run, snapshot))

    assert flow_bars(page) is None
    assert flow_table(page) is None


def test_the_counts_of_the_last_stage_come_first() -> None:
    said = [lines.plain(one.line) for one in sentences(_page(staged_report()))]
    counts = [one for one in said if one.startswith("Recall at ")]

    assert [one.split(",")[0] for one in counts] == ["Recall at context"]


def test_empty_lists_and_queries_that_the_labels_do_not_list_are_counted_where_they_are() -> None:
    snapshot = in_memory.labels(in_memory.golds({"p": ["a"], "q": ["b"]}))
    before = in_memory.run(
        in_memory.stage({"p": ["a"], "q": []}, name="pool"),
        in_memory.stage({"p": ["a"], "q": []}, name="context"),
        path="old",
    )
    after = in_memory.run(
        in_memory.stage({"p": ["a"], "q": ["b"], "x": ["a"], "y": ["a"]}, name="pool"),
        in_memory.stage({"p": ["a"], "q": ["b"], "x": ["a"]}, name="context"),
        path="new",
    )
    page = _page(reports.report(before, after, snapshot))

    assert (
        "Recorded lists that are empty and count as no hits: 1 in old at every stage."
        " 2 gold units in 2 scored queries. Queries of the runs that the labels do not list, and"
        " that are in no count above: 2 in new, pool; 1 in new, context."
    ) == lines.plain(results_line(page))
    assert results_line(page) == gold_line(page)
