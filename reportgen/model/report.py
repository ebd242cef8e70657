"""The report: the one result document, language-free and unrounded. report.json is this type, encoded.

Every list that follows the queries has one entry a query, in the order of `Queries.query_id` (byte order).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from reportgen.model.cutoff import ALL, Cutoff
from reportgen.model.finding import Finding

SCHEMA_VERSION = 1

Interval = tuple[float, float]


class _Part(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base of every part of the document: immutable, unknown keys refused on reading."""


class Generator(_Part, frozen=True):
    name: str
    version: str


class StageScope(_Part, frozen=True):
    name: str
    order: str
    unit: str | None
    mapped_by: str | None
    budget: str | None
    longest: int
    cutoff_files: list[int] | None


class RunScope(_Part, frozen=True):
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


class LabelScope(_Part, frozen=True):
    id: str
    digest: str
    created: str | None
    corpus_snapshot: str | None
    query_set: str | None
    unit: str | None
    parent: str | None
    verdicts: str
    declares_states: bool


class Comparability(_Part, frozen=True):
    """`field` is labels, unit, corpus_snapshot, query_set, stages, order, duplicates or absent_queries; `status`
    same, differs or undeclared."""

    field: str
    status: str
    baseline: str | None
    candidate: str | None
    labels: str | None


class SettingDifference(_Part, frozen=True):
    key: str
    baseline: str | int | float | bool | None
    candidate: str | int | float | bool | None


class Scope(_Part, frozen=True):
    baseline: RunScope
    candidate: RunScope
    labels: LabelScope
    stages: list[str]
    cutoffs: list[Cutoff]
    relevance_level: int
    snapshot_relevance_level: int
    comparability: list[Comparability]
    system: list[SettingDifference]


class Exclusion(_Part, frozen=True, omit_defaults=True):
    """`run` and `stage` are given for `stage-missing` only."""

    reason: str
    count: int
    queries: list[str]
    run: str | None = None
    stage: str | None = None


class StageResults(_Part, frozen=True):
    """Of all queries of the snapshot, for one run at one stage; `dropped` are duplicates left out under keep-first."""

    run: str
    stage: str
    returned: int
    returned_nothing: int
    absent: int
    strangers: int
    dropped: int
    unmapped: int


class GoldCount(_Part, frozen=True):
    gold: int
    queries: int


class CeilingCount(_Part, frozen=True):
    """Of the scored queries at one stage and cutoff: how many have a ceiling below 1 (recall 1 and all-hit out of
    reach)."""

    stage: str
    cutoff: Cutoff
    below_one: int


class Accounting(_Part, frozen=True):
    """queries = scored + the exclusions' counts. `gold` is the number of gold units of the scored queries."""

    queries: int
    scored: int
    gold: int
    excluded: list[Exclusion]
    results: list[StageResults]
    gold_per_query: list[GoldCount]
    ceilings: list[CeilingCount]


class Amount(_Part, frozen=True):
    """A value of one run. Proportions carry integers; `exact` is a reduced fraction while its denominator is at
    most 1,000."""

    value: float
    exact: str | None
    numerator: int | None
    denominator: int | None


class Uncertainty(_Part, frozen=True):
    """How an interval and a p came about (statistics.md 3 to 5). `rows` are queries or clusters. `test` numbers the
    tests of the family from 0; cells with one number are one test."""

    rows: int
    changed: int
    r: int
    few_changes: bool
    n_eff: float
    df: float
    se: float
    interval_90: Interval | None
    detectable: float | None
    floor: float | None
    method: str | None
    resamples: int | None
    test: int | None


class LabelBounds(_Part, frozen=True):
    baseline: Interval
    candidate: Interval
    delta: Interval
    ceiling: Interval


class ListSizes(_Part, frozen=True):
    mean: float
    largest: int


class Judged(_Part, frozen=True):
    """Units within the cutoff over the scored queries: with a verdict, and returned."""

    judged: int
    returned: int


class Message(_Part, frozen=True):
    """A sentence of statistics.md 6 that stands in the cell's own row: code (key `message.<code>`) and raw
    parameters."""

    code: str
    params: dict[str, Any]


