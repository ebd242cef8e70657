"""What a caller may choose: what is compared, and how it is shown."""

from __future__ import annotations

from dataclasses import dataclass

from reportgen.model.cutoff import DEFAULT_CUTOFFS, Cutoff

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


@dataclass(frozen=True, slots=True, kw_only=True)
class CompareOptions:
    """What is compared; everything here can change a number or a shown value."""

    title: str | None = None
    stages: tuple[str, ...] | None = None
    cutoffs: tuple[Cutoff, ...] = DEFAULT_CUTOFFS
    groups: tuple[str, ...] | None = None
    relevance_level: int | None = None
    absent: str | None = None
    allow: frozenset[str] = frozenset()
    margin: float | None = None
    census: bool = False
    seed: int = 0
    query_text: bool = True
