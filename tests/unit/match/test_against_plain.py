"""The columnar match says what plain Python says, list by list, and on two engines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import narwhals as nw
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reportgen.model.cutoff import Cutoff
from reportgen.model.labels import CutoffCounts, Labels, UnitMap
from reportgen.model.matched import GoldUnits, ListMatch, Matched, StageMatch, StagePair
from reportgen.model.run import DuplicatesRule, Order, Rankings, Run, Side
from tests.in_memory import labels, matched, run, stage, unit_map
from tests.unit.match.plain import (
    PlainList,
    Row,
    first_units_differ,
    hits_left_open,
    plain_list,
)

QUERIES = (*(f"q{n}" for n in range(1, 9)), "é9")
CUTOFFS: tuple[Cutoff, ...] = (1, 3, "all")
UNITS = ["a", "b", "B", "é", "z", "10", "9"]
SCORES = st.sampled_from([-1.5, -0.0, 0.0, 0.5, 2.0])


@dataclass(frozen=True)
class Case:
    """Two runs of one stage by query id, and grades; every row has a score and a rank."""

    baseline: Mapping[str, Sequence[Row]]
    candidate: Mapping[str, Sequence[Row]]
    grades: Mapping[str, Mapping[str, int]]
    orders: tuple[Order, Order]
    repeats: bool
    rows: Sequence[tuple[str, str]] | None
    counts: CutoffCounts

    def runs(self) -> tuple[Run, Run]:
        unit = None if self.rows is None else "passage"
        duplicates = DuplicatesRule.KEEP_FIRST if self.repeats else DuplicatesRule.REFUSE
        of = zip((self.baseline, self.candidate), self.orders, strict=True)
        baseline, candidate = (
            run(stage(lists, order=order), unit=unit, duplicates=duplicates) for lists, order in of
        )
        return baseline, candidate

    def labels(self) -> Labels:
        maps = () if self.rows is None else (unit_map(self.rows, cutoff_counts=self.counts),)
        return labels(
            {query: self.grades[query] for query in QUERIES}, unit="document", unit_maps=maps
        )

    def plain(self, side: Side, query: str) -> PlainList:
        order = self.orders[side is Side.CANDIDATE]
        return plain_list(self.rows_of(side, query), order, self.rows, self.counts)

    def rows_of(self, side: Side, query: str) -> Sequence[Row]:
        lists = self.baseline if side is Side.BASELINE else self.candidate
        return lists.get(query, ())


@st.composite
def ranked(draw: st.DrawFn, *, repeats: bool, tidy: bool) -> list[Row]:
    """Rows of one list; `tidy` ones descend by score and ascend by rank."""
    units = draw(st.lists(st.sampled_from(UNITS), unique=not repeats, min_size=1, max_size=7))
    ranks = range(len(units)) if tidy else draw(st.permutations(range(len(units))))
    scores = draw(st.lists(SCORES, min_size=len(units), max_size=len(units)))
    if tidy:
        scores.sort(reverse=True)
    gap = draw(st.integers(1, 3))
    return [
        (unit, score, rank * gap) for unit, score, rank in zip(units, scores, ranks, strict=True)
    ]


@st.composite
def cases(draw: st.DrawFn) -> Case:
    repeats = draw(st.booleans())
    lists = st.dictionaries(
        st.sampled_from([*QUERIES, "stranger"]),
        ranked(repeats=repeats, tidy=draw(st.booleans())),
        min_size=1,
    )
    baseline = draw(lists)
    # Two runs that have nothing to do with each other would hardly ever have a list in common.
    candidate = baseline | draw(lists) if draw(st.booleans()) else draw(lists)
    units = st.sampled_from([*UNITS, "x"])
    grades = st.dictionaries(units, st.integers(-1, 2), min_size=1)
    mapped = st.none() | st.lists(st.tuples(units, units), unique=True, min_size=1)
    return Case(
        baseline=baseline,
        candidate=candidate,
        grades={query: draw(grades) for query in QUERIES},
        orders=draw(st.tuples(*[st.sampled_from(list(Order))] * 2)),
        repeats=repeats,
        rows=draw(mapped),
        counts=draw(st.sampled_from(list(CutoffCounts))),
    )


@given(case=cases())
@settings(max_examples=40)
def test_lists_and_gold_stand_where_plain_python_puts_them(case: Case) -> None:
    met = matched(*case.runs(), case.labels(), cutoffs=CUTOFFS)
    for side in Side:
        of_stage = met.stages[0].side(side)
        of_lists = of_stage.lists["all"]
        found = found_units(met.gold_units, of_lists)
        for at, query in enumerate(QUERIES):
            plain = case.plain(side, query)
            positive = {unit for unit, grade in case.grades[query].items() if grade > 0}

            assert [
                (unit, rank, depth)
                for rank, (unit, depth) in enumerate(plain.units, 1)
                if unit in positive
            ] == found[at]
            assert len(plain.units) == of_lists.returned[at]
            assert bool(case.rows_of(side, query)) == of_stage.has_result[at]
            for k in (1, 3):
                assert len(plain.within(k)) == of_lists.size_at[k][at]


@given(case=cases())
@settings(max_examples=40)
def test_unjudged_and_sameness_are_those_of_the_plain_lists(case: Case) -> None:
    met = matched(*case.runs(), case.labels(), cutoffs=CUTOFFS)
    pair = met.stages[0]
    for at, query in enumerate(QUERIES):
        for cutoff in CUTOFFS:
            ours, theirs = (case.plain(side, query).within(cutoff) for side in Side)

            assert (ours == theirs) == pair.same_list[cutoff][at]
            assert (set(ours) == set(theirs)) == pair.same_units[cutoff][at]
            if cutoff != "all":
                unknown = [set(units) - case.grades[query].keys() for units in (ours, theirs)]
                counts = pair.unjudged[cutoff]

                assert [
                    len(unknown[0] - unknown[1]),
                    len(unknown[1] - unknown[0]),
                    len(unknown[0] & unknown[1]),
                ] == [counts.baseline[at], counts.candidate[at], counts.both[at]]


@given(case=cases())
@settings(max_examples=40)
def test_order_checks_are_those_of_the_plain_lists(case: Case) -> None:
    met = matched(*case.runs(), case.labels(), cutoffs=CUTOFFS)
    pair = met.stages[0]
    for side in Side:
        check = pair.side(side).order_check
        rows = {query: case.rows_of(side, query) for query in QUERIES}

        assert check.rank_against_score is not None
        for k in (1, 3):
            assert [
                at
                for at, query in enumerate(QUERIES)
                if first_units_differ(rows[query], Order.RANK, Order.SCORE, k)
            ] == check.rank_against_score[k].tolist()
            assert open_hits(case, side, k) == list(check.ties[k])
        if pair.other_order is None:
            assert case.orders[0] is case.orders[1]
        else:
            changed = pair.other_order[side]
            assert changed is not None
            for cutoff in CUTOFFS:
                assert [
                    at
                    for at, query in enumerate(QUERIES)
                    if first_units_differ(rows[query], *case.orders, cutoff)
                ] == changed[cutoff].tolist()


def open_hits(case: Case, side: Side, k: int) -> list[tuple[int, int, int]]:
    if case.rows is not None or case.orders[side is Side.CANDIDATE] is not Order.SCORE:
        return []
    opened = []
    for at, query in enumerate(QUERIES):
        gold = {unit: grade > 0 for unit, grade in case.grades[query].items()}
        least, most = hits_left_open(case.rows_of(side, query), gold, k)
        if least < most:
            opened.append((at, least, most))
    return opened


def found_units(gold_units: GoldUnits, lists: ListMatch) -> dict[int, list[tuple[str, int, int]]]:
    found: dict[int, list[tuple[str, int, int]]] = {at: [] for at in range(len(QUERIES))}
    for row, rank, depth in zip(lists.found, lists.rank, lists.depth, strict=True):
        found[int(gold_units.query[row])].append((gold_units.unit[row], int(rank), int(depth)))
    return found


@pytest.mark.parametrize("deep", [False, True], ids=["top of the lists", "full lists"])
@given(case=cases())
@settings(max_examples=6)
def test_duckdb_leaves_the_same_arrays_as_polars(deep: bool, case: Case) -> None:
    cutoffs: tuple[Cutoff, ...] = ("all",) if deep else (1, 2)
    snapshot = case.labels()
    here = matched(*case.runs(), snapshot, cutoffs=cutoffs)
    there = matched(
        run_in_duckdb(case.runs()[0]),
        run_in_duckdb(case.runs()[1]),
        labels_in_duckdb(snapshot),
        cutoffs=cutoffs,
    )

    assert as_plain_values(here) == as_plain_values(there)


def in_duckdb(frame: nw.LazyFrame[Any]) -> nw.LazyFrame[Any]:
    return frame.collect("polars").lazy("duckdb")


def run_in_duckdb(of_run: Run) -> Run:
    def moved(rankings: Rankings) -> Rankings:
        return replace(rankings, frame=in_duckdb(rankings.frame))

    stages = tuple(
        replace(one, rankings={key: moved(of) for key, of in one.rankings.items()})
        for one in of_run.stages
    )
    return replace(of_run, stages=stages)


def labels_in_duckdb(snapshot: Labels) -> Labels:
    def moved(of: UnitMap) -> UnitMap:
        return replace(of, frame=in_duckdb(of.frame))

    return replace(
        snapshot,
        judgments=in_duckdb(snapshot.judgments),
        unit_maps=tuple(moved(of) for of in snapshot.unit_maps),
    )


def as_plain_values(value: Any) -> Any:
    """Arrays as lists, types as their fields: what two matches have in common, they say alike."""
    if isinstance(value, np.ndarray):
        return value.tolist()
    if isinstance(value, Mapping):
        return {key: as_plain_values(of) for key, of in value.items()}
    if isinstance(value, tuple):
        return [as_plain_values(of) for of in value]
    if isinstance(value, (Matched, StageMatch, StagePair)) or hasattr(
        value, "__dataclass_fields__"
    ):
        return {name: as_plain_values(getattr(value, name)) for name in value.__dataclass_fields__}
    return value
