"""The family of tests of one report: which cells are testable, which are one test, Holm's p."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from reportgen.comparison.exact import IntArray, magnitude, products, reduced
from reportgen.comparison.uncertainty.rows import collapse
from reportgen.comparison.uncertainty.sign_flip import DRAWS, SMALLEST_M, SignFlip, sign_flip
from reportgen.comparison.uncertainty.terms import Terms


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of the totals table: its terms, one row per query (or per cluster).

    `places` says which query (cluster) each row is, ascending, where the measure is not defined
    for all of them (evidence met); None when the rows are all of them.
    """

    terms: Terms
    places: IntArray | None = None


@dataclass(frozen=True, slots=True)
class TestedCell:
    """The test of one cell, its number in the family (from 0) and its p-value adjusted over it.

    Cells with one number are one test.
    """

    test: SignFlip
    number: int
    p_adjusted: Fraction

    @property
    def adjusted_value(self) -> float:
        """The adjusted p as a double, never 0."""
        return max(float(self.p_adjusted), self.test.value)


@dataclass(frozen=True, slots=True)
class Family:
    """Results in the order of the cells, None for a cell that is not testable (m < 6).

    `cells` counts the testable cells; `tests` is K, the different tests among them.
    """

    results: tuple[TestedCell | None, ...]
    cells: int
    tests: int

    @property
    def not_testable(self) -> int:
        return len(self.results) - self.cells


def run_tests(cells: Sequence[Cell], seed: int, draws: int = DRAWS) -> Family:
    """Every testable cell's sign-flip test and its Holm-adjusted p.

    Cells whose x-vectors are equal up to scale are one test: they are computed and counted once.
    """
    names: list[bytes | None] = []
    tests: dict[bytes, SignFlip] = {}
    for cell in cells:
        if np.count_nonzero(cell.terms.numerator) < SMALLEST_M:
            names.append(None)
            continue
        name = _direction(cell)
        names.append(name)
        if name not in tests:
            tests[name] = sign_flip(collapse(cell.terms), seed, draws)
    adjusted = holm([test.p for test in tests.values()])
    tested = {
        name: TestedCell(test, number, adjusted[number])
        for number, (name, test) in enumerate(tests.items())
    }
    return Family(
        results=tuple(None if name is None else tested[name] for name in names),
        cells=sum(name is not None for name in names),
        tests=len(tests),
    )


def holm(p_values: Sequence[Fraction]) -> list[Fraction]:
    """Holm's (1979) adjusted p-values, in the order given: adj_(j) = max over i <= j of
    min(1, (K - i + 1) p_(i)) with the p_(i) ascending."""
    order = sorted(range(len(p_values)), key=lambda place: p_values[place])
    adjusted = [Fraction(0)] * len(p_values)
    highest = Fraction(0)
    for passed, place in enumerate(order):
        stepped = min(Fraction(1), (len(p_values) - passed) * p_values[place])
        highest = max(highest, stepped)
        adjusted[place] = highest
    return adjusted


def _direction(cell: Cell) -> bytes:
    """A digest that two cells share exactly when their x-vectors are equal up to scale."""
    numerator, denominator = cell.terms.numerator, cell.terms.denominator
    changed = np.flatnonzero(numerator)
    places = changed if cell.places is None else cell.places[changed]
    # Relative to the first changed row, which makes the scale, and its sign, drop out.
    first, under = int(numerator[changed[0]]), int(denominator[changed[0]])
    relative = reduced(
        products(numerator[changed], np.array([under])),
        products(denominator[changed], np.array([first])),
    )
    digest = hashlib.sha256(places.astype("<i8").tobytes())
    for column in relative:
        if magnitude(column) < 1 << 62:
            digest.update(column.astype("<i8").tobytes())
        else:
            digest.update(repr(column.tolist()).encode())
    return digest.digest()
