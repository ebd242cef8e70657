"""Every delta: measures × (stages × cutoffs), always whole, so that no cell hides."""

from __future__ import annotations

from collections.abc import Sequence

from reportgen.model.cutoff import Cutoff
from reportgen.model.measure import Averaging, Measure, MeasureRow
from reportgen.model.report import Aggregate
from reportgen.present import anchors, lines, numbers
from reportgen.present.blocks import (
    Align,
    Block,
    Cell,
    Column,
    Delta,
    Details,
    Figure,
    Paragraph,
    Row,
    Section,
    SideBySide,
    Table,
    Words,
)
from reportgen.present.charts import DeltaGridChart, DeltaPanel, DeltaSeries
from reportgen.present.page import Page
from reportgen.present.sections.changed import interval_cell_lines, interval_matrix

# The rows of the small multiples: the four that a p is computed for.
_DRAWN = (
    (MeasureRow(Measure.RECALL, Averaging.MACRO), "recall, macro"),
    (MeasureRow(Measure.RECALL, Averaging.POOLED), "recall, pooled"),
    (MeasureRow(Measure.ANY_HIT, Averaging.MACRO), "any-hit"),
    (MeasureRow(Measure.ALL_HIT, Averaging.MACRO), "all-hit"),
)


def deltas(page: Page) -> Section:
    """The matrix, what recall does not say, and the same deltas over the cutoffs beside their intervals."""
    limits = Paragraph(page.words.line("changed.limits"), quiet=True)
    blocks: list[Block] = [delta_matrix(page), limits]
    figure = delta_grid(page) if page.options.figures else None
    intervals = interval_matrix(page)
    by_measure: tuple[Block, ...] = ()
    if intervals is not None:
        said = tuple(Paragraph(line, quiet=True) for line in interval_cell_lines(page))
        title = page.words.line("intervals.details")
        by_measure = (Details("intervals-by-measure", title, said),)
    if figure is not None and intervals is not None:
        blocks.append(SideBySide((figure,), (intervals,)))
    else:
        blocks += [block for block in (figure, intervals) if block is not None]
    blocks += by_measure
    return Section(
        "deltas",
        page.words.line("section.deltas"),
        tuple(blocks),
        subtitle=page.words.line("deltas.subtitle", n=page.report.accounting.scored),
    )


def delta_matrix(page: Page) -> Table:
    """A row a measure, a column a cutoff, grouped by stage; tinted by size. Each cell leads to its
    detail."""
    cells = [(stage, cutoff) for stage in page.stages for cutoff in page.cutoffs]
    columns = (
        Column("measure", page.words.line("deltas.corner")),
        *(
            Column(
                f"{stage}.{cutoff}",
                page.cutoff(cutoff),
                Align.NUMBER,
                group=page.stage(stage),
            )
            for stage, cutoff in cells
        ),
    )
    largest = max((abs(row.delta) for row in page.report.aggregates if row.delta), default=1.0)
    return Table(
        "delta-matrix",
        page.words.line("deltas.caption"),
        columns,
        tuple(_row(page, row, cells, largest) for row in page.measures),
        style="matrix",
    )


def delta_cell(page: Page, aggregate: Aggregate | None, largest: float) -> Delta:
    """A signed delta, tinted against the largest one shown."""
    if aggregate is None or aggregate.delta is None:
        return Delta(page.undefined(), lines.direction(None))
    return Delta(
        numbers.signed(aggregate.delta),
        lines.direction(aggregate.delta),
        sort=aggregate.delta,
        weight=abs(aggregate.delta) / largest if largest else 0.0,
        target=anchors.measure(
            aggregate.measure, aggregate.averaging, aggregate.stage, aggregate.cutoff
        ),
    )


def delta_grid(page: Page) -> Figure | None:
    """A panel a stage: macro, pooled, any-hit and all-hit deltas over the cutoffs with their
    intervals; None with one cutoff or no scored query."""
    if len(page.cutoffs) < 2 or not page.report.accounting.scored:
        return None
    panels = tuple(
        DeltaPanel(
            lines.plain(page.stage(stage)),
            tuple(str(cutoff) for cutoff in page.cutoffs),
            tuple(_series(page, row, label, stage) for row, label in _DRAWN),
        )
        for stage in page.stages
    )
    alt = page.words.plain("delta-grid.alt", numbers=lines.text(_spelled(panels)))
    caption = page.words.line("delta-grid.caption")
    return Figure("delta-grid", DeltaGridChart(panels), alt, caption, "delta-matrix")


def _row(page: Page, row: MeasureRow, cells: Sequence[tuple[str, Cutoff]], largest: float) -> Row:
    shown: list[Cell] = [Words(page.measure(row.measure, row.averaging))]
    shown += [
        delta_cell(page, page.aggregate(row, stage, cutoff), largest) for stage, cutoff in cells
    ]
    return Row(tuple(shown))


def _series(page: Page, row: MeasureRow, label: str, stage: str) -> DeltaSeries:
    found = [page.aggregate(row, stage, cutoff) for cutoff in page.cutoffs]
    intervals = [None if one is None else one.interval for one in found]
    return DeltaSeries(
        label,
        tuple(None if one is None else one.delta for one in found),
        tuple(None if one is None else one[0] for one in intervals),
        tuple(None if one is None else one[1] for one in intervals),
    )


def _spelled(panels: Sequence[DeltaPanel]) -> str:
    """The macro recall deltas of every panel; the matrix has the others."""
    spelled = []
    for panel in panels:
        series = panel.series[0]
        values = [
            f"{cutoff}: {'–' if value is None else numbers.signed(value)}"
            for cutoff, value in zip(panel.cutoffs, series.values, strict=True)
        ]
        spelled.append(f"{panel.label} " + ", ".join(values))
    return "; ".join(spelled)
