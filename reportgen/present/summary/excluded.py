"""Excluded queries by reason."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from reportgen.present import lines
from reportgen.present.blocks import Line
from reportgen.present.page import Page

_IDS_SHOWN: Final = 200


@dataclass(frozen=True, slots=True)
class Excluded:
    """One reason with its count in words, and its queries: the first 200 ids, then how many more there are."""

    reason: Line
    ids: Line
    count: int


def excluded(page: Page) -> tuple[Excluded, ...]:
    """Every reason in the report's order."""
    return tuple(
        Excluded(
            _reason(page, one.reason, one.count, one.run, one.stage),
            _ids(page, one.queries, one.count),
            one.count,
        )
        for one in page.report.accounting.excluded
    )


def _reason(page: Page, reason: str, count: int, run: str | None, stage: str | None) -> Line:
    line = page.words.line(f"reason.{reason}", n=count)
    if run is None or stage is None:
        return line
    return page.words.line("reason.where", reason=line, run=page.run(run), stage=page.stage(stage))


def _ids(page: Page, queries: list[str], count: int) -> Line:
    shown: list[Line] = [(lines.id_(query_id),) for query_id in queries[:_IDS_SHOWN]]
    if count > len(shown):
        shown.append(page.words.line("more", count=count - len(shown)))
    return page.words.join(shown)
