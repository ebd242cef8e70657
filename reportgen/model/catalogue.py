"""Every code that can stand in a report, with the parameters its text may use and the place where it is shown.

The texts hold a sentence for each: `finding.<code>`, `note.<code>`, `message.<code>`. Parameters are raw values
(numbers unrounded, ids unescaped); their kind says how they are put into words. A parameter of kind ROWS is a list of
objects: each becomes a phrase by the text `finding.<code>.<parameter>` with the row's own parameters, and the phrases
are joined.
"""

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


def _count(meaning: str) -> Param:
    return Param(Kind.COUNT, meaning)


def _delta(meaning: str) -> Param:
    return Param(Kind.DELTA, meaning)


def _rows(meaning: str, **row: Param) -> Param:
    return Param(Kind.ROWS, meaning, row)


_RUN: Final = Param(Kind.RUN, "which run")
_STAGE: Final = Param(Kind.STAGE, "stage")
_CUTOFF: Final = Param(Kind.CUTOFF, "cutoff")
_MEASURE: Final = Param(Kind.MEASURE, "measure and averaging")
_N: Final = _count("scored queries")
_BETTER: Final = _count("queries better")
_SAME: Final = _count("queries the same")
_WORSE: Final = _count("queries worse")
_COUNTED: Final = Param(Kind.WORD, "what n, m and n_eff count: queries or clusters")
_IDS: Final = Param(Kind.IDS, "the first of the ids")
_BASELINE_NAME: Final = Param(Kind.NAME, "what the baseline declares; null: undeclared")
_CANDIDATE_NAME: Final = Param(Kind.NAME, "what the candidate declares; null: undeclared")
_LABELS_NAME: Final = Param(Kind.NAME, "what the labels declare; null: undeclared")
_LOW: Final = _delta("lower end of the 95% interval")
_HIGH: Final = _delta("upper end of the 95% interval")
_P: Final = Param(Kind.PROBABILITY, "p of this cell")
_P_ADJUSTED: Final = Param(Kind.PROBABILITY, "Holm-adjusted p")
_DECLARED: Final = {
    "baseline": _BASELINE_NAME,
    "candidate": _CANDIDATE_NAME,
    "labels": _LABELS_NAME,
}
_TOP: Final = (Place.WHAT_CHANGED,)
_TOP_MEASURES: Final = (Place.WHAT_CHANGED, Place.MEASURES)
_TOP_STAGES: Final = (Place.WHAT_CHANGED, Place.STAGES)
_TOP_LABELS: Final = (Place.WHAT_CHANGED, Place.LABELS)
_TOP_GROUPS: Final = (Place.WHAT_CHANGED, Place.GROUPS)
_TOP_ACCOUNTING: Final = (Place.WHAT_CHANGED, Place.ACCOUNTING)

