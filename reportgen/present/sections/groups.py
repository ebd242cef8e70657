"""Groups: a table for every facet, never ordered by delta."""

from __future__ import annotations

from reportgen.model.catalogue import Place
from reportgen.model.cutoff import Cutoff
from reportgen.model.report import Facet
from reportgen.present import anchors, lines
from reportgen.present.blocks import Block, Details, Figure, Panel, Section, SideBySide, Tabs
from reportgen.present.charts import DumbbellChart, DumbbellRow
from reportgen.present.page import Page
from reportgen.present.sections.group_table import (
    group_name,
    group_table,
    macro_recall,
    other_measures,
    shown_groups,
)
from reportgen.present.sections.measures import dials
from reportgen.present.sections.notes import notes_at
from reportgen.present.sections.paired import recall_name


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
    blocks.append(Tabs("group-tabs", dials(page, "groups"), panels, headings, prints_all=False))
    subtitle = page.words.line("groups.subtitle", n=page.report.accounting.scored)
    return Section("groups", page.words.line("section.groups"), tuple(blocks), subtitle=subtitle)


def dumbbells(page: Page, facet: Facet) -> Figure | None:
    """Macro recall of both runs for every group of a facet that is large enough, at the cell shown
    first; None where none is."""
    rows = []
    for at, group in enumerate(shown_groups(page, facet)[0], 1):
        macro = macro_recall(group, page.last, page.largest)
        if macro is not None and macro.baseline is not None and macro.candidate is not None:
            rows.append(
                DumbbellRow(
                    lines.plain(group_name(page, group)),
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
    if page.options.figures and (stage, cutoff) == (page.last, page.largest):
        made = [dumbbells(page, facet) for facet in page.report.facets]
        figures = [figure for figure in made if figure is not None]
        # The tables need the whole width, a figure half of it.
        blocks += [SideBySide(tuple(figures[::2]), tuple(figures[1::2]))] if figures else []
    for facet in page.report.facets:
        blocks.append(group_table(page, facet, stage, cutoff))
        # At the other stages report.json has them: they would double the page.
        others = other_measures(page, facet, stage, cutoff) if stage == page.last else None
        if others is not None:
            anchor = f"{others.anchor}-folded"
            blocks.append(Details(anchor, page.words.line("groups.other-deltas"), (others,)))
    return blocks