class Aggregate(_Part, frozen=True):
    """One measure at one stage and cutoff over the n queries it covers; a side without a value is null, with the
    reason in `notes`. `changed_mean` is the mean difference over the changed queries (macro rows). `sizes` is given at
    cutoff `all`, `judged` at integer cutoffs. `notes` are codes (key `note.<code>`)."""

    measure: str
    averaging: str
    stage: str
    cutoff: Cutoff
    n: int
    baseline: Amount | None
    candidate: Amount | None
    delta: float | None
    delta_exact: str | None
    ceiling: float | None
    ceiling_exact: str | None
    better: int
    same: int
    worse: int
    changed_mean: float | None
    interval: Interval | None
    p: float | None
    p_adjusted: float | None
    uncertainty: Uncertainty | None
    label_bounds: LabelBounds | None
    judged_baseline: Judged | None
    judged_candidate: Judged | None
    sizes_baseline: ListSizes | None
    sizes_candidate: ListSizes | None
    messages: list[Message]
    notes: list[str]


class Identity(_Part, frozen=True):
    """macro - pooled = -covariance / mean_gold, for one run or for the delta (`of`: baseline, candidate, delta), at
    one stage and cutoff."""

    of: str
    stage: str
    cutoff: Cutoff
    macro: float
    pooled: float
    difference: float
    covariance: float
    mean_gold: float


class Weights(_Part, frozen=True):
    """What one query weighs: 1/n in macro, gold/total in pooled. `n_eff` is the effective number of what `counted`
    names (queries or clusters) in pooled. `largest` are the queries of most gold, at most five, ties by id."""

    macro: float | None
    total_gold: int
    n_eff: float | None
    counted: str
    largest: list[tuple[str, int]]


class Family(_Part, frozen=True):
    """The family of tests: cells with a p, distinct tests K, and the totals cells that had too few changes."""

    cells: int
    tests: int
    not_testable: int


class SideColumns(_Part, frozen=True):
    """null where the run has no result for the query; `unjudged` is null at `all`."""

    hits: list[int | None]
    returned: list[int | None]
    unjudged: list[int | None] | None


class CellColumns(_Part, frozen=True):
    """One stage and cutoff. `reachable` is given where it is not min(cutoff, gold). `change` tells unchanged
    retrieval apart: `l` same list, `u` same units in another order, `e` other units with equal hits, `h` other
    hits, null where a run has no result."""

    stage: str
    cutoff: Cutoff
    reachable: list[int] | None
    unjudged_both: list[int | None] | None
    baseline: SideColumns
    candidate: SideColumns
    change: list[str | None]


class RankColumns(_Part, frozen=True):
    """Ranks of each query's gold units (in the order of `Queries.gold_units`) in the full list of a stage; null
    when missing; a null entry where the run has no result."""

    stage: str
    baseline: list[list[int | None] | None]
    candidate: list[list[int | None] | None]


class OpenedList(_Part, frozen=True):
    """The first units of one list: (unit id, grade or null when unjudged)."""

    run: str
    stage: str
    returned: int
    units: list[tuple[str, int | None]]


class Opened(_Part, frozen=True):
    query: int
    lists: list[OpenedList]


class EvidenceColumns(_Part, frozen=True):
    """`parts[q]`: the requirement of a query (AND of ORs), [] where none. `units[q]`: the units it names, each
    once, by id; `ranks` follow them as `Queries.ranks` follow the gold units (a requirement may name units below
    the relevance level)."""

    parts: list[list[list[str]]]
    units: list[list[str]]
    ranks: list[RankColumns]


class Queries(_Part, frozen=True):
    """Column-wise: entry i of every list belongs to query_id[i]. Iterating gives `QueryRow` objects with the fields
    of formats.md."""

    query_id: list[str]
    text: list[str | None] | None
    state: list[str | None]
    excluded: list[str | None]
    gold: list[int]
    cluster: list[str | None] | None
    groups: dict[str, list[list[str]]]
    cells: list[CellColumns]
    gold_units: list[list[str]]
    gold_grades: list[list[int]]
    ranks: list[RankColumns]
    evidence: EvidenceColumns | None
    opened: list[Opened]
    unit_texts: dict[str, str]

    def __len__(self) -> int:
        return len(self.query_id)

    def __getitem__(self, index: int) -> QueryRow:
        return QueryRow(self, range(len(self))[index])

    def __iter__(self) -> Iterator[QueryRow]:
        return (QueryRow(self, index) for index in range(len(self)))


@dataclass(frozen=True, slots=True)
class SideCell:
    hits: int | None
    returned: int | None
    unjudged: int | None


@dataclass(frozen=True, slots=True)
class QueryCell:
    stage: str
    cutoff: Cutoff
    ceiling: float | None
    reachable: int
    unjudged_both: int | None
    baseline: SideCell
    candidate: SideCell
    change: str | None


