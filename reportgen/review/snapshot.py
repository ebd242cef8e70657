"""The label snapshot after a review, and what sets it apart from its parent."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any, Final

import msgspec
import narwhals as nw

from reportgen.model.labels import (
    LabelManifest,
    Labels,
    QueryRecord,
    State,
    UnitMap,
    UnitMapManifest,
    Verdicts,
)
from reportgen.review.verdicts import Review, Verdict

QUERIES: Final = "queries.jsonl"
TABLE: Final = "judgments.tsv"
LINES: Final = "judgments.jsonl"
CHANGES: Final = "changes.json"


@dataclass(frozen=True, slots=True)
class StateChange:
    query_id: str
    before: State
    after: State


@dataclass(frozen=True, slots=True)
class GoldChange:
    """How many gold units a query had and has, at the snapshot's own level."""

    query_id: str
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Changes:
    """What a review changed, sorted by query id."""

    parent_id: str
    parent_digest: str
    verdicts: tuple[Verdict, ...]
    states: tuple[StateChange, ...]
    gold: tuple[GoldChange, ...]

    @property
    def by_grade(self) -> Mapping[int, int]:
        """Added judgments by grade, ascending."""
        return dict(sorted(Counter(verdict.grade for verdict in self.verdicts).items()))


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A label snapshot to be written. `judgments` has the columns `query_id`, `unit_id`, `grade`, sorted by both ids;
    `unit_maps` follow the manifest's."""

    manifest: LabelManifest
    queries: tuple[QueryRecord, ...]
    judgments: nw.DataFrame[Any]
    unit_maps: tuple[UnitMap, ...]
    changes: Changes


def next_snapshot(labels: Labels, review: Review, *, id: str) -> Snapshot:
    """The snapshot that `review` makes of `labels`: its verdicts and states added, everything else as it was.

    Where a snapshot declares what it could no longer claim of a reviewed query, the query gets `verdicts` of its own:
    `explicit` in place of `positive-only` once a unit of it is judged below the relevance level, and in place of
    `complete` for a query that was unreviewed, of which only the exported units are known.
    """
    judgments = _with_verdicts(labels, review)
    changes = _changes(labels, review)
    return Snapshot(
        manifest=_manifest(labels, judgments, id),
        queries=_queries(labels, review),
        judgments=judgments,
        unit_maps=labels.unit_maps,
        changes=changes,
    )


def _with_verdicts(labels: Labels, review: Review) -> nw.DataFrame[Any]:
    before = labels.judgments.collect()
    added = nw.from_dict(
        {
            "query_id": [verdict.query_id for verdict in review.verdicts],
            "unit_id": [verdict.unit_id for verdict in review.verdicts],
            "grade": [verdict.grade for verdict in review.verdicts],
        },
        schema={"query_id": nw.String(), "unit_id": nw.String(), "grade": nw.Int64()},
        backend=before.implementation,
    )
    return nw.concat([before, added]).sort("query_id", "unit_id")


def _queries(labels: Labels, review: Review) -> tuple[QueryRecord, ...]:
    level = labels.manifest.relevance_level
    lowest: dict[str, int] = {}
    for verdict in review.verdicts:
        grade = lowest.get(verdict.query_id, verdict.grade)
        lowest[verdict.query_id] = min(grade, verdict.grade)
    records = []
    for record in labels.queries:
        changed: dict[str, Any] = {}
        claimed = record.verdicts or labels.manifest.verdicts
        if record.query_id in review.states:
            changed["state"] = review.states[record.query_id]
            if claimed is Verdicts.COMPLETE:
                changed["verdicts"] = Verdicts.EXPLICIT
        if claimed is Verdicts.POSITIVE_ONLY and lowest.get(record.query_id, level) < level:
            changed["verdicts"] = Verdicts.EXPLICIT
        records.append(msgspec.structs.replace(record, **changed) if changed else record)
    return tuple(records)


def _manifest(labels: Labels, judgments: nw.DataFrame[Any], id_: str) -> LabelManifest:
    before = labels.manifest
    file = TABLE if _fit_a_table(judgments) else LINES
    taken = {QUERIES, file, CHANGES, "labels.json"}
    maps = []
    for place, unit_map in enumerate(before.unit_maps, 1):
        name = _map_name(unit_map.file, place, taken)
        taken.add(name)
        maps.append(msgspec.structs.replace(unit_map, file=name))
    return LabelManifest(
        schema_version=before.schema_version,
        id=id_,
        queries=QUERIES,
        judgments=file,
        corpus_snapshot=before.corpus_snapshot,
        query_set=before.query_set,
        unit=before.unit,
        parent=labels.digest,
        relevance_level=before.relevance_level,
        verdicts=before.verdicts,
        unit_maps=tuple[UnitMapManifest, ...](maps),
    )


def _fit_a_table(judgments: nw.DataFrame[Any]) -> bool:
    """Whether every id can stand in tab-separated rows, where a row that begins with `#` is a comment."""
    row = judgments.select(
        tabs=(
            nw.col("query_id").str.contains("\t", literal=True)
            | nw.col("unit_id").str.contains("\t", literal=True)
        ).any(),
        comments=nw.col("query_id").str.starts_with("#").any(),
    )
    return not (row["tabs"].item() or row["comments"].item())


def _map_name(file: str, place: int, taken: set[str]) -> str:
    """The file's own name, without folders and compression, unless it is taken."""
    name = PurePosixPath(file).name.removesuffix(".gz").removesuffix(".zst")
    return name if name not in taken else f"unit-map-{place}.tsv"


def _changes(labels: Labels, review: Review) -> Changes:
    level = labels.manifest.relevance_level
    touched = sorted({verdict.query_id for verdict in review.verdicts})
    gold = (
        labels.judgments.filter(nw.col("query_id").is_in(touched), nw.col("grade") >= level)
        .group_by("query_id")
        .agg(nw.len().alias("gold"))
        .collect()
    )
    before = {str(query): int(count) for query, count in gold.iter_rows()}
    added = Counter(verdict.query_id for verdict in review.verdicts if verdict.grade >= level)
    states = {record.query_id: record.state for record in labels.queries}
    return Changes(
        parent_id=labels.id,
        parent_digest=labels.digest,
        verdicts=review.verdicts,
        states=tuple(
            StateChange(query, State.UNREVIEWED if old is None else old, review.states[query])
            for query in sorted(review.states)
            for old in [states[query]]
        ),
        gold=tuple(
            GoldChange(query, before.get(query, 0), before.get(query, 0) + added[query])
            for query in touched
            if added[query]
        ),
    )
