"""The labels as small tables: what every ranking is joined with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import narwhals as nw
import numpy as np

from reportgen.model.labels import Labels, Verdicts
from reportgen.model.matched import Bools, GoldUnits

# What is left after a ranking met the labels is small and is held here, whatever engine holds the runs.
HELD: Final = nw.Implementation.POLARS


@dataclass(frozen=True, slots=True, eq=False)
class LabelTables:
    """A snapshot in the shape that rankings are joined with.

    `queries` has `query_id` and `query` (Int32, its index in `Labels.queries`). `judged` has a row
    for every judgment: `query`, `unit_id`, `gold_unit` (Int32, its row in `gold_units`, null where
    it is none). `complete[q]`: nothing is unjudged.
    """

    queries: nw.DataFrame[Any]
    judged: nw.DataFrame[Any]
    gold_units: GoldUnits
    complete: Bools

    @property
    def index(self) -> dict[str, int]:
        """Query id -> index."""
        ids, indices = self.queries["query_id"].to_list(), self.queries["query"].to_list()
        return dict(zip(ids, indices, strict=True))


def label_tables(labels: Labels, *, relevance_level: int) -> LabelTables:
    """The tables of a snapshot, with gold decided at `relevance_level`."""
    ids = [record.query_id for record in labels.queries]
    queries = nw.from_dict(
        {"query_id": ids, "query": list(range(len(ids)))},
        schema={"query_id": nw.String(), "query": nw.Int32()},
        backend=HELD,
    )
    named = [
        (query, unit)
        for query, record in enumerate(labels.queries)
        for unit in {unit for part in record.evidence for unit in part}
    ]
    evidence = nw.from_dict(
        {
            "query": [query for query, _ in named],
            "unit_id": [unit for _, unit in named],
            "named": [True] * len(named),
        },
        schema={"query": nw.Int32(), "unit_id": nw.String(), "named": nw.Boolean()},
        backend=HELD,
    )
    judgments = (
        labels.judgments.collect(HELD)
        .join(queries, on="query_id", how="inner")
        .select("query", "unit_id", "grade")
        .join(evidence, on=["query", "unit_id"], how="left")
    )
    units = (
        judgments.filter((nw.col("grade") > 0) | ~nw.col("named").is_null())
        .sort("query", "unit_id")
        .with_row_index("gold_unit")
        .with_columns(nw.col("gold_unit").cast(nw.Int32()))
    )
    grade = units["grade"].to_numpy().astype(np.int64)
    return LabelTables(
        queries=queries,
        judged=judgments.join(
            units.select("query", "unit_id", "gold_unit"), on=["query", "unit_id"], how="left"
        ).select("query", "unit_id", "gold_unit"),
        gold_units=GoldUnits(
            query=units["query"].to_numpy().astype(np.int64),
            unit=np.array(units["unit_id"].to_list(), dtype=np.object_),
            grade=grade,
            gold=grade >= relevance_level,
        ),
        complete=np.array(
            [
                (record.verdicts or labels.manifest.verdicts) is Verdicts.COMPLETE
                for record in labels.queries
            ],
            dtype=np.bool_,
        ),
    )


def beside(table: nw.DataFrame[Any], frame: nw.LazyFrame[Any]) -> nw.LazyFrame[Any]:
    """A held table moved to the engine that holds `frame`, to be joined there."""
    return table.lazy(frame.implementation)
