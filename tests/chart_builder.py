"""One chart of each kind with plausible content, for tests of drawing and of pages."""

from __future__ import annotations

from reportgen.present.charts import (
    BoundsChart,
    BoundsRow,
    Chart,
    DeltaGridChart,
    DeltaHistogramChart,
    DeltaPanel,
    DeltaSeries,
    DumbbellChart,
    DumbbellRow,
    FlowBar,
    FlowChart,
    Point,
    ScatterChart,
    SortedDeltasChart,
)


def scatter_chart(measure: str = "recall@5") -> ScatterChart:
    return ScatterChart(
        measure,
        (
            Point(0, 0, 3, 1),
            Point(0, 1 / 3, 2, 1),
            Point(0.25, 0.75, 1, 0.75),
            Point(1 / 3, 2 / 3, 3, 1),
            Point(1 / 3, 1, 1, 1),
            Point(0.5, 0.5, 3, 1),
            Point(0.5, 1, 2, 1),
            Point(2 / 3, 2 / 3, 4, 2 / 3),
            Point(2 / 3, 1 / 3, 2, 1),
            Point(2 / 3, 1, 2, 1),
            Point(1, 0.5, 2, 1),
            Point(1, 0, 1, 1),
            Point(1, 1, 12, 1),
        ),
        better=11,
        same=21,
        worse=6,
    )


def sorted_deltas_chart(measure: str = "recall@5") -> SortedDeltasChart:
    gains = (1.0, 1.0, 0.667, 0.667, 0.5, 0.5, 0.5, 0.333, 0.333, 0.25, 0.2)
    return SortedDeltasChart(measure, (*gains, -0.2, -0.333, -0.333, -0.5, -0.5, -1.0), ties=21)


def histogram_chart(measure: str = "recall@5") -> DeltaHistogramChart:
    edges = tuple(round(-1 + at * 0.2, 1) for at in range(11))
    return DeltaHistogramChart(measure, edges, (1, 0, 2, 2, 1, 2, 3, 3, 1, 2), zeros=21)


def delta_grid_chart(stages: tuple[str, ...] = ("pool", "reranked", "context")) -> DeltaGridChart:
    names = ("recall macro", "recall pooled", "any-hit", "all-hit", "nDCG")
    panels = []
    for shift, stage in enumerate(stages):
        series = []
        for at, name in enumerate(names):
            values: list[float | None] = [
                round(0.04 * (shift - 1) + 0.03 * (at - k), 3) for k in range(4)
            ]
            values[3] = 0.0 if at == 1 else values[3]
            values[2] = None if at == 3 else values[2]
            low = tuple(None if it is None else it - 0.06 for it in values)
            high = tuple(None if it is None else it + 0.06 for it in values)
            series.append(DeltaSeries(name, tuple(values), low, high))
        panels.append(DeltaPanel(stage, ("1", "3", "5", "all"), tuple(series)))
    return DeltaGridChart(tuple(panels))


def dumbbell_chart(*labels: str) -> DumbbellChart:
    names = labels or ("finance", "policy", "people", "it", "差旅报销", "unset")
    rows = (
        (9, 0.512, 0.651, 0.93),
        (12, 0.642, 0.621, 0.88),
        (7, 0.7, 0.7, 1.0),
        (6, 0.31, 0.55, 0.75),
        (4, 0.8, 0.45, 0.95),
        (0, None, None, None),
    )
    return DumbbellChart(
        "recall@5",
        tuple(DumbbellRow(name, at + 1, *rows[at % 6]) for at, name in enumerate(names)),
    )


def flow_chart(baseline: str = "bm25", candidate: str = "hybrid-rerank") -> FlowChart:
    return FlowChart(
        ("pool", "reranked", "context"),
        94,
        (
            FlowBar(baseline, reached=53, missed=18, lost=(14, 9), gained=(0, 0)),
            FlowBar(candidate, reached=57, missed=11, lost=(15, 14), gained=(2, 1)),
        ),
    )


def bounds_chart() -> BoundsChart:
    return BoundsChart(
        (
            BoundsRow("recall macro", 0.056, -0.034, 0.163, (-0.01, 0.12)),
            BoundsRow("recall pooled", 0.043, -0.05, 0.12, (-0.03, 0.11)),
            BoundsRow("any-hit", -0.026, -0.08, 0.05, None),
        )
    )


def every_chart() -> tuple[Chart, ...]:
    return (
        scatter_chart(),
        sorted_deltas_chart(),
        histogram_chart(),
        delta_grid_chart(),
        dumbbell_chart(),
        flow_chart(),
        bounds_chart(),
    )
