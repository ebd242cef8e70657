"""What a mail tells of a report: the summary, with a subject, two figures and tables that a narrow screen holds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from reportgen.model.catalogue import Place
from reportgen.model.report import Report
from reportgen.present import lines
from reportgen.present.blocks import Column, Figure, Line, Row, Table, Text
from reportgen.present.options import PresentOptions
from reportgen.present.page import Page
from reportgen.present.sections.deltas import delta_grid, delta_matrix
from reportgen.present.sections.lost import flow_figure, flow_table
from reportgen.present.sections.paired import deltas_figure
from reportgen.present.summary import Summary, summarise
from reportgen.present.summary.findings import of_place
from reportgen.present.visible import make_visible

LONGEST_NAME: Final = 40
"""Characters of a run's name in the subject."""

_COLUMNS: Final = 6
"""Cutoffs that stand side by side; more of them stand below one another."""


@dataclass(frozen=True, slots=True)
class NamedFigure:
    """A figure with the names that it may have to show by their numbers, counted from 1: of its rows, of its panels."""

    figure: Figure
    names: tuple[tuple[Line, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Mail:
    """`subject` is one line of visible characters without a verdict. `matrix` holds every delta, a table a stage (with
    many cutoffs several); () where there is one cell, whose detail says it all. `flow` is None with one stage.
    Figures that there are no numbers for, or that nobody wants, are None."""

    subject: str
    summary: Summary
    matrix: tuple[Table, ...]
    flow: Table | None
    flow_notes: tuple[Line, ...]
    deltas_figure: NamedFigure | None
    flow_figure: NamedFigure | None
    queries_figure: NamedFigure | None


def mail_of(report: Report, lang: str, *, options: PresentOptions | None = None) -> Mail:
    """The mail of a report in one language (`en` or `zh`), with at most two figures.

    KeyError for a language, stage or cutoff that there is not.
    """
    chosen = options or PresentOptions()
    page = Page.of(report, lang, chosen)
    table = flow_table(page)
    deltas = _deltas_figure(page) if chosen.figures else None
    flow = _flow_figure(page) if chosen.figures and table is not None else None
    queries = None
    if chosen.figures and (deltas is None or flow is None):
        found = deltas_figure(page)
        queries = None if found is None else NamedFigure(found)
    return Mail(
        subject=_subject(page),
        summary=summarise(report, lang, options=options),
        matrix=_matrix(page),
        flow=table,
        flow_notes=() if table is None else of_place(page, Place.STAGES),
        deltas_figure=deltas,
        flow_figure=flow,
        queries_figure=queries,
    )


def _subject(page: Page) -> str:
    accounting = page.report.accounting
    baseline, candidate = _subject_names(page)
    return page.words.plain(
        "mail.subject",
        baseline=Text(baseline),
        candidate=Text(candidate),
        scored=accounting.scored,
        queries=accounting.queries,
    )


def _subject_names(page: Page) -> tuple[str, str]:
    """Both names on one line; names that look the same when shortened are told apart by their roles."""
    scope = page.report.scope
    names = [
        _middle_left_out(" ".join(make_visible(name).split()))
        for name in (scope.baseline.name, scope.candidate.name)
    ]
    if names[0] == names[1]:
        names = [
            f"{name} ({page.words.plain(f'run.{side}')})"
            for name, side in zip(names, ("baseline", "candidate"), strict=True)
        ]
    return names[0], names[1]


def _middle_left_out(name: str) -> str:
    """Names of runs differ at their ends more often than at their beginnings: both stay."""
    if len(name) <= LONGEST_NAME:
        return name
    end = (LONGEST_NAME - 1) // 2
    return f"{name[: LONGEST_NAME - 1 - end]}…{name[-end:]}"


def _matrix(page: Page) -> tuple[Table, ...]:
    """A row a measure, a column a cutoff; the caption names the stage."""
    whole = delta_matrix(page)
    count = len(page.cutoffs)
    if len(page.stages) * count == 1:
        return ()
    tables = []
    for at, stage in enumerate(page.stages):
        for first in range(0, count, _COLUMNS):
            places = range(at * count + first + 1, at * count + min(first + _COLUMNS, count) + 1)
            tables.append(_part(whole, places, page.stage(stage)))
    return tuple(tables)


def _part(whole: Table, places: Sequence[int], caption: Line) -> Table:
    kept = (0, *places)
    columns: list[Column] = [replace(whole.columns[at], group=None) for at in kept]
    rows = tuple(Row(tuple(row.cells[at] for at in kept)) for row in whole.rows)
    return replace(whole, caption=caption, columns=tuple(columns), rows=rows)


def _deltas_figure(page: Page) -> NamedFigure | None:
    figure = delta_grid(page)
    if figure is None:
        return None
    return NamedFigure(figure, (tuple(page.stage(stage) for stage in page.stages),))


def _flow_figure(page: Page) -> NamedFigure | None:
    figure = flow_figure(page)
    if figure is None:
        return None
    alt = page.words.plain("mail.flow-alt", numbers=lines.text(figure.alt))
    runs = tuple(page.run(flow.run) for flow in page.report.stages.flows)
    stages = tuple(page.stage(stage) for stage in page.report.scope.stages)
    return NamedFigure(replace(figure, alt=alt), (runs, stages))
