"""A report.json that someone edited, cut or damaged is refused with the place, and breaks no renderer."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest

from reportgen.document import decode_report, encode_report
from reportgen.document.sayings import _LISTS, _SINGLE
from reportgen.errors import Refused
from reportgen.model.catalogue import Kind
from reportgen.pipeline.options import ShowOptions
from reportgen.pipeline.rendering import render_files
from tests.unit.comparison.cases import CASES

Place = tuple[str | int, ...]
EDITS = 25  # of each report that is edited here; every shape of every report was gone through once by hand
VALUES: tuple[Any, ...] = (
    *(None, True, "", "zzz", "baseline", "all", 0, -1, 1.5, 2**63, 10**30, -1e308, 1e308),
    *([], {}, [[]], [None], ["a"], {"a": 1}),
)


@cache
def document(name: str) -> Any:
    return json.loads(encode_report(CASES[name]()))


def places(value: Any, at: Place = ()) -> Iterator[Place]:
    if at:
        yield at
    for key, item in (
        value.items()
        if isinstance(value, dict)
        else enumerate(value)
        if isinstance(value, list)
        else ()
    ):
        yield from places(item, (*at, key))


def edited(content: Any, place: Place, change: Callable[[Any, str | int], None]) -> bytes:
    """The report with one change at a place: `change` gets the holder and the key."""
    whole = copy.deepcopy(content)
    holder = whole
    for key in place[:-1]:
        holder = holder[key]
    change(holder, place[-1])
    return json.dumps(whole).encode()


def put(value: Any) -> Callable[[Any, str | int], None]:
    def change(holder: Any, key: str | int) -> None:
        holder[key] = value

    return change


def remove(holder: Any, key: str | int) -> None:
    del holder[key]


@pytest.mark.parametrize("name", CASES)
def test_a_report_that_reportgen_wrote_is_read(name: str) -> None:
    report = CASES[name]()

    assert encode_report(report) == encode_report(decode_report(encode_report(report), "r.json"))


@pytest.mark.parametrize("name", ["gained_at_the_end", "evidence", "absent_queries", "clustered"])
def test_an_edited_report_is_refused_or_rendered(name: str) -> None:
    content = document(name)
    choose = random.Random(name)
    shapes: dict[Place, list[Place]] = {}
    for place in places(content):
        shape: Place = tuple("*" if isinstance(key, int) else key for key in place)
        shapes.setdefault(shape, []).append(place)
    for shape in choose.sample(sorted(shapes), EDITS):
        change = choose.choice([remove, put(choose.choice(VALUES)), put(choose.choice(VALUES))])
        try:
            report = decode_report(edited(content, choose.choice(shapes[shape]), change), "r.json")
        except Refused:
            continue
        render_files(report, ShowOptions(formats=("html", "markdown", "csv"), figures=False))


@pytest.mark.parametrize(
    ("place", "value", "named"),
    [
        (("findings", 0, "code"), "zzz", "findings[0]"),
        (("findings", 0, "params"), {}, "findings[0].params"),
        (("scope", "stages"), [], "scope.stages"),
        (("scope", "comparability", 0, "status"), "maybe", "comparability[0].status"),
        (("scope", "baseline", "stages", 0, "order"), "zzz", "stages[0].order"),
        (("aggregates", 0, "notes"), ["zzz"], "aggregates[0].notes"),
        (("aggregates", 0, "baseline"), None, "aggregates[0]"),
        (("aggregates", 0, "stage"), "zzz", "aggregates[0].stage"),
        (("weights", "macro"), 1e308, "weights.macro"),
        (("stages", "flows", 0, "run"), "zzz", "stages.flows"),
        (("stages", "macro_flows"), [], "stages.macro_flows"),
        (("queries", "excluded", 0), "zzz", "queries.excluded"),
        (("queries", "gold"), [], "queries.gold"),
        (("queries", "cells", 0, "cutoff"), 99, "queries.cells"),
        (("queries", "ranks", 0, "baseline", 0), [1] * 9, "queries.ranks"),
        (("queries", "opened"), [{"query": 10**6, "lists": []}], "queries.opened"),
    ],
)
def test_what_is_wrong_is_named(place: Place, value: Any, named: str) -> None:
    with pytest.raises(Refused) as refused:
        decode_report(edited(document("gained_at_the_end"), place, put(value)), "r.json")

    assert any(named in problem.what for problem in refused.value.problems)


@pytest.mark.parametrize("key", ["aggregates", "queries"])
def test_a_report_with_a_row_less_is_refused(key: str) -> None:
    place: Place = ("aggregates", 0) if key == "aggregates" else ("queries", "query_id", 0)

    with pytest.raises(Refused):
        decode_report(edited(document("gained_at_the_end"), place, remove), "r.json")


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"null",
        b"[]",
        b"\xff\xfe",
        b'{"schema_version": 1}',
        b'{"schema_version": "1"}',
        b'{"schema_version": ' + b"9" * 5000 + b"}",
        b'{"schema_version": 1, "x": ' + b"[" * 100_000 + b"]" * 100_000 + b"}",
        b'{"schema_version": 1, "title": NaN}',
    ],
)
def test_what_is_no_report_is_refused(content: bytes) -> None:
    with pytest.raises(Refused, match=r"r\.json: "):
        decode_report(content, "r.json")


def test_a_report_cut_anywhere_is_refused() -> None:
    content = encode_report(CASES["gained_at_the_end"]())
    for end in range(0, len(content) - 2, 997):
        with pytest.raises(Refused):
            decode_report(content[:end], "r.json")


def test_every_kind_of_parameter_is_checked() -> None:
    assert {*_SINGLE, *_LISTS, Kind.ROWS} == set(Kind)
