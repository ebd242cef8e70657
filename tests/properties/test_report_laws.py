"""Laws of whole reports: what swapping, permuting, renaming and adding may change, and what must add up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from reportgen.model.cutoff import ALL
from reportgen.model.labels import Labels, State
from reportgen.model.report import Aggregate, Report
from reportgen.model.run import Run
from tests.in_memory import labels, run, stage
from tests.reports import amount, report
from tests.unit.comparison.cases import grouped

UNITS = "abcdefgh"
STAGES = ("pool", "context")
EXAMPLES = 10  # a report each, or two
Lists = Mapping[str, Sequence[str]]


@dataclass(frozen=True)
class World:
    """Both runs' lists by stage, judgments, states of queries without judgments, and groups."""

    baseline: Mapping[str, Lists]
    candidate: Mapping[str, Lists]
    judged: Mapping[str, Mapping[str, int]]
    states: Mapping[str, State]
    groups: Mapping[str, Mapping[str, Any]]

    def runs(self) -> tuple[Run, Run]:
        return _run(self.baseline), _run(self.candidate)

    def snapshot(self) -> Labels:
        return grouped(labels(self.judged, states=self.states), groups=self.groups)

    def report(self, **options: Any) -> Report:
        return report(*self.runs(), self.snapshot(), cutoffs=(1, 2, ALL), **options)


def _run(of: Mapping[str, Lists]) -> Run:
    return run(*(stage(lists, name=name) for name, lists in of.items()))


def ranked(most: int) -> st.SearchStrategy[list[str]]:
    return st.lists(st.sampled_from(UNITS), max_size=most, unique=True)


@st.composite
def worlds(draw: st.DrawFn, *, most: int = 9) -> World:
    """Queries q0… of every state; some are absent from a run; every run returns a unit that is judged."""
    queries = [f"q{at}" for at in range(draw(st.integers(1, most)))]
    judged: dict[str, dict[str, int]] = {"anchor": {"a": 1}}
    states: dict[str, State] = {}
    for query in queries:
        grades = draw(st.dictionaries(st.sampled_from(UNITS), st.integers(0, 2), max_size=5))
        if grades:
            judged[query] = grades
        else:
            states[query] = State.UNREVIEWED
    runs = []
    for _ in range(2):
        lists: dict[str, dict[str, list[str]]] = {name: {"anchor": ["a"]} for name in STAGES}
        for query in queries:
            for name in STAGES:
                if draw(st.integers(0, 9)):
                    lists[name][query] = draw(ranked(5))
        runs.append(lists)
    groups = {
        query: {"type": draw(st.sampled_from("xyz"))} for query in queries if draw(st.booleans())
    }
    return World(runs[0], runs[1], judged, states, groups)


def without_inputs(of: Report) -> bytes:
    return msgspec.json.encode(msgspec.structs.replace(of, provenance=None))


def negated(interval: tuple[float, float] | None) -> tuple[float, float] | None:
    return None if interval is None else (-interval[1] + 0.0, -interval[0] + 0.0)


@given(worlds())
@settings(max_examples=EXAMPLES)
def test_swapping_the_runs_negates_every_delta_and_exchanges_better_and_worse(world: World) -> None:
    forward = world.report()
    backward = replace(world, baseline=world.candidate, candidate=world.baseline).report()
    for row, other in zip(forward.aggregates, backward.aggregates, strict=True):
        assert (row.baseline, row.candidate) == (other.candidate, other.baseline)
        assert (row.better, row.same, row.worse) == (other.worse, other.same, other.better)
        assert row.delta == (None if other.delta is None else -other.delta + 0.0)
        assert (row.p, row.p_adjusted, row.ceiling) == (
            other.p,
            other.p_adjusted,
            other.ceiling,
        )
        assert row.interval == negated(other.interval)
        if row.label_bounds is not None:
            assert other.label_bounds is not None
            assert row.label_bounds.delta == negated(other.label_bounds.delta)
            assert row.label_bounds.baseline == other.label_bounds.candidate
            assert row.label_bounds.ceiling == other.label_bounds.ceiling


