"""Rows (x, y) of a delta, collapsed to distinct rows with counts in one canonical order."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from reportgen.comparison.exact import distinct_rows
from reportgen.comparison.uncertainty.terms import Terms


@dataclass(frozen=True, slots=True)
class Rows:
    """Distinct rows in ascending order of (y, x), with how often each occurs.

    The delta is sum(x) / sum(y) over all rows. Equal sets of rows are equal values, whatever the
    order of the queries was.
    """

    x: tuple[Fraction, ...]
    y: tuple[int, ...]
    count: tuple[int, ...]

    @property
    def n(self) -> int:
        """Number of rows."""
        return sum(self.count)

    @property
    def changed(self) -> int:
        """m: number of rows whose x is not 0."""
        return self.better + self.worse

    @property
    def better(self) -> int:
        """W: number of rows with x > 0 (per query only where the rows are queries)."""
        return sum(count for x, count in zip(self.x, self.count, strict=True) if x.numerator > 0)

    @property
    def worse(self) -> int:
        """L: number of rows with x < 0."""
        return sum(count for x, count in zip(self.x, self.count, strict=True) if x.numerator < 0)

    @property
    def same(self) -> int:
        """T: number of rows with x = 0."""
        return self.n - self.changed

    @property
    def total_x(self) -> Fraction:
        multiple = math.lcm(*(x.denominator for x in self.x))
        scaled = sum(
            x.numerator * (multiple // x.denominator) * count
            for x, count in zip(self.x, self.count, strict=True)
        )
        return Fraction(scaled, multiple)

    @property
    def total_y(self) -> int:
        return sum(y * count for y, count in zip(self.y, self.count, strict=True))

    @property
    def delta(self) -> Fraction | None:
        """The unadjusted delta; None without rows (undefined)."""
        return self.total_x / self.total_y if self.count else None

    @property
    def mean_change(self) -> Fraction | None:
        """Mean x over the changed rows; None when no row changed. For y = 1, delta = (m/n) times this."""
        return self.total_x / self.changed if self.changed else None


def collapse(terms: Terms) -> Rows:
    """The rows of per-query (or per-cluster) terms. Cost: one pass over the arrays, then the
    distinct (numerator, denominator, weight) only."""
    columns, counts = distinct_rows((terms.numerator, terms.denominator, terms.weight))
    numerators, denominators, weights = (column.tolist() for column in columns)
    multiple = math.lcm(*denominators)
    table: Counter[tuple[int, int]] = Counter()
    rows = zip(numerators, denominators, weights, counts.tolist(), strict=True)
    for numerator, denominator, weight, count in rows:
        table[weight, numerator * (multiple // denominator)] += count
    return _canonical(table, multiple)


def rows_of_fractions(differences: Iterable[Fraction]) -> Rows:
    """The rows of a mean of per-query differences (y = 1)."""
    table = Counter(differences)
    multiple = math.lcm(*(x.denominator for x in table))
    scaled = {(1, x.numerator * (multiple // x.denominator)): count for x, count in table.items()}
    return _canonical(scaled, multiple)


def _canonical(table: Mapping[tuple[int, int], int], multiple: int) -> Rows:
    """`table` counts (y, x times `multiple`): whole numbers are sorted ten times as fast as fractions."""
    order = sorted(table)
    return Rows(
        x=tuple(Fraction(scaled, multiple) for _, scaled in order),
        y=tuple(y for y, _ in order),
        count=tuple(table[row] for row in order),
    )