# In the order in which they are shown.
FINDINGS: Final[tuple[Entry, ...]] = (
    # Directions agree or disagree. "Deltas" are macro and pooled recall, any-hit and all-hit at every stage and cutoff.
    Entry(
        "no-scored-query",
        _TOP_ACCOUNTING,
        {"queries": _count("queries of the snapshot"), "excluded": _count("queries excluded")},
    ),
    Entry(
        "deltas-all-zero",
        _TOP,
        {"of": _count("deltas"), "changed": _count("queries with other hits in at least one cell")},
    ),
    Entry(
        "directions-agree",
        _TOP,
        {
            "direction": Param(Kind.WORD, "up or down: of every delta that is not zero"),
            "moving": _count("deltas in this direction"),
            "unchanged": _count("deltas that are exactly zero"),
            "of": _count("deltas"),
        },
    ),
    Entry(
        "directions-differ",
        _TOP,
        {
            "up": _count("deltas above zero"),
            "down": _count("deltas below zero"),
            "unchanged": _count("deltas that are exactly zero"),
            "of": _count("deltas"),
        },
    ),
    Entry(
        "macro-against-pooled",
        _TOP_MEASURES,
        {
            "count": _count("cells where the two deltas have different signs, zero being a sign"),
            "of": _count("cells"),
            "cells": _rows(
                "those cells",
                stage=_STAGE,
                cutoff=_CUTOFF,
                macro=_delta("macro recall"),
                pooled=_delta("pooled recall"),
                covariance=Param(Kind.SIGNED, "covariance of recall delta and gold"),
            ),
        },
    ),
    Entry(
        "any-hit-against-all-hit",
        _TOP_MEASURES,
        {
            "count": _count("cells where the two deltas have different signs, zero being a sign"),
            "of": _count("cells"),
            "cells": _rows(
                "those cells",
                stage=_STAGE,
                cutoff=_CUTOFF,
                any_hit=_delta("any-hit"),
                all_hit=_delta("all-hit"),
                any_better=_count("queries that gained their first hit"),
                any_worse=_count("queries that lost their last hit"),
                all_better=_count("queries that became complete"),
                all_worse=_count("queries that were complete"),
            ),
        },
    ),
    Entry(
        "found-against-order",
        _TOP_MEASURES,
        {
            "count": _count("rows where macro recall and an order measure have opposite signs"),
            "of": _count("rows compared: three order measures in every cell"),
            "cells": _rows(
                "those rows",
                stage=_STAGE,
                cutoff=_CUTOFF,
                recall=_delta("macro recall"),
                recall_better=_BETTER,
                recall_worse=_WORSE,
                measure=Param(Kind.MEASURE, "the order measure"),
                delta=_delta("the order measure"),
                better=_BETTER,
                worse=_WORSE,
            ),
        },
    ),
    Entry(
        "evidence-against-all-hit",
        _TOP_MEASURES,
        {
            "count": _count("cells where the two deltas have opposite signs"),
            "of": _count("cells"),
            "cells": _rows(
                "those cells",
                stage=_STAGE,
                cutoff=_CUTOFF,
                evidence=_delta("evidence-met"),
                all_hit=_delta("all-hit"),
                evidence_better=_BETTER,
                evidence_worse=_WORSE,
                all_better=_BETTER,
                all_worse=_WORSE,
            ),
        },
    ),
    Entry(
        "cutoffs-disagree",
        _TOP_MEASURES,
        {
            "rows": _rows(
                "measures whose delta is above zero at one cutoff and below at another",
                measure=_MEASURE,
                stage=_STAGE,
                up=Param(Kind.CUTOFFS, "cutoffs with a delta above zero"),
                down=Param(Kind.CUTOFFS, "cutoffs with a delta below zero"),
            ),
        },
    ),
    Entry(
        "stages-disagree",
        _TOP_MEASURES,
        {
            "rows": _rows(
                "measures whose delta is above zero at one stage and below at another",
                measure=_MEASURE,
                cutoff=_CUTOFF,
                up=Param(Kind.STAGES, "stages with a delta above zero"),
                down=Param(Kind.STAGES, "stages with a delta below zero"),
            ),
        },
    ),
    Entry(
        "facet-against-total",
        _TOP_GROUPS,
        {
            "rows": _rows(
                "every group that moves does so against the total",
                facet=Param(Kind.NAME, "facet"),
                measure=_MEASURE,
                stage=_STAGE,
                cutoff=_CUTOFF,
                total=_delta("over all scored queries"),
                averaging=Param(Kind.WORD, "how the groups are averaged: macro or pooled"),
                groups=_count("groups whose delta is not zero"),
                cause=Param(Kind.WORD, "overlapping-groups, uncovered-queries or mixed-estimators"),
            ),
        },
    ),
    Entry(
        "groups-against-total",
        _TOP_GROUPS,
        {
            "facet": Param(Kind.NAME, "facet"),
            "stage": _STAGE,
            "cutoff": _CUTOFF,
            "measure": _MEASURE,
            "total": _delta("over all scored queries"),
            "groups": _count("groups of at least 6 queries"),
            "rows": _rows(
                "groups of at least 6 queries that move against the total",
                value=Param(Kind.NAME, "group; null: queries without a value"),
                n=_N,
                delta=_delta("of the group"),
                better=_BETTER,
                worse=_WORSE,
            ),
        },
    ),
    # Better, same, worse.
    Entry(
        "better-same-worse",
        _TOP_MEASURES,
        {
            "stage": _STAGE,
            "n": _N,
            "cutoffs": _rows(
                "every cutoff of this stage; queries by recall",
                cutoff=_CUTOFF,
                better=_BETTER,
                same=_SAME,
                worse=_WORSE,
                macro=_delta("macro recall"),
                pooled=_delta("pooled recall"),
                any_hit=_delta("any-hit"),
                all_hit=_delta("all-hit"),
            ),
        },
    ),
    # The stage at which the change arises.
    Entry(
        "pure-reorder",
        _TOP_STAGES,
        {
            "stage": _STAGE,
            "n": _N,
            "reordered": _count(
                "queries with the same units in another order; the rest has the same list"
            ),
        },
    ),
    Entry(
        "same-lists",
        _TOP_STAGES,
        {
            "stage": _STAGE,
            "n": Param(Kind.COUNT, "scored queries, all with the same list in both runs"),
        },
    ),
    Entry(
        "lists-compared",
        _TOP_STAGES,
        {
            "stage": _STAGE,
            "n": _N,
            "same_list": _count("queries with the same list"),
            "same_units": _count("queries with the same units in another order"),
            "equal_hits": _count("queries with other units and equally many hits"),
            "other_hits": _count("queries with another number of hits"),
            "largest_baseline": _count("units in the baseline's longest list"),
            "largest_candidate": _count("units in the candidate's longest list"),
        },
    ),
    Entry(
        "difference-arises",
        _TOP_STAGES,
        {
            "n": _N,
            "changed": _count(
                "queries whose gold units found at the last stage differ between the runs"
            ),
            "last": Param(Kind.STAGE, "the last shared stage"),
            "stages": _rows(
                "by the first stage where the gold units found differ; counts add up to changed",
                stage=_STAGE,
                queries=_count("queries"),
            ),
        },
    ),
    Entry(
        "gold-lost",
        _TOP_STAGES,
        {
            "gold": _count("gold units of the scored queries"),
            "n": _N,
            "first": Param(Kind.STAGE, "the first shared stage"),
            "last": Param(Kind.STAGE, "the last shared stage"),
            "missed_baseline": _count("gold units missing from the baseline's first stage"),
            "missed_candidate": _count("gold units missing from the candidate's first stage"),
            "reached_baseline": _count("gold units at the baseline's last stage"),
            "reached_candidate": _count("gold units at the candidate's last stage"),
            "steps": _rows(
                "every stage after the first",
                stage=_STAGE,
                lost_baseline=_count("gold units lost here by the baseline"),
                lost_candidate=_count("gold units lost here by the candidate"),
                gained_baseline=_count("gold units that only appear here in the baseline"),
                gained_candidate=_count("gold units that only appear here in the candidate"),
            ),
        },
    ),
    # What absent results and the labels leave open.
    Entry(
        "missing-queries",
        _TOP_ACCOUNTING,
        {
            "run": _RUN,
            "count": _count(
                "queries with gold and without a result of this run in some compared stage"
            ),
            "stage": _STAGE,
            "cutoff": _CUTOFF,
            "macro": _delta("macro recall with absent counted as zero hits"),
            "pooled": _delta("pooled recall with absent counted as zero hits"),
        },
    ),
    Entry(
        "absent-as-zero",
        (Place.ACCOUNTING,),
        {
            "n": _count("queries with gold, absent ones included"),
            "absent": _count("queries that are excluded because a result is absent"),
            "rows": _rows(
                "every aggregate with absent counted as zero",
                measure=Param(Kind.NAME, "measure"),
                averaging=Param(Kind.NAME, "macro or pooled"),
                stage=_STAGE,
                cutoff=_CUTOFF,
                n=_count("queries"),
                baseline=Param(Kind.VALUE, "baseline; null: undefined"),
                candidate=Param(Kind.VALUE, "candidate; null: undefined"),
                delta=Param(Kind.DELTA, "candidate - baseline; null: undefined"),
            ),
        },
    ),
    Entry(
        "label-coverage-differs",
        (Place.WHAT_CHANGED, Place.LABELS, Place.IDENTITY, Place.MEASURES),
        {
            "threshold": Param(Kind.SHARE, "shares that lie further apart are listed"),
            "count": _count("cells listed"),
            "of": _count("cells at integer cutoffs"),
            "cells": _rows(
                "those cells",
                stage=_STAGE,
                cutoff=_CUTOFF,
                judged_baseline=_count("units with a verdict, baseline"),
                returned_baseline=_count("units returned, baseline"),
                share_baseline=Param(Kind.SHARE, "judged share, baseline"),
                judged_candidate=_count("units with a verdict, candidate"),
                returned_candidate=_count("units returned, candidate"),
                share_candidate=Param(Kind.SHARE, "judged share, candidate"),
            ),
        },
    ),
    Entry(
        "labels-leave-open",
        _TOP_LABELS,
        {
            "open": _count(
                "deltas whose label bounds do not exclude another sign than the scored one"
            ),
            "certain": _count("deltas whose sign no verdict on the two lists can change"),
            "of": _count(
                "deltas with label bounds: macro, pooled, any-hit, all-hit at integer cutoffs"
            ),
            "unjudged": _count(
                "unjudged units in the two lists at the last stage's largest integer cutoff"
            ),
            "stage": Param(Kind.STAGE, "the last stage"),
            "cutoff": Param(Kind.CUTOFF, "its largest integer cutoff"),
        },
    ),
    Entry("positives-only", _TOP_LABELS, {}),
    Entry(
        "unreviewed-queries",
        _TOP_LABELS,
        {
            "count": _count("unreviewed queries"),
            "stage": Param(Kind.STAGE, "the last stage"),
            "cutoff": Param(Kind.CUTOFF, "its largest cutoff"),
            "identical": _count("with identical top-k sets in both runs"),
            "could_differ": _count("whose top-k sets differ"),
            "absent": _count("absent from a run"),
        },
    ),
    # What is too small to say.
    Entry(
        "few-queries",
        _TOP_MEASURES,
        {"n": _N, "floor": Param(Kind.PROBABILITY, "the smallest possible p, 2^(1-n)")},
    ),
    Entry(
        "few-clusters",
        _TOP_MEASURES,
        {
            "clusters": _count("clusters of scored queries"),
            "n": _N,
            "floor": Param(Kind.PROBABILITY, "2^(1-clusters)"),
        },
    ),
    Entry(
        "too-few-changes",
        _TOP_MEASURES,
        {
            "count": _count("cells of the tests with fewer than 6 changed"),
            "of": _count("cells"),
            "counted": _COUNTED,
        },
    ),
    Entry(
        "interval-cells",  # the stage x cutoff matrix; one finding a cell
        _TOP_MEASURES,
        {
            "stage": _STAGE,
            "cutoff": _CUTOFF,
            "above": Param(Kind.MEASURES, "tested measures whose interval lies above zero"),
            "below": Param(Kind.MEASURES, "tested measures whose interval lies below zero"),
            "across": Param(Kind.MEASURES, "tested measures whose interval holds zero"),
            "few": Param(
                Kind.MEASURES,
                "tested measures with fewer than 6 changed queries or without an interval",
            ),
        },
    ),
    Entry(
        "family",
        (Place.MEASURES,),
        {
            "cells": _count("cells with a p"),
            "tests": _count("different tests, K"),
            "expected": Param(Kind.NUMBER, "0.05 K"),
        },
    ),
    Entry(
        "blind",
        (Place.MEASURES,),
        {
            "share": Param(Kind.SHARE, "1 - 0.05^(1/n)"),
            "n": _count("queries or clusters"),
            "counted": _COUNTED,
        },
    ),
    Entry("census", (Place.MEASURES,), {"n": _N}),
    Entry("one-gold-each", (Place.MEASURES,), {"n": _N}),
    # Identity and comparability.
    Entry("labels-named", (Place.IDENTITY,), {**_DECLARED}),
    Entry("corpus-snapshot-differs", (Place.IDENTITY,), {**_DECLARED}),
    Entry("query-set-differs", (Place.IDENTITY,), {**_DECLARED}),
    Entry(
        "order-differs",
        (Place.IDENTITY,),
        {
            "stage": _STAGE,
            "baseline": Param(Kind.WORD, "score, rank or listed"),
            "candidate": Param(Kind.WORD, "score, rank or listed"),
            "changes": _rows(
                "where the other rule gives another top k (empty: nowhere)",
                run=_RUN,
                cutoff=_CUTOFF,
                queries=_count("queries"),
            ),
            "untried": Param(
                Kind.NAMES, "runs (baseline, candidate) whose file cannot serve the other rule"
            ),
        },
    ),
    Entry(
        "duplicates-differ",
        (Place.IDENTITY,),
        {
            "baseline": Param(Kind.WORD, "refuse or keep-first"),
            "candidate": Param(Kind.WORD, "refuse or keep-first"),
        },
    ),
    Entry(
        "absent-queries-differ",
        (Place.IDENTITY,),
        {
            "baseline": Param(Kind.WORD, "not-run or returned-nothing"),
            "candidate": Param(Kind.WORD, "not-run or returned-nothing"),
        },
    ),
    Entry(
        "absent-overridden",
        (Place.IDENTITY,),
        {
            "rule": Param(Kind.WORD, "not-run or returned-nothing, as given on the command line"),
            "baseline": Param(Kind.WORD, "what the baseline declares"),
            "candidate": Param(Kind.WORD, "what the candidate declares"),
        },
    ),
    Entry(
        "other-stages",
        (Place.IDENTITY, Place.STAGES),
        {
            "baseline": Param(Kind.STAGES, "stages that only the baseline has"),
            "candidate": Param(Kind.STAGES, "stages that only the candidate has"),
        },
    ),
    Entry(
        "run-knows-no-unit",
        (Place.WHAT_CHANGED, Place.IDENTITY),
        {
            "run": _RUN,
            "distinct": _count("distinct units that this run returned, none of them in the labels"),
            "pairs": _rows(
                "up to three ids of this run, each beside one of the labels, near misses first",
                returned=Param(Kind.ID, "unit id that the run returned"),
                known=Param(Kind.ID, "unit id that the labels judge"),
            ),
        },
    ),
    Entry(
        "level-overridden",
        (Place.IDENTITY,),
        {"level": _count("relevance level in use"), "snapshot": _count("the snapshot's own level")},
    ),
    Entry(
        "units-mapped",
        (Place.IDENTITY,),
        {
            "run": _RUN,
            "stage": _STAGE,
            "unit": Param(Kind.NAME, "unit of the stage"),
            "labels": Param(Kind.NAME, "unit of the labels"),
            "version": Param(Kind.NAME, "version of the unit map"),
            "counts": Param(Kind.WORD, "from or to: which units a cutoff counts"),
        },
    ),
    # Beside the counts.
    Entry(
        "strangers",
        (Place.ACCOUNTING,),
        {
            "run": _RUN,
            "stage": _STAGE,
            "count": _count("queries that the snapshot does not list"),
            "ids": _IDS,
        },
    ),
    Entry(
        "duplicates-dropped",
        (Place.ACCOUNTING,),
        {"run": _RUN, "stage": _STAGE, "count": _count("entries dropped under keep-first")},
    ),
    Entry(
        "units-unmapped",
        (Place.ACCOUNTING, Place.STAGES),
        {
            "run": _RUN,
            "stage": _STAGE,
            "count": _count("distinct ids without an entry in the unit map"),
            "ids": _IDS,
        },
    ),
    Entry(
        "rank-against-score",
        (Place.IDENTITY, Place.ACCOUNTING),
        {
            "run": _RUN,
            "stage": _STAGE,
            "order": Param(Kind.WORD, "the order in use: score, rank or listed"),
            "cutoffs": _rows(
                "cutoffs where the two orders give another top k",
                cutoff=_CUTOFF,
                queries=_count("queries"),
            ),
        },
    ),
    Entry(
        "ties-at-the-cut",
        (Place.MEASURES, Place.ACCOUNTING),
        {
            "run": _RUN,
            "stage": _STAGE,
            "cutoff": _CUTOFF,
            "count": _count("queries whose hits depend on how tied scores are ordered"),
            "queries": _rows(
                "the first of them",
                query_id=Param(Kind.ID, "query"),
                least=_count("least hits"),
                most=_count("most hits"),
            ),
        },
    ),
    Entry(
        "cutoff-beyond-depth",
        (Place.MEASURES,),
        {
            "run": _RUN,
            "stage": _STAGE,
            "longest": _count("units in the longest list"),
            "cutoffs": Param(Kind.CUTOFFS, "cutoffs beyond it"),
        },
    ),
    Entry(
        "separate-lists",
        (Place.MEASURES, Place.STAGES),
        {
            "stage": _STAGE,
            "run": _RUN,
            "cutoffs": Param(Kind.CUTOFFS, "cutoffs that were retrieved separately"),
            "largest": Param(
                Kind.CUTOFF, "the cutoff whose list stands for all and in the stage flow"
            ),
        },
    ),
    Entry(
        "lists-not-prefixes",
        (Place.MEASURES, Place.STAGES),
        {
            "run": _RUN,
            "stage": _STAGE,
            "steps": _rows(
                "pairs of neighbouring cutoffs",
                smaller=_CUTOFF,
                larger=_CUTOFF,
                queries=_count("scored queries whose smaller list does not begin the larger one"),
            ),
        },
    ),
    Entry(
        "ceiling-is-bound",
        (Place.MEASURES,),
        {
            "stage": _STAGE,
            "cutoffs": Param(Kind.CUTOFFS, "cutoffs whose ceiling is an upper bound"),
        },
    ),
    # Stages.
    Entry(
        "stages-not-nested",
        (Place.STAGES,),
        {
            "run": _RUN,
            "stage": _STAGE,
            "before": Param(Kind.STAGE, "the stage before"),
            "count": _count("scored queries whose list holds a unit that the stage before did not"),
            "ids": _IDS,
        },
    ),
    Entry(
        "gold-gained",
        (Place.STAGES,),
        {
            "run": _RUN,
            "stage": _STAGE,
            "units": _count("gold units that the stage before did not hold"),
            "queries": _count("queries"),
        },
    ),
    # Groups.
    Entry(
        "groups-not-tested",
        (Place.GROUPS,),
        {
            "intervals": _count("intervals shown for groups, K"),
            "expected": Param(Kind.NUMBER, "0.05 K"),
        },
    ),
    Entry(
        "groups-overlap",
        (Place.GROUPS,),
        {
            "facet": Param(Kind.NAME, "facet"),
            "n": _N,
            "memberships": _count("sum of the groups' queries"),
        },
    ),
    Entry(
        "many-values",
        (Place.GROUPS,),
        {
            "facet": Param(Kind.NAME, "facet"),
            "values": _count("values"),
            "small": _count("values with fewer than 6 scored queries, given as counts only"),
        },
    ),
    Entry(
        "small-groups",
        (Place.GROUPS,),
        {
            "count": _count("groups with fewer than 6 scored queries, without an interval"),
            "of": _count("groups"),
        },
    ),
    # Queries without an answer.
    Entry("no-answers-recorded", (Place.NO_ANSWER,), {"run": _RUN}),
    # Two reports.
    Entry(
        "labels-changed",
        (Place.WHAT_CHANGED, Place.LABELS),
        {
            "parent": Param(Kind.NAME, "id of the snapshot of the previous report"),
            "queries": _count("queries scored in both snapshots"),
            "changed_gold": _count("queries whose gold changed"),
        },
    ),
)

