"""How a report is shown."""

from __future__ import annotations

from dataclasses import dataclass

from reportgen.model.cutoff import Cutoff

FORMATS = ("html", "markdown", "email", "json", "csv")
DEFAULT_FORMATS = ("html", "markdown", "json", "csv")


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowOptions:
    """How a report is shown.

    `destination` is where the Markdown goes: a code host or `file` (report.md), or a flavour of documentation site (the
    folder docs/); None is a comment on GitHub, or a file where it is too large for that. `stages` and `cutoffs` select
    among the report's own; None takes all of them. `rows`: queries that the page lists at most. `link`: where the full
    report is. `marker`: the name in the first line of the Markdown. `to` (addresses separated by commas), `sender` and
    `attach` (`html`: report.html in the mail) belong to the format `email`.
    """

    formats: tuple[str, ...] = DEFAULT_FORMATS
    lang: str = "en"
    destination: str | None = None
    stages: tuple[str, ...] | None = None
    cutoffs: tuple[Cutoff, ...] | None = None
    rows: int = 5000
    figures: bool = True
    query_text: bool = True
    link: str | None = None
    marker: str = "default"
    to: str | None = None
    sender: str | None = None
    attach: str | None = None
