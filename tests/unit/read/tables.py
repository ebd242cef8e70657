"""Rankings and judgments as plain rows, to compare with what a test expects."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from reportgen.model.labels import Labels
from reportgen.model.run import Rankings
from reportgen.read import read_run


def rankings_of(path: Path, stage: int = 0) -> Rankings:
    """The rankings of one stage of a run that has one list a query."""
    return read_run(path).stages[stage].rankings[None]


def rows_of(rankings: Rankings, *columns: str) -> list[tuple[Any, ...]]:
    """The rows as they stand, of `query_id` and `unit_id` or of the columns named."""
    frame = rankings.frame.select(*(columns or ("query_id", "unit_id"))).collect()
    return list(frame.iter_rows())


def judgments_of(labels: Labels) -> dict[tuple[str, str], int]:
    """Query and unit id -> grade."""
    rows = labels.judgments.select("query_id", "unit_id", "grade").collect().iter_rows()
    return {(query, unit): grade for query, unit, grade in rows}