# Beside an aggregate's value: `note.<code>`, no parameters.
NOTES: Final[Mapping[str, str]] = {
    "n-below-6": "fewer than 6 scored queries: no interval, no p",
    "clusters-below-6": "fewer than 6 clusters: no interval, no p",
    "no-scored-query": "undefined: no query was scored",
    "no-evidence-query": "undefined: no scored query declares evidence",
    "evidence-queries-only": "n counts the scored queries that declare evidence",
    "undefined-at-all": "precision: undefined, the full list has no k to divide by",
    "undefined-under-map": "precision: undefined, one unit stands for several and hits / k is no share",
    "nothing-is-cut": "at `all` the ceiling is 1 and share of ceiling is recall",
    "no-list-at-cutoff": "undefined: a run retrieved each cutoff separately and has no list for this one",
    "largest-list-stands-for-all": "the list of the largest cutoff stands for `all`",
    "lists-shorter-than-k": "precision divides by k although some lists are shorter",
    "beyond-depth": "the cutoff lies beyond the longest list of a run",
    "ignores-relevance-level": "nDCG uses the grades as gains and ignores the relevance level",
    "ceiling-upper-bound": "the ceiling is an upper bound: the exact one is too large to compute",
    "not-one-ranking": "cutoffs were retrieved separately and are not prefixes: more k need not mean more hits",
}

