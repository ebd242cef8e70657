"""Evidence: what the labels ask for beside the gold, an AND of ORs over units."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from reportgen.model.labels import Labels
from reportgen.model.matched import GoldUnits, Ints


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """Every part of every query: part i belongs to `query[i]`; row j says that `GoldUnits` row
    `unit[j]` serves part `part[j]`."""

    queries: int
    query: Ints
    part: Ints
    unit: Ints

    @property
    def parts(self) -> Ints:
        """Evidence parts per query."""
        return np.bincount(self.query, minlength=self.queries)

    def met(self, found: Ints) -> Ints:
        """How many parts of each query the found rows of `GoldUnits` meet."""
        is_found = np.zeros(
            int(max(self.unit.max(initial=0), found.max(initial=0))) + 1, dtype=np.bool_
        )
        is_found[found] = True
        met = np.unique(self.part[is_found[self.unit]])
        return np.bincount(self.query[met], minlength=self.queries)


def evidence_of(labels: Labels, gold_units: GoldUnits) -> Evidence:
    """The evidence that the snapshot's queries declare, in terms of `gold_units` (which names
    every unit of it)."""
    declared = [(at, record) for at, record in enumerate(labels.queries) if record.evidence]
    query: list[int] = []
    part: list[int] = []
    unit: list[int] = []
    for at, record in declared:
        start, end = np.searchsorted(gold_units.query, (at, at + 1))
        rows = {gold_units.unit[row]: row for row in range(int(start), int(end))}
        for units in record.evidence:
            for name in dict.fromkeys(units):
                part.append(len(query))
                unit.append(rows[name])
            query.append(at)
    return Evidence(
        queries=len(labels.queries),
        query=np.array(query, dtype=np.int64),
        part=np.array(part, dtype=np.int64),
        unit=np.array(unit, dtype=np.int64),
    )
