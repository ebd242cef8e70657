"""The queries, column by column, and views of single ones.

Every list that follows the queries has one entry a query, in the order of `Queries.query_id` (byte order).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from reportgen.model.cutoff import ALL, Cutoff
from reportgen.model.report.part import Part


class SideColumns(Part, frozen=True):
    """null where the run has no result for the query; `unjudged` is null at `all`."""

    hits: list[int | None]
    returned: list[int | None]
    unjudged: list[int | None] | None


class CellColumns(Part, frozen=True):
    """One stage and cutoff. `reachable` is given where it is not min(cutoff, gold). `change` tells unchanged
    retrieval apart: `l` same list, `u` same units in another order, `e` other units with equal hits, `h` other
    hits, null where a run has no result."""

    stage: str
    cutoff: Cutoff
    reachable: list[int] | None
    unjudged_both: list[int | None] | None
    baseline: SideColumns
    candidate: SideColumns
    change: list[str | None]


class RankColumns(Part, frozen=True):
    """Ranks of each query's gold units (in the order of `Queries.gold_units`) in the full list of a stage; null
    when missing; a null entry where the run has no result."""

    stage: str
    baseline: list[list[int | None] | None]
    candidate: list[list[int | None] | None]


class OpenedList(Part, frozen=True):
    """The first units of one list: (unit id, grade or null when unjudged)."""

    run: str
    stage: str
    returned: int
    units: list[tuple[str, int | None]]


class Opened(Part, frozen=True):
    query: int
    lists: list[OpenedList]


class EvidenceColumns(Part, frozen=True):
    """`parts[q]`: the requirement of a query (AND of ORs), [] where none. `units[q]`: the units it names, each
    once, by id; `ranks` follow them as `Queries.ranks` follow the gold units (a requirement may name units below
    the relevance level)."""

    parts: list[list[list[str]]]
    units: list[list[str]]
    ranks: list[RankColumns]


class Queries(Part, frozen=True):
    """Column-wise: entry i of every list belongs to query_id[i]. Iterating gives `QueryRow` objects with the fields
    of formats.md."""

    query_id: list[str]
    text: list[str | None] | None
    state: list[str | None]
    excluded: list[str | None]
    gold: list[int]
    cluster: list[str | None] | None
    groups: dict[str, list[list[str]]]
    cells: list[CellColumns]
    gold_units: list[list[str]]
    gold_grades: list[list[int]]
    ranks: list[RankColumns]
    evidence: EvidenceColumns | None
    opened: list[Opened]
    unit_texts: dict[str, str]

    def __len__(self) -> int:
        return len(self.query_id)

    def __getitem__(self, index: int) -> QueryRow:
        return QueryRow(self, range(len(self))[index])

    def __iter__(self) -> Iterator[QueryRow]:
        return (QueryRow(self, index) for index in range(len(self)))


@dataclass(frozen=True, slots=True)
class SideCell:
    hits: int | None
    returned: int | None
    unjudged: int | None


@dataclass(frozen=True, slots=True)
class QueryCell:
    stage: str
    cutoff: Cutoff
    ceiling: float | None
    reachable: int
    unjudged_both: int | None
    baseline: SideCell
    candidate: SideCell
    change: str | None


@dataclass(frozen=True, slots=True)
class QueryRow:
    """A view of one query; made only for a row that is looked at."""

    columns: Queries
    index: int

    @property
    def query_id(self) -> str:
        return self.columns.query_id[self.index]

    @property
    def text(self) -> str | None:
        return None if self.columns.text is None else self.columns.text[self.index]

    @property
    def state(self) -> str | None:
        return self.columns.state[self.index]

    @property
    def excluded(self) -> str | None:
        return self.columns.excluded[self.index]

    @property
    def gold(self) -> int:
        return self.columns.gold[self.index]

    @property
    def cluster(self) -> str | None:
        return None if self.columns.cluster is None else self.columns.cluster[self.index]

    @property
    def groups(self) -> dict[str, str | list[str]]:
        """Facet -> value, or the list of values of a multi-valued facet; facets without a value for this query are
        left out."""
        found: dict[str, str | list[str]] = {}
        for facet, values in self.columns.groups.items():
            mine = values[self.index]
            if mine:
                found[facet] = mine[0] if len(mine) == 1 else list(mine)
        return found

    @property
    def cells(self) -> list[QueryCell]:
        return [self.cell(columns) for columns in self.columns.cells]

    def cell(self, columns: CellColumns) -> QueryCell:
        """This query at the stage and cutoff of `columns`."""
        at = self.index
        reachable = reachable_hits(columns, self.gold, at)
        return QueryCell(
            stage=columns.stage,
            cutoff=columns.cutoff,
            ceiling=reachable / self.gold if self.gold else None,
            reachable=reachable,
            unjudged_both=None if columns.unjudged_both is None else columns.unjudged_both[at],
            baseline=_side_cell(columns.baseline, at),
            candidate=_side_cell(columns.candidate, at),
            change=columns.change[at],
        )


def reachable_hits(columns: CellColumns, gold: int, index: int) -> int:
    """The most hits any ranking could have in this cell."""
    if columns.reachable is not None:
        return columns.reachable[index]
    return gold if columns.cutoff == ALL else min(columns.cutoff, gold)


def _side_cell(columns: SideColumns, index: int) -> SideCell:
    return SideCell(
        hits=columns.hits[index],
        returned=columns.returned[index],
        unjudged=None if columns.unjudged is None else columns.unjudged[index],
    )
