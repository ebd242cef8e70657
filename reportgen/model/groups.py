"""Which queries of a report are in a group."""

from __future__ import annotations

from typing import Final

from reportgen.model.report import Group, Report

GOLD_CLASSES: Final = (("1", 1, 1), ("2-3", 2, 3), ("4+", 4, None))
"""The values of the facet that reportgen makes, with the least and the most gold of each."""


def gold_class(gold: int) -> str | None:
    """The value that a query of so much gold has in the facet that reportgen makes; None without
    gold."""
    return next(
        (
            value
            for value, least, most in GOLD_CLASSES
            if gold >= least and (most is None or gold <= most)
        ),
        None,
    )


def is_member(report: Report, group: Group, query: int) -> bool:
    """Whether the query at this index of the report is in one of its groups, scored or not."""
    facet = next(one for one in report.facets if one.name == group.facet)
    if facet.automatic:
        return gold_class(report.queries.gold[query]) == group.value
    values = report.queries.groups[group.facet][query]
    return group.value in values if group.value is not None else not values