# Sentences in an aggregate's own row: `message.<code>`.
MESSAGES: Final[tuple[Entry, ...]] = (
    Entry("interval", (Place.MEASURES,), {"low": _LOW, "high": _HIGH}),
    Entry(
        "p",
        (Place.MEASURES,),
        {
            "p": _P,
            "method": Param(Kind.WORD, "enumeration, binomial, lattice or monte-carlo"),
            "resamples": _count("sign patterns drawn; null unless monte-carlo"),
            "seed": _count("seed; null unless monte-carlo"),
        },
    ),
    *(
        Entry(
            code,
            (Place.MEASURES,),
            {
                "measure": _MEASURE,
                "stage": _STAGE,
                "cutoff": _CUTOFF,
                "size": Param(Kind.VALUE, "absolute value of the delta"),
                "low": _LOW,
                "high": _HIGH,
                "p": _P,
                "p_adjusted": _P_ADJUSTED,
            },
        )
        for code in ("up", "down")
    ),
    Entry(
        "alone",
        (Place.MEASURES,),
        {"tests": _count("different tests, K"), "p_adjusted": _P_ADJUSTED},
    ),
    Entry("open", (Place.MEASURES,), {"low": _LOW, "high": _HIGH}),
    Entry("unresolved", (Place.MEASURES,), {"low": _LOW, "high": _HIGH, "p": _P}),
    Entry(
        "margin-inside",
        (Place.MEASURES,),
        {
            "low": _delta("lower end of the 90% interval"),
            "high": _delta("upper end of the 90% interval"),
            "margin": Param(Kind.VALUE, "the margin M"),
        },
    ),
    Entry("margin-not-excluded", (Place.MEASURES,), {"margin": Param(Kind.VALUE, "the margin M")}),
    Entry(
        "no-change",
        (Place.MEASURES,),
        {
            "share": Param(Kind.SHARE, "1 - 0.05^(1/n)"),
            "n": _count("queries or clusters"),
            "counted": _COUNTED,
        },
    ),
    Entry("no-change-census", (Place.MEASURES,), {"counted": _COUNTED}),
    Entry(
        "few-changes",
        (Place.MEASURES,),
        {
            "m": _count("changed queries or clusters"),
            "n": _count("queries or clusters"),
            "floor": Param(Kind.PROBABILITY, "2^(1-m)"),
            "counted": _COUNTED,
        },
    ),
    Entry(
        "few-changes-census",
        (Place.MEASURES,),
        {"m": _count("changed"), "n": _count("queries or clusters"), "counted": _COUNTED},
    ),
    Entry("wide-interval", (Place.MEASURES,), {"counted": _COUNTED}),
    Entry("tie", (Place.MEASURES,), {"better": _BETTER, "worse": _WORSE}),
    Entry(
        "n-effective",
        (Place.MEASURES,),
        {
            "n_eff": Param(Kind.NUMBER, "effective queries or clusters"),
            "n": _count("queries or clusters"),
            "largest": Param(Kind.SHARE, "weight of the largest single query or cluster"),
            "counted": _COUNTED,
        },
    ),
    Entry(
        "detectable",
        (Place.MEASURES,),
        {
            "n": _count("queries or clusters"),
            "detectable": Param(Kind.VALUE, "detectable difference"),
            "counted": _COUNTED,
        },
    ),
    Entry(
        "macro-pooled",  # in the pooled row, once for each run
        (Place.MEASURES,),
        {
            "run": _RUN,
            "direction": Param(Kind.WORD, "lower or higher: pooled against macro"),
            "size": Param(Kind.VALUE, "absolute difference"),
            "covariance": Param(Kind.SIGNED, "of recall and gold"),
        },
    ),
    Entry(
        "delta-macro-pooled",
        (Place.MEASURES,),
        {
            "direction": Param(Kind.WORD, "lower or higher: pooled delta against macro delta"),
            "size": Param(Kind.VALUE, "absolute difference"),
            "covariance": Param(Kind.SIGNED, "of recall delta and gold"),
        },
    ),
    Entry(
        "bounds",
        (Place.MEASURES, Place.LABELS),
        {
            "low": _delta("least delta over all verdicts"),
            "high": _delta("greatest delta over all verdicts"),
            "units": _count("unjudged units in the two lists"),
            "cutoff": _CUTOFF,
        },
    ),
    Entry(
        "tip",
        (Place.LABELS,),
        {
            "lead": _count("hits of the pooled lead"),
            "leading": Param(Kind.RUN, "the run in the lead"),
            "trailing": Param(Kind.RUN, "the other run"),
            "only_leading": _count("unjudged units only in the leading run's lists"),
            "only_trailing": _count("unjudged units only in the trailing run's lists"),
        },
    ),
    Entry("tip-none", (Place.LABELS,), {}),
    Entry(
        "equal-rate",
        (Place.LABELS,),
        {"rate": Param(Kind.SHARE, "p*: share at which the expected lead is zero")},
    ),
    Entry("equal-rate-none", (Place.LABELS,), {}),
)

FINDING_ORDER: Final[Mapping[str, int]] = {entry.code: at for at, entry in enumerate(FINDINGS)}
