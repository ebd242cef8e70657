"""What the labels know and do not know about the two top-k lists of every query."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from reportgen.comparison.exact import IntArray


@dataclass(frozen=True, slots=True)
class LabelCounts:
    """Counts at one stage and cutoff; int64 arrays of shape [queries], scored queries only.

    `baseline_hits`, `candidate_hits` (hA, hB) of `gold` (g >= 1) units; unjudged units only in the
    baseline's list (a), only in the candidate's (b), in both (c); `outside` (W): relevant units in
    neither list, an assumption that is 0 unless stated. Raises ValueError on impossible counts.
    """

    baseline_hits: IntArray
    candidate_hits: IntArray
    gold: IntArray
    baseline_only: IntArray
    candidate_only: IntArray
    shared: IntArray
    outside: IntArray

    def __post_init__(self) -> None:
        columns = (
            self.baseline_hits,
            self.candidate_hits,
            self.gold,
            self.baseline_only,
            self.candidate_only,
            self.shared,
            self.outside,
        )
        if len({len(column) for column in columns}) > 1:
            raise ValueError("label counts differ in length")
        if any((column < 0).any() for column in columns) or (self.gold < 1).any():
            raise ValueError("a label count is negative, or a scored query has no gold")
        if (self.baseline_hits > self.gold).any() or (self.candidate_hits > self.gold).any():
            raise ValueError("more hits than gold")

    def __len__(self) -> int:
        return len(self.gold)

    @property
    def lead(self) -> IntArray:
        """Candidate hits - baseline hits."""
        difference: IntArray = self.candidate_hits - self.baseline_hits
        return difference

    @property
    def unjudged(self) -> IntArray:
        """Unjudged units in the two lists: a + b + c."""
        total: IntArray = self.baseline_only + self.candidate_only + self.shared
        return total


def label_counts(
    baseline_hits: IntArray,
    candidate_hits: IntArray,
    gold: IntArray,
    *,
    baseline_only: IntArray,
    candidate_only: IntArray,
    shared: IntArray,
    outside: int = 0,
) -> LabelCounts:
    """The counts with the same assumption W = `outside` for every query (complete verdicts need an
    array of their own: there W is 0)."""
    return LabelCounts(
        baseline_hits,
        candidate_hits,
        gold,
        baseline_only,
        candidate_only,
        shared,
        np.full_like(gold, outside),
    )
