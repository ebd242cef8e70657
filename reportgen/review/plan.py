"""Which queries to review, in which order: statistics specification, section 8."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from reportgen.comparison.basis import results_by_rule
from reportgen.comparison.bounds.counts import label_counts
from reportgen.comparison.bounds.review import review_order, unreviewed_order
from reportgen.model.classified import Classified
from reportgen.model.labels import Labels, State
from reportgen.model.matched import Matched
from reportgen.model.run import AbsentRule, Side
from reportgen.model.scores import Scores


@dataclass(frozen=True, slots=True)
class Plan:
    """Indices into `Labels.queries`, in the order of review: scored queries with unjudged units, then unreviewed ones.

    `not_comparable` counts unreviewed queries that are left out because a run has no result for them at the stage;
    `empty` those for which neither run returned a unit.
    """

    reviewed: tuple[int, ...]
    unreviewed: tuple[int, ...]
    not_comparable: int
    empty: int

    @property
    def queries(self) -> tuple[int, ...]:
        return (*self.reviewed, *self.unreviewed)


def plan_review(
    matched: Matched,
    scores: Scores,
    classified: Classified,
    labels: Labels,
    *,
    absent: Mapping[Side, AbsentRule],
    cutoff: int,
) -> Plan:
    """The plan at the only stage of `matched`, at an integer cutoff that both runs have lists for."""
    (pair,) = matched.stages
    scored = np.flatnonzero(classified.scored)
    cell, unjudged = scores.cells[pair.baseline.stage, cutoff], pair.unjudged[cutoff]
    counts = label_counts(
        cell.baseline.hits[scored],
        cell.candidate.hits[scored],
        scores.gold[scored],
        baseline_only=unjudged.baseline[scored],
        candidate_only=unjudged.candidate[scored],
        shared=unjudged.both[scored],
    )
    names = [labels.queries[at].query_id for at in scored.tolist()]
    order = [int(scored[found.place]) for found in review_order(counts, names)]

    has_result = results_by_rule(matched, absent)
    both = np.logical_and.reduce(list(has_result.values()))
    returned = sum(pair.side(side).lists[cutoff].size_at[cutoff] for side in Side)
    open_ = np.array([query.state is State.UNREVIEWED for query in labels.queries], dtype=np.bool_)
    some = np.flatnonzero(open_ & both & (np.asarray(returned) > 0))
    places = unreviewed_order(
        [labels.queries[at].query_id for at in some.tolist()],
        (~pair.same_units[cutoff][some]).tolist(),
    )
    return Plan(
        reviewed=tuple(order),
        unreviewed=tuple(int(some[place]) for place in places),
        not_comparable=int((open_ & ~both).sum()),
        empty=int((open_ & both).sum()) - len(some),
    )