@dataclass(frozen=True, slots=True)
class QueryRow:
    """A view of one query; made only for a row that is looked at."""

    columns: Queries
    index: int

    @property
    def query_id(self) -> str:
        return self.columns.query_id[self.index]

    @property
    def text(self) -> str | None:
        return None if self.columns.text is None else self.columns.text[self.index]

    @property
    def state(self) -> str | None:
        return self.columns.state[self.index]

    @property
    def excluded(self) -> str | None:
        return self.columns.excluded[self.index]

    @property
    def gold(self) -> int:
        return self.columns.gold[self.index]

    @property
    def cluster(self) -> str | None:
        return None if self.columns.cluster is None else self.columns.cluster[self.index]

    @property
    def groups(self) -> dict[str, str | list[str]]:
        """Facet -> value, or the list of values of a multi-valued facet; facets without a value for this query are
        left out."""
        found: dict[str, str | list[str]] = {}
        for facet, values in self.columns.groups.items():
            mine = values[self.index]
            if mine:
                found[facet] = mine[0] if len(mine) == 1 else list(mine)
        return found

    @property
    def cells(self) -> list[QueryCell]:
        return [self.cell(columns) for columns in self.columns.cells]

    def cell(self, columns: CellColumns) -> QueryCell:
        """This query at the stage and cutoff of `columns`."""
        at = self.index
        reachable = reachable_hits(columns, self.gold, at)
        return QueryCell(
            stage=columns.stage,
            cutoff=columns.cutoff,
            ceiling=reachable / self.gold if self.gold else None,
            reachable=reachable,
            unjudged_both=None if columns.unjudged_both is None else columns.unjudged_both[at],
            baseline=_side_cell(columns.baseline, at),
            candidate=_side_cell(columns.candidate, at),
            change=columns.change[at],
        )


def reachable_hits(columns: CellColumns, gold: int, index: int) -> int:
    """The most hits any ranking could have in this cell."""
    if columns.reachable is not None:
        return columns.reachable[index]
    return gold if columns.cutoff == ALL else min(columns.cutoff, gold)


def _side_cell(columns: SideColumns, index: int) -> SideCell:
    return SideCell(
        hits=columns.hits[index],
        returned=columns.returned[index],
        unjudged=None if columns.unjudged is None else columns.unjudged[index],
    )


class GroupExclusion(_Part, frozen=True):
    reason: str
    count: int


class GroupHits(_Part, frozen=True):
    stage: str
    cutoff: Cutoff
    baseline: int
    candidate: int


class Group(_Part, frozen=True, omit_defaults=True):
    """One value of one facet. `value` is null for the queries without a value ("(none)"). Small values of a facet
    with more than 30 values carry `gold` and `hits` in place of `aggregates`."""

    facet: str
    value: str | None
    n: int
    excluded: list[GroupExclusion]
    gold: int
    aggregates: list[Aggregate] = msgspec.field(default_factory=list)
    hits: list[GroupHits] = msgspec.field(default_factory=list)


class Facet(_Part, frozen=True):
    """`memberships` counts scored queries once for every value; `partition` says whether every scored query has
    exactly one value (or none, which is a row of its own). `automatic` marks the facet that reportgen makes: gold
    per query."""

    name: str
    values: int
    memberships: int
    partition: bool
    automatic: bool
    intervals: int


class FlowStep(_Part, frozen=True):
    stage: str
    lost: int
    forced: int
    gained: int


class Flow(_Part, frozen=True):
    """gold - reached = missed + sum of lost - sum of gained, in integers over n scored queries."""

    run: str
    n: int
    gold: int
    missed: int
    steps: list[FlowStep]
    reached: int


class MacroStep(_Part, frozen=True):
    stage: str
    lost: float
    forced: float
    gained: float


class MacroFlow(_Part, frozen=True):
    """The same terms as means of count / gold over the queries."""

    run: str
    missed: float
    steps: list[MacroStep]
    reached: float


class Pattern(_Part, frozen=True):
    """Gold units by presence along the shared stages, e.g. "110" = lost at the third; over scored queries."""

    run: str
    pattern: str
    units: int


class GainedUnit(_Part, frozen=True):
    run: str
    stage: str
    query_id: str
    unit_id: str


class ListChanges(_Part, frozen=True):
    """Scored queries by what happened to the list at one stage and cutoff."""

    stage: str
    cutoff: Cutoff
    same_list: int
    same_units: int
    equal_hits: int
    other_hits: int


