"""What the labels cannot tell."""

from __future__ import annotations

import msgspec

from reportgen.model.cutoff import Cutoff
from reportgen.model.report.part import Part


class JudgedShare(Part, frozen=True):
    """Over the scored queries, at one stage and integer cutoff: units with a verdict, returned, and what is
    unjudged only in one list or in both."""

    stage: str
    cutoff: int
    judged_baseline: int
    judged_candidate: int
    returned_baseline: int
    returned_candidate: int
    slots: int
    only_baseline: int
    only_candidate: int
    both: int


class Tipping(Part, frozen=True):
    """What it would take to remove the lead at one stage and cutoff. `pooled_needed` is null when no verdicts can;
    `macro_needed` likewise; `equal_rate` null when no equal share would."""

    stage: str
    cutoff: int
    lead: int
    leading: str | None
    only_leading: int
    only_trailing: int
    pooled_removable: bool
    equal_rate: float | None
    macro_needed: int | None
    pooled_sign_certain: bool
    macro_sign_certain: bool


class UnreviewedCell(Part, frozen=True):
    """Unreviewed queries at one stage and cutoff: identical top-k sets, those that could differ, and those absent
    from a run."""

    stage: str
    cutoff: Cutoff
    identical: int
    could_differ: int
    absent: int


class LabelEffect(Part, frozen=True):
    """One measure at one stage and cutoff over the queries scored in both snapshots, under the previous labels and
    under these. A run's `effect` is what the labels alone changed; null where a value is undefined."""

    measure: str
    averaging: str
    stage: str
    cutoff: Cutoff
    n: int
    baseline_before: float | None
    baseline_after: float | None
    baseline_effect: float | None
    candidate_before: float | None
    candidate_after: float | None
    candidate_effect: float | None
    delta_before: float | None
    delta_after: float | None


class ParentLabels(Part, frozen=True):
    """With --previous: what the labels changed, per run and measure, over the `queries` scored in both snapshots."""

    id: str
    digest: str
    queries: int
    changed_gold: list[str]
    newly_scored: list[str]
    no_longer_scored: list[str]
    rows: list[LabelEffect]


class LabelSection(Part, frozen=True):
    """What the labels cannot tell."""

    judgments: int = 0
    repeated: int = 0
    positives_only: bool = False
    judged: list[JudgedShare] = msgspec.field(default_factory=list)
    tipping: list[Tipping] = msgspec.field(default_factory=list)
    unreviewed: list[UnreviewedCell] = msgspec.field(default_factory=list)
    previous: ParentLabels | None = None
