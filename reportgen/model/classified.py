"""Which queries count: every query of the snapshot is scored, or excluded for exactly one
reason."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from reportgen.model.matched import Bools, Ints
from reportgen.model.run import Side


class Reason(StrEnum):
    """Why a query is excluded; the first in this order that applies."""

    UNREVIEWED = "unreviewed"
    NO_ANSWER = "no-answer"
    NO_GOLD_AT_LEVEL = "no-gold-at-level"
    ABSENT_FROM_BOTH = "absent-from-both"
    ABSENT_FROM_BASELINE = "absent-from-baseline"
    ABSENT_FROM_CANDIDATE = "absent-from-candidate"
    STAGE_MISSING = "stage-missing"


@dataclass(frozen=True, slots=True, eq=False)
class Excluded:
    """Queries (indices, ascending) excluded for one reason; `run` and `stage` are given for
    `stage-missing` only."""

    reason: Reason
    queries: Ints
    run: Side | None = None
    stage: str | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Classified:
    """`scored[q]`, and the others by reason: every query is in exactly one place. Reasons without
    a query are left out."""

    scored: Bools
    excluded: tuple[Excluded, ...]
