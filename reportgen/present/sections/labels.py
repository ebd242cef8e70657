"""What the labels cannot tell: unjudged units, and how far verdicts on them could move each
delta."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from reportgen.model.catalogue import Place
from reportgen.model.measure import MeasureRow
from reportgen.model.report import Aggregate, JudgedShare
from reportgen.present import lines, numbers
from reportgen.present.blocks import (
    Align,
    Bar,
    Block,
    Cell,
    Column,
    Delta,
    Details,
    Figure,
    Paragraph,
    Row,
    Section,
    Table,
    Value,
    Words,
)
from reportgen.present.charts import BoundsChart, BoundsRow
from reportgen.present.page import Page
from reportgen.present.sections.notes import notes_at
from reportgen.present.sections.previous import previous_labels
from reportgen.present.sections.tips import tips

_REPEATED: Final = frozenset(
    {
        "label-coverage-differs",
        "labels-leave-open",
        "positives-only",
        "unreviewed-queries",
        "labels-changed",
    }
)


def labels(page: Page) -> Section | None:
    """Judged shares, label bounds, what would remove a lead, unreviewed queries; None without a
    scored or unreviewed query."""
    blocks: list[Block] = [*notes_at(page, Place.LABELS, repeat=_REPEATED)]
    tables = [judged_table(page), bounds_table(page, (page.last,))]
    figure = bounds_figure(page) if page.options.figures else None
    blocks += [figure] if figure is not None else []
    blocks += [table for table in tables if table is not None]
    folded = tips(page)
    blocks += [folded] if folded is not None else []
    blocks += _folded(page)
    blocks += previous_labels(page)
    if not blocks:
        return None
    if tables[0] is not None:
        blocks.append(Paragraph(page.words.line("labels.review"), quiet=True))
    return Section(
        "labels",
        page.words.line("section.labels"),
        tuple(blocks),
        subtitle=page.words.line("labels.subtitle"),
    )


def judged_table(page: Page) -> Table | None:
    """Per stage and integer cutoff: units with a verdict of those returned, and the unjudged ones
    by the list that holds them."""
    shown = [
        one
        for one in page.report.labels.judged
        if one.stage in page.stages and one.cutoff in page.cutoffs
    ]
    if not shown:
        return None
    keys = ("only-baseline", "only-candidate", "both")
    columns = (
        Column("cell", page.words.line("column.cell")),
        Column(
            "baseline",
            page.words.line("run.baseline"),
            Align.NUMBER,
            page.words.line("labels.judged"),
        ),
        Column(
            "candidate",
            page.words.line("run.candidate"),
            Align.NUMBER,
            page.words.line("labels.judged"),
        ),
        *(
            Column(
                f"{side}.places",
                page.words.line(f"run.{side}"),
                Align.NUMBER,
                page.words.line("labels.judged-k"),
                1,
            )
            for side in ("baseline", "candidate")
        ),
        *(
            Column(
                key,
                page.words.line(f"labels.{key}"),
                Align.NUMBER,
                page.words.line("labels.unjudged"),
            )
            for key in keys
        ),
    )
    rows = tuple(_judged_row(page, one) for one in shown)
    caption = page.words.line("labels.judged-caption")
    return Table("judged", caption, columns, rows, style="compact")


def bounds_table(page: Page, stages: Sequence[str]) -> Table | None:
    """Per measure and cell: each run's range and the delta's over all verdicts on the unjudged
    units, and whether its sign is open."""
    rows = [
        _bounds_row(page, row, aggregate)
        for stage in stages
        for cutoff in page.cutoffs
        for row in page.measures
        if (aggregate := page.aggregate(row, stage, cutoff)) and aggregate.label_bounds
    ]
    if not rows:
        return None
    columns = (
        Column("cell", page.words.line("column.cell")),
        Column("measure", page.words.line("column.measure")),
        Column("baseline", page.words.line("run.baseline"), Align.NUMBER),
        Column("candidate", page.words.line("run.candidate"), Align.NUMBER),
        Column("delta", page.words.line("labels.scored-delta"), Align.NUMBER),
        Column("bounds", page.words.line("labels.bounds"), Align.NUMBER),
        Column("ceiling", page.words.line("column.ceiling"), Align.NUMBER, priority=1),
        Column("sign", page.words.line("labels.sign")),
    )
    caption = page.words.line("labels.bounds-caption")
    anchor = "bounds" if page.last in stages else "other-bounds"
    return Table(anchor, caption, columns, tuple(rows), style="compact")


def bounds_figure(page: Page) -> Figure | None:
    """The deltas at the cell shown first with their label bounds, and apart from them their
    sampling intervals."""
    rows, spelled = [], []
    for row in page.measures:
        one = page.aggregate(row, page.last, page.largest)
        if one is not None and one.label_bounds is not None and one.delta is not None:
            low, high = one.label_bounds.delta
            name = f"{one.measure}, {one.averaging}" if one.measure == "recall" else one.measure
            rows.append(BoundsRow(name, one.delta, low, high, one.interval))
            spelled.append(
                lines.concat(
                    page.measure(row.measure, row.averaging),
                    lines.text(f" {numbers.signed(one.delta)} {numbers.interval(low, high)}"),
                )
            )
    if not any(row.low != row.high for row in rows):
        return None
    cell = page.cell_name(page.last, page.largest)
    said = page.words.join(spelled, "join.semicolon")
    alt = page.words.plain("labels.figure-alt", cell=cell, numbers=said)
    caption = page.words.line("labels.figure", cell=cell)
    return Figure("bounds-figure", BoundsChart(tuple(rows)), alt, caption, "bounds")


def unreviewed_table(page: Page) -> Table | None:
    """Per stage and cutoff: unreviewed queries whose top k are equal as sets, and those that could
    differ."""
    shown = [
        one
        for one in page.report.labels.unreviewed
        if one.stage in page.stages and one.cutoff in page.cutoffs
    ]
    if not any(one.identical + one.could_differ + one.absent for one in shown):
        return None
    columns = (
        Column("cell", page.words.line("column.cell")),
        *(
            Column(key, page.words.line(f"unreviewed.{key}"), Align.NUMBER)
            for key in ("identical", "could-differ", "absent")
        ),
    )
    rows = tuple(
        Row(
            (
                Words(page.cell_name(one.stage, one.cutoff)),
                *(
                    Value(numbers.count(count), sort=count)
                    for count in (one.identical, one.could_differ, one.absent)
                ),
            )
        )
        for one in shown
    )
    caption = page.words.line("unreviewed.caption")
    return Table("unreviewed", caption, columns, rows, style="compact")


def _folded(page: Page) -> list[Block]:
    """The bounds at the other stages, and what is known of the unreviewed queries."""
    blocks: list[Block] = []
    others = bounds_table(page, page.stages[:-1])
    if others is not None:
        title = page.words.line("labels.other-bounds")
        blocks.append(Details("other-bounds-folded", title, (others,)))
    unreviewed = unreviewed_table(page)
    if unreviewed is not None:
        blocks.append(Details("unreviewed-folded", unreviewed.caption, (unreviewed,)))
    return blocks


def _judged_row(page: Page, one: JudgedShare) -> Row:
    cells: list[Cell] = [Words(page.cell_name(one.stage, one.cutoff))]
    for judged, returned in (
        (one.judged_baseline, one.returned_baseline),
        (one.judged_candidate, one.returned_candidate),
    ):
        if not returned:
            cells.append(Bar(None, page.undefined(), page.undefined()))
            continue
        share = judged / returned
        text = f"{numbers.percent(share)} ({numbers.fraction(judged, returned)})"
        cells.append(Bar(share, text, text, share))
    cells += [
        _places(page, judged, returned, one.slots)
        for judged, returned in (
            (one.judged_baseline, one.returned_baseline),
            (one.judged_candidate, one.returned_candidate),
        )
    ]
    cells += [
        Value(numbers.count(count), sort=count)
        for count in (one.only_baseline, one.only_candidate, one.both)
    ]
    return Row(tuple(cells))


def _places(page: Page, judged: int, returned: int, places: int) -> Value:
    """The judged units of k places a query; undefined where a unit map fills a place with several."""
    if not places or returned > places:
        return Value(page.undefined(), undefined=True)
    text = f"{numbers.percent(judged / places)} ({numbers.fraction(judged, places)})"
    return Value(text, sort=judged / places)


def _bounds_row(page: Page, row: MeasureRow, one: Aggregate) -> Row:
    bounds = one.label_bounds
    if bounds is None or one.delta is None or one.baseline is None or one.candidate is None:
        raise ValueError("a row of bounds needs bounds and what they bound")
    low, high = bounds.delta
    sign = "closed" if low > 0 or high < 0 or low == high else "open"
    return Row(
        (
            Words(page.cell_name(one.stage, one.cutoff)),
            Words(page.measure(row.measure, row.averaging)),
            _ranged(page, one.baseline.value, bounds.baseline),
            _ranged(page, one.candidate.value, bounds.candidate),
            Delta(numbers.signed(one.delta), lines.direction(one.delta), one.delta),
            Value(numbers.bounds(low, high)),
            _ranged(page, one.ceiling, bounds.ceiling),
            Words(page.words.line(f"labels.sign-{sign}")),
        )
    )


def _ranged(page: Page, value: float | None, ends: tuple[float, float]) -> Value:
    """The scored value, and beside it the range that holds it, where that is more than the value."""
    if value is None:
        return Value(page.undefined(), undefined=True)
    range_ = numbers.level_range(*ends) if ends[0] < ends[1] else None
    return Value(numbers.level(value), range_, value)
