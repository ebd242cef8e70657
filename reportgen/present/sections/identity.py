"""Who is compared with whom, on which labels, and whether that is fair."""

from __future__ import annotations

from reportgen.model.catalogue import Place
from reportgen.model.finding import Finding
from reportgen.model.report import Comparability, SettingDifference
from reportgen.present import anchors, lines, numbers
from reportgen.present.blocks import (
    Block,
    Cell,
    Chip,
    Chips,
    ChipState,
    Column,
    Details,
    Line,
    Number,
    Row,
    Section,
    Table,
    Text,
    Words,
)
from reportgen.present.page import Page
from reportgen.present.phrases import (
    SECTIONS,
    at_cell,
    rows_of,
)
from reportgen.present.sections.notes import notes_at

_OF_LABELS = frozenset({"labels", "unit", "corpus_snapshot", "query_set"})
"""The fields that the labels declare too."""

# Which finding explains a field that differs.
_EXPLAINED_BY = {
    "labels": "labels-named",
    "corpus_snapshot": "corpus-snapshot-differs",
    "query_set": "query-set-differs",
    "order": "order-differs",
    "duplicates": "duplicates-differ",
    "absent_queries": "absent-queries-differ",
    "stages": "other-stages",
}


def heading(page: Page) -> Line:
    """`candidate compared with baseline`, names in full."""
    return page.words.line(
        "heading", candidate=_full(page, "candidate"), baseline=_full(page, "baseline")
    )


def window_title(page: Page) -> str:
    """The title of the window: the title given, else the heading."""
    return page.options.title or page.report.title or lines.plain(heading(page))


def subheading(page: Page) -> tuple[Line, ...]:
    """The title given, then what every number below stands on."""
    title = page.options.title or page.report.title
    return (*([] if title is None else [(lines.name(title),)]), *basis(page))


def basis(page: Page) -> tuple[Line, ...]:
    """The labels, corpus, unit and level that every number stands on, and what was selected of a report that holds
    more."""
    scope = page.report.scope
    undeclared = page.words.line("undeclared")
    shown: list[Line] = [
        page.words.line(
            "identity.line",
            labels=lines.name(scope.labels.id),
            digest=lines.name(scope.labels.digest),
            corpus=_declared(scope.baseline.corpus_snapshot, undeclared),
            unit=_declared(scope.labels.unit or scope.baseline.unit, undeclared),
            level=scope.relevance_level,
        )
    ]
    if scope.labels.parent is not None:
        shown.append(page.words.line("identity.parent", parent=lines.name(scope.labels.parent)))
    if len(page.stages) < len(scope.stages) or len(page.cutoffs) < len(scope.cutoffs):
        shown.append(
            page.words.line(
                "identity.selection",
                stages=page.words.join([page.stage(stage) for stage in page.stages]),
                all_stages=len(scope.stages),
                cutoffs=page.words.join([page.cutoff(cutoff) for cutoff in page.cutoffs]),
                all_cutoffs=len(scope.cutoffs),
            )
        )
    return tuple(shown)


def identity(page: Page) -> Section:
    """Chips for the fields of the contract, what explains those that differ, and what differs
    between the systems."""
    blocks: list[Block] = [Chips(page.words.plain("identity.chips"), _chips(page))]
    blocks += notes_at(page, Place.IDENTITY)
    blocks.append(_details(page))
    return Section("identity", page.words.line("section.identity"), tuple(blocks), in_index=False)


def comparability_table(page: Page) -> Table:
    """Every field of the contract with what each side declares."""
    columns = tuple(
        Column(key, page.words.line(f"comparability.{key}"))
        for key in ("field", "status", "baseline", "candidate", "labels")
    )
    return Table(
        "comparability",
        page.words.line("comparability.caption"),
        columns,
        tuple(_field_row(page, field) for field in page.report.scope.comparability),
        style="compact",
    )


def system_table(page: Page) -> Table | None:
    """The settings of the two systems that differ; None where none does or none is declared."""
    differing = page.report.scope.system
    if not differing:
        return None
    columns = (
        Column("setting", page.words.line("system.setting")),
        Column("baseline", page.words.line("run.baseline")),
        Column("candidate", page.words.line("run.candidate")),
    )
    return Table(
        "system",
        page.words.line("system.caption"),
        columns,
        tuple(_setting_row(page, setting) for setting in differing),
        style="compact",
    )


def _full(page: Page, side: str) -> Line:
    scope = page.report.scope
    run = scope.baseline if side == "baseline" else scope.candidate
    name = lines.whole(run.name)
    if not page.same_name:
        return (name,)
    return (name, Text(f" ({page.words.plain(f'run.{side}')})"))


def _declared(value: str | None, undeclared: Line) -> Line:
    return undeclared if value is None else (lines.name(value),)


