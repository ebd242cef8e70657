"""What a gate prints: every rule with its numbers, why it does not hold, and nothing of the whole."""

from __future__ import annotations

import re

import msgspec
import pytest

from reportgen.model.cutoff import ALL
from reportgen.model.gate import Rule
from reportgen.model.report import Report
from reportgen.pipeline import render_gate
from tests.example_reports import teaching_report
from tests.gate_rules import delta, gate, low, never, rule, worse
from tests.unit.comparison import cases
from tests.unit.rendering.markdown import readers
from tests.unit.rendering.markdown.hostile import (
    FACET,
    STAGES,
    UNREVIEWED,
    hostile_report,
    query_ids,
)


def text(of: Report, *rules: Rule, lang: str = "en") -> str:
    return render_gate(of, gate(of, *rules), format="text", lang=lang)


def markdown(of: Report, *rules: Rule, lang: str = "en") -> str:
    return render_gate(of, gate(of, *rules), format="markdown", lang=lang)


def test_every_rule_stands_with_its_numbers_and_denominators() -> None:
    shown = text(
        teaching_report(),
        rule(delta("0.10"), cutoff=2),
        rule(worse(0), averaging="pooled", cutoff=2),
    )

    assert shown == (
        "1 of 2 rules hold\n"
        "rewritten compared with keyword\n"
        "labels labels sha256:0 · relevance level ≥ 1 · 3 of 5 queries scored\n"
        "\n"
        "1. delta at least +0.10: holds\n"
        "   measure: recall, macro; stage, cutoff: run, k = 2; baseline: 4/9 = 0.444; candidate: 2/3 = 0.667;"
        " delta: +2/9 = +0.222; 95 % interval: none; better · same · worse: 1 · 1 · 1; n: 3\n"
        "\n"
        "2. at most 0 worse: does not hold\n"
        "   measure: recall, pooled; stage, cutoff: run, k = 2; baseline: 2/5 = 0.400; candidate: 2/5 = 0.400;"
        " delta: 0; 95 % interval: none; better · same · worse: 1 · 1 · 1; n: 3\n"
        "   1 query is worse, and the rule allows 0.\n"
    )


def test_a_delta_below_its_bound_is_shown_with_every_place() -> None:
    shown = text(teaching_report(), rule(delta("0.2222222222222223"), cutoff=2))

    assert "The delta +0.2222222222222222 is below +0.2222222222222223." in shown


def test_what_is_missing_is_said_with_its_reason() -> None:
    few = text(cases.few_queries(), rule(low("-1")))
    census = text(cases.census(), rule(low("-1")))
    at_all = text(cases.reordered(), rule(worse(5), measure="precision", cutoff=ALL))
    nothing = text(cases.nothing_scored(), rule(never("q1")))

    assert "There is no interval" in few
    assert "Fewer than 6 scored queries" in few
    assert "the whole target" in census
    assert "Undefined: the full list has no k to divide by." in at_all
    assert "Undefined: no query was scored." in nothing
    assert "0 of 1 rule holds" in nothing


def test_named_queries_are_counted_and_those_that_keep_a_rule_from_holding_are_named() -> None:
    shown = text(teaching_report(), rule(never("A", "B", "C", "D"), cutoff=2))

    assert shown.endswith(
        "   Of 4 named queries 1 better, 1 same, 1 worse, 1 without a value.\n"
        "   A is worse: 1/3 = 0.333 in the baseline, 0 in the candidate.\n"
        "   D is not scored: unreviewed.\n"
    )


