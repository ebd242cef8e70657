"""The measures of a summary: every delta, the detail of one cell, and every value of every cell."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from reportgen.model.cutoff import ALL, Cutoff
from reportgen.model.measure import MeasureRow
from reportgen.model.report import Aggregate
from reportgen.present import lines, numbers
from reportgen.present.blocks import (
    Align,
    Block,
    Cell,
    Column,
    Delta,
    Line,
    Number,
    Paragraph,
    Row,
    Table,
    Value,
    Words,
)
from reportgen.present.page import Page
from reportgen.present.phrases import note_line
from reportgen.present.sections.accounting import results_line
from reportgen.present.sections.deltas import delta_cell
from reportgen.present.sections.measure_row import (
    amount,
    ceiling,
    counted_of,
    counts,
    no_interval,
    p,
)
from reportgen.present.sections.measures import judged_line
from reportgen.present.signature import signature

_Cells = Sequence[tuple[str, Cutoff]]


def gold_line(page: Page) -> Line:
    """How much gold the scored queries have, which recorded lists are empty, and which queries are not in the
    labels."""
    return results_line(page)


def matrix(page: Page) -> Table | None:
    """A row a stage and cutoff, a column a measure; None where there is one cell, whose detail says it all."""
    cells = _cells(page)
    if len(cells) == 1:
        return None
    columns = (
        Column("cell", page.words.line("column.cell")),
        *(
            Column(_key(row), page.measure(row.measure, row.averaging), Align.NUMBER)
            for row in page.measures
        ),
    )
    rows = tuple(
        Row(
            (
                Words(page.cell_name(stage, cutoff)),
                *(
                    _plain_delta(delta_cell(page, page.aggregate(row, stage, cutoff), 1.0))
                    for row in page.measures
                ),
            )
        )
        for stage, cutoff in cells
    )
    caption = page.words.line("summary.matrix", n=page.report.accounting.scored)
    return Table("summary-matrix", caption, columns, rows, style="matrix")


def detail(page: Page) -> tuple[Block, ...]:
    """Every measure at the last stage and largest integer cutoff, and how much of the lists is judged."""
    found = _aggregates(page, [(page.last, page.largest)])
    caption = page.words.line("summary.measures", cell=page.cell_name(page.last, page.largest))
    table = _table(page, "summary-measures", caption, found, by_cutoff=False)
    judged = judged_line(page, page.last, page.largest) if page.largest != ALL else ()
    return (table, Paragraph(judged, quiet=True)) if judged else (table,)


def remarks(page: Page) -> tuple[Line, ...]:
    """A sentence for each thing that is to be known of the numbers of `detail`."""
    return tuple(_notes(page, _aggregates(page, [(page.last, page.largest)])))


def signature_of(page: Page) -> str:
    """What the numbers of `detail` travel with."""
    found = _aggregates(page, [(page.last, page.largest)])
    return signature(page.report, [one for _, one in found], page.last, page.largest)


def all_cells(page: Page) -> tuple[Block, ...]:
    """A table a stage with every measure at every cutoff; () where there is one cell."""
    if len(_cells(page)) == 1:
        return ()
    blocks: list[Block] = []
    for at, stage in enumerate(page.stages):
        cells = [(stage, cutoff) for cutoff in page.cutoffs]
        found = _aggregates(page, cells)
        caption = page.words.line("summary.stage", stage=page.stage(stage))
        blocks.append(_table(page, f"summary-stage-{at}", caption, found, by_cutoff=True))
        blocks += _judged(page, stage)
        said = _notes(page, found)
        if said:
            blocks.append(Paragraph(page.words.join(said, "join.space"), quiet=True))
    return tuple(blocks)


def _judged(page: Page, stage: str) -> list[Block]:
    """What of either run's lists is judged, at every integer cutoff of a stage."""
    cells = [
        page.words.line(
            "summary.judged-cell",
            cutoff=page.cutoff(one.cutoff),
            baseline=_share(page, one.judged_baseline, one.returned_baseline),
            candidate=_share(page, one.judged_candidate, one.returned_candidate),
        )
        for one in page.report.labels.judged
        if one.stage == stage and one.cutoff in page.cutoffs
    ]
    if not cells:
        return []
    line = page.words.line("summary.judged", cells=page.words.join(cells, "join.semicolon"))
    return [Paragraph(line, quiet=True)]


