"""Findings on directions that agree or disagree, in the order in which they are shown."""

from __future__ import annotations

from typing import Final

from reportgen.model.catalogue.entries import (
    BETTER,
    CUTOFF,
    MEASURE,
    STAGE,
    TOP,
    TOP_ACCOUNTING,
    TOP_GROUPS,
    TOP_MEASURES,
    WORSE,
    Entry,
    Kind,
    N,
    Param,
    count,
    delta,
    rows,
)

DIRECTIONS: Final[tuple[Entry, ...]] = (
    # Directions agree or disagree. "Deltas" are macro and pooled recall, any-hit and all-hit at every stage and cutoff.
    Entry(
        "no-scored-query",
        TOP_ACCOUNTING,
        {"queries": count("queries of the snapshot"), "excluded": count("queries excluded")},
    ),
    Entry(
        "deltas-all-zero",
        TOP,
        {"of": count("deltas"), "changed": count("queries with other hits in at least one cell")},
    ),
    Entry(
        "directions-agree",
        TOP,
        {
            "direction": Param(Kind.WORD, "up or down: of every delta that is not zero"),
            "moving": count("deltas in this direction"),
            "unchanged": count("deltas that are exactly zero"),
            "of": count("deltas"),
        },
    ),
    Entry(
        "directions-differ",
        TOP,
        {
            "up": count("deltas above zero"),
            "down": count("deltas below zero"),
            "unchanged": count("deltas that are exactly zero"),
            "of": count("deltas"),
        },
    ),
    Entry(
        "macro-against-pooled",
        TOP_MEASURES,
        {
            "count": count("cells where the two deltas have different signs, zero being a sign"),
            "of": count("cells"),
            "cells": rows(
                "those cells",
                stage=STAGE,
                cutoff=CUTOFF,
                macro=delta("macro recall"),
                pooled=delta("pooled recall"),
                covariance=Param(Kind.SIGNED, "covariance of recall delta and gold"),
            ),
        },
    ),
    Entry(
        "any-hit-against-all-hit",
        TOP_MEASURES,
        {
            "count": count("cells where the two deltas have different signs, zero being a sign"),
            "of": count("cells"),
            "cells": rows(
                "those cells",
                stage=STAGE,
                cutoff=CUTOFF,
                any_hit=delta("any-hit"),
                all_hit=delta("all-hit"),
                any_better=count("queries that gained their first hit"),
                any_worse=count("queries that lost their last hit"),
                all_better=count("queries that became complete"),
                all_worse=count("queries that were complete"),
            ),
        },
    ),
    Entry(
        "found-against-order",
        TOP_MEASURES,
        {
            "count": count("rows where macro recall and an order measure have opposite signs"),
            "of": count("rows compared: three order measures in every cell"),
            "cells": rows(
                "those rows",
                stage=STAGE,
                cutoff=CUTOFF,
                recall=delta("macro recall"),
                recall_better=BETTER,
                recall_worse=WORSE,
                measure=Param(Kind.MEASURE, "the order measure"),
                delta=delta("the order measure"),
                better=BETTER,
                worse=WORSE,
            ),
        },
    ),
    Entry(
        "evidence-against-all-hit",
        TOP_MEASURES,
        {
            "count": count("cells where the two deltas have opposite signs"),
            "of": count("cells"),
            "cells": rows(
                "those cells",
                stage=STAGE,
                cutoff=CUTOFF,
                evidence=delta("evidence-met"),
                all_hit=delta("all-hit"),
                evidence_better=BETTER,
                evidence_worse=WORSE,
                all_better=BETTER,
                all_worse=WORSE,
            ),
        },
    ),
    Entry(
        "cutoffs-disagree",
        TOP_MEASURES,
        {
            "rows": rows(
                "measures whose delta is above zero at one cutoff and below at another",
                measure=MEASURE,
                stage=STAGE,
                up=Param(Kind.CUTOFFS, "cutoffs with a delta above zero"),
                down=Param(Kind.CUTOFFS, "cutoffs with a delta below zero"),
            ),
        },
    ),
    Entry(
        "stages-disagree",
        TOP_MEASURES,
        {
            "rows": rows(
                "measures whose delta is above zero at one stage and below at another",
                measure=MEASURE,
                cutoff=CUTOFF,
                up=Param(Kind.STAGES, "stages with a delta above zero"),
                down=Param(Kind.STAGES, "stages with a delta below zero"),
            ),
        },
    ),
    Entry(
        "facet-against-total",
        TOP_GROUPS,
        {
            "rows": rows(
                "every group that moves does so against the total",
                facet=Param(Kind.NAME, "facet"),
                measure=MEASURE,
                stage=STAGE,
                cutoff=CUTOFF,
                total=delta("over all scored queries"),
                averaging=Param(Kind.WORD, "how the groups are averaged: macro or pooled"),
                groups=count("groups whose delta is not zero"),
                cause=Param(Kind.WORD, "overlapping-groups, uncovered-queries or mixed-estimators"),
            ),
        },
    ),
    Entry(
        "groups-against-total",
        TOP_GROUPS,
        {
            "facet": Param(Kind.NAME, "facet"),
            "stage": STAGE,
            "cutoff": CUTOFF,
            "measure": MEASURE,
            "total": delta("over all scored queries"),
            "groups": count("groups of at least 6 queries"),
            "rows": rows(
                "groups of at least 6 queries that move against the total",
                value=Param(Kind.NAME, "group; null: queries without a value"),
                n=N,
                delta=delta("of the group"),
                better=BETTER,
                worse=WORSE,
            ),
        },
    ),
)
