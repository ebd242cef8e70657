"""What a summary holds, in the order in which it is read."""

from __future__ import annotations

from dataclasses import dataclass

from reportgen.model.report import Report
from reportgen.present.blocks import Block, Chips, Line, Paragraph, Table
from reportgen.present.options import PresentOptions
from reportgen.present.page import Page
from reportgen.present.sections.accounting import accounting_line
from reportgen.present.sections.identity import basis, identity
from reportgen.present.summary import (
    definitions,
    findings,
    groups,
    labels,
    measures,
    movers,
    stages,
)
from reportgen.present.summary.excluded import Excluded, excluded
from reportgen.present.summary.movers import Movers
from reportgen.present.wording import Wording


@dataclass(frozen=True, slots=True)
class Summary:
    """The parts of one report in one language.

    `title` is the one that the user gave; `heading` names the runs. `accounting`, `identity` and `notes` are lines;
    `notes` say what differs between the runs' declarations. `matrix` holds every delta, None where there is one cell.
    `measures` is the detail at the last stage and largest integer cutoff, `remarks` are sentences about its numbers,
    `signature` is what they travel with;
    `cells` has every value at every stage and cutoff, () where there is one cell; `labels` tells what new labels
    changed. `findings` are in the order of their numbers, from 1; `limits` says what recall does not. `group_count`
    counts the rows of `groups`, `stage_count` the stages that `stages` tells of.
    """

    lang: str
    words: Wording
    title: str | None
    heading: Line
    accounting: tuple[Line, ...]
    identity: tuple[Line, ...]
    notes: tuple[Line, ...]
    matrix: Table | None
    measures: tuple[Block, ...]
    remarks: tuple[Line, ...]
    cells: tuple[Block, ...]
    labels: tuple[Block, ...]
    findings: tuple[Line, ...]
    limits: Line
    movers: Movers
    groups: tuple[Block, ...]
    group_count: int
    stages: tuple[Block, ...]
    stage_count: int
    excluded: tuple[Excluded, ...]
    definitions: tuple[Line, ...]
    weights: tuple[Paragraph, ...]
    signature: str


def summarise(report: Report, lang: str, *, options: PresentOptions | None = None) -> Summary:
    """The summary of a report in one language (`en` or `zh`).

    KeyError for a language, stage or cutoff that there is not.
    """
    page = Page.of(report, lang, options or PresentOptions())
    group_blocks, group_count = groups.blocks(page)
    return Summary(
        lang=lang,
        words=page.words,
        title=page.options.title or report.title,
        heading=page.words.line(
            "summary.heading", baseline=page.run("baseline"), candidate=page.run("candidate")
        ),
        accounting=(accounting_line(page), measures.gold_line(page)),
        identity=(*basis(page), _comparability(page)),
        notes=findings.comparability(page),
        matrix=measures.matrix(page),
        measures=measures.detail(page),
        remarks=measures.remarks(page),
        cells=measures.all_cells(page),
        labels=labels.blocks(page),
        findings=findings.numbered(page),
        limits=page.words.line("changed.limits"),
        movers=movers.movers_of(page),
        groups=group_blocks,
        group_count=group_count,
        stages=stages.blocks(page),
        stage_count=len(page.stages),
        excluded=excluded(page),
        definitions=definitions.lines_of(page),
        weights=definitions.weights_of(page),
        signature=measures.signature_of(page),
    )


def _comparability(page: Page) -> Line:
    """Every field of the contract with its status, in one line."""
    chips = [
        chip.line
        for block in identity(page).blocks
        if isinstance(block, Chips)
        for chip in block.items
    ]
    return page.words.join(chips, "summary.between")