def _share(page: Page, judged: int, returned: int) -> Line:
    if not returned:
        return page.words.line("judged.nothing")
    return (Number(numbers.percent(judged / returned)),)


def _cells(page: Page) -> _Cells:
    return [(stage, cutoff) for stage in page.stages for cutoff in page.cutoffs]


def _aggregates(page: Page, cells: _Cells) -> list[tuple[MeasureRow, Aggregate]]:
    """A measure's cutoffs stand under one another."""
    return [
        (row, aggregate)
        for row in page.measures
        for stage, cutoff in cells
        if (aggregate := page.aggregate(row, stage, cutoff)) is not None
    ]


def _table(
    page: Page,
    anchor: str,
    caption: Line,
    found: Sequence[tuple[MeasureRow, Aggregate]],
    *,
    by_cutoff: bool,
) -> Table:
    tested = any(one.p is not None for _, one in found)
    intervals = any(one.interval is not None for _, one in found)
    bounds = not by_cutoff and any(_is_open(one) for _, one in found)
    keys = ["measure"]
    keys += ["k"] if by_cutoff else []
    keys += ["baseline", "candidate", "delta"]
    keys += ["interval"] if intervals else []
    keys += ["p"] if tested else []
    keys += ["bounds"] if bounds else []
    keys += ["counts", "ceiling", "n"]
    columns = tuple(
        Column(
            key,
            page.words.line(f"summary.{key}" if key in {"k", "bounds"} else f"column.{key}"),
            Align.START if key == "measure" else Align.NUMBER,
        )
        for key in keys
    )
    rows = tuple(
        Row(tuple(cells[key] for key in keys))
        for row, aggregate in found
        for cells in [_cells_of(page, row, aggregate)]
    )
    return Table(anchor, caption, columns, rows, style="measures")


def _cells_of(page: Page, row: MeasureRow, aggregate: Aggregate) -> dict[str, Cell]:
    """Every cell that a column may ask for."""
    change = lines.change(aggregate.delta, page.undefined())
    return {
        "measure": Words(page.measure(row.measure, row.averaging)),
        "k": Words(page.cutoff(aggregate.cutoff)),
        "baseline": amount(page, aggregate.baseline, counted_of(aggregate)),
        "candidate": amount(page, aggregate.candidate, counted_of(aggregate)),
        "delta": Delta(change.text, change.direction, aggregate.delta),
        "interval": _interval(page, aggregate),
        "p": p(page, aggregate),
        "bounds": _bounds(page, aggregate),
        "counts": counts(page, aggregate),
        "ceiling": ceiling(page, aggregate),
        "n": Value(numbers.count(aggregate.n), sort=aggregate.n),
    }


def _interval(page: Page, aggregate: Aggregate) -> Value:
    if aggregate.interval is None:
        return Value(no_interval(page, aggregate), undefined=True)
    return Value(numbers.interval(*aggregate.interval))


def _is_open(aggregate: Aggregate) -> bool:
    """Verdicts on unjudged units could give another delta."""
    bounds = aggregate.label_bounds
    return bounds is not None and bounds.delta[0] < bounds.delta[1]


def _bounds(page: Page, aggregate: Aggregate) -> Value:
    if aggregate.label_bounds is None:
        return Value(page.words.plain("none"), undefined=True)
    return Value(numbers.bounds(*aggregate.label_bounds.delta))


def _notes(page: Page, found: Iterable[tuple[MeasureRow, Aggregate]]) -> list[Line]:
    """The lists' sizes where nothing is cut, and every note that some row carries, once."""
    aggregates = [aggregate for _, aggregate in found]
    codes = dict.fromkeys(code for one in aggregates for code in one.notes)
    said = [note_line(page, code) for code in codes]
    sizes = next((one for one in aggregates if one.cutoff == ALL), None)
    if sizes is not None and sizes.sizes_baseline and sizes.sizes_candidate:
        said.insert(
            0,
            page.words.line(
                "measures.sizes",
                mean_baseline=Number(numbers.quantity(sizes.sizes_baseline.mean)),
                largest_baseline=sizes.sizes_baseline.largest,
                mean_candidate=Number(numbers.quantity(sizes.sizes_candidate.mean)),
                largest_candidate=sizes.sizes_candidate.largest,
            ),
        )
    return said


def _plain_delta(cell: Delta) -> Delta:
    return Delta(cell.text, cell.direction, cell.sort)


def _key(row: MeasureRow) -> str:
    return f"{row.measure}.{row.averaging}"
