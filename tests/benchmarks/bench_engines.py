"""Seconds that the engines of `comparison` take; `python tests/benchmarks/bench_engines.py` prints them.

A table of totals has 60 cells: macro, pooled, any-hit and all-hit at five cutoffs of three stages. A fifth
of the queries changes in every cell; gold is 1 to 10. Budgets: 100,000 queries with tests in 5 s and label
bounds in 2 s, 576 queries in 0.2 s.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial

import numpy as np

from reportgen.comparison.bounds.counts import LabelCounts
from reportgen.comparison.bounds.per_query import all_hit_bounds, any_hit_bounds, recall_bounds
from reportgen.comparison.bounds.review import review_order
from reportgen.comparison.bounds.tipping import macro_sign, macro_tip, pooled_sign, pooled_tip
from reportgen.comparison.bounds.totals import mean_bounds, pooled_bounds
from reportgen.comparison.exact import IntArray
from reportgen.comparison.uncertainty.family import Cell, run_tests
from reportgen.comparison.uncertainty.interval import (
    cluster_differences,
    estimate,
    estimate_measured,
)
from reportgen.comparison.uncertainty.messages import cell_messages, report_messages
from reportgen.comparison.uncertainty.rows import collapse
from reportgen.comparison.uncertainty.terms import (
    all_hit_terms,
    any_hit_terms,
    cluster_terms,
    macro_terms,
    pooled_terms,
)

PLACES = [(stage, cutoff) for stage in range(3) for cutoff in (1, 3, 5, 10, 20)]
FOUR = (macro_terms, pooled_terms, any_hit_terms, all_hit_terms)
Hits = tuple[IntArray, IntArray, IntArray]


def random_hits(queries: int, seed: int) -> Hits:
    """Hits of both runs; a fifth of the queries changes, the same way in no two cells."""
    random = np.random.default_rng(seed)
    gold = np.random.default_rng(0).integers(1, 11, queries)
    baseline = random.integers(0, gold + 1)
    other = random.integers(0, gold + 1)
    candidate = np.where(random.random(queries) < 0.2, other, baseline)
    return baseline, candidate, gold


def random_counts(queries: int, seed: int, cutoff: int) -> LabelCounts:
    """The same with unjudged units, as many as the lists have room for."""
    random = np.random.default_rng(seed)
    baseline, candidate, gold = random_hits(queries, seed)
    baseline, candidate = np.minimum(baseline, cutoff), np.minimum(candidate, cutoff)
    shared = random.integers(0, cutoff - np.maximum(baseline, candidate) + 1)
    only_a = random.integers(0, cutoff - baseline - shared + 1)
    only_b = random.integers(0, cutoff - candidate - shared + 1)
    return LabelCounts(
        baseline, candidate, gold, only_a, only_b, shared, np.zeros(queries, dtype=np.int64)
    )


def totals(cells: list[Hits], clusters: IntArray | None = None) -> None:
    """Intervals, tests, Holm and sentences of the whole table."""
    terms = [measure(*hits) for hits in cells for measure in FOUR]
    if clusters is not None:
        terms = [cluster_terms(of_queries, clusters) for of_queries in terms]
    rows = [collapse(of_rows) for of_rows in terms]
    family = run_tests([Cell(of_rows) for of_rows in terms], seed=0)
    for of_rows, result in zip(rows, family.results, strict=True):
        cell_messages(
            estimate(of_rows),
            result,
            better=of_rows.better,
            worse=of_rows.worse,
            tests=family.tests,
            pooled=True,
        )
    report_messages(rows[0].n, rows[0].n, family)


def measured(cells: list[Hits], clusters: IntArray | None = None) -> None:
    """Intervals of differences that are doubles, as of average precision and nDCG."""
    for baseline, candidate, gold in cells:
        deltas = (candidate - baseline) / (gold + np.linspace(0, 1, len(gold)))
        if clusters is None:
            estimate_measured(deltas)
        else:
            estimate_measured(*cluster_differences(deltas, clusters))


def bounds(cells: list[tuple[int, LabelCounts]]) -> None:
    """Bounds of the four measures, signs and tipping points."""
    for cutoff, counts in cells:
        mean_bounds(recall_bounds(counts, cutoff))
        mean_bounds(any_hit_bounds(counts))
        mean_bounds(all_hit_bounds(counts, cutoff))
        pooled_bounds(counts, cutoff)
        pooled_sign(counts)
        macro_sign(counts)
        pooled_tip(counts)
        macro_tip(counts)


def seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def main() -> None:
    """Print what each task took."""
    totals([random_hits(50, 0)])  # imports scipy.special once, outside the clock
    for queries in (576, 100_000):
        cells = [random_hits(queries, place) for place in range(len(PLACES))]
        known = [
            (cutoff, random_counts(queries, place, cutoff))
            for place, (_, cutoff) in enumerate(PLACES)
        ]
        clusters = np.arange(queries) // 5
        names = [f"q{place}" for place in range(queries)]
        tasks: tuple[tuple[str, Callable[[], object]], ...] = (
            ("60 cells: intervals, tests, Holm, sentences", partial(totals, cells)),
            ("60 cells, clusters of 5", partial(totals, cells, clusters)),
            ("15 cells of measured differences", partial(measured, cells)),
            ("15 cells of measured differences, clusters of 5", partial(measured, cells, clusters)),
            ("15 cells of label bounds and tipping points", partial(bounds, known)),
            ("review order at the largest cutoff", partial(review_order, known[-1][1], names)),
        )
        for name, work in tasks:
            print(f"{queries:>7,} queries  {name:<50} {seconds(work):7.3f} s")


if __name__ == "__main__":
    main()
