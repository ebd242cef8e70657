"""What every part of a comparison starts from: who is scored, in which cells, and how queries hang together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from reportgen.comparison.uncertainty.messages import Counted, Options
from reportgen.errors import ReportgenError
from reportgen.model.classified import Classified
from reportgen.model.cutoff import Cutoff
from reportgen.model.labels import Labels
from reportgen.model.matched import Bools, Ints, Matched
from reportgen.model.measure import MeasureRow, rows
from reportgen.model.run import AbsentRule, Run, Side
from reportgen.model.scores import Scores

SIDES = (Side.BASELINE, Side.CANDIDATE)


class BrokenIdentity(ReportgenError):
    """An identity that holds for any input does not hold: a fault of the program, never of the input."""


def confirm(holds: bool, identity: str) -> None:
    """Raise `BrokenIdentity` unless `holds`."""
    if not holds:
        raise BrokenIdentity(f"this report would contradict itself: {identity}")


@dataclass(frozen=True, slots=True, eq=False)
class Basis:
    """The inputs of a report and what is derived from them once.

    `scored` are the indices of the scored queries, ascending; `has_result[side, stage][q]` says whether a result
    counts, those that the run's rule for absent queries makes empty lists included; `clusters[q]` numbers the
    cluster of every query (None: no query declares one). `stages` and `cutoffs` are those compared, in order.
    """

    baseline: Run
    candidate: Run
    labels: Labels
    matched: Matched
    scores: Scores
    classified: Classified
    scored: Ints
    absent: Mapping[Side, AbsentRule]
    has_result: Mapping[tuple[Side, str], Bools]
    stages: tuple[str, ...]
    cutoffs: tuple[Cutoff, ...]
    clusters: Ints | None
    margin: Fraction | None
    census: bool
    seed: int

    def run(self, side: Side) -> Run:
        return self.baseline if side is Side.BASELINE else self.candidate

    def ids(self, queries: Ints) -> list[str]:
        return [self.labels.queries[at].query_id for at in queries.tolist()]

    def cells(self) -> Iterator[tuple[str, Cutoff]]:
        """Every stage and cutoff of the report, whether the runs have a list there or not."""
        for stage in self.stages:
            for cutoff in self.cutoffs:
                yield stage, cutoff

    @property
    def size(self) -> int:
        return len(self.labels.queries)

    @property
    def n(self) -> int:
        return len(self.scored)

    @property
    def rows(self) -> tuple[MeasureRow, ...]:
        return rows(evidence=bool((self.scores.parts > 0).any()))

    @property
    def integer_cutoffs(self) -> tuple[int, ...]:
        return tuple(cutoff for cutoff in self.cutoffs if isinstance(cutoff, int))

    @property
    def sampling(self) -> Options:
        counted = Counted.QUERIES if self.clusters is None else Counted.CLUSTERS
        return Options(census=self.census, margin=self.margin, detectable=True, counted=counted)


def results_by_rule(
    matched: Matched, rules: Mapping[Side, AbsentRule]
) -> dict[tuple[Side, str], Bools]:
    """Which queries have a result: those with a list, and all of them where a run says that an absent query
    returned nothing."""
    return {
        (side, pair.baseline.stage): np.ones_like(pair.side(side).has_result)
        if rules[side] is AbsentRule.RETURNED_NOTHING
        else pair.side(side).has_result
        for pair in matched.stages
        for side in SIDES
    }


def cluster_numbers(labels: Labels) -> Ints | None:
    """A number for the cluster of every query; a query without one is its own. None where no query declares one."""
    if all(query.cluster is None for query in labels.queries):
        return None
    numbers: dict[tuple[bool, str], int] = {}
    keys = (
        (True, query.query_id) if query.cluster is None else (False, query.cluster)
        for query in labels.queries
    )
    return np.array([numbers.setdefault(key, len(numbers)) for key in keys], dtype=np.int64)
