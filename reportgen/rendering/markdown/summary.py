"""A summary as one Markdown text that its destination holds: what is left out when it does not fit, in which order."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from functools import cache, partial
from typing import Final

from reportgen.errors import Problem, Refused
from reportgen.present.blocks import Block, Code, Line, Link, Table
from reportgen.present.summary import Summary
from reportgen.rendering.links import check_link
from reportgen.rendering.markdown import escape
from reportgen.rendering.markdown.blocks import BlockWriter, join
from reportgen.rendering.markdown.destinations import DEFAULT, DESTINATIONS, FILE, Destination
from reportgen.rendering.markdown.syntax import Place
from reportgen.rendering.markdown.writer import shorten

LONGEST_NAME: Final = 40
"""Characters of a name from the data in the parts that are never left out."""

FINDINGS: Final = 8
"""Findings that are written; of the others their number is given, where there is a limit."""

_LONGEST_TITLE: Final = 120
_MARKER: Final = re.compile("[a-z0-9-]+")
_PAGE: Final = "report.html"


class Rung(IntEnum):
    """What is left out, each rung with all before it."""

    NOTHING = 0
    MOVERS_TO_10 = 1
    MOVERS_TO_5 = 2
    EXCLUDED_IDS = 3
    GROUPS = 4
    STAGES = 5
    DEFINITIONS = 6
    MOVERS = 7
    REMARKS = 8


@dataclass(frozen=True, slots=True)
class Written:
    """The text, and what the caller should be warned of."""

    text: str
    warnings: tuple[str, ...] = ()


def write(
    summary: Summary,
    *,
    destination: str | None = None,
    marker: str = "default",
    link: str | None = None,
) -> Written:
    """The summary for a destination (`DESTINATIONS`; None: for `github-comment`, or without a limit where not even the
    parts that always stay would fit). `marker` names the comment that is found again; `link` leads to the full report.

    Raises `Refused` where the parts that always stay exceed the budget of a destination that was asked for, and for a
    marker or link that cannot be used.
    """
    check_marker(marker)
    check_link(link)
    chosen = DESTINATIONS[destination or DEFAULT]
    compose = composer(summary, chosen, marker, link)
    text = first_that_fits(chosen, compose)
    if text is not None:
        return Written(text)
    smallest = compose(max(Rung))
    passed = chosen.limit_passed(smallest) or ("characters", len(smallest), 0)
    what = (
        f"measures, accounting and findings alone take {passed[1]:,} {passed[0]},"
        f" {chosen.name} holds {passed[2]:,}"
    )
    if destination is not None:
        # Nothing is written where something is refused: a report.json to render comes from another call.
        remedy = (
            "show fewer cutoffs or stages, as in: reportgen render report.json --format markdown"
            f" --for {chosen.name} --cutoff 5 --stage NAME (compare without --for writes report.json)"
        )
        raise Refused([Problem(f"--for {chosen.name}", 0, what, remedy)])
    text = composer(summary, FILE, marker, link)(Rung.NOTHING)
    return Written(text, (f"report.md is written without a limit: its {what}",))


def check_marker(marker: str) -> None:
    """Raise `Refused` unless the marker is made of a-z, 0-9 and `-`: it stands inside a comment."""
    if not _MARKER.fullmatch(marker):
        what = f"{marker!r} cannot name a comment"
        raise Refused([Problem("--marker", 0, what, "use lower-case letters a-z, digits and -")])


def first_that_fits(destination: Destination, compose: Callable[[Rung], str]) -> str | None:
    """The text of the first rung that the destination holds; None where it holds none."""
    return next((text for rung in Rung if destination.holds(text := compose(rung))), None)


def composer(
    summary: Summary, destination: Destination, marker: str, link: str | None
) -> Callable[[Rung], str]:
    """Gives the text of each rung, whether it fits or not; what rungs share is written once."""
    return _Parts(summary, destination, marker, link).compose


class _Parts:
    """The parts of one text, each written once however many rungs it takes."""

    def __init__(
        self, summary: Summary, destination: Destination, marker: str, link: str | None
    ) -> None:
        self.summary = summary
        self.destination = destination
        self.marker = marker
        self.line = summary.words.line
        self.page: Line = (Code(_PAGE),)
        if link is not None:
            self.page = (Link(link, self.line("summary.report")),)
        self.writer = BlockWriter(destination.syntax, address=link)
        self.kept = self.writer.shortened(LONGEST_NAME)
        self._always = cache(self._write_always)
        self._movers = cache(self._write_movers)
        self._excluded = cache(self._write_excluded)
        self._groups = cache(
            partial(self._fold, "summary.groups", summary.group_count, summary.groups)
        )
        self._stages = cache(
            partial(self._fold, "summary.stages", summary.stage_count, summary.stages)
        )
        self._definitions = cache(self._write_definitions)

    def compose(self, rung: Rung) -> str:
        """The whole text with what `rung` and those before it leave out."""
        movers = 0 if rung >= Rung.MOVERS else {0: 20, 1: 10}.get(rung, 5)
        parts = [
            self._always(rung < Rung.REMARKS),
            self._movers(movers),
            self._excluded(rung < Rung.EXCLUDED_IDS),
            self._groups() if rung < Rung.GROUPS else "",
            self._stages() if rung < Rung.STAGES else "",
            self._definitions() if rung < Rung.DEFINITIONS else "",
            self._left_out(rung, movers),
        ]
        order = (0, 1, 3, 4, 2, 5, 6)
        return str(join(parts[at] for at in order)) + "\n"

    # Parts that always stay

    def _write_always(self, with_remarks: bool) -> str:
        """`with_remarks`: with what explains the numbers and names the report, which then stands at the end."""
        summary, writer = self.summary, self.kept
        remarks = summary.words.join(summary.remarks, "join.space") if with_remarks else ()
        parts = [
            self._mark(),
            self._title(),
            *(writer.text(line) for line in (*summary.accounting, *summary.identity)),
            self._list(summary.notes),
            writer.blocks([summary.matrix] if summary.matrix is not None else []),
            writer.blocks(summary.measures),
            writer.text(remarks),
            writer.blocks(summary.labels),
            writer.below().heading(self.line("summary.findings")),
            self._findings(),
            writer.text(summary.limits) if with_remarks else "",
            writer.text(self.line("summary.all", report=self.page)) if with_remarks else "",
            self._fold("summary.cells", self._cell_count(), summary.cells, writer=writer),
        ]
        return str(join(parts))

    def _mark(self) -> str:
        name = f"reportgen:v1:{self.marker}"
        return f"<!-- {name} -->" if self.destination.syntax.html else f"[{name}]: #"

    def _title(self) -> str:
        title, heading = self.summary.title, self.summary.heading
        if title is None:
            return self.kept.heading(heading)
        shown = escape.data(shorten(title, _LONGEST_TITLE), self.destination.syntax, Place.HEADING)
        return f"## {shown}\n\n{self.kept.text(heading)}"

    def _findings(self) -> str:
        findings = self.summary.findings
        shown = findings if self.destination.limit is None else findings[:FINDINGS]
        text = "\n".join(f"{at}. {self.kept.text(line)}" for at, line in enumerate(shown, 1))
        rest = len(findings) - len(shown)
        if not rest:
            return text
        # The report has an order of its own: a number from here would not be found there.
        more = self.line("summary.more-findings", count=rest, report=self.page)
        return f"{text}\n\n{self.kept.text(more)}"

    def _cell_count(self) -> int:
        return sum(len(block.rows) for block in self.summary.cells if isinstance(block, Table))

    # Parts that may go

    def _write_movers(self, limit: int) -> str:
        movers = self.summary.movers
        if not limit:
            return ""
        body = []
        for table, count in zip(
            movers.first(limit), (movers.worse_count, movers.better_count), strict=True
        ):
            body.append(self.writer.blocks([table]) if count else self.writer.text(table.caption))
            if len(table.rows) < count:
                shown = len(table.rows)
                line = self.line("summary.shown", shown=shown, count=count, report=self.page)
                body.append(self.writer.text(line))
        return self._folded(movers.caption, join(body))

    def _write_excluded(self, with_ids: bool) -> str:
        excluded = self.summary.excluded
        if not excluded:
            return ""
        items = [
            self.line("summary.excluded-ids", reason=one.reason, ids=one.ids)
            if with_ids
            else one.reason
            for one in excluded
        ]
        count = sum(one.count for one in excluded)
        return self._folded(self.line("summary.excluded", count=count), self._list(items))

    def _write_definitions(self) -> str:
        definitions = self.summary.definitions
        title = self.line("summary.definitions", count=len(definitions))
        body = join(
            [
                self._list(definitions),
                self.writer.blocks(self.summary.weights),
                self.writer.code(self.summary.signature),
            ]
        )
        return self._folded(title, body)

    def _fold(
        self, key: str, count: int, blocks: tuple[Block, ...], *, writer: BlockWriter | None = None
    ) -> str:
        if not blocks:
            return ""
        body = (writer or self.writer).blocks(blocks)
        return self._folded(self.line(key, count=count), body)

    def _folded(self, title: Line, body: str) -> str:
        if not self.destination.syntax.details:
            return f"{self.kept.below().heading(title)}\n\n{body}"
        summary = self.kept.html(title)
        return f"<details>\n<summary>{summary}</summary>\n\n{body}\n\n</details>"

    def _list(self, items: tuple[Line, ...] | list[Line]) -> str:
        return "\n".join(f"- {self.writer.text(line)}" for line in items)

    def _left_out(self, rung: Rung, movers: int) -> str:
        """What is left out here, with its counts."""
        if rung is Rung.NOTHING or self.destination.limit is None:
            return ""
        summary = self.summary
        listed = [len(table.rows) for table in summary.movers.first(20)]
        total = sum(listed)
        counts: list[tuple[Rung, str, int]] = [
            (Rung.MOVERS_TO_10, "movers", total - sum(min(one, movers) for one in listed)),
            (Rung.EXCLUDED_IDS, "ids", sum(one.count for one in summary.excluded)),
            (Rung.GROUPS, "groups", summary.group_count),
            (Rung.STAGES, "stages", summary.stage_count if summary.stages else 0),
            (Rung.DEFINITIONS, "definitions", len(summary.definitions)),
            (Rung.REMARKS, "remarks", len(summary.remarks) + 1),
        ]
        parts = [
            self.line(
                f"summary.left-out.{key}",
                count=count,
                **({"total": total} if key == "movers" else {}),
            )
            for at, key, count in counts
            if rung >= at and count
        ]
        if not parts:
            return ""
        unit, limit = self.destination.limit
        line = self.line(
            "summary.left-out",
            limit=self.line(f"summary.limit.{unit}", count=limit),
            parts=summary.words.join(parts, "join.semicolon"),
            report=self.page,
        )
        return self.writer.text(line)
