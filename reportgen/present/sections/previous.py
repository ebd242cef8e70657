"""What a new label snapshot changed, apart from what changed between the runs."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from reportgen.model.cutoff import Cutoff
from reportgen.model.measure import Averaging, Measure, MeasureRow
from reportgen.model.report import LabelEffect, ParentLabels
from reportgen.present import lines, numbers
from reportgen.present.blocks import (
    Align,
    Block,
    Cell,
    Column,
    Delta,
    Details,
    Line,
    Paragraph,
    Row,
    Table,
    Value,
    Words,
)
from reportgen.present.page import Page

_IDS_SHOWN = 200


def previous_labels(page: Page) -> list[Block]:
    """Per measure, what the labels alone changed in each run, then the delta before and now; and
    the queries that the new labels touch. Nothing without a previous report."""
    previous = page.report.labels.previous
    if previous is None:
        return []
    first = (page.last, page.largest)
    cells = [(stage, cutoff) for stage in page.stages for cutoff in page.cutoffs]
    others = previous_table(page, previous, [cell for cell in cells if cell != first], "effects")
    blocks: list[Block] = [
        previous_table(page, previous, [first], "previous"),
        Paragraph(parent_line(page, previous)),
    ]
    if others.rows:
        title = page.words.line("labels.other-effects")
        blocks.append(Details("other-effects", title, (others,)))
    for key, ids in (
        ("changed-gold", previous.changed_gold),
        ("newly-scored", previous.newly_scored),
        ("no-longer-scored", previous.no_longer_scored),
    ):
        title = page.words.line(f"labels.{key}", count=len(ids))
        blocks.append(Details(f"labels-{key}", title, (Paragraph(_ids(page, ids)),)))
    return blocks


def parent_line(page: Page, previous: ParentLabels) -> Line:
    """Whether the labels follow the snapshot of the previous report, and which queries are counted."""
    is_parent = page.report.scope.labels.parent == previous.digest
    key = "labels.is-parent" if is_parent else "labels.is-not-parent"
    return page.words.line(key, queries=previous.queries)


def previous_table(
    page: Page,
    previous: ParentLabels,
    cells: Sequence[tuple[str, Cutoff]],
    anchor: str,
    *,
    measures: Collection[MeasureRow] | None = None,
) -> Table:
    """A row a measure at each of the `cells`; of all `measures` by default."""
    caption = page.words.line(
        "labels.previous",
        parent=lines.name(previous.id),
        digest=lines.name(previous.digest),
        queries=previous.queries,
    )
    effect = page.words.line("labels.effect")
    columns = [
        Column("cell", page.words.line("column.cell")),
        Column("measure", page.words.line("column.measure")),
    ]
    for side in ("baseline", "candidate"):
        run = page.words.line(f"run.{side}")
        columns += [
            Column(f"{side}.before", page.words.line("labels.before", run=run), Align.NUMBER),
            Column(f"{side}.after", page.words.line("labels.after", run=run), Align.NUMBER),
            Column(f"{side}.effect", effect, Align.NUMBER),
        ]
    columns += [
        Column("delta.before", page.words.line("labels.delta-before"), Align.NUMBER),
        Column("delta.after", page.words.line("labels.delta-after"), Align.NUMBER),
    ]
    rows = tuple(
        _row(page, one)
        for one in previous.rows
        if (one.stage, one.cutoff) in cells and (measures is None or _measure(one) in measures)
    )
    return Table(anchor, caption, tuple(columns), rows, style="compact")


def _measure(one: LabelEffect) -> MeasureRow:
    return MeasureRow(Measure(one.measure), Averaging(one.averaging))


def _row(page: Page, one: LabelEffect) -> Row:
    cells: list[Cell] = [
        Words(page.cell_name(one.stage, one.cutoff)),
        Words(page.measure(one.measure, one.averaging)),
    ]
    for before, after, effect in (
        (one.baseline_before, one.baseline_after, one.baseline_effect),
        (one.candidate_before, one.candidate_after, one.candidate_effect),
    ):
        # An effect of the labels is no change of the run: it has a sign and no colour.
        shown = page.undefined() if effect is None else numbers.signed(effect)
        cells += [
            _level(page, before),
            _level(page, after),
            Value(shown, sort=effect, undefined=effect is None),
        ]
    cells += [_delta(page, one.delta_before), _delta(page, one.delta_after)]
    return Row(tuple(cells))


def _level(page: Page, value: float | None) -> Value:
    return Value(page.level(value), sort=value, undefined=value is None)


def _delta(page: Page, value: float | None) -> Delta:
    change = lines.change(value, page.undefined())
    return Delta(change.text, change.direction, sort=value)


def _ids(page: Page, ids: list[str]) -> Line:
    shown: list[Line] = [(page.query_link(id_),) for id_ in ids[:_IDS_SHOWN]]
    if len(ids) > len(shown):
        shown.append(page.words.line("more", count=len(ids) - len(shown)))
    return page.words.join(shown) if shown else page.words.line("none")
