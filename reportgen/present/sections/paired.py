"""Figures of paired queries: baseline against candidate, and the deltas in order."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Final

from reportgen.model.cutoff import Cutoff
from reportgen.model.report import reachable_hits
from reportgen.present.blocks import Figure
from reportgen.present.charts import (
    DeltaHistogramChart,
    Point,
    ScatterChart,
    SortedDeltasChart,
)
from reportgen.present.page import Page

_MOST_MARKS: Final = 500
_BINS: Final = 40


def recall_name(cutoff: Cutoff) -> str:
    """The language-free name of recall at a cutoff, for figures."""
    return f"recall@{cutoff}"


def scatter(page: Page) -> Figure | None:
    """Baseline against candidate recall at the cell shown first; None without a scored query."""
    pairs = _pairs(page)
    if not pairs:
        return None
    points = tuple(
        Point(float(x), float(y), count, float(ceiling))
        for (x, y, ceiling), count in sorted(pairs.items())
    )
    better, same, worse = _directions(pairs)
    chart = ScatterChart(recall_name(page.largest), points, better, same, worse)
    cell = page.cell_name(page.last, page.largest)
    alt = page.words.plain("scatter.alt", cell=cell, better=better, same=same, worse=worse)
    key = "scatter.caption-ceilings" if any(it.ceiling < 1 for it in points) else "scatter.caption"
    return Figure("scatter", chart, alt, page.words.line(key, cell=cell), "queries")


def deltas_figure(page: Page) -> Figure | None:
    """The non-zero deltas in order, or their distribution above 500 of them; None where nothing
    changed."""
    pairs = _pairs(page)
    deltas = [float(y - x) for (x, y, _), count in pairs.items() for _ in range(count) if x != y]
    if not deltas:
        return None
    better, same, worse = _directions(pairs)
    cell = page.cell_name(page.last, page.largest)
    alt = page.words.plain("deltas-figure.alt", cell=cell, better=better, same=same, worse=worse)
    name = recall_name(page.largest)
    chart: SortedDeltasChart | DeltaHistogramChart
    if len(deltas) <= _MOST_MARKS:
        chart = SortedDeltasChart(name, tuple(sorted(deltas, reverse=True)), same)
        caption = page.words.line("deltas-figure.sorted", cell=cell, same=same)
    else:
        edges = tuple(2 * at / _BINS - 1 for at in range(_BINS + 1))
        chart = DeltaHistogramChart(name, edges, _binned(deltas), same)
        caption = page.words.line("deltas-figure.binned", cell=cell, same=same)
    return Figure("deltas-figure", chart, alt, caption, "queries")


def _pairs(page: Page) -> Counter[tuple[Fraction, Fraction, Fraction]]:
    """How many scored queries have this recall in the baseline, in the candidate, and this
    ceiling."""
    queries = page.report.queries
    cell = page.columns.get((page.last, page.largest))
    patterns: Counter[tuple[int, int, int, int]] = Counter()
    if cell is None:
        return Counter()
    for at, excluded in enumerate(queries.excluded):
        baseline, candidate = cell.baseline.hits[at], cell.candidate.hits[at]
        if excluded is None and baseline is not None and candidate is not None:
            gold = queries.gold[at]
            patterns[baseline, candidate, reachable_hits(cell, gold, at), gold] += 1
    pairs: Counter[tuple[Fraction, Fraction, Fraction]] = Counter()
    for (baseline, candidate, reachable, gold), count in patterns.items():
        key = (Fraction(baseline, gold), Fraction(candidate, gold), Fraction(reachable, gold))
        pairs[key] += count
    return pairs


def _directions(pairs: Counter[tuple[Fraction, Fraction, Fraction]]) -> tuple[int, int, int]:
    better = sum(count for (x, y, _), count in pairs.items() if y > x)
    worse = sum(count for (x, y, _), count in pairs.items() if y < x)
    return better, pairs.total() - better - worse, worse


def _binned(deltas: list[float]) -> tuple[int, ...]:
    counts = [0] * _BINS
    for delta in deltas:
        counts[min(int((delta + 1) / 2 * _BINS), _BINS - 1)] += 1
    return tuple(counts)
