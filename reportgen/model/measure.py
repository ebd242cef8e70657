"""Measures: what is counted, how it is averaged, and in which block of the report it stands."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum


class Averaging(StrEnum):
    """`macro`: mean over the queries; `pooled`: numerators summed over denominators summed."""

    MACRO = "macro"
    POOLED = "pooled"


class Block(StrEnum):
    """The two blocks of the measures table: what was found, and in which order within the cutoff."""

    FOUND = "found"
    ORDER = "order"


class Measure(StrEnum):
    """A measure by its name in report.json; per query, with h hits of g gold units within the cutoff k."""

    RECALL = "recall"  # h / g
    ANY_HIT = "any-hit"  # 1 where h > 0
    ALL_HIT = "all-hit"  # 1 where h = g
    SHARE_OF_CEILING = "share-of-ceiling"  # h / min(k, g); BEIR's R_cap
    PRECISION = "precision"  # h / k, whatever the length of the list
    EVIDENCE_MET = "evidence-met"  # 1 where every evidence part is met
    EVIDENCE_COVERAGE = "evidence-coverage"  # evidence parts met / evidence parts
    RECIPROCAL_RANK = "reciprocal-rank"  # 1 / rank of the first gold unit; trec_eval's recip_rank
    AVERAGE_PRECISION = "average-precision"  # trec_eval's map_cut
    NDCG = "ndcg"  # trec_eval's ndcg_cut: grades above 0 as gains, whatever the relevance level

    @property
    def block(self) -> Block:
        return Block.ORDER if self in _ORDER else Block.FOUND

    @property
    def needs_evidence(self) -> bool:
        """Only queries that declare evidence count for this measure."""
        return self in (Measure.EVIDENCE_MET, Measure.EVIDENCE_COVERAGE)

    @property
    def is_exact(self) -> bool:
        """`Ratios` of this measure are integers; the others come as doubles."""
        return self not in (Measure.AVERAGE_PRECISION, Measure.NDCG)


_ORDER = frozenset((Measure.RECIPROCAL_RANK, Measure.AVERAGE_PRECISION, Measure.NDCG))
_TESTED = frozenset((Measure.RECALL, Measure.ANY_HIT, Measure.ALL_HIT, Measure.EVIDENCE_MET))


@dataclass(frozen=True, slots=True)
class MeasureRow:
    """A measure with its averaging: a row of the measures table. `tested` rows get a p (statistics.md 5)."""

    measure: Measure
    averaging: Averaging

    @property
    def tested(self) -> bool:
        return self.measure in _TESTED


def rows(*, evidence: bool) -> tuple[MeasureRow, ...]:
    """The rows of the measures table in order; the evidence rows only where `evidence` is declared."""
    return tuple(_rows(evidence))


def _rows(evidence: bool) -> Iterator[MeasureRow]:
    for measure in Measure:
        if measure.needs_evidence and not evidence:
            continue
        yield MeasureRow(measure, Averaging.MACRO)
        if measure is Measure.RECALL:
            yield MeasureRow(measure, Averaging.POOLED)
