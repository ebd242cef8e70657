"""Measures: the detail at one stage and cutoff, what was found apart from its order."""

from __future__ import annotations

from collections import Counter

from reportgen.model.catalogue import Place
from reportgen.model.cutoff import ALL, Cutoff
from reportgen.model.measure import Block as Half
from reportgen.model.measure import Measure
from reportgen.model.report import Aggregate
from reportgen.present import anchors, numbers
from reportgen.present.blocks import (
    Align,
    Block,
    Column,
    Details,
    Dial,
    Line,
    Note,
    Number,
    Panel,
    Paragraph,
    Section,
    Table,
    Tabs,
)
from reportgen.present.page import Page
from reportgen.present.phrases import (
    at_cell,
    finding_line,
    message_line,
    note_line,
    rows_of,
)
from reportgen.present.sections.measure_row import FOLDED, differing, measure_row, scale
from reportgen.present.sections.notes import notes_at
from reportgen.present.signature import signature

# A note that so many rows of a table carry stands once under it.
_COMMON_FROM = 2
# Findings of one cell: their rows stand in that cell's panel.
_OF_CELLS = (
    "macro-against-pooled",
    "any-hit-against-all-hit",
    "found-against-order",
    "evidence-against-all-hit",
    "label-coverage-differs",
)
_REPEATED = frozenset({"few-queries", "few-clusters"})


def measures(page: Page) -> Section:
    """Panels by stage and cutoff, what holds for all of them, and what one query weighs."""
    panels = tuple(
        Panel(
            (_key(stage), str(cutoff)),
            measure_panel(page, stage, cutoff),
            anchors.cell(stage, cutoff),
        )
        for stage in page.stages
        for cutoff in page.cutoffs
    )
    headings = tuple(page.cell_name(stage, k) for stage in page.stages for k in page.cutoffs)
    blocks: list[Block] = [Tabs("measure-tabs", dials(page, "measures"), panels, headings)]
    blocks += notes_at(page, Place.MEASURES, repeat=_REPEATED)
    blocks += weights(page)
    return Section(
        "measures",
        page.words.line("section.measures"),
        tuple(blocks),
        subtitle=page.words.line("measures.subtitle", n=page.report.accounting.scored),
    )


def dials(page: Page, name: str) -> tuple[Dial, ...]:
    """The two rows of choices, stage and cutoff; the last stage and the largest integer cutoff are
    chosen."""
    stages = Dial(
        f"{name}-stage",
        page.words.plain("dial.stage"),
        tuple((_key(stage), page.stage(stage)) for stage in page.stages),
        _key(page.last),
    )
    cutoffs = Dial(
        f"{name}-cutoff",
        page.words.plain("dial.cutoff"),
        tuple((str(cutoff), page.cutoff(cutoff)) for cutoff in page.cutoffs),
        str(page.largest),
    )
    return (stages, cutoffs)


def measure_panel(page: Page, stage: str, cutoff: Cutoff) -> tuple[Block, ...]:
    """Everything about one stage and cutoff: two tables, how much is judged or how long the lists
    are, what disagrees here, and, folded, how to read each interval and p."""
    blocks: list[Block] = []
    line = judged_line(page, stage, cutoff)
    if line:
        blocks.append(Paragraph(line, quiet=True))
    blocks += [table for half in Half if (table := measure_table(page, stage, cutoff, half))]
    blocks += [
        Note(finding_line(page, finding, keep=at_cell(stage, cutoff)))
        for code in _OF_CELLS
        for _, finding in page.findings(code)
        if any(map(at_cell(stage, cutoff), rows_of(finding, "cells")))
    ]
    sentences = _folded(page, stage, cutoff)
    if sentences:
        anchor = f"sure-{anchors.cell(stage, cutoff)}"
        blocks.append(Details(anchor, page.words.line("measures.sure"), sentences))
    return tuple(blocks)


def measure_table(page: Page, stage: str, cutoff: Cutoff, half: Half) -> Table | None:
    """One half of the measures at one stage and cutoff; None where the report has none of them."""
    rows = [
        aggregate
        for row in page.measures
        if row.measure.block is half and (aggregate := page.aggregate(row, stage, cutoff))
    ]
    if not rows:
        return None
    common = {code for code, count in _note_counts(rows).items() if count >= _COMMON_FROM}
    limit = scale(rows)
    tested = any(row.p is not None for row in page.report.aggregates)
    intervals = any(row.interval is not None for row in page.report.aggregates)
    columns = _columns(page, intervals=intervals, tested=tested and half is Half.FOUND)
    return Table(
        f"{half}-{anchors.cell(stage, cutoff)}",
        page.words.line(f"measures.{half}", cell=page.cell_name(stage, cutoff)),
        columns,
        tuple(measure_row(page, row, columns, common, limit) for row in rows),
        style="measures",
        signature=signature(page.report, rows, stage, cutoff),
        left_out=page.words.join([note_line(page, code) for code in sorted(common)], "join.space"),
    )


