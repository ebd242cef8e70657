"""The worksheet: what stands in it, in which order, and what it keeps from the reviewer."""

from __future__ import annotations

import csv
import io

import pytest

from reportgen.model.labels import QueryRecord, State
from reportgen.model.spreadsheet import disarm, rearm
from reportgen.rendering.worksheet_csv import LONGEST_TEXT, render_worksheet
from reportgen.review.worksheet import Worksheet, make_worksheet, row_check

HOSTILE = (
    "=1+1",
    "+1",
    "-3",
    "@x",
    "'",
    "''x",
    "\tx",
    " x",
    "a,b",
    'q"x',
    "a;b",
    "007",
    "1e3",
    "问 1",
    "#c",
    "\u2028",
)


def query(name: str, text: str | None = None) -> QueryRecord:
    return QueryRecord(query_id=name, state=State.RELEVANT, text=text)


def sheet(*sizes: int, seed: int = 0, limit: int | None = None) -> Worksheet:
    queries = [
        (query(f"q{at}"), [f"u{unit}" for unit in range(size)]) for at, size in enumerate(sizes)
    ]
    return make_worksheet(queries, labels_digest="sha256:0", seed=seed, limit=limit)


def rows_of(content: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(content.decode("utf-8-sig"), newline="")))


def test_the_order_of_the_units_is_that_of_a_frozen_stream() -> None:
    # RandomState(0).permutation(5), then .permutation(4) of the same stream.
    assert [("u2", "u0", "u1", "u3", "u4"), ("u0", "u2", "u1", "u3")] == [
        of.units for of in sheet(5, 4).queries
    ]


def test_every_unit_stays_and_another_seed_gives_another_order() -> None:
    orders = {sheet(8, seed=seed).queries[0].units for seed in range(5)}

    assert 5 == len(orders)
    assert {tuple(f"u{at}" for at in range(8))} == {tuple(sorted(order)) for order in orders}


def test_the_order_does_not_depend_on_how_the_units_came() -> None:
    units = ["c", "a", "d", "b"]
    orders = {
        make_worksheet([(query("q"), of)], labels_digest="", seed=3).queries[0].units
        for of in (units, units[::-1], sorted(units))
    }

    assert 1 == len(orders)


@pytest.mark.parametrize(
    ("limit", "queries", "left_out"),
    [(1, 1, 2), (5, 1, 2), (8, 1, 2), (9, 2, 1), (11, 3, 0), (99, 3, 0)],
)
def test_a_limit_cuts_between_queries_and_leaves_the_beginning_as_it_was(
    limit: int, queries: int, left_out: int
) -> None:
    whole, cut = sheet(5, 4, 2), sheet(5, 4, 2, limit=limit)

    assert whole.queries[:queries] == cut.queries
    assert (left_out, whole.units - cut.units) == (cut.left_out, cut.units_left_out)


def test_nothing_to_review_is_an_empty_worksheet() -> None:
    assert () == sheet(limit=3).queries
    assert [] == rows_of(render_worksheet(sheet()))


def test_a_cell_never_begins_like_a_formula_and_gives_its_id_back() -> None:
    queries = [(query(name, text=name), list(HOSTILE)) for name in HOSTILE]
    made = make_worksheet(queries, labels_digest="sha256:0", seed=0)
    rows = rows_of(render_worksheet(made.with_texts({name: name for name in HOSTILE})))

    assert [] == [
        cell
        for row in rows
        for cell in row.values()
        if cell.startswith(("=", "+", "-", "@", "\t", "\r"))
    ]
    assert [(of.record.query_id, unit) for of in made.queries for unit in of.units] == [
        (rearm(row["query_id"]), rearm(row["unit_id"])) for row in rows
    ]
    assert list(HOSTILE) == [rearm(disarm(name)) for name in HOSTILE]


def test_texts_are_one_line_without_control_characters_and_fit_a_cell() -> None:
    long = "字" * (LONGEST_TEXT + 1)
    made = make_worksheet(
        [(query("q", text="two\r\nlines\tand\x00\x07 more"), ["u", "v"])], labels_digest="", seed=0
    ).with_texts({"u": long, "v": long[:-1]})
    content = render_worksheet(made)
    rows = rows_of(content)

    assert {"two lines and more"} == {row["query_text"] for row in rows}
    assert {"u": len(long) + 1, "v": LONGEST_TEXT} == {
        row["unit_id"]: len(row["unit_text"]) for row in rows
    }
    assert 1 + 2 == content.count(b"\r\n") == content.count(b"\n")


def test_a_check_changes_with_every_cell_that_it_covers_and_is_no_number() -> None:
    cells = {"labels_digest": "d", "seed": "0", "query_id": "q", "query_units": "2", "unit_id": "u"}
    checks = {row_check(**{**cells, name: cells[name] + "x"}) for name in cells}

    assert 5 == len(checks - {row_check(**cells)})
    # Cells that only touch must not be taken for each other.
    assert row_check(**{**cells, "query_id": "q2", "query_units": ""}) != row_check(**cells)
    assert all(check.startswith("r") for check in checks)
