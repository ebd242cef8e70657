"""Where gold is lost: from the first stage to the last, both runs side by side."""

from __future__ import annotations

from typing import Final

from reportgen.model.catalogue import Place
from reportgen.model.report import Flow, LossSplit, Stages
from reportgen.present import anchors, lines, numbers
from reportgen.present.blocks import (
    Align,
    Block,
    Cell,
    Column,
    Details,
    Figure,
    Line,
    Paragraph,
    Part,
    Row,
    Section,
    SideBySide,
    StackedBar,
    Table,
    Value,
    Words,
)
from reportgen.present.charts import FlowBar, FlowChart
from reportgen.present.page import Page
from reportgen.present.sections.list_changes import list_changes
from reportgen.present.sections.notes import notes_at

_UNITS_SHOWN: Final = 50


def lost(page: Page) -> Section | None:
    """Flow, split at one cutoff, lists compared; None where there is nothing of it."""
    blocks: list[Block] = []
    flow = flow_bars(page)
    table = flow_table(page)
    notes: list[Block] = [*notes_at(page, Place.STAGES)]
    gained = _gained(page)
    notes += [gained] if gained is not None else []
    if flow is not None and table is not None:
        help_ = Paragraph(page.words.line("lost.help"), quiet=True)
        blocks += [flow, SideBySide((table,), (help_, *notes))]
    else:
        blocks += notes
    split = split_table(page, page.last)
    blocks += [split] if split is not None else []
    blocks += _folded(page)
    if not blocks:
        return None
    gold, n = page.report.accounting.gold, page.report.accounting.scored
    subtitle = page.words.line("lost.subtitle", gold=gold, n=n)
    return Section("lost", page.words.line("section.lost"), tuple(blocks), subtitle=subtitle)


def flow_bars(page: Page) -> StackedBar | None:
    """For each run, its gold units as parts: at the last stage, lost at each step (last first),
    missing from the first stage. Of those at the last stage, the gained ones are a part of their
    own; a unit lost and gained again counts as both, so a bar may be longer than the gold."""
    flows = page.report.stages.flows
    if not flows:
        return None
    bars = tuple((page.run(flow.run), _parts(page, flow)) for flow in flows)
    label = "; ".join(
        f"{lines.plain(name)}: "
        + ", ".join(f"{lines.plain(one.label)} {one.count}" for one in parts)
        for name, parts in bars
    )
    return StackedBar(label, bars, page.words.line("lost.bars"))


def flow_figure(page: Page) -> Figure | None:
    """The same flow as a chart, for a mail, which has no bars of its own."""
    flows = page.report.stages.flows
    if not flows:
        return None
    bars = tuple(
        FlowBar(
            lines.plain(page.run(flow.run)),
            flow.reached,
            flow.missed,
            tuple(step.lost for step in flow.steps),
            tuple(step.gained for step in flow.steps),
        )
        for flow in flows
    )
    stages = tuple(lines.plain(page.stage(stage)) for stage in page.report.scope.stages)
    bars_in_words = flow_bars(page)
    alt = bars_in_words.label if bars_in_words is not None else ""
    chart = FlowChart(stages, flows[0].gold, bars)
    return Figure("flow", chart, alt, page.words.line("lost.figure"), "flow-table")


def flow_table(page: Page) -> Table | None:
    """Every term of `gold - reached = missed + lost - gained`, in units and as a mean of shares,
    and the difference term by term."""
    flows = {flow.run: flow for flow in page.report.stages.flows}
    if not flows:
        return None
    macro = {flow.run: flow for flow in page.report.stages.macro_flows}
    baseline, candidate = flows["baseline"], flows["candidate"]
    first = page.report.scope.stages[0]
    rows = [
        _flow_row(
            page.words.line("lost.missed", stage=page.stage(first)),
            (baseline.missed, candidate.missed),
            (macro["baseline"].missed, macro["candidate"].missed),
        )
    ]
    for at, step in enumerate(baseline.steps):
        other = candidate.steps[at]
        mine, its = macro["baseline"].steps[at], macro["candidate"].steps[at]
        forced = page.words.line("lost.forced", baseline=step.forced, candidate=other.forced)
        rows.append(
            _flow_row(
                page.words.line("lost.at", stage=page.stage(step.stage)),
                (step.lost, other.lost),
                (mine.lost, its.lost),
                forced,
            )
        )
        if step.gained or other.gained:
            rows.append(
                _flow_row(
                    page.words.line("lost.gained", stage=page.stage(step.stage)),
                    (step.gained, other.gained),
                    (mine.gained, its.gained),
                )
            )
    last = page.report.scope.stages[-1]
    rows.append(
        _flow_row(
            page.words.line("lost.reached", stage=page.stage(last)),
            (baseline.reached, candidate.reached),
            (macro["baseline"].reached, macro["candidate"].reached),
        )
    )
    columns = (
        Column("term", page.words.line("lost.term")),
        *(
            Column(f"{key}.{kind}", page.words.line(heading), Align.NUMBER, group)
            for kind, group in (
                ("units", page.words.line("lost.units")),
                ("mean", page.words.line("lost.mean")),
            )
            for key, heading in (
                ("baseline", "run.baseline"),
                ("candidate", "run.candidate"),
                ("delta", "column.delta"),
            )
        ),
    )
    caption = page.words.line("lost.caption", gold=baseline.gold, n=baseline.n)
    return Table("flow-table", caption, columns, tuple(rows), style="compact")


