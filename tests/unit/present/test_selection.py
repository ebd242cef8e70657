"""Which queries keep a row when there are more than the row limit."""

from __future__ import annotations

from reportgen.model.report import Report
from reportgen.present.selection import shown_rows
from tests.example_reports import staged_report


def _shown(report: Report, limit: int) -> list[int]:
    cell = next(
        cell for cell in report.queries.cells if (cell.stage, cell.cutoff) == ("context", 2)
    )
    return sorted(shown_rows(report.queries, cell, limit))


def _delta(report: Report, at: int) -> float | None:
    row = report.queries[at]
    cell = next(cell for cell in row.cells if (cell.stage, cell.cutoff) == ("context", 2))
    if row.excluded is not None or cell.baseline.hits is None or cell.candidate.hits is None:
        return None
    return (cell.candidate.hits - cell.baseline.hits) / row.gold


REPORT = staged_report(60)


def test_within_the_limit_every_query_keeps_its_row() -> None:
    assert _shown(REPORT, 60) == list(range(60))


def test_the_limit_holds() -> None:
    assert [len(_shown(REPORT, limit)) for limit in (1, 7, 30, 59)] == [1, 7, 30, 59]


def test_every_exclusion_reason_and_the_largest_changes_of_both_directions_stay() -> None:
    kept = _shown(REPORT, 25)
    deltas = {at: _delta(REPORT, at) for at in range(60)}
    left_out = [delta for at, delta in deltas.items() if at not in kept and delta is not None]
    falls = [delta for at in kept if (delta := deltas[at]) is not None and delta < 0]
    rises = [delta for at in kept if (delta := deltas[at]) is not None and delta > 0]

    assert any(deltas[at] is None for at in kept)
    assert falls
    assert rises
    assert min(left_out) >= max(falls)
    assert max(left_out) <= min(rises)
