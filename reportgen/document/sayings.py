"""Findings and messages against the catalogue: a code that it knows, and parameters of the kinds that it names.

The types leave parameters open; a sentence does not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from reportgen.document.parts import LARGEST
from reportgen.model.catalogue import FINDINGS, MESSAGES, NOTES, Entry, Kind, Param
from reportgen.model.cutoff import ALL
from reportgen.model.measure import Averaging, Measure, rows
from reportgen.model.report import Report
from reportgen.model.run import Side
from reportgen.text import load_texts

_FINDINGS: Final = {entry.code: entry for entry in FINDINGS}
_MESSAGES: Final = {entry.code: entry for entry in MESSAGES}
_NAMES_OF_OURS: Final[Mapping[str, Sequence[str]]] = {
    "measure": list(Measure),
    "averaging": list(Averaging),
}
_MEASURES: Final = frozenset(
    (row.measure.value, row.averaging.value) for row in rows(evidence=True)
)


def wrong_sayings(report: Report) -> Iterator[str]:
    """What no sentence can be made of, each with its place."""
    for at, finding in enumerate(report.findings):
        yield from _against(_FINDINGS, finding.code, finding.params, f"findings[{at}]")
    for place, aggregates in (
        ("aggregates", report.aggregates),
        *((f"groups[{at}].aggregates", group.aggregates) for at, group in enumerate(report.groups)),
    ):
        for at, row in enumerate(aggregates):
            for number, message in enumerate(row.messages):
                where = f"{place}[{at}].messages[{number}]"
                yield from _against(_MESSAGES, message.code, message.params, where)
            for note in row.notes:
                if note not in NOTES:
                    yield f"{place}[{at}].notes holds the unknown code {note!r}"


def _against(
    entries: Mapping[str, Entry], code: str, params: Mapping[str, Any], place: str
) -> Iterator[str]:
    if code not in entries:
        yield f"{place} has the unknown code {code!r}"
    else:
        yield from _params(entries[code].params, params, f"{place}.params")


def _params(wanted: Mapping[str, Param], params: Mapping[str, Any], place: str) -> Iterator[str]:
    for name in sorted(wanted.keys() ^ params.keys()):
        yield f"{place}.{name} is {'missing' if name in wanted else 'unknown'}"
    for name in sorted(wanted.keys() & params.keys()):
        yield from _param(wanted[name], name, params[name], f"{place}.{name}")


def _param(param: Param, name: str, value: Any, place: str) -> Iterator[str]:
    if param.kind is Kind.ROWS:
        if not isinstance(value, list):
            yield f"{place} is no list"
            return
        if not value and name == "cells":
            yield f"{place} names no cell"
        for at, row in enumerate(value):
            if isinstance(row, dict):
                yield from _params(param.row, row, f"{place}[{at}]")
            else:
                yield f"{place}[{at}] is no object"
    # The catalogue says of a parameter what null means, where it may be null.
    elif not (value is None and "null" in param.meaning) and not _fits(param.kind, name, value):
        yield f"{place} is no {param.kind.value}"


def _fits(kind: Kind, name: str, value: Any) -> bool:
    if kind is Kind.NAMES and name == "untried":
        return _is_list(value, _is_run)
    if kind is Kind.NAME and name in _NAMES_OF_OURS:
        return value in _NAMES_OF_OURS[name]
    if kind in _LISTS:
        return _is_list(value, _LISTS[kind])
    return _SINGLE[kind](value)


def _is_list(value: Any, fits: Callable[[Any], bool]) -> bool:
    return isinstance(value, list) and all(map(fits, value))


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) <= LARGEST


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= LARGEST


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_run(value: Any) -> bool:
    return value in set(Side) if isinstance(value, str) else False


def _is_cutoff(value: Any) -> bool:
    return value == ALL or (_is_count(value) and value >= 1)


def _is_measure(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and value.keys() == {"measure", "averaging"}
        and all(map(_is_text, value.values()))
        and (value["measure"], value["averaging"]) in _MEASURES
    )


def _is_word(value: Any) -> bool:
    return isinstance(value, str) and f"word.{value}" in load_texts("en")


_SINGLE: Final[Mapping[Kind, Callable[[Any], bool]]] = {
    Kind.COUNT: _is_count,
    Kind.DELTA: _is_number,
    Kind.VALUE: _is_number,
    Kind.SIGNED: _is_number,
    Kind.NUMBER: _is_number,
    Kind.SHARE: _is_number,
    Kind.PROBABILITY: _is_number,
    Kind.POINTS: _is_number,
    Kind.RUN: _is_run,
    Kind.STAGE: _is_text,
    Kind.CUTOFF: _is_cutoff,
    Kind.MEASURE: _is_measure,
    Kind.WORD: _is_word,
    Kind.NAME: _is_text,
    Kind.ID: _is_text,
}
_LISTS: Final[Mapping[Kind, Callable[[Any], bool]]] = {
    Kind.STAGES: _is_text,
    Kind.CUTOFFS: _is_cutoff,
    Kind.MEASURES: _is_measure,
    Kind.NAMES: _is_text,
    Kind.IDS: _is_text,
}
