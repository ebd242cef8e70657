"""What an entry of the catalogue is, and the parameters that many entries share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final


class Place(StrEnum):
    """The part of the report that shows a code."""

    WHAT_CHANGED = "what-changed"
    MEASURES = "measures"
    IDENTITY = "identity"
    ACCOUNTING = "accounting"
    STAGES = "stages"
    GROUPS = "groups"
    LABELS = "labels"
    QUERIES = "queries"
    NO_ANSWER = "no-answer"


class Kind(StrEnum):
    """How a raw parameter is put into words. Those that end in S are lists."""

    COUNT = "count"  # integer
    DELTA = "delta"  # signed difference of a measure, candidate - baseline
    VALUE = "value"  # a measure's value, or a bound of it
    SIGNED = "signed"  # a signed number that is no delta (covariance, macro - pooled)
    NUMBER = "number"  # a positive real number (effective queries)
    SHARE = "share"  # 0 to 1, shown as percent
    POINTS = "points"  # a difference of two shares, shown in percentage points
    PROBABILITY = "probability"  # p or its floor
    RUN = "run"  # "baseline" or "candidate"
    STAGE = "stage"
    STAGES = "stages"
    CUTOFF = "cutoff"  # integer or "all"
    CUTOFFS = "cutoffs"
    MEASURE = "measure"  # {"measure", "averaging"}
    MEASURES = "measures"
    WORD = "word"  # one of a few words of ours, listed in the comment: text `word.<value>`
    NAME = "name"  # given by the user: a rule, a snapshot, a unit, a facet
    NAMES = "names"
    ID = "id"
    IDS = "ids"
    ROWS = "rows"


@dataclass(frozen=True, slots=True)
class Param:
    kind: Kind
    meaning: str
    row: Mapping[str, Param] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Entry:
    """One code. `places`: the first is where it belongs; it may be repeated in the others."""

    code: str
    places: tuple[Place, ...]
    params: Mapping[str, Param]


def count(meaning: str) -> Param:
    """An integer."""
    return Param(Kind.COUNT, meaning)


def delta(meaning: str) -> Param:
    """A signed difference, candidate - baseline."""
    return Param(Kind.DELTA, meaning)


def rows(meaning: str, **row: Param) -> Param:
    """A list of objects with the parameters `row`."""
    return Param(Kind.ROWS, meaning, row)


RUN: Final = Param(Kind.RUN, "which run")
STAGE: Final = Param(Kind.STAGE, "stage")
CUTOFF: Final = Param(Kind.CUTOFF, "cutoff")
MEASURE: Final = Param(Kind.MEASURE, "measure and averaging")
N: Final = count("scored queries")
BETTER: Final = count("queries better")
SAME: Final = count("queries the same")
WORSE: Final = count("queries worse")
COUNTED: Final = Param(Kind.WORD, "what n, m and n_eff count: queries or clusters")
IDS: Final = Param(Kind.IDS, "the first of the ids")
BASELINE_NAME: Final = Param(Kind.NAME, "what the baseline declares; null: undeclared")
CANDIDATE_NAME: Final = Param(Kind.NAME, "what the candidate declares; null: undeclared")
LABELS_NAME: Final = Param(Kind.NAME, "what the labels declare; null: undeclared")
LOW: Final = delta("lower end of the 95% interval")
HIGH: Final = delta("upper end of the 95% interval")
P: Final = Param(Kind.PROBABILITY, "p of this cell")
P_ADJUSTED: Final = Param(Kind.PROBABILITY, "Holm-adjusted p")
DECLARED: Final = {
    "baseline": BASELINE_NAME,
    "candidate": CANDIDATE_NAME,
    "labels": LABELS_NAME,
}
TOP: Final = (Place.WHAT_CHANGED,)
TOP_MEASURES: Final = (Place.WHAT_CHANGED, Place.MEASURES)
TOP_STAGES: Final = (Place.WHAT_CHANGED, Place.STAGES)
TOP_LABELS: Final = (Place.WHAT_CHANGED, Place.LABELS)
TOP_GROUPS: Final = (Place.WHAT_CHANGED, Place.GROUPS)
TOP_ACCOUNTING: Final = (Place.WHAT_CHANGED, Place.ACCOUNTING)
