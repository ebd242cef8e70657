"""Which queries count, and why the others do not."""

from __future__ import annotations

from reportgen.model.cutoff import Cutoff
from reportgen.model.report.part import Part


class Exclusion(Part, frozen=True, omit_defaults=True):
    """`run` and `stage` are given for `stage-missing` only."""

    reason: str
    count: int
    queries: list[str]
    run: str | None = None
    stage: str | None = None


class StageResults(Part, frozen=True):
    """Of all queries of the snapshot, for one run at one stage; `dropped` are duplicates left out under keep-first."""

    run: str
    stage: str
    returned: int
    returned_nothing: int
    absent: int
    strangers: int
    dropped: int
    unmapped: int


class GoldCount(Part, frozen=True):
    gold: int
    queries: int


class CeilingCount(Part, frozen=True):
    """Of the scored queries at one stage and cutoff: how many have a ceiling below 1 (recall 1 and all-hit out of
    reach)."""

    stage: str
    cutoff: Cutoff
    below_one: int


class Accounting(Part, frozen=True):
    """queries = scored + the exclusions' counts. `gold` is the number of gold units of the scored queries."""

    queries: int
    scored: int
    gold: int
    excluded: list[Exclusion]
    results: list[StageResults]
    gold_per_query: list[GoldCount]
    ceilings: list[CeilingCount]
