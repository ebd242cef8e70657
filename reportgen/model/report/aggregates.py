"""Measures over many queries."""

from __future__ import annotations

from typing import Any

from reportgen.model.cutoff import Cutoff
from reportgen.model.report.part import Part

Interval = tuple[float, float]


class Amount(Part, frozen=True):
    """A value of one run. Proportions carry integers; `exact` is a reduced fraction while its denominator is at
    most 1,000."""

    value: float
    exact: str | None
    numerator: int | None
    denominator: int | None


class Uncertainty(Part, frozen=True):
    """How an interval and a p came about (statistics.md 3 to 5). `rows` are queries or clusters. `test` numbers the
    tests of the family from 0; cells with one number are one test."""

    rows: int
    changed: int
    r: int
    few_changes: bool
    n_eff: float
    df: float
    se: float
    interval_90: Interval | None
    detectable: float | None
    floor: float | None
    method: str | None
    resamples: int | None
    test: int | None


class LabelBounds(Part, frozen=True):
    baseline: Interval
    candidate: Interval
    delta: Interval
    ceiling: Interval


class ListSizes(Part, frozen=True):
    mean: float
    largest: int


class Judged(Part, frozen=True):
    """Units within the cutoff over the scored queries: with a verdict, and returned."""

    judged: int
    returned: int


class Message(Part, frozen=True):
    """A sentence of statistics.md 6 that stands in the cell's own row: code (key `message.<code>`) and raw
    parameters."""

    code: str
    params: dict[str, Any]


class Aggregate(Part, frozen=True):
    """One measure at one stage and cutoff over the n queries it covers; a side without a value is null, with the
    reason in `notes`. `changed_mean` is the mean difference over the changed queries (macro rows). `sizes` is given at
    cutoff `all`, `judged` at integer cutoffs. `notes` are codes (key `note.<code>`)."""

    measure: str
    averaging: str
    stage: str
    cutoff: Cutoff
    n: int
    baseline: Amount | None
    candidate: Amount | None
    delta: float | None
    delta_exact: str | None
    ceiling: float | None
    ceiling_exact: str | None
    better: int
    same: int
    worse: int
    changed_mean: float | None
    interval: Interval | None
    p: float | None
    p_adjusted: float | None
    uncertainty: Uncertainty | None
    label_bounds: LabelBounds | None
    judged_baseline: Judged | None
    judged_candidate: Judged | None
    sizes_baseline: ListSizes | None
    sizes_candidate: ListSizes | None
    messages: list[Message]
    notes: list[str]


class Identity(Part, frozen=True):
    """macro - pooled = -covariance / mean_gold, for one run or for the delta (`of`: baseline, candidate, delta), at
    one stage and cutoff."""

    of: str
    stage: str
    cutoff: Cutoff
    macro: float
    pooled: float
    difference: float
    covariance: float
    mean_gold: float


class Weights(Part, frozen=True):
    """What one query weighs: 1/n in macro, gold/total in pooled. `n_eff` is the effective number of what `counted`
    names (queries or clusters) in pooled. `largest` are the queries of most gold, at most five, ties by id."""

    macro: float | None
    total_gold: int
    n_eff: float | None
    counted: str
    largest: list[tuple[str, int]]


class Family(Part, frozen=True):
    """The family of tests: cells with a p, distinct tests K, and the totals cells that had too few changes."""

    cells: int
    tests: int
    not_testable: int
