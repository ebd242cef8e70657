"""What a figure shows, as numbers and short language-free labels; drawing is `plot`'s."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Point:
    """`count` queries at baseline recall x and candidate recall y, with this ceiling."""

    x: float
    y: float
    count: int
    ceiling: float


@dataclass(frozen=True, slots=True)
class ScatterChart:
    """Baseline against candidate with the diagonal; area = number of queries; ceiling classes
    marked. `better`, `same`, `worse` are counts."""

    measure: str
    points: tuple[Point, ...]
    better: int
    same: int
    worse: int


@dataclass(frozen=True, slots=True)
class SortedDeltasChart:
    """Non-zero deltas in descending order; the ties are counted and not drawn."""

    measure: str
    deltas: tuple[float, ...]
    ties: int


@dataclass(frozen=True, slots=True)
class DeltaHistogramChart:
    """Counts of deltas in equal bins over -1..1; exact zeros apart."""

    measure: str
    edges: tuple[float, ...]
    counts: tuple[int, ...]
    zeros: int


@dataclass(frozen=True, slots=True)
class DeltaSeries:
    """One measure's delta over the cutoffs; None where undefined. `low`/`high` are interval ends
    where there are any."""

    label: str
    values: tuple[float | None, ...]
    low: tuple[float | None, ...]
    high: tuple[float | None, ...]


@dataclass(frozen=True, slots=True)
class DeltaPanel:
    """One stage."""

    label: str
    cutoffs: tuple[str, ...]
    series: tuple[DeltaSeries, ...]


@dataclass(frozen=True, slots=True)
class DeltaGridChart:
    """Small multiples: a panel a stage, deltas over the cutoffs, one scale."""

    panels: tuple[DeltaPanel, ...]


@dataclass(frozen=True, slots=True)
class DumbbellRow:
    """One group: both runs, the ceiling as a tick, n in the label; `number` is shown where the
    label cannot be drawn."""

    label: str
    number: int
    n: int
    baseline: float | None
    candidate: float | None
    ceiling: float | None


@dataclass(frozen=True, slots=True)
class DumbbellChart:
    measure: str
    rows: tuple[DumbbellRow, ...]


@dataclass(frozen=True, slots=True)
class FlowBar:
    """One run: gold units kept at each stage, lost at each step, never retrieved, and gained (drawn
    as gained, never netted)."""

    label: str
    reached: int
    missed: int
    lost: tuple[int, ...]
    gained: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class FlowChart:
    """Where gold is lost, both runs on one scale; `stages` are short names."""

    stages: tuple[str, ...]
    gold: int
    bars: tuple[FlowBar, ...]


@dataclass(frozen=True, slots=True)
class BoundsRow:
    """A delta with its label bounds and, apart from them, its sampling interval."""

    label: str
    delta: float
    low: float
    high: float
    interval: tuple[float, float] | None


@dataclass(frozen=True, slots=True)
class BoundsChart:
    rows: tuple[BoundsRow, ...]


Chart = (
    ScatterChart
    | SortedDeltasChart
    | DeltaHistogramChart
    | DeltaGridChart
    | DumbbellChart
    | FlowChart
    | BoundsChart
)