@given(worlds(), st.randoms(use_true_random=False))
@settings(max_examples=EXAMPLES)
def test_the_order_of_queries_and_judgments_changes_no_byte(world: World, random: Any) -> None:
    def shuffled(of: Mapping[str, Any]) -> dict[str, Any]:
        items = list(of.items())
        random.shuffle(items)
        return dict(items)

    other = World(
        {name: shuffled(lists) for name, lists in world.baseline.items()},
        {name: shuffled(lists) for name, lists in world.candidate.items()},
        shuffled({query: shuffled(grades) for query, grades in world.judged.items()}),
        shuffled(world.states),
        shuffled(world.groups),
    )

    assert without_inputs(world.report()) == without_inputs(other.report())


@given(worlds())
@settings(max_examples=EXAMPLES)
def test_a_query_with_equal_outcomes_dilutes_macro_by_n_and_pooled_by_gold(world: World) -> None:
    plain = world.report()
    added = {name: {**lists, "zz": ["b", "c"]} for name, lists in world.baseline.items()}
    added_too = {name: {**lists, "zz": ["b", "c"]} for name, lists in world.candidate.items()}
    judged = {**world.judged, "zz": {"b": 1, "d": 1}}
    more = replace(world, baseline=added, candidate=added_too, judged=judged).report()
    n, gold = plain.accounting.scored, plain.accounting.gold
    for row, other in zip(plain.aggregates, more.aggregates, strict=True):
        if row.measure != "recall" or row.delta is None or other.delta is None:
            continue
        share = Fraction(n, n + 1) if row.averaging == "macro" else Fraction(gold, gold + 2)

        assert abs(other.delta - row.delta * float(share)) < 1e-12
        assert (row.better, row.worse, row.same + 1) == (other.better, other.worse, other.same)


@given(worlds())
@settings(max_examples=EXAMPLES)
def test_lost_and_gained_gold_add_up_at_every_stage(world: World) -> None:
    made = world.report()
    for flow in made.stages.flows:
        moved = sum(step.lost - step.gained for step in flow.steps)

        assert flow.gold - flow.reached == flow.missed + moved
        assert all(0 <= step.forced <= step.lost for step in flow.steps)
    for side in ("baseline", "candidate"):
        units = sum(row.units for row in made.stages.patterns if row.run == side)
        nested = not [row for row in made.stages.not_nested if row.run == side]
        gained = sum(
            step.gained for flow in made.stages.flows if flow.run == side for step in flow.steps
        )

        assert made.accounting.gold == units
        assert not nested or gained == 0


@given(worlds())
@settings(max_examples=EXAMPLES)
def test_a_loss_splits_into_three_parts_that_are_never_negative(world: World) -> None:
    for split in world.report().stages.splits:
        parts = (split.unreachable, split.missing, split.ordering)
        shares = split.macro_unreachable + split.macro_missing + split.macro_ordering

        assert split.gold - split.hits == sum(parts)
        assert min(parts) >= 0
        assert abs(1 - split.macro_recall - shares) < 1e-12


def row_of(of: Any, measure: str, averaging: str, where: tuple[str, Any]) -> Aggregate:
    rows: Sequence[Aggregate] = of.aggregates
    return next(
        row
        for row in rows
        if (row.measure, row.averaging) == (measure, averaging) and (row.stage, row.cutoff) == where
    )


@given(worlds())
@settings(max_examples=EXAMPLES)
def test_groups_of_a_partition_add_up_to_the_total(world: World) -> None:
    made = world.report()
    for facet in made.facets:
        groups = [group for group in made.groups if group.facet == facet.name]

        assert facet.partition
        assert made.accounting.scored == sum(group.n for group in groups)
        for where in (("context", 2), ("pool", ALL)):
            pooled = [row_of(group, "recall", "pooled", where) for group in groups]
            total = row_of(made, "recall", "pooled", where)

            assert amount(total.candidate).numerator == sum(
                amount(row.candidate).numerator or 0 for row in pooled if row.n
            )
            assert (total.better, total.worse) == (
                sum(row.better for row in pooled),
                sum(row.worse for row in pooled),
            )


@given(worlds(), st.randoms(use_true_random=False))
@settings(max_examples=EXAMPLES)
def test_reordering_full_lists_keeps_recall_at_all(world: World, random: Any) -> None:
    def reordered(lists: Lists) -> dict[str, list[str]]:
        return {query: random.sample(list(units), len(units)) for query, units in lists.items()}

    candidate = {name: reordered(lists) for name, lists in world.baseline.items()}
    made = replace(world, candidate=candidate).report()
    for row in made.aggregates:
        if row.measure == "recall" and row.cutoff == ALL:
            assert row.baseline == row.candidate
            assert (row.better, row.worse) == (0, 0)
    for changes in made.stages.lists:
        if changes.cutoff == ALL:
            assert (0, 0) == (changes.equal_hits, changes.other_hits)


