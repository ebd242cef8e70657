"""What is in a run or label snapshot, and everything wrong with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from reportgen.errors import Problem, Problems
from reportgen.model.labels import LabelManifest, QueryRecord, State, Verdicts
from reportgen.model.run import InputFile, RunManifest
from reportgen.read.kinds import InputKind, kind_of
from reportgen.read.labels import LabelFiles, read_label_files
from reportgen.read.ranking_facts import RankingFacts, Spread, ranking_facts, spread_of
from reportgen.read.run import RunFiles, read_run_files


@dataclass(frozen=True, slots=True)
class StageInspection:
    """One ranking file of a stage: `cutoff` is None unless the stage has a file for every cutoff; `facts` is None where
    nothing could be read."""

    name: str
    cutoff: int | None
    file: str
    order: str
    unit: str | None
    budget: str | None
    facts: RankingFacts | None


@dataclass(frozen=True, slots=True)
class RunInspection:
    """A run as far as it could be read. `answers` and `abstained` are None without answers.jsonl."""

    manifest: RunManifest
    stages: tuple[StageInspection, ...]
    answers: int | None
    abstained: int | None


@dataclass(frozen=True, slots=True)
class UnitMapInspection:
    from_unit: str
    to_unit: str
    version: str
    cutoff_counts: str
    rows: int


@dataclass(frozen=True, slots=True)
class LabelInspection:
    """A label snapshot as far as it could be read.

    `states` counts queries by state, and under `undeclared` those of a bare judgments file without gold. `grades`
    counts judgments by grade. `gold` and `judged` spread over the queries that have any. `facets` counts queries by
    value of every group field; a query with several values of one field counts under each.
    """

    manifest: LabelManifest
    digest: str
    declares_states: bool
    queries: int
    states: Mapping[str, int]
    verdicts: Mapping[str, int]
    judgments: int
    repeated: int
    comments: int
    grades: Mapping[int, int]
    gold: Spread
    judged: Spread
    with_text: int
    facets: Mapping[str, Mapping[str, int]]
    clusters: int
    clustered_queries: int
    evidence_queries: int
    evidence_parts: int
    unit_maps: tuple[UnitMapInspection, ...]


@dataclass(frozen=True, slots=True)
class Inspection:
    """What `path` holds. `kind` is None where that could not be told; `run` or `labels` is None where nothing could be
    read. `problems` are all that were found, in order of path and line."""

    path: str
    kind: InputKind | None
    run: RunInspection | None
    labels: LabelInspection | None
    inputs: tuple[InputFile, ...]
    problems: tuple[Problem, ...]


def inspect_path(path: Path | str) -> Inspection:
    """What is in the run or label snapshot at `path`, and every problem; problems do not hide what could be read."""
    problems = Problems()
    where = Path(path)
    kind = kind_of(where, problems)
    run = labels = None
    inputs: tuple[InputFile, ...] = ()
    if kind is InputKind.RUN:
        run_files = read_run_files(where, "run", problems)
        run, inputs = _run_inspection(run_files), run_files.inputs
    elif kind is InputKind.LABELS:
        label_files = read_label_files(where, "labels", problems)
        labels, inputs = _label_inspection(label_files), label_files.inputs
    return Inspection(str(path), kind, run, labels, inputs, tuple(sorted(set(problems))))


def _run_inspection(read: RunFiles) -> RunInspection | None:
    if read.manifest is None:
        return None
    stages = tuple(
        StageInspection(
            name=stage.manifest.name,
            cutoff=cutoff,
            file=file.source.name.partition("/")[2],
            order=file.order.value,
            unit=stage.manifest.unit if stage.manifest.unit is not None else read.manifest.unit,
            budget=stage.manifest.budget,
            facts=None if file.table is None else ranking_facts(file.table),
        )
        for stage in read.stages
        for cutoff, file in stage.files.items()
    )
    answers = read.answers
    return RunInspection(
        read.manifest,
        stages,
        None if answers is None else len(answers),
        None if answers is None else sum(answers.values()),
    )


def _label_inspection(read: LabelFiles) -> LabelInspection | None:
    manifest = read.manifest
    if manifest is None:
        return None
    counts = read.counts(manifest.relevance_level)
    gold = [gold for _, gold in counts.values() if gold]
    grades = Counter(read.judgments.get_column("grade").to_list())
    clusters = Counter(query.cluster for query in read.queries if query.cluster is not None)
    return LabelInspection(
        manifest=manifest,
        digest=read.digest(manifest),
        declares_states=read.declares_states,
        queries=len(read.queries),
        states=_states(read.queries),
        verdicts=_verdicts(read.queries, manifest.verdicts),
        judgments=read.judgments.height,
        repeated=read.repeated,
        comments=sum(file.comments for file in read.files),
        grades=dict(sorted(grades.items())),
        gold=spread_of(gold),
        judged=spread_of([judged for judged, _ in counts.values()]),
        with_text=sum(query.text is not None for query in read.queries),
        facets=_facets(read.queries),
        clusters=len(clusters),
        clustered_queries=clusters.total(),
        evidence_queries=sum(bool(query.evidence) for query in read.queries),
        evidence_parts=sum(len(query.evidence) for query in read.queries),
        unit_maps=tuple(
            UnitMapInspection(
                unit_map.from_unit,
                unit_map.to_unit,
                unit_map.version,
                unit_map.cutoff_counts.value,
                len(unit_map.frame.collect()),
            )
            for unit_map in read.unit_maps
        ),
    )


def _states(queries: tuple[QueryRecord, ...]) -> dict[str, int]:
    counts = Counter(
        "undeclared" if query.state is None else query.state.value for query in queries
    )
    return {state: counts[state] for state in (*State, "undeclared") if counts[state]}


def _verdicts(queries: tuple[QueryRecord, ...], default: Verdicts) -> dict[str, int]:
    counts = Counter((query.verdicts or default).value for query in queries)
    return {verdict: counts[verdict] for verdict in Verdicts if counts[verdict]}


def _facets(queries: tuple[QueryRecord, ...]) -> dict[str, dict[str, int]]:
    """The most frequent values first, equally frequent ones by name."""
    counts: dict[str, Counter[str]] = {}
    for query in queries:
        for facet, value in query.groups.items():
            values = {value} if isinstance(value, str) else set(value)
            counts.setdefault(facet, Counter()).update(values)
    return {
        facet: dict(sorted(counts[facet].items(), key=lambda item: (-item[1], item[0])))
        for facet in sorted(counts)
    }
