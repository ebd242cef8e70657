"""Rules of a gate made in memory, and as their user would write them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from decimal import Decimal

from reportgen.comparison import check_gate
from reportgen.model.cutoff import Cutoff
from reportgen.model.gate import (
    Condition,
    DeltaAtLeast,
    GateOutcome,
    IntervalLowAtLeast,
    NeverWorse,
    Rule,
    RuleOutcome,
    WorseAtMost,
)
from reportgen.model.measure import Averaging, Measure, MeasureRow
from reportgen.model.report import Report

KEYS = ("measure", "averaging", "stage", "cutoff", "group")
CONDITIONS = ("delta_at_least", "interval_low_at_least", "worse_at_most", "never_worse")


def rule(
    condition: Condition,
    *,
    measure: str = "recall",
    averaging: str = "macro",
    stage: str = "run",
    cutoff: Cutoff = 1,
    group: str | None = None,
) -> Rule:
    """A rule whose keys stand on lines 2, 3, 4, … as in `written`, but for its condition, which stands on line 9."""
    lines = {key: line for line, key in enumerate(KEYS, 2)} | dict.fromkeys(CONDITIONS, 9)
    row = MeasureRow(Measure(measure), Averaging(averaging))
    return Rule(row, stage, cutoff, group, condition, "rules.toml", lines)


def outcome(of: Report, one: Rule) -> RuleOutcome:
    """What became of a rule on its own."""
    (found,) = check_gate(of, [one]).rules
    return found


def gate(of: Report, *rules: Rule) -> GateOutcome:
    return check_gate(of, rules)


def delta(bound: float | str) -> DeltaAtLeast:
    return DeltaAtLeast(Decimal(str(bound)))


def low(bound: float | str) -> IntervalLowAtLeast:
    return IntervalLowAtLeast(Decimal(str(bound)))


def worse(count: int) -> WorseAtMost:
    return WorseAtMost(count)


def never(*queries: str) -> NeverWorse:
    return NeverWorse(queries)


def written(rules: Sequence[Rule]) -> str:
    """The rules as TOML; JSON's strings are TOML's."""
    return "\n".join(map(_table, rules))


def _table(one: Rule) -> str:
    lines = [
        "[[rule]]",
        f'measure = "{one.row.measure}"',
        f'averaging = "{one.row.averaging}"',
        f"stage = {json.dumps(one.stage)}",
        f"cutoff = {json.dumps(one.cutoff)}",
    ]
    if one.group is not None:
        lines.append(f"group = {json.dumps(one.group)}")
    match one.condition:
        case DeltaAtLeast(bound):
            lines.append(f"delta_at_least = {bound}")
        case IntervalLowAtLeast(bound):
            lines.append(f"interval_low_at_least = {bound}")
        case WorseAtMost(count):
            lines.append(f"worse_at_most = {count}")
        case NeverWorse(queries):
            lines.append(f"never_worse = {json.dumps(queries)}")
    return "\n".join([*lines, ""])
