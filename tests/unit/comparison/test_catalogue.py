"""What a report says, the catalogue knows: codes, parameters, and the rows inside them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from reportgen.model.catalogue import FINDINGS, MESSAGES, NOTES, Entry, Kind, Param
from reportgen.model.report import Report
from tests.unit.comparison.cases import CASES


def undeclared(entry: Entry, params: Mapping[str, Any]) -> list[str]:
    """Parameters that are not those of the entry, and rows that are not those of their parameter."""
    wrong = [f"{entry.code}: {name}" for name in params.keys() ^ entry.params.keys()]
    for name, value in params.items():
        param = entry.params.get(name)
        if param is not None and param.kind is Kind.ROWS:
            wrong += [
                f"{entry.code}: {name}.{key}"
                for row in value
                for key in row.keys() ^ param.row.keys()
            ]
        elif param is not None and not _fits(param, value):
            wrong.append(f"{entry.code}: {name} is {value!r}")
    return wrong


def _fits(param: Param, value: Any) -> bool:
    if value is None:
        return True
    match param.kind:
        case Kind.COUNT:
            return isinstance(value, int)
        case (
            Kind.DELTA
            | Kind.VALUE
            | Kind.SIGNED
            | Kind.NUMBER
            | Kind.SHARE
            | Kind.POINTS
            | Kind.PROBABILITY
        ):
            return isinstance(value, float)
        case Kind.MEASURE:
            return isinstance(value, dict)
        case Kind.STAGES | Kind.CUTOFFS | Kind.MEASURES | Kind.NAMES | Kind.IDS:
            return isinstance(value, list)
        case Kind.CUTOFF:
            return isinstance(value, int | str)
        case _:
            return isinstance(value, str)


@pytest.mark.parametrize("name", CASES)
def test_a_report_holds_only_codes_and_parameters_of_the_catalogue(name: str) -> None:
    report: Report = CASES[name]()
    findings = {entry.code: entry for entry in FINDINGS}
    messages = {entry.code: entry for entry in MESSAGES}
    rows = [*report.aggregates, *(row for group in report.groups for row in group.aggregates)]
    wrong = [
        fault
        for finding in report.findings
        for fault in undeclared(findings[finding.code], finding.params)
    ]
    wrong += [
        fault
        for row in rows
        for message in row.messages
        for fault in undeclared(messages[message.code], message.params)
    ]
    wrong += [note for row in rows for note in row.notes if note not in NOTES]

    assert [] == wrong


def test_every_finding_of_the_catalogue_stands_in_some_report() -> None:
    shown = {finding.code for make in CASES.values() for finding in make().findings}

    assert {entry.code for entry in FINDINGS} == shown


def test_every_message_and_note_of_the_catalogue_stands_in_some_report() -> None:
    reports = [make() for make in CASES.values()]
    rows = [
        row
        for report in reports
        for row in (
            *report.aggregates,
            *(row for group in report.groups for row in group.aggregates),
        )
    ]

    assert {entry.code for entry in MESSAGES} == {
        message.code for row in rows for message in row.messages
    }
    assert set(NOTES) == {note for row in rows for note in row.notes}


def test_findings_stand_in_the_order_of_the_catalogue() -> None:
    order = [entry.code for entry in FINDINGS]

    for make in CASES.values():
        places = [order.index(finding.code) for finding in make().findings]

        assert sorted(places) == places
