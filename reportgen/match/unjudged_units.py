"""The ids of the units that nobody judged, for those who will."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

import narwhals as nw

from reportgen.match.sources import key_for, stage_sources
from reportgen.match.tables import HELD, LabelTables, beside, label_tables
from reportgen.model.labels import Labels
from reportgen.model.run import Run


def collect_unjudged(
    baseline: Run,
    candidate: Run,
    labels: Labels,
    *,
    stage: str,
    cutoff: int,
    queries: Sequence[int],
) -> Mapping[int, tuple[str, ...]]:
    """Query index -> the units within `cutoff` of either list that have no judgment for it, in label units, each once,
    by id; which list holds a unit is not told.

    `queries` are indices into `Labels.queries`; one without such a unit is missing. Declared verdicts play no part.
    Both runs have a list for the cutoff at the stage.
    """
    tables = label_tables(labels, relevance_level=1)
    parts = [
        _unjudged(run, labels, tables, stage=stage, cutoff=cutoff, queries=queries)
        for run in (baseline, candidate)
    ]
    rows = nw.concat(parts).unique().sort("query", "unit_id")
    return {
        query: tuple(unit for _, unit in of_query)
        for query, of_query in groupby(rows.iter_rows(), key=lambda row: int(row[0]))
    }


def _unjudged(
    run: Run,
    labels: Labels,
    tables: LabelTables,
    *,
    stage: str,
    cutoff: int,
    queries: Sequence[int],
) -> nw.DataFrame[Any]:
    sources = stage_sources(run, stage, labels, tables)
    lists = sources[key_for(sources, cutoff)].of(queries).lists()
    judged = beside(tables.judged.select("query", "unit_id"), lists)
    return (
        lists.filter(nw.col("depth") <= cutoff)
        .select("query", "unit_id")
        .join(judged, on=["query", "unit_id"], how="anti")
        .collect(HELD)
    )
