"""Rules that a user wrote down for a report, and what became of each. No rule combines measures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from reportgen.errors import Problem
from reportgen.model.cutoff import Cutoff
from reportgen.model.measure import MeasureRow
from reportgen.model.report import Aggregate, Group


@dataclass(frozen=True, slots=True)
class DeltaAtLeast:
    bound: Decimal


@dataclass(frozen=True, slots=True)
class IntervalLowAtLeast:
    """Of the low end of the delta's 95 % interval."""

    bound: Decimal


@dataclass(frozen=True, slots=True)
class WorseAtMost:
    """A count of queries."""

    count: int


@dataclass(frozen=True, slots=True)
class NeverWorse:
    """None of these queries may be worse by the rule's measure."""

    queries: tuple[str, ...]


Condition = DeltaAtLeast | IntervalLowAtLeast | WorseAtMost | NeverWorse


@dataclass(frozen=True, slots=True)
class Rule:
    """`group` is `facet=value` as written. `path` and `lines` (of each key of the rule) say where it stands."""

    row: MeasureRow
    stage: str
    cutoff: Cutoff
    group: str | None
    condition: Condition
    path: str
    lines: Mapping[str, int]

    def problem(self, key: str, what: str, remedy: str) -> Problem:
        """A problem at the line of one of the rule's keys."""
        return Problem(self.path, self.lines[key], what, remedy)


@dataclass(frozen=True, slots=True)
class ComparedQuery:
    """A named query in both runs; `sign` is -1, 0 or 1 for the candidate, decided exactly."""

    query_id: str
    baseline: Fraction | float
    candidate: Fraction | float
    sign: int


@dataclass(frozen=True, slots=True)
class ExcludedQuery:
    """A named query that is not scored; `run` and `stage` are given for `stage-missing` only."""

    query_id: str
    reason: str
    run: str | None = None
    stage: str | None = None


@dataclass(frozen=True, slots=True)
class UncoveredQuery:
    """A named query that is scored but declares no evidence, which the rule's measure asks for."""

    query_id: str


NamedQuery = ComparedQuery | ExcludedQuery | UncoveredQuery


@dataclass(frozen=True, slots=True)
class RuleOutcome:
    """A rule with the row of the report that it is about. `queries` are those that it names, in its order; () where
    the measure has no value there."""

    rule: Rule
    group: Group | None
    aggregate: Aggregate
    queries: tuple[NamedQuery, ...]
    holds: bool


@dataclass(frozen=True, slots=True)
class GateOutcome:
    """Every rule in the order of the file."""

    rules: tuple[RuleOutcome, ...]

    @property
    def held(self) -> int:
        return sum(outcome.holds for outcome in self.rules)

    @property
    def all_hold(self) -> bool:
        return self.held == len(self.rules)
