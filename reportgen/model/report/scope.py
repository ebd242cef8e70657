"""What was compared, and what it came from."""

from __future__ import annotations

from typing import Any

from reportgen.model.cutoff import Cutoff
from reportgen.model.report.part import Part


class Generator(Part, frozen=True):
    name: str
    version: str


class StageScope(Part, frozen=True):
    name: str
    order: str
    unit: str | None
    mapped_by: str | None
    budget: str | None
    longest: int
    cutoff_files: list[int] | None


class RunScope(Part, frozen=True):
    name: str
    description: str | None
    created: str | None
    corpus_snapshot: str | None
    query_set: str | None
    unit: str | None
    duplicates: str
    absent_queries: str
    labels_digest: str | None
    stages: list[StageScope]
    other_stages: list[str]


class LabelScope(Part, frozen=True):
    id: str
    digest: str
    created: str | None
    corpus_snapshot: str | None
    query_set: str | None
    unit: str | None
    parent: str | None
    verdicts: str
    declares_states: bool


class Comparability(Part, frozen=True):
    """`field` is labels, unit, corpus_snapshot, query_set, stages, order, duplicates or absent_queries; `status`
    same, differs or undeclared."""

    field: str
    status: str
    baseline: str | None
    candidate: str | None
    labels: str | None


class SettingDifference(Part, frozen=True):
    key: str
    baseline: str | int | float | bool | None
    candidate: str | int | float | bool | None


class Scope(Part, frozen=True):
    baseline: RunScope
    candidate: RunScope
    labels: LabelScope
    stages: list[str]
    cutoffs: list[Cutoff]
    relevance_level: int
    snapshot_relevance_level: int
    comparability: list[Comparability]
    system: list[SettingDifference]


class Input(Part, frozen=True):
    path: str
    sha256: str


class Provenance(Part, frozen=True):
    """`options` are those given to compare, resolved; `versions` those of reportgen and the libraries that compute."""

    inputs: list[Input]
    options: dict[str, Any]
    versions: dict[str, str]