def test_a_query_that_misses_a_stage_says_which_run_and_stage() -> None:
    made = teaching_report()
    moved = msgspec.structs.replace(
        made.accounting,
        excluded=[
            msgspec.structs.replace(one, reason="stage-missing", run="candidate", stage="pool")
            if one.reason == "unreviewed"
            else one
            for one in made.accounting.excluded
        ],
    )
    queries = msgspec.structs.replace(
        made.queries,
        excluded=["stage-missing" if one == "unreviewed" else one for one in made.queries.excluded],
    )
    made = msgspec.structs.replace(made, accounting=moved, queries=queries)

    assert "D is not scored: missing from a stage (rewritten, pool)." in text(
        made, rule(never("D"), cutoff=2)
    )


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_nothing_is_said_of_the_whole_but_how_many_rules_hold(lang: str) -> None:
    holding = markdown(teaching_report(), rule(delta(0), cutoff=2), lang=lang)
    failing = markdown(teaching_report(), rule(delta(1), cutoff=2), lang=lang)

    for shown in (holding, failing):
        assert (
            re.search(r"\b(pass|fail|success|error|ok|gate)|通过|失败|合格|✅|❌", shown, re.I)
            is None
        )
    assert ("1 of 1 rule holds" if lang == "en" else "1 条规则中 1 条成立") in holding
    assert ("0 of 1 rule holds" if lang == "en" else "1 条规则中 0 条成立") in failing


def test_the_table_has_a_row_a_rule_and_as_many_cells_as_headings() -> None:
    shown = readers.github(
        markdown(teaching_report(), rule(delta(0), cutoff=2), rule(worse(0), cutoff=2))
    )

    assert 10 == len(readers.read(shown, "th"))
    assert 20 == len(readers.read(shown, "td"))


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Report:
    return hostile_report(tmp_path_factory.mktemp("hostile"))


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_hostile_names_and_ids_come_through_markdown_unchanged(hostile: Report, lang: str) -> None:
    ids = list(query_ids())
    stage = STAGES[1]
    rules = [
        rule(never(*ids, *UNREVIEWED), stage=stage, cutoff=2),
        *(rule(delta(0), stage=stage, cutoff=2, group=f"side={side}") for side in ("a_b", "c|d")),
    ]
    source = markdown(hostile, *rules, lang=lang)
    page = readers.github(source)
    items = readers.read(page, "li")
    cells = readers.read(page, "td")
    worse_ids = ids[1::2]

    assert 1 + len(worse_ids) + len(UNREVIEWED) + 1 == len(items)
    for node, id_ in zip(items[1:], [*worse_ids, *UNREVIEWED], strict=False):
        assert readers.collapsed(id_)[:100] in readers.collapsed(node.text), source
    assert 3 * 11 == len(cells)
    assert ["context" in readers.collapsed(cells[row * 11 + 3].text) for row in range(3)] == [
        True
    ] * 3
    assert ["side=a_b", "side=c|d"] == [cells[row * 11 + 4].text for row in (1, 2)]
    for node in (*items, *cells, *readers.read(page, "p", "h2")):
        assert {"strong", "code"} >= set(node.elements), source
        for shown in node.outside:
            assert [] == readers.linked(shown), source


def test_a_hostile_facet_is_named_as_the_rule_names_it(hostile: Report) -> None:
    groups = [one for one in hostile.groups if one.facet == FACET and one.aggregates]
    for one in groups:
        about = rule(delta(-1), stage=STAGES[0], cutoff=1, group=f"{FACET}={one.value}")
        cell = readers.read(readers.github(markdown(hostile, about)), "td")[4]

        assert readers.collapsed(f"{FACET}={one.value}")[:60] in readers.collapsed(cell.text)


def test_text_for_a_terminal_shows_control_characters_and_keeps_one_line_a_note() -> None:
    made = teaching_report()
    ids = ["\x1b[31mA\u202e", *made.queries.query_id[1:]]
    made = msgspec.structs.replace(
        made, queries=msgspec.structs.replace(made.queries, query_id=ids)
    )
    shown = text(made, rule(never(ids[0]), cutoff=2))

    assert "\x1b" not in shown
    assert "\u202e" not in shown
    assert "␛[31mA⟨U+202E⟩ is worse" in shown
