"""The worksheet of a review: its columns, what stands in them, and how a row is known again."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np

from reportgen.model.labels import QueryRecord


class Column(StrEnum):
    """In the order in which they stand. The reviewer fills in `grade`, and `state` for unreviewed queries; the last
    four tell `review apply` what the row was when it was exported."""

    QUERY_ID = "query_id"
    QUERY_TEXT = "query_text"
    UNIT_ID = "unit_id"
    UNIT_TEXT = "unit_text"
    GRADE = "grade"
    STATE = "state"
    STATE_BEFORE = "state_before"
    QUERY_UNITS = "query_units"
    LABELS_DIGEST = "labels_digest"
    SEED = "seed"
    CHECK = "check"


@dataclass(frozen=True, slots=True)
class SheetQuery:
    """A query to review: every unjudged unit of the two lists together, in an order that tells nothing of them."""

    record: QueryRecord
    units: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Worksheet:
    """What is to be reviewed, query by query. `left_out` counts the queries, and `units_left_out` their units, that a
    limit cut off."""

    labels_digest: str
    seed: int
    queries: tuple[SheetQuery, ...]
    unit_texts: Mapping[str, str]
    left_out: int
    units_left_out: int

    @property
    def units(self) -> int:
        return sum(len(query.units) for query in self.queries)

    @property
    def unit_ids(self) -> set[str]:
        return {unit for query in self.queries for unit in query.units}

    def with_texts(self, unit_texts: Mapping[str, str]) -> Worksheet:
        """The same worksheet with the units' texts."""
        return replace(self, unit_texts=unit_texts)


def make_worksheet(
    queries: Sequence[tuple[QueryRecord, Sequence[str]]],
    *,
    labels_digest: str,
    seed: int,
    limit: int | None = None,
) -> Worksheet:
    """The worksheet of `queries`, in their order, with the unjudged units of each.

    `limit`: so many units at most, cut between queries; the first query is always whole. The units of a query, by id,
    are put in the order of `permutation(len(units))` of one numpy `RandomState(seed)`, which is asked query by query:
    its stream is frozen, so that one seed gives one sheet with any version of numpy, and a limit the beginning of it.
    """
    kept = _within(limit, [len(units) for _, units in queries])
    # Generator streams may change between numpy versions; this one is documented as frozen.
    random = np.random.RandomState(seed)
    chosen = []
    for record, units in queries[:kept]:
        by_id = sorted(units)
        order = random.permutation(len(by_id)).tolist()
        chosen.append(SheetQuery(record, tuple(by_id[at] for at in order)))
    rest = queries[kept:]
    return Worksheet(
        labels_digest=labels_digest,
        seed=seed,
        queries=tuple(chosen),
        unit_texts={},
        left_out=len(rest),
        units_left_out=sum(len(units) for _, units in rest),
    )


def _within(limit: int | None, sizes: Sequence[int]) -> int:
    """How many queries, from the first, have at most `limit` units together; at least one."""
    if limit is None:
        return len(sizes)
    inside = int(np.searchsorted(np.cumsum(sizes), limit, side="right"))
    return min(len(sizes), max(1, inside))


def row_check(
    *, labels_digest: str, seed: str, query_id: str, query_units: str, unit_id: str
) -> str:
    """What the column `check` holds: it changes when any of these cells does, so that a row that was not exported, or
    whose ids a spreadsheet rewrote, is noticed. It begins with a letter: no spreadsheet takes it for a number."""
    fields = (labels_digest, seed, query_id, query_units, unit_id)
    return f"r{hashlib.sha256(chr(0).join(fields).encode()).hexdigest()[:15]}"
