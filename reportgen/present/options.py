"""What the reader asked for: how much of a report is shown, never which measures."""

from __future__ import annotations

from dataclasses import dataclass

from reportgen.model.cutoff import Cutoff


@dataclass(frozen=True, slots=True)
class PresentOptions:
    """`rows`: the row limit of the query table. `stages`, `cutoffs`: a selection among the
    report's (None: all). `title` replaces the report's own. `query_text` False leaves only ids,
    unit texts included."""

    rows: int = 5_000
    query_text: bool = True
    figures: bool = True
    stages: tuple[str, ...] | None = None
    cutoffs: tuple[Cutoff, ...] | None = None
    title: str | None = None
