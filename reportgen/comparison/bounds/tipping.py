"""How many verdicts would remove a lead, and whether any could: statistics specification, section 7."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

import numpy as np

from reportgen.comparison.bounds.counts import LabelCounts
from reportgen.comparison.exact import IntArray, sum_of_ratios


class Sign(StrEnum):
    """The run that is better whatever the missing verdicts say, or `open`."""

    BASELINE = "baseline"
    CANDIDATE = "candidate"
    OPEN = "open"


def pooled_sign(counts: LabelCounts) -> Sign:
    """Whose pooled lead no verdict can change, for any number of relevant units outside the lists."""
    lead = int(counts.lead.sum())
    if lead - int(counts.baseline_only.sum()) > 0:
        return Sign.CANDIDATE
    if lead + int(counts.candidate_only.sum()) < 0:
        return Sign.BASELINE
    return Sign.OPEN


def macro_sign(counts: LabelCounts) -> Sign:
    """Whose macro lead no verdict can change, for any number of relevant units outside the lists:
    that of a run which is behind in no query and ahead in one, at worst."""
    worst = counts.lead - counts.baseline_only
    best = counts.lead + counts.candidate_only
    if (worst >= 0).all() and (worst > 0).any():
        return Sign.CANDIDATE
    if (best <= 0).all() and (best < 0).any():
        return Sign.BASELINE
    return Sign.OPEN


@dataclass(frozen=True, slots=True)
class PooledTip:
    """What removes a pooled lead of `lead` hits (D = candidate - baseline, not 0).

    Gone as soon as relevant verdicts on the trailing run's exclusive units outnumber those on the
    leading run's by |D|, which is impossible (`removable` false) when there are fewer. `equal_rate`
    is p* = D / (A - B), the share of relevant units among both sides' exclusive ones at which the
    expected lead is 0; None where no share of (0, 1] is.
    """

    lead: int
    only_leading: int
    only_trailing: int
    equal_rate: Fraction | None

    @property
    def needed(self) -> int:
        return abs(self.lead)

    @property
    def removable(self) -> bool:
        return self.only_trailing >= self.needed


def pooled_tip(counts: LabelCounts) -> PooledTip | None:
    """The pooled tipping point; None where neither run leads."""
    return pooled_tip_of(
        lead=int(counts.lead.sum()),
        baseline_only=int(counts.baseline_only.sum()),
        candidate_only=int(counts.candidate_only.sum()),
    )


def pooled_tip_of(*, lead: int, baseline_only: int, candidate_only: int) -> PooledTip | None:
    """The pooled tipping point of the sums D, A and B."""
    if lead == 0:
        return None
    leading, trailing = (
        (candidate_only, baseline_only) if lead > 0 else (baseline_only, candidate_only)
    )
    rate = None
    if baseline_only != candidate_only:
        share = Fraction(lead, baseline_only - candidate_only)
        rate = share if 0 < share <= 1 else None
    return PooledTip(lead, leading, trailing, rate)


def macro_tip(counts: LabelCounts) -> int | None:
    """The smallest number of relevant verdicts on unjudged units after which the run that leads in
    macro recall no longer leads; None where neither leads, or no verdicts can do it.

    Greedy by the largest drop, which is optimal because the drops within a query decrease: with d
    hits of lead among D gold units, first the trailing run's exclusive units ((d - 1)/(D + 1)
    next), then shared ones (d/(D + 1)) while the query still favours the leading run. Both drops have
    the form s / (D (D + 1)), with s = d + D, which such a verdict leaves as it is, and s = d.
    """
    total = sum_of_ratios(counts.lead, counts.gold)
    if total == 0:
        return None
    lead = counts.lead if total > 0 else -counts.lead
    trailing = counts.baseline_only if total > 0 else counts.candidate_only
    left = abs(total)
    taken = 0
    for drop, count in _drops(lead, counts.gold, trailing, counts.shared):
        if drop * count >= left:
            return taken + -(-left // drop)
        left -= drop * count
        taken += count
    return None


def _drops(
    lead: IntArray, gold: IntArray, trailing: IntArray, shared: IntArray
) -> list[tuple[Fraction, int]]:
    """All positive one-step drops with how often each occurs, largest first."""
    after = gold + trailing
    size = np.concatenate([lead + gold, lead - trailing])
    start = np.concatenate([gold, after])
    stop = np.concatenate([after, after + shared])
    useful = (size > 0) & (stop > start)
    table: dict[Fraction, int] = {}
    for step, place, count in _steps(size[useful], start[useful], stop[useful]):
        drop = Fraction(step, place * (place + 1))
        table[drop] = table.get(drop, 0) + count
    return sorted(table.items(), reverse=True)


def _steps(size: IntArray, start: IntArray, stop: IntArray) -> list[tuple[int, int, int]]:
    """(s, D, how many queries take a step s / (D (D + 1))), each (s, D) once.

    Every query takes its steps at the D of [start, stop): counted by its two ends, so that the cost
    does not grow with the number of queries times the number of units.
    """
    sizes = np.concatenate([size, size])
    ends = np.concatenate([start, stop])
    change = np.repeat(np.array([1, -1]), len(size))
    order = np.lexsort((ends, sizes))
    sizes, ends = sizes[order], ends[order]
    running = np.cumsum(change[order])
    steps: list[tuple[int, int, int]] = []
    active = np.flatnonzero(running[:-1] > 0) if len(running) else running
    for place in active:
        first, last = int(ends[place]), int(ends[place + 1])
        count, step = int(running[place]), int(sizes[place])
        steps += [(step, gold, count) for gold in range(first, last)]
    return steps
