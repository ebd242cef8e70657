"""Which sentences belong to a number: codes and parameters of the catalogue; the words stand elsewhere.

Decisions are made on fractions; the parameters are plain numbers, unrounded, as report.json keeps them.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import Any, Final

from reportgen.comparison.uncertainty.family import Family, TestedCell
from reportgen.comparison.uncertainty.interval import SMALLEST_N, SMALLEST_R, Estimate, Interval
from reportgen.comparison.uncertainty.sign_flip import SMALLEST_M, smallest_p

LEVEL: Final = Fraction(1, 20)
SMALL_N_EFF: Final = 10


class Counted(StrEnum):
    """What the rows of an estimate are."""

    QUERIES = "queries"
    CLUSTERS = "clusters"


class Side(StrEnum):
    """Where a tested measure's interval lies, for the stage x cutoff matrix."""

    ABOVE = "above"
    BELOW = "below"
    ACROSS = "across"
    FEW = "few"  # fewer than 6 changed, or no interval


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence: its code (`message.<code>`, `finding.<code>`) and the numbers that stand in it."""

    code: str
    params: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Options:
    """What the caller asked for and what is counted.

    `census`: the query set is the target, so nothing is said about samples. `margin`: M > 0, or None.
    `detectable`: say which true difference would be detected. `counted`: what the estimates' rows are.
    """

    census: bool = False
    margin: Fraction | None = None
    detectable: bool = False
    counted: Counted = Counted.QUERIES


_DEFAULT = Options()


def cell_messages(
    estimate: Estimate,
    tested: TestedCell | None,
    *,
    better: int,
    worse: int,
    tests: int = 0,
    pooled: bool = False,
    options: Options = _DEFAULT,
    where: Mapping[str, Any] | None = None,
) -> tuple[Sentence, ...]:
    """The sentences in one delta's own row, in reading order; none when n = 0.

    `tested` is None for a delta without a p (m < 6, groups, measures that are not tested); `tests` is
    the family's K. `better` and `worse` count queries also where the estimate's rows are clusters.
    `where` (measure, stage, cutoff) is added to the sentences up and down, which stand alone.

    The choice depends on n, m, r, the interval, p and the adjusted p alone; beside these, `tie` looks
    at the delta and the queries, and `n-effective` (pooled only) at the effective number of rows.
    """
    found: list[Sentence] = []
    if estimate.delta == 0 and better + worse > 0:
        found.append(Sentence("tie", {"better": better, "worse": worse}))
    if estimate.n >= SMALLEST_N:
        found += _change_messages(estimate, options)
    if estimate.interval is not None and not options.census:
        found += _interval_messages(estimate, estimate.interval, options)
        if tested is not None and estimate.m >= SMALLEST_M:
            found.append(_p_message(tested, options.counted))
            found.append(_direction(estimate, estimate.interval, tested, tests, where or {}))
        if options.margin is not None:
            found.append(_margin(estimate.interval, options.margin))
    if pooled and estimate.n >= SMALLEST_N:
        found += _weight_messages(estimate, options.counted)
    return tuple(found)


def _change_messages(estimate: Estimate, options: Options) -> list[Sentence]:
    n, m, counted = estimate.n, estimate.m, options.counted.value
    if m >= SMALLEST_M:
        return []
    if m == 0 and options.census:
        return [Sentence("no-change-census", {"counted": counted})]
    if m == 0:
        share = visible_share(n)
        return [Sentence("no-change", {"share": share, "n": n, "counted": counted})]
    params = {"m": m, "n": n, "counted": counted}
    if options.census:
        return [Sentence("few-changes-census", params)]
    return [Sentence("few-changes", params | {"floor": float(smallest_p(m))})]


def _interval_messages(estimate: Estimate, interval: Interval, options: Options) -> list[Sentence]:
    found = [Sentence("interval", {"low": interval.low, "high": interval.high})]
    if estimate.r < SMALLEST_R:
        found.append(Sentence("wide-interval", {"counted": options.counted.value}))
    if options.detectable:
        params = {
            "n": estimate.n,
            "detectable": interval.detectable,
            "counted": options.counted.value,
        }
        found.append(Sentence("detectable", params))
    return found


def _p_message(tested: TestedCell, counted: Counted) -> Sentence:
    test = tested.test
    params = {
        "p": test.value,
        "method": test.method.value,
        "resamples": test.draws,
        "seed": test.seed,
        "counted": counted.value,
    }
    return Sentence("p", params)


def _direction(
    estimate: Estimate,
    interval: Interval,
    tested: TestedCell,
    tests: int,
    where: Mapping[str, Any],
) -> Sentence:
    side = _side(interval)
    ends = {"low": interval.low, "high": interval.high}
    p, p_adjusted = tested.test.value, tested.adjusted_value
    excludes_zero = side is not Side.ACROSS
    if excludes_zero != (tested.test.p <= LEVEL):
        return Sentence("unresolved", ends | {"p": p})
    if not excludes_zero:
        return Sentence("open", ends)
    if tested.p_adjusted > LEVEL:
        return Sentence("alone", {"tests": tests, "p_adjusted": p_adjusted})
    size = {} if estimate.delta is None else {"size": abs(float(estimate.delta))}
    params = {**where, **size, **ends, "p": p, "p_adjusted": p_adjusted}
    return Sentence("up" if side is Side.ABOVE else "down", params)


def _margin(interval: Interval, margin: Fraction) -> Sentence:
    # A double and a fraction compare exactly.
    if -margin < interval.low_90 and interval.high_90 < margin:
        params = {"low": interval.low_90, "high": interval.high_90, "margin": float(margin)}
        return Sentence("margin-inside", params)
    return Sentence("margin-not-excluded", {"margin": float(margin)})


def _weight_messages(estimate: Estimate, counted: Counted) -> list[Sentence]:
    n_eff, largest = estimate.n_eff, estimate.largest_weight
    if n_eff is None or largest is None or n_eff >= SMALL_N_EFF:
        return []
    params = {
        "n_eff": n_eff,
        "n": estimate.n,
        "largest": float(largest),
        "counted": counted.value,
    }
    return [Sentence("n-effective", params)]


def _side(interval: Interval) -> Side:
    if interval.low > 0:
        return Side.ABOVE
    return Side.BELOW if interval.high < 0 else Side.ACROSS


def side_of(estimate: Estimate) -> Side:
    """How a tested measure counts in the stage x cutoff matrix (MSG_CELLS)."""
    if estimate.interval is None or estimate.m < SMALLEST_M:
        return Side.FEW
    return _side(estimate.interval)


def visible_share(n: int) -> float:
    """1 - 0.05^(1/n): a change that affects this share of queries shows at least once among n random
    ones with probability 95%. n >= 1."""
    return -math.expm1(math.log(0.05) / n)


def report_messages(
    rows: int, queries: int, family: Family, options: Options = _DEFAULT
) -> tuple[Sentence, ...]:
    """The sentences that stand once: too few queries or clusters, untestable cells, the family, and
    what the sample cannot have shown. None for a census, and none when n = 0.

    `rows` are those of the estimates (clusters, else queries); `family` holds the totals table's tests.
    """
    if options.census or rows == 0:
        return ()
    counted = options.counted.value
    params: dict[str, Any]
    if rows < SMALLEST_N:
        floor = float(smallest_p(rows))
        if options.counted is Counted.CLUSTERS:
            params = {"clusters": rows, "n": queries, "floor": floor}
            return (Sentence("few-clusters", params),)
        return (Sentence("few-queries", {"n": rows, "floor": floor}),)
    found: list[Sentence] = []
    if family.not_testable:
        params = {"count": family.not_testable, "of": len(family.results), "counted": counted}
        found.append(Sentence("too-few-changes", params))
    if family.tests:
        expected = float(LEVEL * family.tests)
        params = {"cells": family.cells, "tests": family.tests, "expected": expected}
        found.append(Sentence("family", params))
    found.append(Sentence("blind", {"share": visible_share(rows), "n": rows, "counted": counted}))
    return tuple(found)


def group_sides(estimates: Sequence[tuple[str, Estimate]]) -> dict[Side, list[str]]:
    """MSG_CELLS for one stage and cutoff: the names of the tested measures on every side, in the
    order given; each side is present."""
    sides: dict[Side, list[str]] = {side: [] for side in Side}
    for name, estimate in estimates:
        sides[side_of(estimate)].append(name)
    return sides
