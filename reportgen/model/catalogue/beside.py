"""What stands beside an aggregate: notes on its value, and sentences in its own row."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from reportgen.model.catalogue.entries import (
    BETTER,
    COUNTED,
    CUTOFF,
    HIGH,
    LOW,
    MEASURE,
    P_ADJUSTED,
    RUN,
    STAGE,
    WORSE,
    Entry,
    Kind,
    P,
    Param,
    Place,
    count,
    delta,
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
    Entry("interval", (Place.MEASURES,), {"low": LOW, "high": HIGH}),
    Entry(
        "p",
        (Place.MEASURES,),
        {
            "p": P,
            "method": Param(Kind.WORD, "enumeration, binomial, lattice or monte-carlo"),
            "resamples": count("sign patterns drawn; null unless monte-carlo"),
            "seed": count("seed; null unless monte-carlo"),
            "counted": COUNTED,
        },
    ),
    *(
        Entry(
            code,
            (Place.MEASURES,),
            {
                "measure": MEASURE,
                "stage": STAGE,
                "cutoff": CUTOFF,
                "size": Param(Kind.VALUE, "absolute value of the delta"),
                "low": LOW,
                "high": HIGH,
                "p": P,
                "p_adjusted": P_ADJUSTED,
            },
        )
        for code in ("up", "down")
    ),
    Entry(
        "alone",
        (Place.MEASURES,),
        {"tests": count("different tests, K"), "p_adjusted": P_ADJUSTED},
    ),
    Entry("open", (Place.MEASURES,), {"low": LOW, "high": HIGH}),
    Entry("unresolved", (Place.MEASURES,), {"low": LOW, "high": HIGH, "p": P}),
    Entry(
        "margin-inside",
        (Place.MEASURES,),
        {
            "low": delta("lower end of the 90% interval"),
            "high": delta("upper end of the 90% interval"),
            "margin": Param(Kind.VALUE, "the margin M"),
        },
    ),
    Entry("margin-not-excluded", (Place.MEASURES,), {"margin": Param(Kind.VALUE, "the margin M")}),
    Entry(
        "no-change",
        (Place.MEASURES,),
        {
            "share": Param(Kind.SHARE, "1 - 0.05^(1/n)"),
            "n": count("queries or clusters"),
            "counted": COUNTED,
        },
    ),
    Entry("no-change-census", (Place.MEASURES,), {"counted": COUNTED}),
    Entry(
        "few-changes",
        (Place.MEASURES,),
        {
            "m": count("changed queries or clusters"),
            "n": count("queries or clusters"),
            "floor": Param(Kind.PROBABILITY, "2^(1-m)"),
            "counted": COUNTED,
        },
    ),
    Entry(
        "few-changes-census",
        (Place.MEASURES,),
        {"m": count("changed"), "n": count("queries or clusters"), "counted": COUNTED},
    ),
    Entry("wide-interval", (Place.MEASURES,), {"counted": COUNTED}),
    Entry("tie", (Place.MEASURES,), {"better": BETTER, "worse": WORSE}),
    Entry(
        "n-effective",
        (Place.MEASURES,),
        {
            "n_eff": Param(Kind.NUMBER, "effective queries or clusters"),
            "n": count("queries or clusters"),
            "largest": Param(Kind.SHARE, "weight of the largest single query or cluster"),
            "counted": COUNTED,
        },
    ),
    Entry(
        "detectable",
        (Place.MEASURES,),
        {
            "n": count("queries or clusters"),
            "detectable": Param(Kind.VALUE, "detectable difference"),
            "counted": COUNTED,
        },
    ),
    Entry(
        "macro-pooled",  # in the pooled row, once for each run
        (Place.MEASURES,),
        {
            "run": RUN,
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
            "low": delta("least delta over all verdicts"),
            "high": delta("greatest delta over all verdicts"),
            "units": count("unjudged units in the two lists"),
            "cutoff": CUTOFF,
        },
    ),
    Entry(
        "tip",
        (Place.LABELS,),
        {
            "lead": count("hits of the pooled lead"),
            "leading": Param(Kind.RUN, "the run in the lead"),
            "trailing": Param(Kind.RUN, "the other run"),
            "only_leading": count("unjudged units only in the leading run's lists"),
            "only_trailing": count("unjudged units only in the trailing run's lists"),
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
