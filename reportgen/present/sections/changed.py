"""What changed: findings as a few numbered facts, in a fixed order and never as a verdict."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import chain
from typing import Any, Final

from reportgen.model.catalogue import Place
from reportgen.model.finding import Finding
from reportgen.present import anchors, lines, numbers
from reportgen.present.blocks import (
    Align,
    Block,
    Column,
    Line,
    Row,
    Section,
    Sentence,
    Sentences,
    SideBySide,
    Table,
    Value,
    Words,
)
from reportgen.present.page import Page
from reportgen.present.phrases import FEW_ROWS, entries, finding_line, is_about
from reportgen.present.sections.paired import scatter
from reportgen.present.widths import width

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
    (
        *("difference-arises", "gold-lost"),
        *("pure-reorder", "same-lists", "lists-compared"),
    ),
    (
        "missing-queries",
        "labels-leave-open",
        "label-coverage-differs",
        "positives-only",
        "unreviewed-queries",
        "run-knows-no-unit",
        "labels-changed",
    ),
    ("few-queries", "few-clusters", "too-few-changes"),
)
_MATRIX: Final = "interval-cells"
_MOST: Final = 7
_KINDS: Final = ("above", "below", "across", "few")
_NUMBERED: Final = {code: at for at, group in enumerate(_GROUPS) for code in group}
_RANKS: Final = {code: at for at, code in enumerate(chain.from_iterable(_GROUPS))}
_TWO_LINES: Final = 190
"""So many narrow letters fit in two lines beside the figure."""


def changed(page: Page) -> Section:
    """The sentences beside the scatter."""
    blocks: list[Block] = [Sentences(sentences(page))]
    aside = scatter(page) if page.options.figures else None
    if aside is not None:
        blocks = [SideBySide(tuple(blocks), (aside,))]
    return Section(
        "changed",
        page.words.line("section.changed"),
        tuple(blocks),
        subtitle=page.words.line("changed.subtitle"),
    )


def sentences(page: Page) -> tuple[Sentence, ...]:
    """The facts at the top, two lines each: the first of a group names as many of its rows as fit, and what it leaves
    out stands in full below it."""
    return tuple(_sentence(page, group) for group in grouped_findings(page))


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


def _place(page: Page, item: tuple[int, Finding]) -> tuple[int, bool, int]:
    """In the order of their group; of the stages' counts the last stage's come first; a page may fold the others."""
    at, finding = item
    rank = _RANKS.get(finding.code, len(_RANKS))
    return rank, finding.params.get("stage", page.last) != page.last, at


def _stands_below(page: Page, finding: Finding) -> bool:
    """What became of the lists is said here of the last stage; the table of all stages stands with the flow of gold."""
    return finding.code == "lists-compared" and finding.params["stage"] != page.last


def interval_matrix(page: Page) -> Table | None:
    """Stage × cutoff: for how many tested measures the interval lies above, below or across zero, and
    how many had too few changes."""
    cells = {
        (finding.params["stage"], finding.params["cutoff"]): finding.params
        for _, finding in page.findings(_MATRIX)
    }
    if not cells:
        return None
    columns = (
        Column("cell", page.words.line("column.cell")),
        *(Column(kind, page.words.line(f"intervals.{kind}"), Align.NUMBER) for kind in _KINDS),
    )
    rows = tuple(
        Row(
            (
                Words(page.cell_name(stage, cutoff)),
                *(_interval_count(page, cells.get((stage, cutoff)), kind) for kind in _KINDS),
            )
        )
        for stage in page.stages
        for cutoff in page.cutoffs
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


def _sentence(page: Page, group: list[tuple[int, Finding]]) -> Sentence:
    first = group[0][1]
    whole = finding_line(page, first)
    *longer, shortest = _shorter(page, first)
    short = next(filter(_fits, longer), shortest)
    rest = [
        finding_line(page, finding, follows=group[at][1].code == finding.code)
        for at, (_, finding) in enumerate(group[1:])
    ]
    left_out = [whole] if short != whole else []
    return Sentence(short, anchors.finding(group[0][0]), (*left_out, *rest))


def _shorter(page: Page, finding: Finding) -> Iterator[Line]:
    """A finding with fewer and fewer of its rows."""
    return (finding_line(page, finding, limit=limit) for limit in range(FEW_ROWS, 0, -1))


def _fits(line: Line) -> bool:
    return width(lines.plain(line)) <= _TWO_LINES


def _interval_count(page: Page, params: dict[str, Any] | None, kind: str) -> Value:
    if params is None:
        return Value(page.undefined(), undefined=True)
    count = len(params[kind])
    return Value(numbers.count(count), sort=count)
