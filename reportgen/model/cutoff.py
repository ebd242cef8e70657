"""Cutoffs: the k in Recall@k, an integer of at least 1 or `all` (the stage's full list)."""

from __future__ import annotations

from typing import Final, Literal

Cutoff = int | Literal["all"]

ALL: Final[Literal["all"]] = "all"
LARGEST: Final = 999_999_999
"""A list is never longer, and nine digits fit every column of integers."""

DEFAULT_CUTOFFS: Final[tuple[Cutoff, ...]] = (1, 3, 5, 10, ALL)


def cutoff_order(cutoff: Cutoff) -> tuple[bool, int]:
    """Sort key: integers ascending, `all` last."""
    return (True, 0) if cutoff == ALL else (False, cutoff)
