"""Evidence requirements of the queries, and where the units that they name stand."""

from __future__ import annotations

import numpy as np

from reportgen.comparison.basis import Basis
from reportgen.comparison.unit_ranks import rank_columns
from reportgen.model.report import EvidenceColumns


def evidence_columns(basis: Basis) -> EvidenceColumns | None:
    """The requirements; None where no query declares one."""
    records = basis.labels.queries
    if not any(record.evidence for record in records):
        return None
    named = [sorted({unit for part in record.evidence for unit in part}) for record in records]
    rows, queries = _rows_of(basis, named)
    return EvidenceColumns(
        parts=[[list(part) for part in record.evidence] for record in records],
        units=named,
        ranks=rank_columns(basis, rows, queries),
    )


def _rows_of(basis: Basis, named: list[list[str]]) -> tuple[np.ndarray, np.ndarray]:
    """Rows of the gold units for the named units, by query, and whose each is."""
    gold_units = basis.matched.gold_units
    declaring = np.array([bool(units) for units in named], dtype=np.bool_)
    candidates = np.flatnonzero(declaring[gold_units.query])
    place = {
        (query, unit): row
        for query, unit, row in zip(
            gold_units.query[candidates].tolist(),
            gold_units.unit[candidates].tolist(),
            candidates.tolist(),
            strict=True,
        )
    }
    pairs = [(query, unit) for query, units in enumerate(named) for unit in units]
    rows = np.array([place[pair] for pair in pairs], dtype=np.int64)
    return rows, np.array([query for query, _ in pairs], dtype=np.int64)
