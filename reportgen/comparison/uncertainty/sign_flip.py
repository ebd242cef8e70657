"""The exact two-sided sign-flip (Fisher randomization) test of a delta."""

from __future__ import annotations

import math
import sys
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Final

import numpy as np

from reportgen.comparison.exact import FloatArray, IntArray
from reportgen.comparison.uncertainty.rows import Rows

SMALLEST_M: Final = 6  # the smallest p of 6 changes, 1/32, is the first below .05
DRAWS: Final = 99_999

_ENUMERATED_M = 16
_LATTICE_SIZE = 1_000_000
_LATTICE_WORK = 200_000_000
_HALVING_BLOCK = 512
_EXACT_BINOMIAL_M = 1_000
_COINS: Final = ((8, "u1"), (16, "<u2"), (32, "<u4"), (64, "<u8"))


class Method(StrEnum):
    """How a p-value was computed."""

    ENUMERATION = "enumeration"  # all 2^m sign patterns
    BINOMIAL = "binomial"  # every change has the same size
    LATTICE = "lattice"  # distribution of the sum over integers
    MONTE_CARLO = "monte-carlo"


@dataclass(frozen=True, slots=True)
class SignFlip:
    """A two-sided p-value over the sign patterns of m changed rows.

    `p` is a fraction: exact for enumeration and (up to 1,000 changes) the binomial tail, else the
    double that was computed. `draws` and `seed` are None unless the method is Monte Carlo.
    """

    p: Fraction
    m: int
    method: Method
    draws: int | None = None
    seed: int | None = None

    @property
    def floor(self) -> Fraction:
        """The smallest p that m changes can give, 2^(1-m); 1 when nothing changed."""
        return smallest_p(self.m)

    @property
    def value(self) -> float:
        """The p-value as a double, never 0: below the smallest normal double, it is that double."""
        return max(float(self.p), sys.float_info.min)


def smallest_p(m: int) -> Fraction:
    """2^(1-m), the smallest two-sided p of m changed rows; 1 when nothing changed."""
    return Fraction(1, 2 ** (m - 1)) if m else Fraction(1)


