from __future__ import annotations

import numpy as np

from reportgen.match.arrays import BLOCK
from reportgen.match.held import Held, hold
from reportgen.match.sources import full_source, stage_sources
from reportgen.match.tables import label_tables
from reportgen.model.run import Order
from tests.in_memory import labels, run, stage


def test_it_makes_no_difference_how_many_queries_are_taken_at_a_time() -> None:
    units = "abcdefgh"
    rows = {
        f"q{query}": [(unit, float((at * query) % 3), at) for at, unit in enumerate(units)]
        for query in range(1, 8)
    }
    snapshot = labels({query: {"c": 1, "h": 2, "a": 0} for query in [*rows, "absent"]})
    of_run = run(stage(rows, order=Order.SCORE))
    tables = label_tables(snapshot, relevance_level=1)
    source = full_source(stage_sources(of_run, "run", snapshot, tables))
    together, apart = (
        hold(source, k=2, compare_orders=True, rows=np.full(len(snapshot.queries), size))
        for size in (1, BLOCK)
    )

    assert rows_of(together) == rows_of(apart)
    assert together.first_change is not None
    assert apart.first_change is not None
    assert together.first_change.tolist() == apart.first_change.tolist()


def rows_of(held: Held) -> list[tuple[object, ...]]:
    columns = held.query, held.rank, held.depth, held.judged, held.gold_unit, held.is_gold_unit
    units = held.frame["unit_id"].to_list()
    return sorted(zip(units, *(column.tolist() for column in columns), strict=True))
