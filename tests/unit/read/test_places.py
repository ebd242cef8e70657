"""The places that reading gives are those that sorting would find, and are given only where rows are nearly sorted."""

from __future__ import annotations

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from reportgen.model.run import Order
from reportgen.read.places import with_places

Row = tuple[str, str, int, float]
SCHEMA = {"query_id": pl.String, "unit_id": pl.String, "rank": pl.Int64, "score": pl.Float64}


def frame(rows: list[Row]) -> pl.DataFrame:
    return pl.DataFrame(rows, schema=SCHEMA, orient="row")


@st.composite
def tidy_rows(draw: st.DrawFn) -> list[Row]:
    """Queries one after the other, whose scores never rise and whose ranks do."""
    rows: list[Row] = []
    for query in draw(st.lists(st.sampled_from("abcdé"), unique=True)):
        units = draw(st.lists(st.text("aBé9", min_size=1), unique=True, min_size=1, max_size=6))
        scores = sorted((draw(st.sampled_from([-0.0, 0.0, 1.0, 2.0])) for _ in units), reverse=True)
        first = draw(st.integers(-1, 2))
        rows += [
            (query, unit, first + at, score)
            for at, (unit, score) in enumerate(zip(units, scores, strict=True))
        ]
    return rows


@given(rows=tidy_rows())
def test_places_of_rows_whose_scores_never_rise_are_those_of_sorting(rows: list[Row]) -> None:
    placed, places = with_places(frame(rows), Order.SCORE)
    columns = placed.collect()

    assert {Order.LISTED: "position", Order.RANK: "position"}.items() <= places.items()
    for query in {row[0] for row in rows}:
        units = [unit for of, unit, _, _ in rows if of == query]
        by_score = sorted(
            ((score, unit.encode()) for of, unit, _, score in rows if of == query), reverse=True
        )
        found = columns.filter(pl.col("query_id") == query)

        assert list(range(len(units))) == found.get_column("position").to_list()
        assert [unit.decode() for _, unit in by_score] == found.sort(
            places[Order.SCORE]
        ).get_column("unit_id").to_list()


def test_equal_scores_in_order_need_no_column_of_their_own() -> None:
    rows = [("q", "b", 1, 2.0), ("q", "a", 2, 2.0), ("r", "z", 1, 2.0)]
    placed, places = with_places(frame(rows), Order.SCORE)

    assert "position" == places[Order.SCORE]
    assert [*SCHEMA, "position"] == placed.collect_schema().names()


@pytest.mark.parametrize(
    ("rows", "known"),
    [
        ([("q", "a", 1, 1.0), ("q", "b", 2, 2.0)], {Order.RANK}),
        ([("q", "a", 2, 2.0), ("q", "b", 1, 1.0)], {Order.SCORE}),
        ([("q", "a", 1, 2.0), ("q", "b", 1, 1.0)], {Order.SCORE}),
        ([("q", "a", 1, 2.0), ("r", "b", 1, 2.0), ("q", "c", 2, 1.0)], set()),
    ],
    ids=["a score rises", "a rank falls", "a rank repeats", "another query stands between"],
)
def test_orders_that_need_sorting_get_no_places(rows: list[Row], known: set[Order]) -> None:
    placed, places = with_places(frame(rows), Order.SCORE)
    positions = placed.collect().get_column("position").to_list()

    assert {Order.LISTED} | known == places.keys()
    assert [
        sum(query == row[0] for row in rows[:at]) for at, (query, *_) in enumerate(rows)
    ] == positions


def test_a_listed_stage_gets_no_other_order() -> None:
    _, places = with_places(frame([("q", "a", 1, 1.0)]), Order.LISTED)

    assert {Order.LISTED} == places.keys()
