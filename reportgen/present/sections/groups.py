"""Groups: a table for every facet, never ordered by delta."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from reportgen.model.catalogue import Place
from reportgen.model.cutoff import ALL, Cutoff
from reportgen.model.measure import Averaging, Measure, MeasureRow
from reportgen.model.report import Aggregate, Facet, Group, Judged
from reportgen.present import anchors, lines, numbers
from reportgen.present.blocks import (
    Align,
    Block,
    Cell,
    Column,
    Delta,
    Details,
    Figure,
    Line,
    Panel,
    Row,
    Section,
    Table,
    Tabs,
    Value,
    Words,
)
from reportgen.present.charts import DumbbellChart, DumbbellRow
from reportgen.present.page import Page
from reportgen.present.sections.deltas import delta_cell
from reportgen.present.sections.measure_row import amount, counts
from reportgen.present.sections.measures import dials
from reportgen.present.sections.notes import notes_at
from reportgen.present.sections.paired import recall_name

_MOST_ROWS: Final = 30
_MACRO: Final = MeasureRow(Measure.RECALL, Averaging.MACRO)
_POOLED: Final = MeasureRow(Measure.RECALL, Averaging.POOLED)
_Rows = Mapping[tuple[str, str], Aggregate]


def groups(page: Page) -> Section | None:
    """Dumbbells at the cell shown first, then the tables of all facets by stage and cutoff; None
    without a facet."""
    if not page.report.facets or not page.report.accounting.scored:
        return None
    blocks: list[Block] = [*notes_at(page, Place.GROUPS)]
    panels = tuple(
        Panel(
            (anchors.encode(stage), str(cutoff)),
            tuple(_facet_blocks(page, stage, cutoff)),
            f"groups-{anchors.cell(stage, cutoff)}",
        )
        for stage in page.stages
        for cutoff in page.cutoffs
    )
    headings = tuple(page.cell_name(stage, k) for stage in page.stages for k in page.cutoffs)
    blocks.append(Tabs("group-tabs", dials(page, "groups"), panels, headings))
    subtitle = page.words.line("groups.subtitle", n=page.report.accounting.scored)
    return Section("groups", page.words.line("section.groups"), tuple(blocks), subtitle=subtitle)


def group_table(page: Page, facet: Facet, stage: str, cutoff: Cutoff) -> Table:
    """One facet at one stage and cutoff: recall in full, the deltas of the other measures, counts
    alone for small groups of a facet with many values."""
    shown, left_out = _shown(page, facet)
    is_first = (stage, cutoff) == (page.last, page.largest)
    excluded = any(group.excluded for group in shown)
    rows = tuple(
        Row(
            tuple(_cells(page, group, stage, cutoff, shows_excluded=excluded)),
            anchors.group(facet.name, group.value) if is_first else None,
            quiet=not group.n,
        )
        for group in shown
    )
    anchor = anchors.facet(facet.name)
    rest: Line = ()
    if left_out:
        rest = page.words.line(
            "groups.left-out", count=left_out, file=(lines.file_link("report.json"),)
        )
    caption = page.words.line(
        "groups.caption", facet=page.facet(facet.name), cell=page.cell_name(stage, cutoff)
    )
    return Table(
        anchor if is_first else f"{anchor}-{anchors.cell(stage, cutoff)}",
        caption,
        _columns(page, excluded=excluded),
        rows,
        style="groups",
        left_out=rest,
    )


def other_measures(page: Page, facet: Facet, stage: str, cutoff: Cutoff) -> Table | None:
    """The deltas of the measures beside recall at one stage and cutoff, a row a group, each with the values of both
    runs; None where no group has any."""
    shown = [group for group in _shown(page, facet)[0] if group.aggregates]
    others = [row for row in page.measures if row.measure is not Measure.RECALL]
    rows = []
    for group in shown:
        found = _at(group, stage, cutoff)
        cells = [_other(page, found.get((row.measure, row.averaging))) for row in others]
        rows.append(Row((Words(_value_name(page, group)), *cells)))
    if not rows:
        return None
    columns = (
        Column("group", page.words.line("column.group")),
        *(
            Column(row.measure, page.measure(row.measure, row.averaging), Align.NUMBER)
            for row in others
        ),
    )
    anchor = f"{anchors.facet(facet.name)}-others-{anchors.cell(stage, cutoff)}"
    caption = page.words.line(
        "groups.others", facet=page.facet(facet.name), cell=page.cell_name(stage, cutoff)
    )
    return Table(anchor, caption, columns, tuple(rows), style="compact")


def dumbbells(page: Page, facet: Facet) -> Figure | None:
    """Macro recall of both runs for every group of a facet at the cell shown first; None where no
    group has a value."""
    shown, _ = _shown(page, facet)
    rows = []
    for at, group in enumerate(shown, 1):
        macro = _at(group, page.last, page.largest).get((_MACRO.measure, _MACRO.averaging))
        if macro is not None and macro.baseline is not None and macro.candidate is not None:
            rows.append(
                DumbbellRow(
                    lines.plain(_value_name(page, group)),
                    at,
                    group.n,
                    macro.baseline.value,
                    macro.candidate.value,
                    macro.ceiling,
                )
            )
    if not rows:
        return None
    spelled = "; ".join(
        f"{row.label}: {page.level(row.baseline)} → {page.level(row.candidate)}, n {row.n}"
        for row in rows
    )
    cell = page.cell_name(page.last, page.largest)
    name = page.facet(facet.name)
    alt = page.words.plain("groups.alt", facet=name, cell=cell, numbers=lines.text(spelled))
    chart = DumbbellChart(recall_name(page.largest), tuple(rows))
    anchor = anchors.facet(facet.name)
    caption = page.words.line("groups.figure", facet=name, cell=cell)
    return Figure(f"{anchor}-figure", chart, alt, caption, anchor)


def _facet_blocks(page: Page, stage: str, cutoff: Cutoff) -> list[Block]:
    blocks: list[Block] = []
    for facet in page.report.facets:
        is_first = (stage, cutoff) == (page.last, page.largest)
        figure = dumbbells(page, facet) if page.options.figures and is_first else None
        blocks += [figure] if figure is not None else []
        blocks.append(group_table(page, facet, stage, cutoff))
        # At the other stages report.json has them: they would double the page.
        others = other_measures(page, facet, stage, cutoff) if stage == page.last else None
        if others is not None:
            anchor = f"{others.anchor}-folded"
            blocks.append(Details(anchor, page.words.line("groups.other-deltas"), (others,)))
    return blocks


def _shown(page: Page, facet: Facet) -> tuple[list[Group], int]:
    """The groups of a facet that have a row, in the document's order: all, or the largest of very
    many."""
    mine = [group for group in page.report.groups if group.facet == facet.name]
    if len(mine) <= _MOST_ROWS:
        return mine, 0
    by_size = sorted(range(len(mine)), key=lambda at: (-mine[at].n, at))
    kept = sorted(by_size[:_MOST_ROWS])
    return [mine[at] for at in kept], len(mine) - len(kept)


def _value_name(page: Page, group: Group) -> Line:
    if group.value is None:
        return page.words.line("group.none")
    return (lines.name(group.value),)


def _at(group: Group, stage: str, cutoff: Cutoff) -> _Rows:
    return {
        (row.measure, row.averaging): row
        for row in group.aggregates
        if row.stage == stage and row.cutoff == cutoff
    }


def _columns(page: Page, *, excluded: bool) -> tuple[Column, ...]:
    line = page.words.line
    macro, pooled = (page.measure(row.measure, row.averaging) for row in (_MACRO, _POOLED))
    sides = (
        ("baseline", "run.baseline"),
        ("candidate", "run.candidate"),
        ("delta", "column.delta"),
    )
    return (
        Column("group", line("column.group")),
        Column("n", line("column.n"), Align.NUMBER),
        *(
            [Column("excluded", line("filter.excluded"), Align.NUMBER, priority=1)]
            if excluded
            else []
        ),
        Column("gold", line("column.gold"), Align.NUMBER),
        *(Column(f"{key}.macro", line(text), Align.NUMBER, macro) for key, text in sides),
        Column("interval", line("column.interval"), Align.NUMBER, macro),
        Column("ceiling", line("column.ceiling"), Align.NUMBER, macro),
        Column("counts", line("column.counts"), Align.START),
        *(Column(f"{key}.pooled", line(text), Align.NUMBER, pooled) for key, text in sides),
        Column("judged", line("column.judged"), Align.NUMBER, priority=1),
    )


def _cells(
    page: Page, group: Group, stage: str, cutoff: Cutoff, *, shows_excluded: bool
) -> list[Cell]:
    excluded = sum(one.count for one in group.excluded)
    cells: list[Cell] = [
        Words(_value_name(page, group)),
        Value(numbers.count(group.n), sort=group.n),
        *([Value(numbers.count(excluded), sort=excluded)] if shows_excluded else []),
        Value(numbers.count(group.gold), sort=group.gold),
    ]
    if not group.aggregates:
        return cells + _small(group, stage, cutoff)
    rows = _at(group, stage, cutoff)
    macro, pooled = (rows.get((row.measure, row.averaging)) for row in (_MACRO, _POOLED))
    cells += [*_sides(page, macro), _interval(page, macro), _ceiling(page, macro)]
    cells += [_counts(page, macro), *_sides(page, pooled), _judged(page, macro, cutoff)]
    return cells


def _small(group: Group, stage: str, cutoff: Cutoff) -> list[Cell]:
    """Hits alone: the group is small and its facet has very many values."""
    found = [one for one in group.hits if one.stage == stage and one.cutoff == cutoff]
    nothing = Value("–", undefined=True)
    if not found:
        return [nothing] * 10
    hits = (found[0].baseline, found[0].candidate)
    pooled: list[Cell] = [Value(numbers.fraction(one, group.gold)) for one in hits]
    difference = hits[1] - hits[0]
    pooled.append(Delta(numbers.signed_count(difference), lines.direction(difference)))
    return [*[nothing] * 6, *pooled, nothing]


def _sides(page: Page, row: Aggregate | None) -> list[Cell]:
    if row is None:
        return [Value(page.undefined(), undefined=True)] * 3
    change = lines.change(row.delta, page.undefined())
    return [
        amount(page, row.baseline),
        amount(page, row.candidate),
        Delta(change.text, change.direction, sort=row.delta),
    ]


def _interval(page: Page, row: Aggregate | None) -> Value:
    if row is None or row.interval is None:
        return Value(page.words.plain("interval.none"), undefined=True)
    return Value(numbers.interval(*row.interval), sort=row.delta)


def _counts(page: Page, row: Aggregate | None) -> Cell:
    if row is None:
        return Words(page.words.line("undefined"))
    return counts(page, row)


def _ceiling(page: Page, row: Aggregate | None) -> Value:
    if row is None or row.ceiling is None:
        return Value(page.undefined(), undefined=True)
    return Value(numbers.level(row.ceiling), sort=row.ceiling)


def _other(page: Page, row: Aggregate | None) -> Delta:
    """The delta of another measure with both values under it."""
    cell = delta_cell(page, row, 1.0)
    if row is None or row.delta is None:
        return Delta(cell.text, cell.direction)
    levels = f"{page.level(row.baseline)} → {page.level(row.candidate)}"
    return Delta(cell.text, cell.direction, cell.sort, note=levels)


def _judged(page: Page, row: Aggregate | None, cutoff: Cutoff) -> Value:
    if cutoff == ALL or row is None or row.judged_baseline is None or row.judged_candidate is None:
        return Value("–", undefined=True)
    shares = [_judged_share(page, one) for one in (row.judged_baseline, row.judged_candidate)]
    return Value(" · ".join(shares))


def _judged_share(page: Page, judged: Judged) -> str:
    if not judged.returned:
        return page.undefined()
    return numbers.percent(judged.judged / judged.returned)
