"""Maximum coverage: the most things that k choices reach when one choice may reach several."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce
from itertools import accumulate
from operator import or_

STATES = 2_000
"""Distinct unions kept before the search gives up and a bound is stated instead."""

ALWAYS = 1 << 62


@dataclass(frozen=True, slots=True)
class Coverage:
    """The most things reachable by k choices; an upper bound where `exact` is false."""

    most: int
    exact: bool


def max_coverage(choices: Iterable[int], k: int) -> Coverage:
    """The largest union of k of the sets `choices` (bit masks).

    The problem is NP-hard in general. Sets that share nothing with others are searched apart, so
    that only what really overlaps costs time; the search is exact up to `STATES` unions.
    """
    distinct = tuple(sorted(set(choices) - {0}))
    if k >= len(distinct):
        return Coverage(_union(distinct).bit_count(), True)
    best = _best_by_size(distinct)
    size = min(k, len(best.most) - 1)
    return Coverage(best.most[size], size < best.exact_below)


@dataclass(frozen=True, slots=True)
class _Best:
    """`most[n]` is the largest union of n choices, up to where everything is reached; an upper bound
    from `exact_below` choices on."""

    most: tuple[int, ...]
    exact_below: int


@lru_cache(maxsize=4096)
def _best_by_size(choices: tuple[int, ...]) -> _Best:
    parts = _parts(_undominated(choices))
    alone = sorted((part[0].bit_count() for part in parts if len(part) == 1), reverse=True)
    best = _Best(tuple(accumulate(alone, initial=0)), ALWAYS)
    for part in parts:
        if len(part) > 1:
            best = _together(best, _searched(part))
    return best


def _union(choices: Iterable[int]) -> int:
    return reduce(or_, choices, 0)


def _undominated(choices: Sequence[int]) -> list[int]:
    kept: list[int] = []
    for choice in sorted(choices, key=lambda mask: (-mask.bit_count(), mask)):
        if not any(choice | other == other for other in kept):
            kept.append(choice)
    return kept


def _parts(choices: Sequence[int]) -> list[list[int]]:
    """The choices in groups that have nothing in common."""
    parts: list[tuple[int, list[int]]] = []
    for choice in choices:
        touching = [part for part in parts if part[0] & choice]
        parts = [part for part in parts if not part[0] & choice]
        union, members = choice, [choice]
        for mask, others in touching:
            union, members = union | mask, others + members
        parts.append((union, members))
    return [members for _, members in parts]


def _searched(part: Sequence[int]) -> _Best:
    everything = _union(part).bit_count()
    largest = sorted((choice.bit_count() for choice in part), reverse=True)
    most, unions = [0], {0}
    exact_below = ALWAYS
    while most[-1] < everything:
        size = len(most)
        if size < exact_below:
            unions = {union | choice for union in unions for choice in part}
            if len(unions) > STATES:
                exact_below = size + 1
            most.append(max(union.bit_count() for union in unions))
        else:
            most.append(min(everything, sum(largest[:size])))
    return _Best(tuple(most), exact_below)


def _together(one: _Best, other: _Best) -> _Best:
    """The best of two groups for every number of choices from both."""
    sizes = range(len(one.most) + len(other.most) - 1)
    most = [
        max(
            one.most[size - theirs] + other.most[theirs]
            for theirs in range(len(other.most))
            if 0 <= size - theirs < len(one.most)
        )
        for size in sizes
    ]
    return _Best(tuple(most), min(one.exact_below, other.exact_below))
