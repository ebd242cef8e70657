"""The section "What the labels cannot tell"."""

from __future__ import annotations

import narwhals as nw
import numpy as np

from reportgen.comparison.basis import Basis
from reportgen.comparison.cell_facts import CellFacts
from reportgen.comparison.list_changes import both_have_result
from reportgen.comparison.pairs import Totals
from reportgen.model.classified import Reason
from reportgen.model.cutoff import Cutoff
from reportgen.model.labels import Labels, Verdicts
from reportgen.model.matched import Ints
from reportgen.model.report import (
    JudgedShare,
    LabelSection,
    ParentLabels,
    UnreviewedCell,
)
from reportgen.model.run import Side


def build_label_section(
    basis: Basis, totals: Totals, *, relevance_level: int, previous: ParentLabels | None
) -> LabelSection:
    """Judged shares, tipping points and unreviewed queries at every stage and integer cutoff (unreviewed: every
    cutoff)."""
    count, lowest = _judgments(basis.labels)
    unreviewed = _unreviewed(basis)
    return LabelSection(
        judgments=count,
        repeated=basis.labels.repeated,
        positives_only=_positives_only(basis.labels, lowest, relevance_level),
        judged=[
            share
            for (stage, cutoff), facts in totals.facts.items()
            for share in _judged_share(basis, stage, cutoff, facts)
        ],
        tipping=totals.tipping,
        unreviewed=[
            cell
            for stage, cutoff in basis.cells()
            for cell in _unreviewed_cell(basis, stage, cutoff, unreviewed)
        ],
        previous=previous,
    )


def _judgments(labels: Labels) -> tuple[int, int | None]:
    """How many judgments there are, and the lowest grade (None without any)."""
    row = labels.judgments.select(
        nw.len().alias("count"), nw.col("grade").min().alias("lowest")
    ).collect()
    lowest = row["lowest"].to_list()[0]
    return int(row["count"].to_list()[0]), None if lowest is None else int(lowest)


def _positives_only(labels: Labels, lowest: int | None, level: int) -> bool:
    """No verdict says that a unit is not relevant, so whatever stands outside the gold is unjudged."""
    complete = labels.manifest.verdicts is Verdicts.COMPLETE or any(
        record.verdicts is Verdicts.COMPLETE for record in labels.queries
    )
    return not complete and lowest is not None and lowest >= level


def _judged_share(basis: Basis, stage: str, cutoff: Cutoff, facts: CellFacts) -> list[JudgedShare]:
    if not isinstance(cutoff, int) or facts.judged is None:
        return []
    at = basis.scored
    baseline = facts.judged_units(Side.BASELINE, at)
    candidate = facts.judged_units(Side.CANDIDATE, at)
    if baseline is None or candidate is None:
        return []
    pair = next(pair for pair in basis.matched.stages if pair.baseline.stage == stage)
    unjudged = pair.unjudged[cutoff]
    return [
        JudgedShare(
            stage=stage,
            cutoff=cutoff,
            judged_baseline=baseline.judged,
            judged_candidate=candidate.judged,
            returned_baseline=baseline.returned,
            returned_candidate=candidate.returned,
            slots=cutoff * basis.n,
            only_baseline=int(unjudged.baseline[at].sum()),
            only_candidate=int(unjudged.candidate[at].sum()),
            both=int(unjudged.both[at].sum()),
        )
    ]


def _unreviewed(basis: Basis) -> Ints:
    of_reason = [
        part.queries for part in basis.classified.excluded if part.reason is Reason.UNREVIEWED
    ]
    return np.concatenate([basis.scored[:0], *of_reason])


def _unreviewed_cell(
    basis: Basis, stage: str, cutoff: Cutoff, unreviewed: Ints
) -> list[UnreviewedCell]:
    pair = next(pair for pair in basis.matched.stages if pair.baseline.stage == stage)
    if not len(unreviewed) or cutoff not in pair.same_units:
        return []
    present = unreviewed[both_have_result(basis, stage)[unreviewed]]
    identical = int(np.count_nonzero(pair.same_units[cutoff][present]))
    return [
        UnreviewedCell(
            stage=stage,
            cutoff=cutoff,
            identical=identical,
            could_differ=len(present) - identical,
            absent=len(unreviewed) - len(present),
        )
    ]