def split_table(page: Page, stage: str) -> Table | None:
    """`1 - recall = unreachable + candidates missing + ordering` at one stage, each integer cutoff,
    both runs."""
    splits = [
        one
        for one in page.report.stages.splits
        if one.stage == stage and one.cutoff in page.cutoffs
    ]
    if not splits:
        return None
    columns = (
        Column("cell", page.words.line("column.cell")),
        Column("run", page.words.line("results.run")),
        *(
            Column(key, page.words.line(f"split.{key}"), Align.NUMBER)
            for key in ("recall", "unreachable", "missing", "ordering")
        ),
    )
    rows = tuple(_split_row(page, one) for one in splits)
    caption = page.words.line("split.caption", pool=page.stage(splits[0].pool))
    return Table(f"split-{anchors.encode(stage)}", caption, columns, rows, style="compact")


def _folded(page: Page) -> list[Block]:
    """The split at the other stages, and what became of the lists everywhere."""
    tables = [split_table(page, stage) for stage in page.stages if stage != page.last]
    splits = tuple(table for table in tables if table is not None)
    changes = list_changes(page)
    blocks: list[Block] = []
    if splits:
        blocks.append(Details("other-splits", page.words.line("split.others"), splits))
    if changes is not None:
        title = page.words.line("lists.caption", n=page.report.accounting.scored)
        blocks.append(Details("lists", title, (changes,)))
    return blocks


def _parts(page: Page, flow: Flow) -> tuple[Part, ...]:
    names = page.report.scope.stages
    reached = page.words.line("lost.part-reached", stage=page.stage(names[-1]))
    gained = min(sum(step.gained for step in flow.steps), flow.reached)
    parts = [Part(reached, flow.reached - gained, "kept")]
    if gained:
        parts.append(Part(page.words.line("lost.part-gained"), gained, "gained"))
    parts += [
        Part(
            page.words.line("lost.part-lost", stage=page.stage(step.stage)),
            step.lost,
            "lost-later" if at else "lost",
        )
        for at, step in reversed(list(enumerate(flow.steps)))
    ]
    parts.append(
        Part(page.words.line("lost.part-missed", stage=page.stage(names[0])), flow.missed, "missed")
    )
    return tuple(parts)


def _flow_row(
    name: Line, units: tuple[int, int], means: tuple[float, float], sub: Line = ()
) -> Row:
    difference, mean = units[1] - units[0], means[1] - means[0]
    # Of float means whose integers are equal nothing but rounding is left.
    mean = 0.0 if abs(mean) < 1e-12 else mean
    # No colour: more lost is not better, more reached is.
    cells: tuple[Cell, ...] = (
        Words(name, sub),
        *(Value(numbers.count(number), sort=number) for number in units),
        Value(numbers.signed_count(difference), sort=difference),
        *(Value(numbers.level(number), sort=number) for number in means),
        Value(numbers.signed(mean), sort=mean),
    )
    return Row(cells)


def _split_row(page: Page, one: LossSplit) -> Row:
    terms = (
        (one.hits, one.macro_recall),
        (one.unreachable, one.macro_unreachable),
        (one.missing, one.macro_missing),
        (one.ordering, one.macro_ordering),
    )
    # None or all of the gold is the same number in both, which the fraction would only repeat.
    cells = [
        Value(
            numbers.level(macro),
            None if units in {0, one.gold} else numbers.fraction(units, one.gold),
            macro,
        )
        for units, macro in terms
    ]
    return Row((Words(page.cell_name(one.stage, one.cutoff)), Words(page.run(one.run)), *cells))


def _gained(page: Page) -> Details | None:
    stages: Stages = page.report.stages
    if not stages.gained:
        return None
    items = [
        page.words.line(
            "lost.gained-unit",
            run=page.run(one.run),
            stage=page.stage(one.stage),
            query=page.query_link(one.query_id),
            unit=lines.id_(one.unit_id),
        )
        for one in stages.gained[:_UNITS_SHOWN]
    ]
    if stages.gained_total > len(items):
        items.append(page.words.line("more", count=stages.gained_total - len(items)))
    title = page.words.line("lost.gained-title", count=stages.gained_total)
    return Details("gained", title, (Paragraph(page.words.join(items, "join.semicolon")),))
