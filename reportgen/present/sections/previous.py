"""What a new label snapshot changed, apart from what changed between the runs."""

from __future__ import annotations

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
    blocks: list[Block] = [previous_table(page, previous)]
    for key, ids in (
        ("changed-gold", previous.changed_gold),
        ("newly-scored", previous.newly_scored),
        ("no-longer-scored", previous.no_longer_scored),
    ):
        title = page.words.line(f"labels.{key}", count=len(ids))
        blocks.append(Details(f"labels-{key}", title, (Paragraph(_ids(page, ids)),)))
    return blocks


def previous_table(page: Page, previous: ParentLabels) -> Table:
    """A row a measure, stage and cutoff."""
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
        if one.stage in page.stages and one.cutoff in page.cutoffs
    )
    return Table("previous", caption, tuple(columns), rows, style="compact")


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
