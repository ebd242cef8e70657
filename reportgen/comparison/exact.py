"""Exact arithmetic over integer columns: distinct rows with counts, sums of ratios."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

# int64, or Python ints (dtype object) where a value may not fit into 64 bits.
IntArray = npt.NDArray[Any]
FloatArray = npt.NDArray[np.float64]

_EXACT_IN_DOUBLE = 1 << 53
_EXACT_IN_INT64 = 1 << 62
_SMALL_TABLE = 1 << 20


def magnitude(values: IntArray) -> int:
    """The largest absolute value of a column as a Python int; 0 for an empty column."""
    if not len(values):
        return 0
    return max(abs(int(values.max())), abs(int(values.min())))


def distinct_rows(columns: Sequence[IntArray]) -> tuple[tuple[IntArray, ...], IntArray]:
    """The distinct rows of equally long integer columns, sorted, and how often each occurs.

    Returns columns of shape [distinct] in the given order and int64 counts of the same shape, so
    that nothing downstream can depend on the order of the rows.
    """
    length = len(columns[0])
    if length == 0:
        return tuple(columns), np.zeros(0, dtype=np.int64)
    if any(column.dtype == object for column in columns):
        return _distinct_python_rows(columns)
    lows = [int(column.min()) for column in columns]
    spans = [int(column.max()) - low + 1 for column, low in zip(columns, lows, strict=True)]
    size = math.prod(spans)
    if size >= _EXACT_IN_INT64:
        rows, counts = np.unique(np.stack(columns, axis=1), axis=0, return_counts=True)
        return tuple(rows[:, place] for place in range(len(columns))), counts
    key = np.zeros(length, dtype=np.int64)
    for column, low, span in zip(columns, lows, spans, strict=True):
        key = key * span + (column - low)
    if size <= max(_SMALL_TABLE, 4 * length):
        table = np.bincount(key, minlength=size)
        key = np.flatnonzero(table)
        counts = table[key]
    else:
        key, counts = np.unique(key, return_counts=True)
    found: list[IntArray] = []
    for low, span in zip(reversed(lows), reversed(spans), strict=True):
        found.append(key % span + low)
        key = key // span
    return tuple(reversed(found)), counts


def _distinct_python_rows(columns: Sequence[IntArray]) -> tuple[tuple[IntArray, ...], IntArray]:
    table = Counter(zip(*(column.tolist() for column in columns), strict=True))
    rows = sorted(table)
    found = tuple(
        np.array([row[place] for row in rows], dtype=object) for place in range(len(columns))
    )
    return found, np.array([table[row] for row in rows], dtype=np.int64)


def sum_of_ratios(numerators: IntArray, denominators: IntArray) -> Fraction:
    """The exact sum of numerators / denominators; 0 for no rows. Denominators are at least 1.

    Numerators over the same denominator are added first, then everything over the least common
    multiple, so that the cost is that of the distinct denominators.
    """
    totals = _totals_by_denominator(numerators, denominators)
    if not totals:
        return Fraction(0)
    multiple = math.lcm(*(denominator for denominator, _ in totals))
    scaled = sum(total * (multiple // denominator) for denominator, total in totals)
    return Fraction(scaled, multiple)


def _totals_by_denominator(numerators: IntArray, denominators: IntArray) -> list[tuple[int, int]]:
    """(denominator, sum of its numerators), Python ints."""
    rows = len(numerators)
    if rows == 0:
        return []
    if magnitude(numerators) * rows >= _EXACT_IN_DOUBLE or denominators.dtype == object:
        totals: Counter[int] = Counter()
        pairs = zip(numerators.tolist(), denominators.tolist(), strict=True)
        for numerator, denominator in pairs:
            totals[denominator] += numerator
        return list(totals.items())
    if magnitude(denominators) <= _SMALL_TABLE:
        places = denominators
        labels = None
    else:
        labels, places = np.unique(denominators, return_inverse=True)
    # bincount adds doubles; the guard above keeps every partial sum an exact integer.
    sums = np.bincount(places.astype(np.int64), weights=numerators.astype(np.float64))
    used = np.flatnonzero(sums)
    names = used if labels is None else labels[used]
    return [(int(name), int(total)) for name, total in zip(names, sums[used], strict=True)]


def reduced(numerators: IntArray, denominators: IntArray) -> tuple[IntArray, IntArray]:
    """Every ratio in lowest terms with a positive denominator; 0 becomes 0/1."""
    divisors = np.gcd(numerators, denominators)
    signs = np.where(denominators < 0, -1, 1)
    return numerators * signs // divisors, denominators * signs // divisors


def products(left: IntArray, right: IntArray) -> IntArray:
    """The elementwise product, in Python ints where 64 bits might not hold it."""
    kind = None if magnitude(left) * magnitude(right) < _EXACT_IN_INT64 else object
    product: IntArray = np.multiply(left, right, dtype=kind)
    return product
