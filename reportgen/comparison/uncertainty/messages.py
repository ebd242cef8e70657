"""Which sentences belong to a number, as codes with their numbers; the words stand elsewhere."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from typing import Final

from reportgen.comparison.uncertainty.interval import SMALLEST_N, SMALLEST_R, Estimate, Interval
from reportgen.comparison.uncertainty.sign_flip import SMALLEST_M, smallest_p

LEVEL: Final = Fraction(1, 20)
SMALL_N_EFF: Final = 10

Number = float | Fraction
Params = dict[str, Number]


class Message(StrEnum):
    """The sentences of the statistics specification, section 6."""

    INTERVAL = "msg-interval"
    P = "msg-p"
    UP = "msg-up"
    DOWN = "msg-down"
    ALONE = "msg-alone"
    OPEN = "msg-open"
    UNRESOLVED = "msg-unresolved"
    MARGIN_INSIDE = "msg-margin-inside"
    MARGIN_NOT_EXCLUDED = "msg-margin-not-excluded"
    NO_QUERY = "msg-no-query"
    FEW_QUERIES = "msg-few-queries"
    NO_CHANGE = "msg-no-change"
    NO_CHANGE_CENSUS = "msg-no-change-census"  # the first clause alone
    FEW_CHANGES = "msg-few-changes"
    FEW_CHANGES_CENSUS = "msg-few-changes-census"  # the first clause alone
    ADJ = "msg-adj"
    BLIND = "msg-blind"
    TIE = "msg-tie"
    NEFF = "msg-neff"
    MDD = "msg-mdd"
    FAMILY = "msg-family"


class Counted(StrEnum):
    """What the rows of an estimate are."""

    QUERIES = "queries"
    CLUSTERS = "clusters"


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence: its code and the numbers that stand in it, unrounded.

    `counted` says what its n, m, r or n_eff counts.
    """

    code: Message
    params: Mapping[str, Number] = field(default_factory=dict)
    counted: Counted = Counted.QUERIES


# Sentences with an n, m, r or n_eff in them; all others speak of queries also with clusters.
_COUNTING = frozenset(
    {
        Message.FEW_QUERIES,
        Message.NO_CHANGE,
        Message.NO_CHANGE_CENSUS,
        Message.FEW_CHANGES,
        Message.FEW_CHANGES_CENSUS,
        Message.ADJ,
        Message.BLIND,
        Message.NEFF,
        Message.MDD,
    }
)


class Side(StrEnum):
    """Where a measure's interval lies, for the stage x cutoff matrix."""

    ABOVE = "above"
    BELOW = "below"
    ACROSS = "across"
    TOO_FEW = "too-few-changes"


@dataclass(frozen=True, slots=True)
class Options:
    """What the caller asked for: `census` (the query set is the target), `margin` M > 0 or None,
    `detectable` (print the detectable difference), `counted` (what the estimates' rows are)."""

    census: bool = False
    margin: Fraction | None = None
    detectable: bool = False
    counted: Counted = Counted.QUERIES


@dataclass(frozen=True, slots=True)
class PValues:
    """A cell's own p and its p adjusted over the family of K tests."""

    p: Fraction
    p_adjusted: Fraction
    tests: int


def cell_messages(
    estimate: Estimate,
    p_values: PValues | None,
    *,
    better: int,
    worse: int,
    options: Options | None = None,
    pooled: bool = False,
) -> tuple[Sentence, ...]:
    """The sentences of one delta, in the order in which they are read.

    `p_values` is None for a delta that was not tested (m < 6, groups, measures without a p);
    `better` and `worse` count queries also where the estimate's rows are clusters. The choice
    depends on n, m, r, the interval and p alone, beside MSG_TIE (the delta and the counts) and
    MSG_NEFF (pooled only: n_eff).
    """
    options = options or Options()
    if estimate.n == 0:
        return (Sentence(Message.NO_QUERY),)
    found: list[Sentence] = []
    if estimate.delta == 0 and better + worse > 0:
        found.append(Sentence(Message.TIE, {"better": better, "worse": worse}))
    if estimate.n >= SMALLEST_N:
        found += _change_messages(estimate, census=options.census)
    elif not options.census:
        floor: Params = {"n": estimate.n, "smallest_p": smallest_p(estimate.n)}
        found.append(Sentence(Message.FEW_QUERIES, floor))
    if estimate.interval is not None and not options.census:
        found += _interval_messages(estimate, estimate.interval, p_values, options)
    if pooled and estimate.n >= SMALLEST_N:
        found += _weight_messages(estimate)
    return _naming_rows(found, options.counted)


def _naming_rows(sentences: Sequence[Sentence], counted: Counted) -> tuple[Sentence, ...]:
    return tuple(
        replace(sentence, counted=counted) if sentence.code in _COUNTING else sentence
        for sentence in sentences
    )