def _chips(page: Page) -> tuple[Chip, ...]:
    """What differs or is undeclared has a chip of its own; what is the same shares one."""
    fields = page.report.scope.comparability
    chips = [_chip(page, field) for field in fields if field.status != ChipState.SAME]
    coverage = page.findings("label-coverage-differs")
    if coverage:
        chips.append(_coverage_chip(page, coverage[0][1]))
    same = [
        page.words.line(f"chip.{field.field}.same")
        for field in fields
        if field.status == ChipState.SAME
    ]
    if same:
        line = page.words.line("chip.same", fields=page.words.join(same))
        chips.insert(0, Chip(line, ChipState.SAME, "comparability"))
    return tuple(chips)


def _chip(page: Page, field: Comparability) -> Chip:
    found = page.findings(_EXPLAINED_BY.get(field.field, ""))
    target = anchors.finding(found[0][0]) if found else "comparability"
    line = page.words.line(f"chip.{field.field}.{field.status}")
    silent = _silent(page, field)
    if field.status == ChipState.UNDECLARED and silent:
        line = page.words.line("chip.undeclared-by", chip=line, who=silent)
    return Chip(line, ChipState(field.status), target)


def _silent(page: Page, field: Comparability) -> Line:
    """Who declares nothing, where it is not everybody; () else."""
    runs = [side for side in ("baseline", "candidate") if getattr(field, side) is None]
    is_silent = field.field in _OF_LABELS and field.labels is None
    if is_silent and len(runs) == 2:
        return ()
    who = ["runs"] if len(runs) == 2 else runs
    who += ["labels"] if is_silent else []
    return page.words.all_of([page.words.line(f"silent.{one}") for one in who])


def _coverage_chip(page: Page, finding: Finding) -> Chip:
    rows = rows_of(finding, "cells")
    row = next((row for row in rows if at_cell(page.last, page.largest)(row)), rows[0])
    line = page.words.line(
        "chip.coverage",
        cell=page.cell_name(row["stage"], row["cutoff"]),
        baseline=Number(numbers.percent(row["share_baseline"])),
        candidate=Number(numbers.percent(row["share_candidate"])),
    )
    return Chip(line, ChipState.DIFFERS, SECTIONS[Place.LABELS])


def _details(page: Page) -> Details:
    """Folded: the table of the contract, the systems, what the runs say of themselves."""
    blocks: list[Block] = [comparability_table(page)]
    system = system_table(page)
    if system is not None:
        blocks.append(system)
    blocks.append(_runs_table(page))
    return Details("compared", page.words.line("identity.details"), tuple(blocks))


def _runs_table(page: Page) -> Table:
    scope = page.report.scope
    undeclared = page.words.line("undeclared")
    rows = []
    for key in ("description", "created"):
        values = (getattr(scope.baseline, key), getattr(scope.candidate, key))
        if any(values):
            cells = [Words(_declared(value, undeclared)) for value in values]
            rows.append(Row((Words(page.words.line(f"runs.{key}")), *cells)))
    for stage in scope.stages:
        both = [
            Words(
                page.words.line(
                    "runs.stage", order=page.words.line(f"word.{of.order}"), longest=of.longest
                ),
                sub=(lines.name(of.budget),) if of.budget else (),
            )
            for run in (scope.baseline, scope.candidate)
            for of in run.stages
            if of.name == stage
        ]
        rows.append(Row((Words(page.stage(stage)), *both)))
    columns = (
        Column("field", page.words.line("comparability.field")),
        Column("baseline", page.words.line("run.baseline")),
        Column("candidate", page.words.line("run.candidate")),
    )
    return Table("runs", page.words.line("runs.caption"), columns, tuple(rows), style="compact")


def _field_row(page: Page, field: Comparability) -> Row:
    undeclared = page.words.line("undeclared")
    cells: list[Cell] = [
        Words(page.words.line(f"field.{field.field}")),
        Words(page.words.line(f"status.{field.status}")),
        *(Words(_declared(value, undeclared)) for value in (field.baseline, field.candidate)),
    ]
    absent = undeclared if field.field in _OF_LABELS else lines.text("–")
    cells.append(Words(_declared(field.labels, absent)))
    return Row(tuple(cells))


def _setting_row(page: Page, setting: SettingDifference) -> Row:
    return Row(
        (
            Words((lines.name(setting.key),)),
            *(Words(_setting(page, value)) for value in (setting.baseline, setting.candidate)),
        )
    )


def _setting(page: Page, value: str | int | float | bool | None) -> Line:
    if value is None:
        return page.words.line("undeclared")
    if isinstance(value, bool):
        return (lines.name("true" if value else "false"),)
    return (lines.name(str(value)),)
