"""The first units of some lists, for the rows that a reader opens."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import narwhals as nw

from reportgen.match.sizes import count_members
from reportgen.match.source import Source
from reportgen.match.sources import full_source, stage_sources
from reportgen.match.tables import HELD, beside, label_tables
from reportgen.model.labels import Labels
from reportgen.model.matched import ListHead
from reportgen.model.run import Run


def collect_heads(
    run: Run, labels: Labels, *, stages: Sequence[str], queries: Sequence[int], size: int = 5
) -> Mapping[str, Mapping[int, ListHead]]:
    """Stage name -> query index -> the first `size` units of its full list, in label units, with
    their grades.

    `queries` are indices into `Labels.queries`; one without a row in a stage has an empty head
    there.
    """
    tables = label_tables(labels, relevance_level=1)
    wanted = tables.queries.filter(nw.col("query").is_in(list(queries)))
    graded = labels.judgments.collect(HELD).join(wanted, on="query_id", how="inner")
    grades = graded.select("query", "unit_id", "grade")
    sources = {stage: full_source(stage_sources(run, stage, labels, tables)) for stage in stages}
    return {stage: _heads(source.of(queries), grades, size) for stage, source in sources.items()}


def _heads(source: Source, grades: nw.DataFrame[Any], size: int) -> Mapping[int, ListHead]:
    lists = (source.near(size) or source).lists()
    rows = (
        lists.filter(nw.col("rank") <= size)
        .join(beside(grades, lists), on=["query", "unit_id"], how="left")
        .select("query", "rank", "unit_id", "grade")
        .collect(HELD)
        .sort("query", "rank")
    )
    returned = count_members(source)
    units: dict[int, list[tuple[str, int | None]]] = {
        query: [] for query in source.tables.index.values()
    }
    for query, _, unit, grade in rows.iter_rows():
        units[query].append((unit, grade))
    return {
        query: ListHead(units=tuple(head), returned=int(returned[query]))
        for query, head in units.items()
    }
