"""Findings on what changed, where it arises, what is open and what is too small to say: shown after directions."""

from __future__ import annotations

from typing import Final

from reportgen.model.catalogue.entries import (
    BETTER,
    COUNTED,
    CUTOFF,
    RUN,
    SAME,
    STAGE,
    TOP_ACCOUNTING,
    TOP_LABELS,
    TOP_MEASURES,
    TOP_STAGES,
    WORSE,
    Entry,
    Kind,
    N,
    Param,
    Place,
    count,
    delta,
    rows,
)

CHANGES: Final[tuple[Entry, ...]] = (
    # Better, same, worse.
    Entry(
        "better-same-worse",
        TOP_MEASURES,
        {
            "stage": STAGE,
            "n": N,
            "cutoffs": rows(
                "every cutoff of this stage; queries by recall",
                cutoff=CUTOFF,
                better=BETTER,
                same=SAME,
                worse=WORSE,
                macro=delta("macro recall"),
                pooled=delta("pooled recall"),
                any_hit=delta("any-hit"),
                all_hit=delta("all-hit"),
            ),
        },
    ),
    # The stage at which the change arises.
    Entry(
        "pure-reorder",
        TOP_STAGES,
        {
            "stage": STAGE,
            "n": N,
            "reordered": count(
                "queries with the same units in another order; the rest has the same list"
            ),
        },
    ),
    Entry(
        "same-lists",
        TOP_STAGES,
        {
            "stage": STAGE,
            "n": Param(Kind.COUNT, "scored queries, all with the same list in both runs"),
        },
    ),
    Entry(
        "lists-compared",
        TOP_STAGES,
        {
            "stage": STAGE,
            "n": N,
            "same_list": count("queries with the same list"),
            "same_units": count("queries with the same units in another order"),
            "equal_hits": count("queries with other units and equally many hits"),
            "other_hits": count("queries with another number of hits"),
            "largest_baseline": count("units in the baseline's longest list"),
            "largest_candidate": count("units in the candidate's longest list"),
        },
    ),
    Entry(
        "difference-arises",
        TOP_STAGES,
        {
            "n": N,
            "changed": count(
                "queries whose gold units found at the last stage differ between the runs"
            ),
            "last": Param(Kind.STAGE, "the last shared stage"),
            "stages": rows(
                "by the first stage where the gold units found differ; counts add up to changed",
                stage=STAGE,
                queries=count("queries"),
            ),
        },
    ),
    Entry(
        "gold-lost",
        TOP_STAGES,
        {
            "gold": count("gold units of the scored queries"),
            "n": N,
            "first": Param(Kind.STAGE, "the first shared stage"),
            "last": Param(Kind.STAGE, "the last shared stage"),
            "missed_baseline": count("gold units missing from the baseline's first stage"),
            "missed_candidate": count("gold units missing from the candidate's first stage"),
            "reached_baseline": count("gold units at the baseline's last stage"),
            "reached_candidate": count("gold units at the candidate's last stage"),
            "steps": rows(
                "every stage after the first",
                stage=STAGE,
                lost_baseline=count("gold units lost here by the baseline"),
                lost_candidate=count("gold units lost here by the candidate"),
                gained_baseline=count("gold units that only appear here in the baseline"),
                gained_candidate=count("gold units that only appear here in the candidate"),
            ),
        },
    ),
    # What absent results and the labels leave open.
    Entry(
        "missing-queries",
        TOP_ACCOUNTING,
        {
            "run": RUN,
            "count": count(
                "queries with gold and without a result of this run in some compared stage"
            ),
            "stage": STAGE,
            "cutoff": CUTOFF,
            "macro": delta("macro recall with absent counted as zero hits"),
            "pooled": delta("pooled recall with absent counted as zero hits"),
        },
    ),
    Entry(
        "absent-as-zero",
        (Place.ACCOUNTING,),
        {
            "n": count("queries with gold, absent ones included"),
            "absent": count("queries that are excluded because a result is absent"),
            "rows": rows(
                "every aggregate with absent counted as zero",
                measure=Param(Kind.NAME, "measure"),
                averaging=Param(Kind.NAME, "macro or pooled"),
                stage=STAGE,
                cutoff=CUTOFF,
                n=count("queries"),
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
            "threshold": Param(Kind.POINTS, "shares that lie further apart are listed"),
            "count": count("cells listed"),
            "of": count("cells at integer cutoffs"),
            "cells": rows(
                "those cells",
                stage=STAGE,
                cutoff=CUTOFF,
                judged_baseline=count("units with a verdict, baseline"),
                returned_baseline=count("units returned, baseline"),
                share_baseline=Param(Kind.SHARE, "judged share, baseline"),
                judged_candidate=count("units with a verdict, candidate"),
                returned_candidate=count("units returned, candidate"),
                share_candidate=Param(Kind.SHARE, "judged share, candidate"),
            ),
        },
    ),
    Entry(
        "labels-leave-open",
        TOP_LABELS,
        {
            "open": count(
                "deltas whose label bounds do not exclude another sign than the scored one"
            ),
            "certain": count("deltas whose sign no verdict on the two lists can change"),
            "of": count(
                "deltas with label bounds: macro, pooled, any-hit, all-hit at integer cutoffs"
            ),
            "unjudged": count(
                "unjudged units in the two lists at the last stage's largest integer cutoff"
            ),
            "stage": Param(Kind.STAGE, "the last stage"),
            "cutoff": Param(Kind.CUTOFF, "its largest integer cutoff"),
        },
    ),
    Entry("positives-only", TOP_LABELS, {}),
    Entry(
        "unreviewed-queries",
        TOP_LABELS,
        {
            "count": count("unreviewed queries"),
            "stage": Param(Kind.STAGE, "the last stage"),
            "cutoff": Param(Kind.CUTOFF, "its largest cutoff"),
            "identical": count("with identical top-k sets in both runs"),
            "could_differ": count("whose top-k sets differ"),
            "absent": count("absent from a run"),
        },
    ),
    # What is too small to say.
    Entry(
        "few-queries",
        TOP_MEASURES,
        {"n": N, "floor": Param(Kind.PROBABILITY, "the smallest possible p, 2^(1-n)")},
    ),
    Entry(
        "few-clusters",
        TOP_MEASURES,
        {
            "clusters": count("clusters of scored queries"),
            "n": N,
            "floor": Param(Kind.PROBABILITY, "2^(1-clusters)"),
        },
    ),
    Entry(
        "too-few-changes",
        TOP_MEASURES,
        {
            "count": count("cells of the tests with fewer than 6 changed"),
            "of": count("cells"),
            "counted": COUNTED,
        },
    ),
    Entry(
        "interval-cells",  # the stage x cutoff matrix; one finding a cell
        TOP_MEASURES,
        {
            "stage": STAGE,
            "cutoff": CUTOFF,
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
            "cells": count("cells with a p"),
            "tests": count("different tests, K"),
            "expected": Param(Kind.NUMBER, "0.05 K"),
        },
    ),
    Entry(
        "blind",
        (Place.MEASURES,),
        {
            "share": Param(Kind.SHARE, "1 - 0.05^(1/n)"),
            "n": count("queries or clusters"),
            "counted": COUNTED,
        },
    ),
    Entry("census", (Place.MEASURES,), {"n": N}),
    Entry("one-gold-each", (Place.MEASURES,), {"n": N}),
)
