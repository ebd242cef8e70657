"""What stands in a mail, in the order in which it is read, and what is left out when it grows too large."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from reportgen.present.blocks import Data, Line, Number, Paragraph, Table
from reportgen.present.mail import Mail, NamedFigure
from reportgen.present.summary import Summary
from reportgen.present.summary.movers import MOST
from reportgen.rendering.email.parts import Facts, Heading, Part, Picture, Prose, Title
from reportgen.rendering.email.tables import flow_table, matrix_table, measure_table, movers_table

AT_THE_TOP: Final = 8
"""Findings before the tables; the others follow after them."""

_FEW: Final = 5
_LONGEST_TITLE: Final = 120


@dataclass(frozen=True, slots=True)
class Choice:
    """`rows`: queries of each direction that have a row. `findings`: those beyond the eighth stand in the mail."""

    rows: int = MOST
    findings: bool = True


def choices() -> Iterator[Choice]:
    """From everything to what always stays: rows go first, then the further findings, then the last rows."""
    yield from (Choice(rows) for rows in range(MOST, _FEW - 1, -1))
    yield from (Choice(rows, findings=False) for rows in range(MOST, -1, -1))


def compose(
    mail: Mail, choice: Choice, pictures: Mapping[str, Picture], report: Line
) -> tuple[Part, ...]:
    """The parts of both bodies. `pictures` by the anchor of their figure; `report` says where the full report is."""
    further = mail.summary.findings[AT_THE_TOP:]
    parts = [
        *_head(mail.summary, report),
        *_findings(mail.summary, report, stays=choice.findings),
        *_matrix(mail, pictures),
        *_measures(mail.summary),
        *_flow(mail, pictures),
        *_movers(mail, choice.rows, pictures, report),
    ]
    if further and choice.findings:
        parts.append(Heading(mail.summary.words.line("mail.further")))
        parts.append(Facts(further, AT_THE_TOP + 1))
    return tuple(parts)


def _head(summary: Summary, report: Line) -> Iterator[Part]:
    if summary.title:
        yield Title((Data(_shortened(summary.title)),))
        yield Prose(summary.heading)
    else:
        yield Title(summary.heading)
    for line in summary.accounting:
        yield Prose(line)
    for line in (*summary.identity, *summary.notes):
        yield Prose(line, quiet=True)
    yield Prose(summary.words.line("summary.all", report=report))


def _findings(summary: Summary, report: Line, *, stays: bool) -> Iterator[Part]:
    line = summary.words.line
    yield Heading(line("summary.findings"))
    yield Facts(summary.findings[:AT_THE_TOP])
    count = len(summary.findings) - AT_THE_TOP
    if count > 0 and stays:
        first, last = Number(str(AT_THE_TOP + 1)), Number(str(len(summary.findings)))
        numbers: Line = (first,)
        if count > 1:
            numbers = line("summary.numbers", first=first, last=last)
        yield Prose(line("mail.further-below", count=count, numbers=numbers), quiet=True)
    elif count > 0:
        yield Prose(line("summary.more-findings", count=count, report=report), quiet=True)
    yield Prose(summary.limits, quiet=True)


def _matrix(mail: Mail, pictures: Mapping[str, Picture]) -> Iterator[Part]:
    if not mail.matrix or mail.summary.matrix is None:
        return
    yield Heading(mail.summary.matrix.caption)
    for table in mail.matrix:
        yield matrix_table(table)
    yield from _picture(mail.deltas_figure, pictures)


def _measures(summary: Summary) -> Iterator[Part]:
    table = next(block for block in summary.measures if isinstance(block, Table))
    yield Heading(table.caption)
    yield replace(measure_table(table), caption=())
    for block in summary.measures:
        if isinstance(block, Paragraph):
            yield Prose(block.line, quiet=True)
    if summary.remarks:
        yield Prose(summary.words.join(summary.remarks, "join.space"), quiet=True)
    yield Prose((Data(summary.signature),), quiet=True)


def _flow(mail: Mail, pictures: Mapping[str, Picture]) -> Iterator[Part]:
    if mail.flow is None:
        return
    yield Heading(mail.summary.words.line("section.lost"))
    yield from _picture(mail.flow_figure, pictures)
    yield flow_table(mail.flow)
    for note in mail.flow_notes:
        yield Prose(note, quiet=True)


def _movers(mail: Mail, rows: int, pictures: Mapping[str, Picture], report: Line) -> Iterator[Part]:
    summary, movers = mail.summary, mail.summary.movers
    yield Heading(movers.caption)
    yield from _picture(mail.queries_figure, pictures)
    counts = (movers.worse_count, movers.better_count)
    for table, count in zip(movers.first(rows), counts, strict=True):
        shown = len(table.rows)
        yield movers_table(table, summary.words)
        if shown < count:
            left = count - shown
            said = summary.words.line(
                "mail.rows", shown=shown, count=count, left=left, report=report
            )
            yield Prose(said, quiet=True)


def _picture(figure: NamedFigure | None, pictures: Mapping[str, Picture]) -> Iterator[Part]:
    if figure is not None and figure.figure.anchor in pictures:
        yield pictures[figure.figure.anchor]


def _shortened(title: str) -> str:
    return title if len(title) <= _LONGEST_TITLE else title[: _LONGEST_TITLE - 1] + "…"