def weights(page: Page) -> list[Block]:
    """What one query weighs in macro and in pooled, and the queries that weigh most."""
    weighed = page.report.weights
    if weighed.macro is None or not weighed.total_gold:
        return []
    largest = [
        page.words.line(
            "weights.query",
            query=page.query_link(id_),
            share=Number(numbers.percent(gold / weighed.total_gold)),
            fraction=Number(numbers.fraction(gold, weighed.total_gold)),
        )
        for id_, gold in weighed.largest
    ]
    line = page.words.line(
        "weights.line",
        n=page.report.accounting.scored,
        macro=Number(numbers.percent(weighed.macro)),
        gold=weighed.total_gold,
        largest=page.words.join(largest, "join.semicolon"),
        n_eff=Number(numbers.quantity(weighed.n_eff or 0.0)),
        counted=page.words.line(f"word.{weighed.counted}"),
    )
    return [Paragraph(line)]


def _key(stage: str) -> str:
    return anchors.encode(stage)


def _columns(page: Page, *, intervals: bool, tested: bool) -> tuple[Column, ...]:
    keys: list[tuple[str, Align, int]] = [
        ("measure", Align.START, 0),
        ("baseline", Align.NUMBER, 0),
        ("candidate", Align.NUMBER, 0),
        ("strip", Align.CENTER, 1),
        ("delta", Align.NUMBER, 0),
    ]
    if intervals:
        keys.append(("interval", Align.CENTER, 0))
    if tested:
        keys.append(("p", Align.START, 0))
    keys += [("counts", Align.START, 0), ("ceiling", Align.NUMBER, 0)]
    return tuple(
        Column(
            key,
            page.words.line(f"column.{key}"),
            align,
            priority=priority,
            help=page.words.plain(f"help.{key}") if f"help.{key}" in page.words.texts else None,
        )
        for key, align, priority in keys
    )


def _note_counts(rows: list[Aggregate]) -> Counter[str]:
    return Counter(code for row in rows for code in row.notes)


def judged_line(page: Page, stage: str, cutoff: Cutoff) -> Line:
    """How much of both runs' lists is judged at an integer cutoff; how long they are at `all`."""
    rows = [row for row in page.measures if row.measure is Measure.RECALL]
    aggregate = page.aggregate(rows[0], stage, cutoff)
    if aggregate is None:
        return ()
    if cutoff == ALL and aggregate.sizes_baseline and aggregate.sizes_candidate:
        return page.words.line(
            "measures.sizes",
            mean_baseline=Number(numbers.quantity(aggregate.sizes_baseline.mean)),
            largest_baseline=aggregate.sizes_baseline.largest,
            mean_candidate=Number(numbers.quantity(aggregate.sizes_candidate.mean)),
            largest_candidate=aggregate.sizes_candidate.largest,
        )
    judged = (aggregate.judged_baseline, aggregate.judged_candidate)
    if judged[0] is None or judged[1] is None:
        return ()
    return page.words.line(
        "measures.judged",
        cutoff=page.cutoff(cutoff),
        baseline=_judged(page, judged[0].judged, judged[0].returned),
        candidate=_judged(page, judged[1].judged, judged[1].returned),
    )


def _judged(page: Page, judged: int, returned: int) -> Line:
    if not returned:
        return page.words.line("judged.nothing")
    share = Number(numbers.percent(judged / returned))
    return page.words.line("judged.share", judged=judged, returned=returned, share=share)


def _folded(page: Page, stage: str, cutoff: Cutoff) -> tuple[Block, ...]:
    """What each number of this panel says in full: how many queries differ, the interval, p and the
    label bounds."""
    blocks: list[Block] = []
    for row in page.measures:
        aggregate = page.aggregate(row, stage, cutoff)
        if aggregate is None:
            continue
        changes = differing(page, aggregate)
        said = [page.words.line("measures.differing", said=changes)] if changes else []
        said += [message_line(page, one) for one in aggregate.messages if one.code in FOLDED]
        if said:
            name = page.measure(row.measure, row.averaging)
            line = page.words.line(
                "measures.said", measure=name, said=page.words.join(said, "join.space")
            )
            blocks.append(Paragraph(line, quiet=True))
    return tuple(blocks)
