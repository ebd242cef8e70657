"""Laws of rules: a value holds against itself and nothing finer, and single queries add up to the totals."""

from __future__ import annotations

import math

from hypothesis import given, settings

from tests.gate_rules import delta, low, never, outcome, rule, worse
from tests.properties.test_report_laws import EXAMPLES, World, worlds
from tests.unit.comparison.test_gate import check_queries_against_totals, covered


@given(worlds())
@settings(max_examples=EXAMPLES)
def test_a_rule_holds_at_its_own_number_and_not_a_step_above(world: World) -> None:
    made = world.report()
    for row in made.aggregates:
        if row.delta is None:
            continue
        about = {
            "measure": row.measure,
            "averaging": row.averaging,
            "stage": row.stage,
            "cutoff": row.cutoff,
        }
        above = math.nextafter(row.delta, math.inf)

        assert outcome(made, rule(delta(repr(row.delta)), **about)).holds  # type: ignore[arg-type]
        assert not outcome(made, rule(delta(repr(above)), **about)).holds  # type: ignore[arg-type]
        assert outcome(made, rule(worse(row.worse), **about)).holds  # type: ignore[arg-type]
        assert not row.worse or not outcome(made, rule(worse(row.worse - 1), **about)).holds  # type: ignore[arg-type]
        if row.interval is not None:
            end = math.nextafter(row.interval[0], math.inf)

            assert outcome(made, rule(low(repr(row.interval[0])), **about)).holds  # type: ignore[arg-type]
            assert not outcome(made, rule(low(repr(end)), **about)).holds  # type: ignore[arg-type]


@given(worlds())
@settings(max_examples=EXAMPLES)
def test_the_queries_of_a_row_give_its_values_and_counts(world: World) -> None:
    check_queries_against_totals(world.report())


@given(worlds())
@settings(max_examples=EXAMPLES)
def test_no_worse_query_in_a_row_is_the_same_as_all_its_queries_never_worse(world: World) -> None:
    made = world.report()
    for row in made.aggregates:
        ids = covered(made, row)
        if row.delta is not None and ids:
            found = outcome(
                made,
                rule(never(*ids), measure=row.measure, stage=row.stage, cutoff=row.cutoff),
            )

            assert (row.worse == 0) == found.holds
