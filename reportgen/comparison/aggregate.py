"""One row of the measures table: both runs' values, their delta, and everything that qualifies it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from reportgen.comparison.basis import SIDES, Basis
from reportgen.comparison.cell_facts import CellFacts
from reportgen.comparison.columns import (
    Columns,
    Exact,
    ceiling_value,
    clustered_terms,
    difference,
    query_differences,
    terms_of,
    value,
)
from reportgen.comparison.uncertainty.family import Cell, TestedCell
from reportgen.comparison.uncertainty.interval import (
    SMALLEST_N,
    Estimate,
    estimate,
    estimate_measured,
)
from reportgen.comparison.uncertainty.messages import Sentence
from reportgen.comparison.uncertainty.rows import collapse
from reportgen.comparison.uncertainty.sign_flip import smallest_p
from reportgen.comparison.uncertainty.terms import Terms
from reportgen.model.matched import Ints
from reportgen.model.measure import Averaging, Measure, MeasureRow
from reportgen.model.report import Aggregate, Amount, LabelBounds, Message, Uncertainty
from reportgen.model.run import Side
from reportgen.model.scores import Ratios
from reportgen.score import exact_average_precision

LARGEST_DENOMINATOR = 1_000

EXACT_QUERIES = 16
"""Average precision of more queries than this is not summed as fractions: its denominator would be far above 1,000."""

EXACT_SNAPSHOT = 1_000
"""Nor is it in snapshots of more queries, where looking every query up would take long."""

_PROPORTIONS = frozenset((Measure.ANY_HIT, Measure.ALL_HIT, Measure.EVIDENCE_MET))


@dataclass(frozen=True, slots=True, eq=False)
class Sample:
    """The queries that one row covers, and the rows of its interval: clusters numbered from 0 where there are any
    (`places` are their numbers in the whole snapshot)."""

    at: Ints
    clusters: Ints | None
    places: Ints


def sample(basis: Basis, among: Ints, row: MeasureRow) -> Sample:
    """Of the queries `among`, those that the measure covers: for evidence, those that declare a requirement."""
    at = among[basis.scores.parts[among] > 0] if row.measure.needs_evidence else among
    if basis.clusters is None:
        return Sample(at, None, at)
    places, clusters = np.unique(basis.clusters[at], return_inverse=True)
    return Sample(at, clusters.astype(np.int64), places)


def sampled_terms(columns: Columns, of: Sample) -> Terms:
    """x and y by query, or by cluster where there are any; exact measures only, or clusters."""
    if of.clusters is None:
        return terms_of(columns, of.at)
    return clustered_terms(columns, of.at, of.clusters)


def tested_cell(columns: Columns, of: Sample) -> Cell:
    """The row as a member of the family of tests."""
    return Cell(terms=sampled_terms(columns, of), places=of.places)


def estimated(columns: Columns, of: Sample) -> Estimate:
    """The delta's interval and counts over the sample."""
    if columns.is_exact or of.clusters is not None:
        return estimate(collapse(sampled_terms(columns, of)))
    return estimate_measured(query_differences(columns, of.at))


def undefined_aggregate(
    row: MeasureRow, stage: str, facts: CellFacts, of: Sample, notes: Sequence[str]
) -> Aggregate:
    """A row without a value, with the reason."""
    baseline, candidate = SIDES
    return Aggregate(
        measure=row.measure.value,
        averaging=row.averaging.value,
        stage=stage,
        cutoff=facts.cutoff,
        n=len(of.at),
        baseline=None,
        candidate=None,
        delta=None,
        delta_exact=None,
        ceiling=None,
        ceiling_exact=None,
        better=0,
        same=0,
        worse=0,
        changed_mean=None,
        interval=None,
        p=None,
        p_adjusted=None,
        uncertainty=None,
        label_bounds=None,
        judged_baseline=facts.judged_units(baseline, of.at),
        judged_candidate=facts.judged_units(candidate, of.at),
        sizes_baseline=facts.list_sizes(baseline, of.at),
        sizes_candidate=facts.list_sizes(candidate, of.at),
        messages=[],
        notes=list(notes),
    )


