"""The columns of the queries against one another: one entry a query, one rank a unit, one cell a stage
and cutoff."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from reportgen.model.classified import Reason
from reportgen.model.labels import State
from reportgen.model.report import Queries, RankColumns, Report

_CHANGES = frozenset({"l", "u", "e", "h"})


def wrong_columns(report: Report) -> Iterator[str]:
    """What the columns contradict one another in, each with its place."""
    queries = report.queries
    uneven = list(_uneven(queries))
    yield from uneven
    if not uneven:
        yield from _wrong_words(queries)
        yield from _wrong_ranks(queries)
    for one in queries.opened:
        if not 0 <= one.query < len(queries):
            yield f"queries.opened names query {one.query} of {len(queries)}"
    if len(set(queries.query_id)) < len(queries):
        yield "queries.query_id holds an id twice"
    stages, cutoffs = report.scope.stages, report.scope.cutoffs
    if [(cell.stage, cell.cutoff) for cell in queries.cells] != [
        (stage, cutoff) for stage in stages for cutoff in cutoffs
    ]:
        yield "queries.cells are not those of every stage and cutoff, in their order"
    if [ranks.stage for ranks in queries.ranks] != stages:
        yield "queries.ranks are not those of every stage, in their order"
    if queries.evidence is not None and [one.stage for one in queries.evidence.ranks] != stages:
        yield "queries.evidence.ranks are not those of every stage, in their order"


def _uneven(queries: Queries) -> Iterator[str]:
    count = len(queries)
    for name, column in _columns(queries):
        if column is not None and len(column) != count:
            yield f"queries.{name} has {len(column)} entries for {count} queries"


def _columns(queries: Queries) -> Iterator[tuple[str, Sequence[Any] | None]]:
    for name in ("text", "state", "excluded", "gold", "cluster", "gold_units", "gold_grades"):
        yield name, getattr(queries, name)
    for facet, column in queries.groups.items():
        yield f"groups.{facet}", column
    for cell in queries.cells:
        place = f"cells.{cell.stage}.{cell.cutoff}"
        for name in ("reachable", "unjudged_both", "change"):
            yield f"{place}.{name}", getattr(cell, name)
        for side, of in (("baseline", cell.baseline), ("candidate", cell.candidate)):
            for name in ("hits", "returned", "unjudged"):
                yield f"{place}.{side}.{name}", getattr(of, name)
    yield from _rank_columns(queries.ranks, "ranks")
    if queries.evidence is not None:
        yield "evidence.parts", queries.evidence.parts
        yield "evidence.units", queries.evidence.units
        yield from _rank_columns(queries.evidence.ranks, "evidence.ranks")


def _rank_columns(
    ranks: Sequence[RankColumns], place: str
) -> Iterator[tuple[str, Sequence[Any] | None]]:
    for of_stage in ranks:
        yield f"{place}.{of_stage.stage}.baseline", of_stage.baseline
        yield f"{place}.{of_stage.stage}.candidate", of_stage.candidate


def _wrong_words(queries: Queries) -> Iterator[str]:
    checked: list[tuple[str, list[str | None], frozenset[str]]] = [
        ("state", queries.state, frozenset(State)),
        ("excluded", queries.excluded, frozenset(Reason)),
        *((f"cells.{c.stage}.{c.cutoff}.change", c.change, _CHANGES) for c in queries.cells),
    ]
    for name, column, known in checked:
        for word in sorted({word for word in column if word is not None} - known):
            yield f"queries.{name} holds the unknown word {word!r}"


def _wrong_ranks(queries: Queries) -> Iterator[str]:
    if (
        not list(map(len, queries.gold_units))
        == list(map(len, queries.gold_grades))
        == queries.gold
    ):
        yield "queries.gold, queries.gold_units and queries.gold_grades differ in length"
    units = [("ranks", queries.ranks, queries.gold_units)]
    if queries.evidence is not None:
        units.append(("evidence.ranks", queries.evidence.ranks, queries.evidence.units))
    for place, ranks, of_query in units:
        for name, column in _rank_columns(ranks, place):
            for mine, named in zip(column or (), of_query, strict=True):
                if mine is not None and not _are_ranks(mine, len(named)):
                    yield f"queries.{name} has not one rank of at least 1, or null, for every unit"
                    break


def _are_ranks(ranks: Sequence[int | None], units: int) -> bool:
    return len(ranks) == units and all(rank is None or rank >= 1 for rank in ranks)
