"""The interval of a delta: one delete-one jackknife with a Student quantile for every measure."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

import numpy as np

from reportgen.comparison.exact import FloatArray, IntArray
from reportgen.comparison.uncertainty.rows import Rows

SMALLEST_N: Final = 6  # below it no interval and no p
SMALLEST_R: Final = 6  # below it the few-changes form


@dataclass(frozen=True, slots=True)
class Interval:
    """The 95% interval [low, high] of a delta, clipped to [-1, 1], and what it was made of.

    `few_changes`: two pseudo-rows were added. `center` and `standard_error` are those of the rows
    with the pseudo-rows; `df` is the Student quantile's, fractional. `low_90`, `high_90`: the 90%
    interval. `detectable` is the true difference that would be detected in about 80% of
    repetitions.
    """

    few_changes: bool
    center: float
    standard_error: float
    df: float
    low: float
    high: float
    low_90: float
    high_90: float
    detectable: float


@dataclass(frozen=True, slots=True)
class Estimate:
    """A delta with its counts over the real rows (queries, or clusters).

    n rows, m of them changed, r of them away from the most common outcome x/y. `delta` is the
    unadjusted sum(x)/sum(y), a fraction where the rows are exact; `n_eff` is Kish's effective
    number of rows and `largest_weight` the largest share y/sum(y) of one row. None for all three
    when n = 0. `interval` is None when n < 6.
    """

    n: int
    m: int
    r: int
    delta: Fraction | float | None
    n_eff: float | None
    largest_weight: Fraction | None
    interval: Interval | None


def estimate(rows: Rows) -> Estimate:
    """The interval of a delta from exact rows (statistics specification, section 3).

    For y = 1 and r >= 6 this is the paired t interval; for y = 1 and r < 6 the Bonett-Price (2012)
    interval with a Student quantile, extended to graded deltas; else the jackknife of a ratio
    estimator (Cochran 1977) with df from Kish's effective number of rows (1965).
    """
    n = rows.n
    if n == 0:
        return Estimate(0, 0, 0, None, None, None, None)
    total_y = rows.total_y
    outcomes: Counter[tuple[int, int]] = Counter()  # x / y in lowest terms
    for x, y, count in zip(rows.x, rows.y, rows.count, strict=True):
        shared = math.gcd(x.numerator, y)
        outcomes[x.numerator // shared, x.denominator * (y // shared)] += count
    r = n - max(outcomes.values())
    return Estimate(
        n=n,
        m=rows.changed,
        r=r,
        delta=rows.delta,
        n_eff=float(_effective_rows(rows, ())),
        largest_weight=Fraction(max(rows.y), total_y),
        interval=_exact_interval(rows, few_changes=r < SMALLEST_R) if n >= SMALLEST_N else None,
    )


def _effective_rows(rows: Rows, extra: tuple[Fraction, ...]) -> Fraction:
    """Kish: Y^2 / sum(y^2), with extra rows of the given weights."""
    total = rows.total_y + sum(extra)
    squares = sum(y * y * count for y, count in zip(rows.y, rows.count, strict=True))
    return Fraction(total * total) / (squares + sum(y * y for y in extra))


def _exact_interval(rows: Rows, *, few_changes: bool) -> Interval:
    x, count = list(rows.x), list(rows.count)
    y: list[int | Fraction] = list(rows.y)
    extra: tuple[Fraction, ...] = ()
    if few_changes:
        mean_y = Fraction(rows.total_y, rows.n)
        extra = (mean_y, mean_y)
        x += [mean_y, -mean_y]
        y += [mean_y, mean_y]
        count += [1, 1]
    total_y = rows.total_y + sum(extra)
    return _jackknife(
        x=np.array([value.numerator / value.denominator for value in x]),
        y=np.array([float(value) for value in y]),
        count=np.array(count, dtype=np.float64),
        center=float(rows.total_x / total_y),
        total_y=float(total_y),
        effective_rows=float(_effective_rows(rows, extra)),
        few_changes=few_changes,
    )


def estimate_measured(deltas: FloatArray, sizes: IntArray | None = None) -> Estimate:
    """The interval of a mean of per-query differences that are doubles (average precision, nDCG).

    `deltas` of shape [queries], y = 1; or their sums per cluster, with the clusters' `sizes` as y
    (`cluster_differences`). Exact ties alone count for r. A query whose difference is 0 by an exact
    comparison must be given as 0.
    """
    n = len(deltas)
    if n == 0:
        return Estimate(0, 0, 0, None, None, None, None)
    weights = np.ones(n, dtype=np.int64) if sizes is None else sizes
    total_x = math.fsum(deltas.tolist())
    total_y, squares = int(weights.sum()), int((weights * weights).sum())
    _, ties = np.unique(deltas / weights, return_counts=True)
    r = n - int(ties.max())
    interval = None
    if n >= SMALLEST_N:
        few_changes = r < SMALLEST_R
        extra = [total_y / n] * 2 if few_changes else []
        effective = (total_y + sum(extra)) ** 2 / (squares + sum(y * y for y in extra))
        x = np.concatenate([deltas, [extra[0], -extra[0]]]) if extra else deltas
        interval = _jackknife(
            x=x,
            y=np.concatenate([weights.astype(np.float64), extra]),
            count=np.ones(len(x)),
            center=total_x / (total_y + sum(extra)),
            total_y=total_y + sum(extra),
            effective_rows=effective,
            few_changes=few_changes,
        )
    return Estimate(
        n=n,
        m=int(np.count_nonzero(deltas)),
        r=r,
        delta=total_x / total_y,
        n_eff=total_y * total_y / squares,
        largest_weight=Fraction(int(weights.max()), total_y),
        interval=interval,
    )


def cluster_differences(deltas: FloatArray, clusters: IntArray) -> tuple[FloatArray, IntArray]:
    """Differences summed per cluster, whatever the order of the rows, and the clusters' sizes; both of
    shape [clusters]. `clusters` numbers the cluster of every row from 0, without gaps."""
    order = np.argsort(clusters, kind="stable")
    sizes = np.bincount(clusters)
    members = np.split(deltas[order], np.cumsum(sizes)[:-1])
    return np.array([math.fsum(member.tolist()) for member in members]), sizes


def _jackknife(
    *,
    x: FloatArray,
    y: FloatArray,
    count: FloatArray,
    center: float,
    total_y: float,
    effective_rows: float,
    few_changes: bool,
) -> Interval:
    # t_i - c = (c y_i - x_i) / (Y - y_i): the difference is formed exactly before it is rounded,
    # and fsum makes every sum the same in whatever order the rows stand.
    size = math.fsum(count.tolist())
    shift = (center * y - x) / (total_y - y)
    mean = math.fsum((count * shift).tolist()) / size
    spread = shift - mean
    squares = math.fsum((count * (spread * spread)).tolist())
    standard_error = math.sqrt((size - 1) / size * squares)
    df = max(1.0, effective_rows - 1.0)
    half_95 = _student(df, 0.975) * standard_error
    half_90 = _student(df, 0.95) * standard_error
    return Interval(
        few_changes=few_changes,
        center=center,
        standard_error=standard_error,
        df=df,
        low=max(-1.0, center - half_95),
        high=min(1.0, center + half_95),
        low_90=max(-1.0, center - half_90),
        high_90=min(1.0, center + half_90),
        detectable=half_95 + _student(df, 0.8) * standard_error,
    )


def _student(df: float, level: float) -> float:
    # scipy.stats would do the same and takes half a second more to import.
    from scipy.special import stdtrit

    return float(stdtrit(df, level))
