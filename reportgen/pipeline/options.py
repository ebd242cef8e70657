"""How a report is shown."""

from __future__ import annotations

from dataclasses import dataclass

from reportgen.model.cutoff import Cutoff

FORMATS = ("html", "markdown", "json", "csv")


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowOptions:
    """How a report is shown. `stages` and `cutoffs` select among the report's own; None takes all of them."""

    formats: tuple[str, ...] = FORMATS
    lang: str = "en"
    stages: tuple[str, ...] | None = None
    cutoffs: tuple[Cutoff, ...] | None = None
    rows: int = 5000
    figures: bool = True
    query_text: bool = True
