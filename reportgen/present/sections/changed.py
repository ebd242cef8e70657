"""What changed: findings as a few numbered facts, in a fixed order and never as a verdict."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from reportgen.model.catalogue import Place
from reportgen.model.finding import Finding
from reportgen.present import anchors
from reportgen.present.blocks import (
    Block,
    Column,
    Details,
    Line,
    Paragraph,
    Row,
    Section,
    Sentence,
    Sentences,
    SideBySide,
    Table,
    Words,
)
from reportgen.present.page import Page
from reportgen.present.phrases import FEW_ROWS, entries, finding_line, is_about
from reportgen.present.sections.paired import scatter

# Findings of one group share a number: the first is the sentence, the others stand under it.
_GROUPS: Final = (
    ("no-scored-query", "deltas-all-zero", "directions-agree", "directions-differ"),
    (
        "macro-against-pooled",
        "any-hit-against-all-hit",
        "cutoffs-disagree",
        "stages-disagree",
    ),
    ("found-against-order", "evidence-against-all-hit"),
    ("facet-against-total", "groups-against-total"),
    ("better-same-worse",),
    ("pure-reorder", "same-lists", "lists-compared"),
    ("difference-arises", "gold-lost"),
    (
        "missing-queries",
        "label-coverage-differs",
        "labels-leave-open",
        "positives-only",
        "unreviewed-queries",
        "run-knows-no-unit",
        "labels-changed",
    ),
    ("few-queries", "few-clusters", "too-few-changes"),
)
_MATRIX: Final = "interval-cells"
_MOST: Final = 8
_KINDS: Final = ("above", "below", "across", "few")
_NUMBERED: Final = {code: at for at, group in enumerate(_GROUPS) for code in group}


def changed(page: Page) -> Section:
    """The sentences beside the scatter, then the matrix of intervals."""
    blocks: list[Block] = [Sentences(sentences(page))]
    aside = scatter(page) if page.options.figures else None
    if aside is not None:
        blocks = [SideBySide(tuple(blocks), (aside,))]
    matrix = interval_matrix(page)
    if matrix is not None:
        said = tuple(Paragraph(line, quiet=True) for line in interval_cell_lines(page))
        title = page.words.line("intervals.details")
        blocks += [matrix, Details("intervals-by-measure", title, said)]
    blocks.append(Paragraph(page.words.line("changed.limits"), quiet=True))
    return Section(
        "changed",
        page.words.line("section.changed"),
        tuple(blocks),
        subtitle=page.words.line("changed.subtitle"),
    )


def sentences(page: Page, *, limit: int = FEW_ROWS) -> tuple[Sentence, ...]:
    """The facts at the top. `limit`: so many cells, groups or queries are named in one sentence."""
    return tuple(_sentence(page, group, limit) for group in grouped_findings(page))


def grouped_findings(page: Page) -> tuple[list[tuple[int, Finding]], ...]:
    """The findings behind the facts at the top, one list a sentence, each with its place in the report."""
    grouped: dict[int, list[tuple[int, Finding]]] = {}
    for at, finding in enumerate(page.report.findings):
        place = _NUMBERED.get(finding.code, len(_GROUPS))
        if finding.code == _MATRIX or Place.WHAT_CHANGED not in entries()[finding.code].places:
            continue
        if is_about(finding, page) and not _stands_below(page, finding):
            grouped.setdefault(place, []).append((at, finding))
    groups = [sorted(grouped[place], key=partial(_place, page)) for place in sorted(grouped)]
    while len(groups) > _MOST:
        groups[-2:] = [groups[-2] + groups[-1]]
    return tuple(groups)


def _place(page: Page, item: tuple[int, Finding]) -> tuple[bool, int]:
    """Of the stages' counts the last stage's come first; a page may fold the others."""
    at, finding = item
    return finding.code == "better-same-worse" and finding.params["stage"] != page.last, at


def _stands_below(page: Page, finding: Finding) -> bool:
    """What became of the lists is said here of the last stage; the table of all stages stands with the flow of gold."""
    return finding.code == "lists-compared" and finding.params["stage"] != page.last


def interval_matrix(page: Page) -> Table | None:
    """Stage × cutoff: for which tested measures the interval lies above, below or across zero, and
    which had too few changes."""
    cells = {
        (finding.params["stage"], finding.params["cutoff"]): finding.params
        for _, finding in page.findings(_MATRIX)
    }
    if not cells:
        return None
    columns = (
        Column("stage", page.words.line("results.stage")),
        *(
            Column(str(cutoff), page.words.line("at-k", cutoff=page.cutoff(cutoff)))
            for cutoff in page.cutoffs
        ),
    )
    rows = tuple(
        Row(
            (
                Words(page.stage(stage)),
                *(_matrix_cell(page, cells.get((stage, cutoff))) for cutoff in page.cutoffs),
            )
        )
        for stage in page.stages
    )
    names = [
        page.measure_in_list(row.measure, row.averaging) for row in page.measures if row.tested
    ]
    caption = page.words.line(
        "intervals.caption", measures=len(names), names=page.words.join(names)
    )
    return Table("intervals", caption, columns, rows, style="compact")


def interval_cell_lines(page: Page) -> tuple[Line, ...]:
    """The same matrix as sentences, one a cell, for outputs without room for it."""
    return tuple(
        finding_line(page, finding)
        for _, finding in page.findings(_MATRIX)
        if is_about(finding, page)
    )


def _sentence(page: Page, group: list[tuple[int, Finding]], limit: int) -> Sentence:
    shown = [
        finding_line(
            page, finding, limit=limit, follows=at > 0 and group[at - 1][1].code == finding.code
        )
        for at, (_, finding) in enumerate(group)
    ]
    return Sentence(shown[0], anchors.finding(group[0][0]), tuple(shown[1:]))


def _matrix_cell(page: Page, params: dict[str, Any] | None) -> Words:
    if params is None:
        return Words(page.words.line("undefined"))
    counts = {kind: len(params[kind]) for kind in _KINDS}
    return Words(page.words.line("intervals.cell", **counts))
