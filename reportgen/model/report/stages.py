"""Where gold is lost along the pipeline."""

from __future__ import annotations

import msgspec

from reportgen.model.cutoff import Cutoff
from reportgen.model.report.part import Part


class FlowStep(Part, frozen=True):
    stage: str
    lost: int
    forced: int
    gained: int


class Flow(Part, frozen=True):
    """gold - reached = missed + sum of lost - sum of gained, in integers over n scored queries."""

    run: str
    n: int
    gold: int
    missed: int
    steps: list[FlowStep]
    reached: int


class MacroStep(Part, frozen=True):
    stage: str
    lost: float
    forced: float
    gained: float


class MacroFlow(Part, frozen=True):
    """The same terms as means of count / gold over the queries."""

    run: str
    missed: float
    steps: list[MacroStep]
    reached: float


class Pattern(Part, frozen=True):
    """Gold units by presence along the shared stages, e.g. "110" = lost at the third; over scored queries."""

    run: str
    pattern: str
    units: int


class GainedUnit(Part, frozen=True):
    run: str
    stage: str
    query_id: str
    unit_id: str


class ListChanges(Part, frozen=True):
    """Scored queries by what happened to the list at one stage and cutoff."""

    stage: str
    cutoff: Cutoff
    same_list: int
    same_units: int
    equal_hits: int
    other_hits: int


class LossSplit(Part, frozen=True):
    """1 - recall = unreachable + missing + ordering, at one stage and integer cutoff against the first shared
    stage's list (or the stage's own full list when there is one stage): pooled integers over total gold, and macro
    means."""

    run: str
    stage: str
    cutoff: int
    pool: str
    gold: int
    unreachable: int
    missing: int
    ordering: int
    hits: int
    macro_unreachable: float
    macro_missing: float
    macro_ordering: float
    macro_recall: float


class NestedStep(Part, frozen=True):
    """Scored queries whose list at `stage` holds a unit that the stage before did not."""

    run: str
    stage: str
    count: int
    queries: list[str]


class Stages(Part, frozen=True):
    flows: list[Flow] = msgspec.field(default_factory=list)
    macro_flows: list[MacroFlow] = msgspec.field(default_factory=list)
    patterns: list[Pattern] = msgspec.field(default_factory=list)
    gained: list[GainedUnit] = msgspec.field(default_factory=list)
    gained_total: int = 0
    lists: list[ListChanges] = msgspec.field(default_factory=list)
    splits: list[LossSplit] = msgspec.field(default_factory=list)
    not_nested: list[NestedStep] = msgspec.field(default_factory=list)