@given(worlds())
@settings(max_examples=EXAMPLES)
def test_renaming_the_units_changes_no_number(world: World) -> None:
    names = {unit: f"{number}-{unit}" for number, unit in enumerate(reversed(UNITS))}

    def renamed(lists: Lists) -> dict[str, list[str]]:
        return {query: [names[unit] for unit in units] for query, units in lists.items()}

    other = replace(
        world,
        baseline={name: renamed(lists) for name, lists in world.baseline.items()},
        candidate={name: renamed(lists) for name, lists in world.candidate.items()},
        judged={
            query: {names[unit]: grade for unit, grade in grades.items()}
            for query, grades in world.judged.items()
        },
    )
    before, after = world.report(), other.report()

    assert before.aggregates == after.aggregates
    assert before.groups == after.groups
    assert before.stages.flows == after.stages.flows
    assert before.labels == after.labels
    assert before.queries.cells == after.queries.cells


@given(worlds())
@settings(max_examples=EXAMPLES)
def test_queries_that_are_not_scored_change_counts_only(world: World) -> None:
    judged = {**world.judged, "none": {"h": 0}}
    states = {**world.states, "open": State.UNREVIEWED}
    extra = {"none": ["h"], "open": ["a"]}
    more = replace(
        world,
        judged=judged,
        states=states,
        baseline={name: {**lists, **extra} for name, lists in world.baseline.items()},
        candidate={name: {**lists, **extra} for name, lists in world.candidate.items()},
    )
    before, after = world.report(), more.report()

    assert before.aggregates == after.aggregates
    assert before.identities == after.identities
    assert before.stages == after.stages
    assert before.accounting.queries + 2 == after.accounting.queries


@given(worlds(most=14))
@settings(max_examples=EXAMPLES)
def test_adjusted_p_values_are_at_least_the_own_ones_and_in_their_order(world: World) -> None:
    tested = [row for row in world.report().aggregates if row.p is not None]
    for row in tested:
        assert row.p is not None
        assert row.p_adjusted is not None
        assert row.p <= row.p_adjusted <= 1
    ordered = sorted(tested, key=lambda row: (row.p or 0, row.p_adjusted or 0))

    assert [row.p_adjusted for row in ordered] == sorted(row.p_adjusted or 0 for row in ordered)


@given(worlds())
@settings(max_examples=EXAMPLES)
def test_values_stay_between_all_hit_and_any_hit_and_below_their_ceiling(world: World) -> None:
    made = world.report()
    for where in ((name, cutoff) for name in STAGES for cutoff in (1, 2, ALL)):
        macro = row_of(made, "recall", "macro", where)
        any_hit = row_of(made, "any-hit", "macro", where)
        all_hit = row_of(made, "all-hit", "macro", where)
        for side in ("baseline", "candidate"):
            values = [getattr(row, side).value for row in (all_hit, macro, any_hit)]
            if None in values:
                continue

            assert values == sorted(values)
            assert values[1] <= (macro.ceiling or 0) + 1e-12


def precision_sum(ranks: Sequence[int | None] | None, cutoff: int | str) -> Fraction:
    held = sorted(rank for rank in ranks or () if rank is not None)
    kept = [rank for rank in held if cutoff == ALL or rank <= int(cutoff)]
    return sum((Fraction(place, rank) for place, rank in enumerate(kept, 1)), Fraction(0))


@given(worlds())
@settings(max_examples=EXAMPLES)
def test_average_precision_is_compared_as_fractions(world: World) -> None:
    made = world.report()
    for columns in made.queries.ranks:
        for cutoff in (1, 2, ALL):
            differences = [
                precision_sum(columns.candidate[row.index], cutoff)
                - precision_sum(columns.baseline[row.index], cutoff)
                for row in made.queries
                if row.excluded is None
            ]
            found = row_of(made, "average-precision", "macro", (columns.stage, cutoff))

            assert (found.better, found.worse) == (
                sum(difference > 0 for difference in differences),
                sum(difference < 0 for difference in differences),
            )
