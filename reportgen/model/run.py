"""A run: what its manifest declares, and its rankings as columns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import msgspec
import narwhals as nw


class Side(StrEnum):
    """Which of the two runs. Deltas are always candidate - baseline."""

    BASELINE = "baseline"
    CANDIDATE = "candidate"


class Order(StrEnum):
    """How the rows of a stage become a ranked list."""

    SCORE = "score"  # descending as double, ties by unit id descending in byte order (trec_eval 10)
    RANK = "rank"  # ascending
    LISTED = "listed"  # as written


class DuplicatesRule(StrEnum):
    REFUSE = "refuse"
    KEEP_FIRST = "keep-first"


class AbsentRule(StrEnum):
    NOT_RUN = "not-run"
    RETURNED_NOTHING = "returned-nothing"


Setting = str | int | float | bool


class LabelsReference(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    path: str
    digest: str | None = None


class StageManifest(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True
):
    """One stage as run.json declares it; exactly one of `file` and `cutoff_files` is given."""

    name: str
    file: str | None = None
    cutoff_files: dict[str, str] | None = None
    fields: dict[str, str] | None = None
    order: Order | None = None
    unit: str | None = None
    budget: str | None = None


class RunManifest(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True
):
    """run.json, as formats.md describes it."""

    schema_version: int
    name: str
    stages: tuple[StageManifest, ...]
    description: str | None = None
    created: str | None = None
    corpus_snapshot: str | None = None
    query_set: str | None = None
    unit: str | None = None
    labels: LabelsReference | None = None
    duplicates: DuplicatesRule = DuplicatesRule.REFUSE
    absent_queries: AbsentRule = AbsentRule.NOT_RUN
    system: dict[str, Setting] = msgspec.field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class InputFile:
    """A file that was read: a role and a path inside it (never an absolute path), and its SHA-256
    in hex."""

    path: str
    sha256: str


@dataclass(frozen=True, slots=True)
class Rankings:
    """The rows of one ranking file, columnar.

    `frame` has the columns `query_id` (String), `unit_id` (String), `position` (integer, 0-based
    place of the row among the rows of its query as written), and, where the file has them, `rank`
    (Int64) and `score` (Float64, finite). No row is dropped and nothing is reordered; duplicates
    of (query, unit) are still in it when the run's rule is `keep-first`, and known not to exist
    when it is `refuse`. `empty` are the ids of queries that were executed and returned nothing.
    `places` has the orders that need no sorting, each with the column that holds its places
    (integers, 0-based, among the rows of the query; repeated units each have their own); `listed`
    is always among them.
    """

    frame: nw.LazyFrame[Any]
    empty: tuple[str, ...]
    has_rank: bool
    has_score: bool
    places: Mapping[Order, str]


@dataclass(frozen=True, slots=True)
class Stage:
    """One measuring point of a run. `rankings` is keyed by None for a single list that every
    cutoff is cut from, or by the integer cutoffs of a stage whose every cutoff was retrieved
    separately (`cutoff_files`)."""

    name: str
    order: Order
    unit: str | None
    budget: str | None
    rankings: Mapping[int | None, Rankings]


@dataclass(frozen=True, slots=True)
class Run:
    """A run as read: manifest, stages in pipeline order, answers (query id -> abstained) where the
    run has them."""

    path: str
    manifest: RunManifest
    stages: tuple[Stage, ...]
    answers: Mapping[str, bool] | None
    inputs: tuple[InputFile, ...]

    def unit_of(self, stage: Stage) -> str | None:
        """What the ids of `stage` stand for: its own unit, else the run's; None where neither is
        declared."""
        return stage.unit if stage.unit is not None else self.manifest.unit

    def stage(self, name: str) -> Stage:
        """The stage of that name; KeyError where the run has none."""
        for stage in self.stages:
            if stage.name == name:
                return stage
        raise KeyError(name)