def aggregate(
    basis: Basis,
    columns: Columns,
    facts: CellFacts,
    of: Sample,
    *,
    estimate: Estimate,
    tested: TestedCell | None = None,
    bounds: LabelBounds | None = None,
    sentences: Sequence[Sentence] = (),
) -> Aggregate:
    """A row with a value: at least one query, a measure that is defined."""
    baseline, candidate = SIDES
    at, row = of.at, columns.row
    value_baseline, value_candidate = (_value(basis, columns, at, side) for side in SIDES)
    delta = difference(columns, at, value_baseline, value_candidate)
    ceiling = ceiling_value(columns, at)
    signs = columns.sign[at]
    better, worse = int((signs > 0).sum()), int((signs < 0).sum())
    return Aggregate(
        measure=row.measure.value,
        averaging=row.averaging.value,
        stage=columns.stage,
        cutoff=columns.cutoff,
        n=len(at),
        baseline=_amount(row, columns.baseline, at, value_baseline),
        candidate=_amount(row, columns.candidate, at, value_candidate),
        delta=float(delta),
        delta_exact=exact_text(delta),
        ceiling=float(ceiling),
        ceiling_exact=exact_text(ceiling),
        better=better,
        same=len(at) - better - worse,
        worse=worse,
        changed_mean=_changed_mean(row, delta, len(at), better + worse),
        interval=_interval(basis, estimate),
        p=None if tested is None else tested.test.value,
        p_adjusted=None if tested is None else tested.adjusted_value,
        uncertainty=_uncertainty(basis, estimate, tested),
        label_bounds=bounds,
        judged_baseline=facts.judged_units(baseline, at),
        judged_candidate=facts.judged_units(candidate, at),
        sizes_baseline=facts.list_sizes(baseline, at),
        sizes_candidate=facts.list_sizes(candidate, at),
        messages=[
            Message(code=sentence.code, params=dict(sentence.params)) for sentence in sentences
        ],
        notes=[*_size_notes(basis, row, estimate, of), *facts.notes_on(row, at)],
    )


def undefined_notes(basis: Basis, row: MeasureRow, facts: CellFacts, of: Sample) -> list[str]:
    """Why this row has no value; empty where it has one."""
    if facts.returned is None:
        return list(facts.notes)
    if not len(of.at):
        return [
            "no-evidence-query" if row.measure.needs_evidence and basis.n else "no-scored-query"
        ]
    if row.measure is Measure.PRECISION and not facts.bounded:
        return ["undefined-under-map" if isinstance(facts.cutoff, int) else "undefined-at-all"]
    return []


def exact_text(number: Exact) -> str | None:
    """The reduced fraction while its denominator is at most 1,000."""
    if isinstance(number, Fraction) and number.denominator <= LARGEST_DENOMINATOR:
        return str(number)
    return None


def _value(basis: Basis, columns: Columns, at: Ints, side: Side) -> Exact:
    few = len(at) <= EXACT_QUERIES and basis.size <= EXACT_SNAPSHOT
    if columns.row.measure is Measure.AVERAGE_PRECISION and few:
        cell = basis.scores.cells[columns.stage, columns.cutoff]
        shares = (
            exact_average_precision(basis.matched, basis.scores, cell, side, query)
            for query in at.tolist()
        )
        return sum(shares, Fraction(0)) / len(at)
    return value(columns.side(side), at, columns.row)


def _amount(row: MeasureRow, ratios: Ratios, at: Ints, exact: Exact) -> Amount:
    numerator, denominator = None, len(at)
    if row.averaging is Averaging.POOLED:
        numerator, denominator = int(ratios.numerator[at].sum()), int(ratios.denominator[at].sum())
    elif row.measure in _PROPORTIONS:
        numerator = int(ratios.numerator[at].sum())
    return Amount(
        value=float(exact), exact=exact_text(exact), numerator=numerator, denominator=denominator
    )


def _changed_mean(row: MeasureRow, delta: Exact, n: int, changed: int) -> float | None:
    if row.averaging is Averaging.POOLED or not changed:
        return None
    return float(delta * n / changed)


def _interval(basis: Basis, estimate: Estimate) -> tuple[float, float] | None:
    if basis.census or estimate.interval is None:
        return None
    return estimate.interval.low, estimate.interval.high


def _uncertainty(basis: Basis, estimate: Estimate, tested: TestedCell | None) -> Uncertainty | None:
    interval = estimate.interval
    if basis.census or interval is None or estimate.n_eff is None:
        return None
    test = None if tested is None else tested.test
    return Uncertainty(
        rows=estimate.n,
        changed=estimate.m,
        r=estimate.r,
        few_changes=interval.few_changes,
        n_eff=estimate.n_eff,
        df=interval.df,
        se=interval.standard_error,
        interval_90=(interval.low_90, interval.high_90),
        detectable=interval.detectable,
        floor=float(smallest_p(estimate.m)) if test is not None else None,
        method=None if test is None else test.method.value,
        resamples=None if test is None else test.draws,
        test=None if tested is None else tested.number,
    )


def _size_notes(basis: Basis, row: MeasureRow, estimate: Estimate, of: Sample) -> list[str]:
    found = []
    if row.measure.needs_evidence:
        found.append("evidence-queries-only")
    if not basis.census and len(of.at) < SMALLEST_N:
        found.append("n-below-6")
    elif not basis.census and estimate.n < SMALLEST_N:
        found.append("clusters-below-6")
    return found
