"""queries.csv for programs: every string comes back, every number is one, what is undefined is empty."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reportgen.model.report import Report
from reportgen.model.spreadsheet import disarm, rearm
from reportgen.rendering.queries_csv import COLUMNS, render_queries_csv
from tests.example_reports import staged_report, teaching_report
from tests.unit.rendering.queries_csv_cases import (
    EXCLUDED,
    GROUPS,
    HARMLESS,
    LIKE_NUMBERS,
    RUN_BY_SPREADSHEETS,
    STAGES,
    hostile_report,
    is_number,
    parsed,
)

IDS = (*RUN_BY_SPREADSHEETS, *HARMLESS, *LIKE_NUMBERS)
STRINGS = ("query_id", "state", "excluded", "stage", "cutoff")
RUNS = frozenset("=+-@\t\r")


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Report:
    return hostile_report(tmp_path_factory.mktemp("csv"), IDS)


@pytest.fixture(scope="module")
def rows(report: Report) -> list[dict[str, str]]:
    return parsed(render_queries_csv(report))


@given(st.text())
def test_disarming_is_undone_by_taking_one_quote_off(text: str) -> None:
    assert text == rearm(disarm(text))


@given(st.text(), st.sampled_from(sorted(RUNS | {"'"})))
def test_no_disarmed_text_begins_with_what_a_spreadsheet_runs(text: str, start: str) -> None:
    assert disarm(start + text) == f"'{start}{text}"
    assert not RUNS & set(disarm(text)[:1])


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_what_is_harmless_stays_as_it_is(text: str) -> None:
    assert text == disarm(text) or text[0] in RUNS | {"'"}


def test_every_query_has_a_row_for_each_stage_and_cutoff(rows: list[dict[str, str]]) -> None:
    expected = {
        (disarm(query), disarm(stage), cutoff)
        for query in (*IDS, EXCLUDED)
        for stage in STAGES
        for cutoff in ("1", "2", "all")
    }

    assert expected == {(row["query_id"], row["stage"], row["cutoff"]) for row in rows}
    assert len(expected) == len(rows)


def test_ids_come_back_as_they_were(rows: list[dict[str, str]]) -> None:
    assert {*IDS, EXCLUDED} == {rearm(row["query_id"]) for row in rows}


def test_a_group_field_named_like_a_column_has_a_column_of_its_own(
    rows: list[dict[str, str]],
) -> None:
    assert [*COLUMNS, *(f"group:{facet}" for facet in sorted(GROUPS))] == [
        *list(rows[0])[: len(COLUMNS)],
        *sorted(list(rows[0])[len(COLUMNS) :]),
    ]
    assert set(map(disarm, STAGES)) == {row["stage"] for row in rows}
    assert {"2", "0"} == {row["gold"] for row in rows}
    assert {disarm("=A1"), disarm("@x")} == {row["group:stage"] for row in rows}


def test_a_group_value_with_comma_quote_and_line_break_comes_back_whole(
    rows: list[dict[str, str]],
) -> None:
    assert {GROUPS["gold"], ""} == {row["group:gold"] for row in rows}


def test_numbers_stay_numbers_beside_disarmed_ids(rows: list[dict[str, str]]) -> None:
    row = next(one for one in rows if one["query_id"] == "'-3" and one["cutoff"] == "2")

    assert ("2", "1", "1.0", "0.5", "-0.5") == (
        row["baseline_hits"],
        row["candidate_hits"],
        row["baseline_recall"],
        row["candidate_recall"],
        row["delta"],
    )
    for found in rows:
        numbers = [found[column] for column in COLUMNS if column not in STRINGS]

        assert all(cell == "" or is_number(cell) for cell in numbers)


def test_an_excluded_query_keeps_its_hits_and_has_no_recall(rows: list[dict[str, str]]) -> None:
    found = [row for row in rows if row["query_id"] == EXCLUDED]
    empty = (
        "baseline_recall",
        "candidate_recall",
        "delta",
        "weight_macro",
        "weight_pooled",
        "ceiling",
    )

    assert {"unreviewed"} == {row["excluded"] for row in found}
    assert {""} == {row[column] for row in found for column in empty}
    assert {"0"} == {row["baseline_hits"] for row in found}
    assert {""} == {row["excluded"] for row in rows if row["query_id"] != EXCLUDED}


def test_unjudged_counts_are_empty_where_nothing_is_cut(rows: list[dict[str, str]]) -> None:
    columns = ("baseline_unjudged", "candidate_unjudged")

    assert {""} == {row[one] for row in rows for one in columns if row["cutoff"] == "all"}
    assert all(row[one].isdigit() for row in rows for one in columns if row["cutoff"] != "all")


def test_recall_is_the_hits_over_the_gold_and_weights_add_up_to_one() -> None:
    rows = parsed(render_queries_csv(staged_report(24)))
    first = [row for row in rows if (row["stage"], row["cutoff"]) == ("context", "2")]
    scored = [row for row in first if not row["excluded"]]

    for row in scored:
        gold = int(row["gold"])
        hits = [int(row[f"{run}_hits"]) for run in ("baseline", "candidate")]

        assert [one / gold for one in hits] == [
            float(row[f"{run}_recall"]) for run in ("baseline", "candidate")
        ]
        assert (hits[1] - hits[0]) / gold == float(row["delta"])
    assert sum(float(row["weight_macro"]) for row in scored) == pytest.approx(1, abs=1e-12)
    assert sum(float(row["weight_pooled"]) for row in scored) == pytest.approx(1, abs=1e-12)


def test_the_teaching_example_is_as_computed_by_hand() -> None:
    rows = parsed(render_queries_csv(teaching_report()))

    assert [
        ("A", "", "3", 2 / 3, "1", "0", -1 / 3),
        ("B", "", "1", 1.0, "1", "1", 0.0),
        ("C", "", "1", 1.0, "0", "1", 1.0),
    ] == [
        (
            row["query_id"],
            row["excluded"],
            row["gold"],
            float(row["ceiling"]),
            row["baseline_hits"],
            row["candidate_hits"],
            float(row["delta"]),
        )
        for row in rows
        if not row["excluded"]
    ]
    assert {"D": "unreviewed", "E": "no-answer"} == {
        row["query_id"]: row["excluded"] for row in rows if row["excluded"]
    }


def test_the_file_is_marked_as_utf_8_with_line_ends_of_csv(report: Report) -> None:
    content = render_queries_csv(report)
    first = content.split(b"\r\n")[0]

    assert content.startswith(b"\xef\xbb\xbfquery_id,")
    assert content.endswith(b"\r\n")
    assert list(COLUMNS) == next(csv.reader(io.StringIO(first.decode("utf-8-sig"))))[: len(COLUMNS)]
