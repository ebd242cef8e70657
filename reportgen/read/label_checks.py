"""What a label snapshot has to be in itself: states, judgments and evidence agree."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import polars as pl

from reportgen.errors import Problems
from reportgen.model.labels import QueryRecord, State
from reportgen.read.judgments import JudgmentFile
from reportgen.read.line_problems import SHOWN, some
from reportgen.read.queries import QueryList


def merged_judgments(files: Sequence[JudgmentFile], problems: Problems) -> tuple[pl.DataFrame, int]:
    """Distinct judgments of all files, sorted by query and unit id in byte order, and the number of identical repeats
    that were collapsed. Conflicting grades are problems; the first one read is kept."""
    rows = pl.concat(
        [file.frame.with_columns(file=pl.lit(place, pl.Int32)) for place, file in enumerate(files)]
    )
    grouped = (
        rows.with_row_index("read")
        .group_by("query_id", "unit_id")
        .agg(
            pl.col("grade").sort_by("read"),
            pl.col("file").sort_by("read"),
            pl.col("line").sort_by("read"),
        )
        .sort("query_id", "unit_id")
        if rows.select("query_id", "unit_id").is_duplicated().any()
        else None
    )
    if grouped is None:
        return rows.select("query_id", "unit_id", "grade").sort("query_id", "unit_id"), 0
    conflicts = grouped.filter(pl.col("grade").list.n_unique() > 1)
    for query, unit, grades, places, lines in conflicts.head(SHOWN).iter_rows():
        other = next(place for place, grade in enumerate(grades) if grade != grades[0])
        first_file, file = files[places[0]], files[places[other]]
        problems.add(
            file.source.shown,
            lines[other],
            f"query {query}, unit {unit} has grade {grades[other]} here and {grades[0]} in "
            f"{first_file.source.shown}, {first_file.place} {lines[0]}",
            "keep one grade for every query and unit",
        )
    if conflicts.height > SHOWN:
        problems.add(
            files[0].source.shown,
            0,
            f"{conflicts.height - SHOWN:,} more conflicting judgments are not shown",
            "keep one grade for every query and unit",
        )
    distinct = grouped.select("query_id", "unit_id", pl.col("grade").list.first())
    return distinct, rows.height - distinct.height


def judged_and_gold(judgments: pl.DataFrame, level: int) -> dict[str, tuple[int, int]]:
    """Query id -> judged units and units of a grade at or above `level`, of the queries that have judgments."""
    counts = judgments.group_by("query_id").agg(
        judged=pl.len(), gold=(pl.col("grade") >= level).sum()
    )
    return {query: (judged, gold) for query, judged, gold in counts.iter_rows()}


def refuse_contradictions(
    queries: QueryList,
    judgments: pl.DataFrame,
    files: Sequence[JudgmentFile],
    level: int,
    problems: Problems,
) -> None:
    """A problem for everything in which states, judgments and evidence contradict each other at the level."""
    counts = judged_and_gold(judgments, level)
    for query, record in queries.records.items():
        found = _contradiction(record, *counts.get(query, (0, 0)), level)
        if found is not None:
            problems.add(*queries.places[query], *found)
    _refuse_unjudged_evidence(queries, judgments, problems)
    _refuse_unlisted_queries(queries.records, counts, files, problems)


def _contradiction(
    record: QueryRecord, judged: int, gold: int, level: int
) -> tuple[str, str] | None:
    name = f"query {record.query_id}"
    match record.state:
        case State.RELEVANT if not gold:
            return (
                f"{name} is declared `relevant`, but has no judgment of grade {level} or above",
                "correct its state, or add the judgments",
            )
        case State.NO_ANSWER if gold:
            units = "1 unit" if gold == 1 else f"{gold} units"
            return (
                f"{name} is declared `no-answer`, but has {units} of grade {level} or above",
                "correct its state, or remove the judgments",
            )
        case State.UNREVIEWED if judged:
            judgments = "1 judgment" if judged == 1 else f"{judged} judgments"
            return (
                f"{name} is declared `unreviewed`, but has {judgments}",
                "correct its state, or remove the judgments",
            )
        case _:
            return None


def _refuse_unjudged_evidence(
    queries: QueryList, judgments: pl.DataFrame, problems: Problems
) -> None:
    needed = [
        (query, unit)
        for query, record in queries.records.items()
        for part in record.evidence
        for unit in part
    ]
    if not needed:
        return
    schema = {"query_id": pl.String, "unit_id": pl.String}
    unjudged = pl.DataFrame(needed, schema=schema, orient="row").join(
        judgments, on=["query_id", "unit_id"], how="anti"
    )
    for query, units in (
        unjudged.unique()
        .sort("query_id", "unit_id")
        .group_by("query_id", maintain_order=True)
        .agg("unit_id")
    ).iter_rows():
        problems.add(
            *queries.places[query],
            f"`evidence` of query {query} names units that are not judged for it: {some(units, 5)}",
            "judge them, or remove them from the evidence",
        )


def _refuse_unlisted_queries(
    records: Mapping[str, QueryRecord],
    counts: Mapping[str, tuple[int, int]],
    files: Sequence[JudgmentFile],
    problems: Problems,
) -> None:
    unlisted = sorted(set(counts) - set(records))
    if not unlisted:
        return
    for file in files:
        first = (
            file.frame.filter(pl.col("query_id").is_in(unlisted))
            .group_by("query_id")
            .agg(pl.col("line").min())
            .sort("line")
        )
        if first.height:
            query = f"{first.height:,} queries that are" if first.height > 1 else "a query that is"
            problems.add(
                file.source.shown,
                first.get_column("line")[0],
                f"judgments of {query} not listed: {some(first.get_column('query_id').to_list(), 5)}",
                "list every judged query with its state, or remove its judgments",
            )