class LossSplit(_Part, frozen=True):
    """1 - recall = unreachable + missing + ordering, at one stage and integer cutoff against the first shared
    stage's list (or the stage's own full list when there is one stage): pooled integers over total gold, and macro
    means."""

    run: str
    stage: str
    cutoff: int
    pool: str
    gold: int
    unreachable: int
    missing: int
    ordering: int
    hits: int
    macro_unreachable: float
    macro_missing: float
    macro_ordering: float
    macro_recall: float


class NestedStep(_Part, frozen=True):
    """Scored queries whose list at `stage` holds a unit that the stage before did not."""

    run: str
    stage: str
    count: int
    queries: list[str]


class Stages(_Part, frozen=True):
    flows: list[Flow] = msgspec.field(default_factory=list)
    macro_flows: list[MacroFlow] = msgspec.field(default_factory=list)
    patterns: list[Pattern] = msgspec.field(default_factory=list)
    gained: list[GainedUnit] = msgspec.field(default_factory=list)
    gained_total: int = 0
    lists: list[ListChanges] = msgspec.field(default_factory=list)
    splits: list[LossSplit] = msgspec.field(default_factory=list)
    not_nested: list[NestedStep] = msgspec.field(default_factory=list)


class JudgedShare(_Part, frozen=True):
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


class Tipping(_Part, frozen=True):
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


class UnreviewedCell(_Part, frozen=True):
    """Unreviewed queries at one stage and cutoff: identical top-k sets, those that could differ, and those absent
    from a run."""

    stage: str
    cutoff: Cutoff
    identical: int
    could_differ: int
    absent: int


class LabelEffect(_Part, frozen=True):
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


class ParentLabels(_Part, frozen=True):
    """With --previous: what the labels changed, per run and measure, over the `queries` scored in both snapshots."""

    id: str
    digest: str
    queries: int
    changed_gold: list[str]
    newly_scored: list[str]
    no_longer_scored: list[str]
    rows: list[LabelEffect]


class LabelSection(_Part, frozen=True):
    """What the labels cannot tell."""

    judgments: int = 0
    repeated: int = 0
    positives_only: bool = False
    judged: list[JudgedShare] = msgspec.field(default_factory=list)
    tipping: list[Tipping] = msgspec.field(default_factory=list)
    unreviewed: list[UnreviewedCell] = msgspec.field(default_factory=list)
    previous: ParentLabels | None = None


class NoAnswerReturns(_Part, frozen=True):
    """Queries in state no-answer at one stage: how many lists were empty, absent, and how many units were returned
    in all."""

    run: str
    stage: str
    empty: int
    absent: int
    returning: int
    units: int


class Abstention(_Part, frozen=True):
    """Queries of one class, by whether each run declined to answer. `of`: no-answer, gold-in-context, gold-not-in-
    context (`run` says whose context). The paired counts are over queries with an answer entry in both runs."""

    of: str
    run: str
    queries: int
    abstained: int
    answered: int
    unrecorded: int


class AbstentionPair(_Part, frozen=True):
    of: str
    both_abstained: int
    only_baseline: int
    only_candidate: int
    neither: int


class NoAnswer(_Part, frozen=True):
    queries: list[str] = msgspec.field(default_factory=list)
    returns: list[NoAnswerReturns] = msgspec.field(default_factory=list)
    answers_baseline: bool = False
    answers_candidate: bool = False
    abstentions: list[Abstention] = msgspec.field(default_factory=list)
    pairs: list[AbstentionPair] = msgspec.field(default_factory=list)


class Input(_Part, frozen=True):
    path: str
    sha256: str


class Provenance(_Part, frozen=True):
    """`options` are those given to compare, resolved; `versions` those of reportgen and the libraries that compute."""

    inputs: list[Input]
    options: dict[str, Any]
    versions: dict[str, str]


class Report(_Part, frozen=True):
    """Everything the outputs show."""

    schema_version: int
    generator: Generator
    title: str | None
    scope: Scope
    accounting: Accounting
    aggregates: list[Aggregate]
    identities: list[Identity]
    weights: Weights
    family: Family | None
    queries: Queries
    facets: list[Facet]
    groups: list[Group]
    stages: Stages
    labels: LabelSection
    no_answer: NoAnswer
    findings: list[Finding]
    provenance: Provenance

    def save(self, path: str | Path) -> Path:
        """The path written: report.json, whole or not at all. Raises `Refused` where it cannot be written."""
        # The one import that looks up: saving is a word of the public report, and encoding and writing are rooms above.
        from reportgen.pipeline.saving import save_report

        return save_report(self, path)