def sign_flip(rows: Rows, seed: int, draws: int = DRAWS) -> SignFlip:
    """The share of sign patterns whose |sum of x| is at least the observed one.

    Unchanged rows drop out, and y plays no part. On any-hit and all-hit this is the exact McNemar
    test. The first method that is possible: enumeration (m <= 16), the binomial tail (all changes
    of one size), the lattice, Monte Carlo (Phipson & Smyth 2010) with the frozen stream of
    numpy's RandomState. Whether p is reported at all (n >= 6 and m >= 6) is the caller's matter.
    """
    changed = [(x, count) for x, count in zip(rows.x, rows.count, strict=True) if x]
    m = sum(count for _, count in changed)
    if m == 0:
        return SignFlip(Fraction(1), 0, Method.ENUMERATION)
    sizes = _sizes(changed)
    observed = abs(rows.total_x)
    if m <= _ENUMERATED_M:
        return SignFlip(_enumerated(sizes, observed), m, Method.ENUMERATION)
    if len(sizes) == 1:
        losses = min(rows.better, rows.worse)
        return SignFlip(max(smallest_p(m), binomial_tail(m, losses)), m, Method.BINOMIAL)
    steps, distance = _integers(sizes, observed)
    reach = sum(step * count for step, count in steps)
    if reach <= _LATTICE_SIZE and m * reach <= _LATTICE_WORK:
        p = Fraction(min(1.0, 2 * lattice_tail(steps, (reach - distance) // 2)))
        return SignFlip(max(smallest_p(m), p), m, Method.LATTICE)
    hits = _monte_carlo(sizes, observed, seed, draws)
    p = max(smallest_p(m), Fraction(1 + hits, draws + 1))
    return SignFlip(p, m, Method.MONTE_CARLO, draws, seed)


def _sizes(changed: list[tuple[Fraction, int]]) -> list[tuple[Fraction, int]]:
    """Distinct |x| ascending, with counts."""
    table: dict[Fraction, int] = {}
    for x, count in changed:
        table[abs(x)] = table.get(abs(x), 0) + count
    return sorted(table.items())


def _integers(
    sizes: list[tuple[Fraction, int]], observed: Fraction
) -> tuple[list[tuple[int, int]], int]:
    """Sizes and |sum| over a common denominator, divided by their greatest common divisor."""
    multiple = math.lcm(*(size.denominator for size, _ in sizes))
    divisor = math.gcd(*(int(size * multiple) for size, _ in sizes))
    steps = [(int(size * multiple) // divisor, count) for size, count in sizes]
    return steps, int(observed * multiple) // divisor


def _enumerated(sizes: list[tuple[Fraction, int]], observed: Fraction) -> Fraction:
    steps, distance = _integers(sizes, observed)
    reach = sum(step * count for step, count in steps)
    kind = np.int64 if reach < 1 << 62 else object
    sums = np.zeros(1, dtype=kind)
    for step, count in steps:
        for _ in range(count):
            sums = np.concatenate([sums + step, sums - step])
    return Fraction(int(np.count_nonzero(np.abs(sums) >= distance)), len(sums))


def binomial_tail(m: int, losses: int) -> Fraction:
    """Twice the lower tail of Binomial(m, 1/2), at most 1."""
    term = math.comb(m, losses)
    total = 0
    for drawn in range(losses, -1, -1):
        total += term
        # The rest is below m times this term: far below what a double can hold.
        if m > _EXACT_BINOMIAL_M and term.bit_length() + 100 < total.bit_length():
            break
        term = term * drawn // (m - drawn + 1)
    return min(Fraction(1), Fraction(2 * total, 2**m))


def lattice_tail(steps: list[tuple[int, int]], last: int) -> float:
    """P(sum of the steps that are drawn <= last), each drawn with probability 1/2.

    `steps` are (size, count), positive integers.

    Sums above `last` never come down again, so they are not kept. Halving in blocks gives the same
    doubles as halving at every step: scaling by a power of two does not round.
    """
    table: FloatArray = np.zeros(last + 1)
    table[0] = 1.0
    used = 1
    pending = 0
    for step, count in steps:
        for _ in range(count):
            grown = min(last + 1, used + step)
            if step <= last:
                table[step:grown] += table[: grown - step].copy()
                used = grown
            pending += 1
            if pending == _HALVING_BLOCK:
                table *= 2.0**-pending
                pending = 0
    return math.fsum((table * 2.0**-pending).tolist())


def _monte_carlo(
    sizes: list[tuple[Fraction, int]], observed: Fraction, seed: int, draws: int
) -> int:
    """How many of `draws` random sign patterns reach the observed |sum|; ties count.

    Sizes are relative to the largest, so that rows equal up to scale draw the same p.
    """
    largest = sizes[-1][0]
    # The stream of RandomState is documented as frozen; that of Generator may change.
    random = np.random.RandomState(seed)
    sums: FloatArray = np.zeros(draws)
    total = Fraction(0)
    for size, count in sizes:
        sums += (2 * heads(random, count, draws) - count) * float(size / largest)
        total += size * count
    tolerance = 1e-9 * float(total / largest)
    reached = np.abs(sums) >= float(observed / largest) - tolerance
    return int(np.count_nonzero(reached))


def heads(random: np.random.RandomState, count: int, draws: int) -> IntArray:
    """Of `count` coins those that show heads, `draws` times. Up to 64 coins are the bits of a word, which costs a tenth
    of drawing from the binomial distribution."""
    for coins, kind in _COINS:
        if count <= coins:
            words = np.frombuffer(random.bytes(draws * coins // 8), dtype=kind)
            bits: IntArray = np.bitwise_count(words >> (coins - count)).astype(np.int64)
            return bits
    drawn: IntArray = random.binomial(count, 0.5, size=draws)
    return drawn
