"""What a reviewer decided."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from reportgen.model.labels import State


@dataclass(frozen=True, slots=True)
class Verdict:
    query_id: str
    unit_id: str
    grade: int


@dataclass(frozen=True, slots=True)
class Review:
    """The verdicts of one worksheet, sorted by query and unit id, and the `states` (`relevant` or `no-answer`) of the
    queries that were unreviewed before. `left_open` counts exported units without a grade, those of unreviewed queries
    that nobody graded included; `still_unreviewed` counts these queries."""

    verdicts: tuple[Verdict, ...]
    states: Mapping[str, State]
    left_open: int
    still_unreviewed: int