def _change_messages(estimate: Estimate, *, census: bool) -> list[Sentence]:
    n, m = estimate.n, estimate.m
    if m == 0 and census:
        return [Sentence(Message.NO_CHANGE_CENSUS, {"n": n})]
    if m == 0:
        return [Sentence(Message.NO_CHANGE, {"n": n, "share": visible_share(n)})]
    if m < SMALLEST_M and census:
        return [Sentence(Message.FEW_CHANGES_CENSUS, {"m": m, "n": n})]
    if m < SMALLEST_M:
        params: Params = {"m": m, "n": n, "smallest_p": smallest_p(m)}
        return [Sentence(Message.FEW_CHANGES, params)]
    return []


def _interval_messages(
    estimate: Estimate, interval: Interval, p_values: PValues | None, options: Options
) -> list[Sentence]:
    ends = {"low": interval.low, "high": interval.high}
    found = [Sentence(Message.INTERVAL, ends)]
    if estimate.r < SMALLEST_R:
        found.append(Sentence(Message.ADJ, {"r": estimate.r}))
    if p_values is not None and estimate.m >= SMALLEST_M:
        found.append(Sentence(Message.P, {"p": p_values.p}))
        found.append(_direction(estimate, interval, p_values))
    if options.margin is not None:
        found.append(_margin(interval, options.margin))
    if options.detectable:
        params = {"n": estimate.n, "detectable": interval.detectable}
        found.append(Sentence(Message.MDD, params))
    return found


def _direction(estimate: Estimate, interval: Interval, p_values: PValues) -> Sentence:
    side = _side(interval)
    numbers: Params = {
        "low": interval.low,
        "high": interval.high,
        "p": p_values.p,
        "p_adjusted": p_values.p_adjusted,
    }
    below_level = p_values.p <= LEVEL
    if (side is not Side.ACROSS) != below_level:
        return Sentence(Message.UNRESOLVED, numbers)
    if side is Side.ACROSS:
        return Sentence(Message.OPEN, numbers)
    if p_values.p_adjusted > LEVEL:
        return Sentence(Message.ALONE, numbers | {"tests": p_values.tests})
    if estimate.delta is not None:
        numbers["size"] = max(estimate.delta, -estimate.delta)
    return Sentence(Message.UP if side is Side.ABOVE else Message.DOWN, numbers)


def _margin(interval: Interval, margin: Fraction) -> Sentence:
    inside = -margin < interval.low_90 and interval.high_90 < margin
    return Sentence(
        Message.MARGIN_INSIDE if inside else Message.MARGIN_NOT_EXCLUDED,
        {"low_90": interval.low_90, "high_90": interval.high_90, "margin": margin},
    )


def _weight_messages(estimate: Estimate) -> list[Sentence]:
    n_eff, largest = estimate.n_eff, estimate.largest_weight
    if n_eff is None or largest is None or n_eff >= SMALL_N_EFF:
        return []
    params: Params = {"n_eff": n_eff, "n": estimate.n, "largest_weight": largest}
    return [Sentence(Message.NEFF, params)]


def _side(interval: Interval) -> Side:
    if interval.low > 0:
        return Side.ABOVE
    return Side.BELOW if interval.high < 0 else Side.ACROSS


def side_of(estimate: Estimate) -> Side:
    """How a measure counts in the stage x cutoff matrix (MSG_CELLS)."""
    if estimate.interval is None or estimate.m < SMALLEST_M:
        return Side.TOO_FEW
    return _side(estimate.interval)


def cells_by_side(estimates: Sequence[tuple[str, Estimate]]) -> dict[Side, tuple[str, ...]]:
    """MSG_CELLS for one stage and cutoff: the names of the tested measures on each side, in the
    order given; every side is present."""
    return {
        side: tuple(name for name, estimate in estimates if side_of(estimate) is side)
        for side in Side
    }


def visible_share(n: int) -> float:
    """1 - 0.05^(1/n): a change that affects this share of queries shows at least once among n
    random ones with probability 95%. n >= 1."""
    return -math.expm1(math.log(0.05) / n)


def report_messages(
    n: int, *, cells: int, tests: int, options: Options | None = None
) -> tuple[Sentence, ...]:
    """The sentences that stand once: MSG_BLIND (n >= 6) and MSG_FAMILY (something was tested).

    `cells` testable cells make `tests` different tests (K)."""
    options = options or Options()
    if options.census:
        return ()
    found = []
    if n >= SMALLEST_N:
        found.append(Sentence(Message.BLIND, {"n": n, "share": visible_share(n)}))
    if tests:
        params: Params = {"cells": cells, "tests": tests, "by_chance": LEVEL * tests}
        found.append(Sentence(Message.FAMILY, params))
    return _naming_rows(found, options.counted)
