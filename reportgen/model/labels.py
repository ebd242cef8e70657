"""A label snapshot: the frozen judgments and label states that both runs are scored on."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import msgspec
import narwhals as nw

from reportgen.model.run import InputFile


class State(StrEnum):
    """State of a query's labels."""

    RELEVANT = "relevant"
    NO_ANSWER = "no-answer"
    UNREVIEWED = "unreviewed"


class Verdicts(StrEnum):
    """What the judgments record; decides what counts as unjudged."""

    EXPLICIT = "explicit"
    POSITIVE_ONLY = "positive-only"
    COMPLETE = "complete"


class CutoffCounts(StrEnum):
    """Whether a cutoff counts units before the unit map (`from`) or after it (`to`)."""

    FROM = "from"
    TO = "to"


class UnitMapManifest(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    omit_defaults=True,
    forbid_unknown_fields=True,
    rename={"from_unit": "from", "to_unit": "to"},
):
    from_unit: str
    to_unit: str
    version: str
    file: str
    cutoff_counts: CutoffCounts = CutoffCounts.FROM


class LabelManifest(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True
):
    """labels.json, as formats.md describes it."""

    schema_version: int
    id: str
    queries: str | tuple[str, ...]
    judgments: str | tuple[str, ...]
    created: str | None = None
    corpus_snapshot: str | None = None
    query_set: str | None = None
    unit: str | None = None
    parent: str | None = None
    relevance_level: int = 1
    verdicts: Verdicts = Verdicts.EXPLICIT
    unit_maps: tuple[UnitMapManifest, ...] = ()


class QueryRecord(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True
):
    """One query of the snapshot. `state` is None only in a bare judgments file, for a query
    without gold."""

    query_id: str
    state: State | None = None
    text: str | None = None
    verdicts: Verdicts | None = None
    groups: dict[str, str | tuple[str, ...]] = msgspec.field(default_factory=dict)
    cluster: str | None = None
    evidence: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class UnitMap:
    """A map between kinds of unit. `frame` has the distinct rows `from` (String), `to` (String)."""

    from_unit: str
    to_unit: str
    version: str
    cutoff_counts: CutoffCounts
    frame: nw.LazyFrame[Any]


@dataclass(frozen=True, slots=True)
class Labels:
    """A label snapshot as read.

    `queries` are sorted by query id in byte order. `judgments` has the columns `query_id`
    (String), `unit_id` (String), `grade` (Int64), one row per judged (query, unit).
    `declares_states` is false for a bare judgments file. `digest` is `sha256:` and 64 hex digits
    over everything that can change a score. `repeated` counts identical judgments that were
    collapsed.
    """

    path: str
    id: str
    manifest: LabelManifest
    digest: str
    queries: tuple[QueryRecord, ...]
    judgments: nw.LazyFrame[Any]
    unit_maps: tuple[UnitMap, ...]
    declares_states: bool
    repeated: int
    inputs: tuple[InputFile, ...]

    def unit_map_from(self, unit: str | None) -> UnitMap | None:
        """The map that turns `unit` into what the labels judge; None where the unit needs none, is
        undeclared, or has none."""
        target = self.manifest.unit
        if unit is None or unit == target:
            return None
        for unit_map in self.unit_maps:
            if unit_map.from_unit == unit and target in (None, unit_map.to_unit):
                return unit_map
        return None
