"""Runs and label snapshots made in memory, without files; one builder per type."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import narwhals as nw
import polars as pl

from reportgen.match import match_runs
from reportgen.model.cutoff import Cutoff
from reportgen.model.labels import (
    CutoffCounts,
    LabelManifest,
    Labels,
    QueryRecord,
    State,
    UnitMap,
    Verdicts,
)
from reportgen.model.matched import Matched
from reportgen.model.run import Order, Rankings, Run, RunManifest, Stage
from reportgen.model.scores import Scores
from reportgen.read.places import with_places
from reportgen.score import score

Lists = Mapping[str, Sequence[Any]]
"""Query id -> ranked unit ids, or rows as `rankings` takes them."""


def rankings(lists: Lists) -> Rankings:
    """Query id -> unit ids, (unit id, score) pairs or (unit id, score, rank) triples, as
    written."""
    rows = [
        {"query_id": query, "position": position} | _row(unit)
        for query, units in lists.items()
        for position, unit in enumerate(units)
    ]
    widths = {len(row) for row in rows} or {3}
    columns: dict[str, Any] = {
        "query_id": pl.String,
        "unit_id": pl.String,
        "position": pl.Int64,
        "score": pl.Float64,
        "rank": pl.Int64,
    }
    kept = dict(list(columns.items())[: max(widths)])
    frame, places = with_places(pl.DataFrame(rows, schema=kept), Order.SCORE)
    return Rankings(
        frame=nw.from_native(frame),
        empty=tuple(query for query, units in lists.items() if not units),
        has_rank=max(widths) > 4,
        has_score=max(widths) > 3,
        places=places,
    )


def _row(unit: Any) -> dict[str, Any]:
    if isinstance(unit, str):
        return {"unit_id": unit}
    return dict(zip(("unit_id", "score", "rank"), unit, strict=False))


def stage(
    lists: Lists | Mapping[int, Lists],
    *,
    name: str = "run",
    order: Order = Order.LISTED,
    unit: str | None = None,
) -> Stage:
    """A stage of one list a query, or of one for every cutoff where the keys are integers."""
    by_cutoff: dict[int | None, Rankings] = {}
    for key, value in lists.items():
        if isinstance(key, int) and isinstance(value, Mapping):
            by_cutoff[key] = rankings(value)
    return Stage(
        name=name,
        order=order,
        unit=unit,
        budget=None,
        rankings=by_cutoff or {None: rankings(lists)},  # type: ignore[arg-type]
    )


def run(*stages: Stage | Lists, path: str = "run", **manifest: Any) -> Run:
    """A run of stages, each a `Stage` or the lists of one."""
    made = tuple(one if isinstance(one, Stage) else stage(one) for one in stages)
    return Run(
        path=path,
        manifest=RunManifest(schema_version=1, stages=(), **{"name": path, **manifest}),
        stages=made,
        answers=None,
        inputs=(),
    )


def unit_map(
    rows: Iterable[tuple[str, str]],
    *,
    cutoff_counts: CutoffCounts = CutoffCounts.FROM,
    from_unit: str = "passage",
    to_unit: str = "document",
) -> UnitMap:
    frame = pl.LazyFrame(list(rows), schema={"from": pl.String, "to": pl.String}, orient="row")
    return UnitMap(from_unit, to_unit, "2026-11", cutoff_counts, nw.from_native(frame))


def labels(
    judgments: Mapping[str, Mapping[str, int]],
    *,
    states: Mapping[str, State] | None = None,
    evidence: Mapping[str, Sequence[Sequence[str]]] | None = None,
    query_verdicts: Mapping[str, Verdicts] | None = None,
    unit_maps: Sequence[UnitMap] = (),
    digest: str = "sha256:0",
    **manifest: Any,
) -> Labels:
    """Query id -> unit id -> grade. States default to `relevant` where a grade is above 0,
    `unreviewed` where there is no judgment, else `no-answer`."""
    rows = [(query, unit, grade) for query, of in judgments.items() for unit, grade in of.items()]
    schema = {"query_id": pl.String, "unit_id": pl.String, "grade": pl.Int64}
    records = [
        QueryRecord(
            query_id=query,
            state=(states or {}).get(query, _state(judgments.get(query, {}))),
            evidence=tuple(tuple(part) for part in (evidence or {}).get(query, ())),
            verdicts=(query_verdicts or {}).get(query),
        )
        for query in sorted({*judgments, *(states or {})})
    ]
    return Labels(
        path="labels",
        id="labels",
        manifest=LabelManifest(schema_version=1, id="labels", queries="", judgments="", **manifest),
        digest=digest,
        queries=tuple(records),
        judgments=nw.from_native(pl.LazyFrame(rows, schema=schema, orient="row")),
        unit_maps=tuple(unit_maps),
        declares_states=True,
        repeated=0,
        inputs=(),
    )


def _state(grades: Mapping[str, int]) -> State:
    if not grades:
        return State.UNREVIEWED
    return State.RELEVANT if max(grades.values()) > 0 else State.NO_ANSWER


def golds(gold: Mapping[str, Iterable[str]]) -> dict[str, dict[str, int]]:
    """Query id -> gold units, as judgments of grade 1."""
    return {query: dict.fromkeys(units, 1) for query, units in gold.items()}


def matched(
    baseline: Run,
    candidate: Run,
    snapshot: Labels,
    *,
    cutoffs: Sequence[Cutoff] = (1, 2, 3, "all"),
    relevance_level: int = 1,
) -> Matched:
    """Both runs matched at the stages they share."""
    theirs = {one.name for one in candidate.stages}
    return match_runs(
        baseline,
        candidate,
        snapshot,
        stages=[one.name for one in baseline.stages if one.name in theirs],
        cutoffs=cutoffs,
        relevance_level=relevance_level,
    )


def scored(
    baseline: Run,
    candidate: Run,
    snapshot: Labels,
    *,
    cutoffs: Sequence[Cutoff] = (1, 2, 3, "all"),
    relevance_level: int = 1,
) -> Scores:
    """Both runs matched and scored."""
    met = matched(baseline, candidate, snapshot, cutoffs=cutoffs, relevance_level=relevance_level)
    return score(met, snapshot, cutoffs=cutoffs)
