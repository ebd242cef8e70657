"""Findings on what qualifies the numbers, in the order in which they are shown after what changed."""

from __future__ import annotations

from typing import Final

from reportgen.model.catalogue.entries import (
    CUTOFF,
    DECLARED,
    IDS,
    RUN,
    STAGE,
    Entry,
    Kind,
    N,
    Param,
    Place,
    count,
    rows,
)

CONTEXT: Final[tuple[Entry, ...]] = (
    # Identity and comparability.
    Entry("labels-named", (Place.IDENTITY,), {**DECLARED}),
    Entry("corpus-snapshot-differs", (Place.IDENTITY,), {**DECLARED}),
    Entry("query-set-differs", (Place.IDENTITY,), {**DECLARED}),
    Entry(
        "order-differs",
        (Place.IDENTITY,),
        {
            "stage": STAGE,
            "baseline": Param(Kind.WORD, "score, rank or listed"),
            "candidate": Param(Kind.WORD, "score, rank or listed"),
            "changes": rows(
                "where the other rule gives another top k (empty: nowhere)",
                run=RUN,
                cutoff=CUTOFF,
                queries=count("queries"),
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
            "run": RUN,
            "distinct": count("distinct units that this run returned, none of them in the labels"),
            "pairs": rows(
                "up to three ids of this run, each beside one of the labels, near misses first",
                returned=Param(Kind.ID, "unit id that the run returned"),
                known=Param(Kind.ID, "unit id that the labels judge"),
            ),
        },
    ),
    Entry(
        "level-overridden",
        (Place.IDENTITY,),
        {"level": count("relevance level in use"), "snapshot": count("the snapshot's own level")},
    ),
    Entry(
        "units-mapped",
        (Place.IDENTITY,),
        {
            "run": RUN,
            "stage": STAGE,
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
            "run": RUN,
            "stage": STAGE,
            "count": count("queries that the snapshot does not list"),
            "ids": IDS,
        },
    ),
    Entry(
        "duplicates-dropped",
        (Place.ACCOUNTING,),
        {"run": RUN, "stage": STAGE, "count": count("entries dropped under keep-first")},
    ),
    Entry(
        "units-unmapped",
        (Place.ACCOUNTING, Place.STAGES),
        {
            "run": RUN,
            "stage": STAGE,
            "count": count("distinct ids without an entry in the unit map"),
            "ids": IDS,
        },
    ),
    Entry(
        "rank-against-score",
        (Place.IDENTITY, Place.ACCOUNTING),
        {
            "run": RUN,
            "stage": STAGE,
            "order": Param(Kind.WORD, "the order in use: score, rank or listed"),
            "cutoffs": rows(
                "cutoffs where the two orders give another top k",
                cutoff=CUTOFF,
                queries=count("queries"),
            ),
        },
    ),
    Entry(
        "ties-at-the-cut",
        (Place.MEASURES, Place.ACCOUNTING),
        {
            "run": RUN,
            "stage": STAGE,
            "cutoff": CUTOFF,
            "count": count("queries whose hits depend on how tied scores are ordered"),
            "queries": rows(
                "the first of them",
                query_id=Param(Kind.ID, "query"),
                least=count("least hits"),
                most=count("most hits"),
            ),
        },
    ),
    Entry(
        "cutoff-beyond-depth",
        (Place.MEASURES,),
        {
            "run": RUN,
            "stage": STAGE,
            "longest": count("units in the longest list"),
            "cutoffs": Param(Kind.CUTOFFS, "cutoffs beyond it"),
        },
    ),
    Entry(
        "separate-lists",
        (Place.MEASURES, Place.STAGES),
        {
            "stage": STAGE,
            "run": RUN,
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
            "run": RUN,
            "stage": STAGE,
            "steps": rows(
                "pairs of neighbouring cutoffs",
                smaller=CUTOFF,
                larger=CUTOFF,
                queries=count("scored queries whose smaller list does not begin the larger one"),
            ),
        },
    ),
    Entry(
        "ceiling-is-bound",
        (Place.MEASURES,),
        {
            "stage": STAGE,
            "cutoffs": Param(Kind.CUTOFFS, "cutoffs whose ceiling is an upper bound"),
        },
    ),
    # Stages.
    Entry(
        "stages-not-nested",
        (Place.STAGES,),
        {
            "run": RUN,
            "stage": STAGE,
            "before": Param(Kind.STAGE, "the stage before"),
            "count": count("scored queries whose list holds a unit that the stage before did not"),
            "ids": IDS,
        },
    ),
    Entry(
        "gold-gained",
        (Place.STAGES,),
        {
            "run": RUN,
            "stage": STAGE,
            "units": count("gold units that the stage before did not hold"),
            "queries": count("queries"),
        },
    ),
    # Groups.
    Entry(
        "groups-not-tested",
        (Place.GROUPS,),
        {
            "intervals": count("intervals shown for groups, K"),
            "expected": Param(Kind.NUMBER, "0.05 K"),
        },
    ),
    Entry(
        "groups-overlap",
        (Place.GROUPS,),
        {
            "facet": Param(Kind.NAME, "facet"),
            "n": N,
            "memberships": count("sum of the groups' queries"),
        },
    ),
    Entry(
        "many-values",
        (Place.GROUPS,),
        {
            "facet": Param(Kind.NAME, "facet"),
            "values": count("values"),
            "small": count("values with fewer than 6 scored queries, given as counts only"),
        },
    ),
    Entry(
        "small-groups",
        (Place.GROUPS,),
        {
            "count": count("groups with fewer than 6 scored queries, without an interval"),
            "of": count("groups"),
        },
    ),
    Entry(
        "groups-of-few-clusters",
        (Place.GROUPS,),
        {
            "count": count("groups of at least 6 scored queries in fewer than 6 clusters"),
            "of": count("groups"),
        },
    ),
    # Queries without an answer.
    Entry("no-answers-recorded", (Place.NO_ANSWER,), {"run": RUN}),
    # Two reports.
    Entry(
        "labels-changed",
        (Place.WHAT_CHANGED, Place.LABELS),
        {
            "parent": Param(Kind.NAME, "id of the snapshot of the previous report"),
            "queries": count("queries scored in both snapshots"),
            "changed_gold": count("queries whose gold changed"),
        },
    ),
)
