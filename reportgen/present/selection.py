"""Which queries get a row when there are more of them than the row limit."""

from __future__ import annotations

from itertools import chain, islice, zip_longest

from reportgen.model.report import CellColumns, Queries

_EACH_REASON = 5


def shown_rows(queries: Queries, cell: CellColumns | None, limit: int) -> frozenset[int]:
    """Indices of the queries that get a row: all of them, or, beyond the limit, some of every
    exclusion reason, then the largest changes in both directions in turn, then unchanged and
    excluded queries by id."""
    count = len(queries)
    if count <= limit:
        return frozenset(range(count))
    scored = [at for at in range(count) if queries.excluded[at] is None]
    change = {at: _delta(queries, cell, at) for at in scored}
    falling = sorted((at for at in scored if change[at] < 0), key=lambda at: (change[at], at))
    rising = sorted((at for at in scored if change[at] > 0), key=lambda at: (-change[at], at))
    in_turn = (at for pair in zip_longest(falling, rising) for at in pair if at is not None)
    unchanged = (at for at in scored if change[at] == 0)
    excluded = (at for at in range(count) if queries.excluded[at] is not None)
    order = chain(_of_each_reason(queries), in_turn, unchanged, excluded)
    return frozenset(islice(dict.fromkeys(order), limit))


def _delta(queries: Queries, cell: CellColumns | None, at: int) -> float:
    if cell is None:
        return 0.0
    baseline, candidate = cell.baseline.hits[at], cell.candidate.hits[at]
    if baseline is None or candidate is None or not queries.gold[at]:
        return 0.0
    return (candidate - baseline) / queries.gold[at]


def _of_each_reason(queries: Queries) -> list[int]:
    kept: list[int] = []
    seen: dict[str, int] = {}
    for at, reason in enumerate(queries.excluded):
        if reason is not None and seen.setdefault(reason, 0) < _EACH_REASON:
            seen[reason] += 1
            kept.append(at)
    return kept
