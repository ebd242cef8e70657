"""Maximum coverage: the most things that k choices can reach when one choice may reach several."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

STATES = 20_000
"""Distinct unions kept before the search gives up and a bound is stated instead."""


@dataclass(frozen=True, slots=True)
class Coverage:
    """The most things reachable by k choices; an upper bound where `exact` is false."""

    most: int
    exact: bool


def max_coverage(choices: Iterable[int], k: int) -> Coverage:
    """The largest union of k of the sets `choices` (bit masks).

    Sets that share nothing with others are searched apart, so that only what really overlaps costs
    time; the search over the unions of one such part is exact up to `STATES` unions. The problem
    is NP-hard in general.
    """
    return _max_coverage(tuple(sorted(set(choices) - {0})), k)


@lru_cache(maxsize=4096)
def _max_coverage(choices: tuple[int, ...], k: int) -> Coverage:
    best = [0]
    exact = True
    for part in _parts(_undominated(choices)):
        reached, searched = _best_by_size(part, k)
        exact = exact and searched
        best = _together(best, reached, k)
    return Coverage(best[-1], exact)


def _undominated(choices: Sequence[int]) -> list[int]:
    kept: list[int] = []
    for choice in sorted(choices, key=lambda mask: (-mask.bit_count(), mask)):
        if not any(choice | other == other for other in kept):
            kept.append(choice)
    return kept


def _parts(choices: Sequence[int]) -> list[list[int]]:
    parts: list[tuple[int, list[int]]] = []
    for choice in choices:
        touching = [part for part in parts if part[0] & choice]
        parts = [part for part in parts if not part[0] & choice]
        union, members = choice, [choice]
        for mask, others in touching:
            union, members = union | mask, others + members
        parts.append((union, members))
    return [members for _, members in parts]


def _best_by_size(part: Sequence[int], k: int) -> tuple[list[int], bool]:
    """The largest union of 0, 1, … up to k choices of one part, and whether each is exact."""
    everything = 0
    for choice in part:
        everything |= choice
    largest = sorted((choice.bit_count() for choice in part), reverse=True)
    best, unions, exact = [0], {0}, True
    while best[-1] < everything.bit_count() and len(best) <= k:
        if exact:
            unions = {union | choice for union in unions for choice in part}
            exact = len(unions) <= STATES
        if exact:
            best.append(max(union.bit_count() for union in unions))
        else:
            best.append(min(everything.bit_count(), sum(largest[: len(best)])))
    return best, exact


def _together(one: Sequence[int], other: Sequence[int], k: int) -> list[int]:
    """The best of both parts for every number of choices up to k."""
    sizes = range(min(k, len(one) + len(other) - 2) + 1)
    return [
        max(
            one[mine] + other[size - mine]
            for mine in range(size + 1)
            if mine < len(one) and size - mine < len(other)
        )
        for size in sizes
    ]
