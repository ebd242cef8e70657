"""Builders and strategies for the engines of `comparison`: one per type."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from hypothesis import strategies as st

from reportgen.comparison.bounds.counts import LabelCounts
from reportgen.comparison.exact import IntArray
from reportgen.comparison.uncertainty.rows import Rows, rows_of_fractions

Hits = tuple[IntArray, IntArray, IntArray]
"""Baseline hits, candidate hits, gold."""

Unknowns = tuple[int, int, int, int, int, int]
"""Baseline hits, candidate hits, gold, unjudged only in the baseline's list, only in the candidate's, in both."""


def ints(*values: int) -> IntArray:
    return np.array(values, dtype=np.int64)


def outcomes(gains: int, losses: int, ties: int = 0) -> Rows:
    """Rows of +1, -1 and 0 with y = 1."""
    return rows_of_fractions([Fraction(1)] * gains + [Fraction(-1)] * losses + [Fraction(0)] * ties)


def paired(x: Sequence[int], gold: Sequence[int]) -> Hits:
    """Hits whose differences are x, as small as they can be."""
    baseline = ints(*(max(0, -value) for value in x))
    return baseline, baseline + ints(*x), ints(*gold)


def label_counts(queries: Sequence[Unknowns], outside: Sequence[int] | int = 0) -> LabelCounts:
    columns = np.array(queries, dtype=np.int64).reshape(len(queries), 6)
    unseen = [outside] * len(queries) if isinstance(outside, int) else outside
    baseline, candidate, gold, only_a, only_b, shared = columns.T
    return LabelCounts(baseline, candidate, gold, only_a, only_b, shared, ints(*unseen))


@st.composite
def hits(draw: st.DrawFn, *, smallest: int = 1, largest: int = 25, most_gold: int = 8) -> Hits:
    """Random hits of both runs; more often than not a query does not change."""
    n = draw(st.integers(smallest, largest))
    gold = draw(st.lists(st.integers(1, most_gold), min_size=n, max_size=n))
    baseline = [draw(st.integers(0, g)) for g in gold]
    candidate = [
        draw(st.one_of(st.just(h), st.integers(0, g))) for h, g in zip(baseline, gold, strict=True)
    ]
    return ints(*baseline), ints(*candidate), ints(*gold)


@st.composite
def unknowns(draw: st.DrawFn, *, most_open: int) -> tuple[Unknowns, int]:
    """Label counts of one query and W, with at most `most_open` open units in all."""
    gold = draw(st.integers(1, 8))
    baseline, candidate = draw(st.integers(0, gold)), draw(st.integers(0, gold))
    left = most_open
    parts = []
    for _ in range(4):
        part = draw(st.integers(0, min(3, left)))
        parts.append(part)
        left -= part
    a, b, c, outside = parts
    return (baseline, candidate, gold, a, b, c), outside


def take(columns: Hits, places: Any) -> Hits:
    """The same columns at the given places."""
    baseline, candidate, gold = columns
    return baseline[places], candidate[places], gold[places]
