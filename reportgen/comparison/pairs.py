"""The totals: every measure at every stage and cutoff over all scored queries, tested as one family."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from reportgen.comparison.aggregate import (
    Sample,
    aggregate,
    estimated,
    sample,
    tested_cell,
    undefined_aggregate,
    undefined_notes,
)
from reportgen.comparison.basis import Basis
from reportgen.comparison.cell_facts import CellFacts, facts_of
from reportgen.comparison.columns import Columns, columns_of
from reportgen.comparison.label_bounds import (
    Bounds,
    bounds_of,
    bounds_sentences,
    counts_at,
    tipping_at,
)
from reportgen.comparison.macro_pooled import CellIdentities, identity_sentences
from reportgen.comparison.uncertainty.family import Family, TestedCell, run_tests
from reportgen.comparison.uncertainty.interval import Estimate
from reportgen.comparison.uncertainty.messages import Sentence, Side, cell_messages, side_of
from reportgen.model.cutoff import Cutoff
from reportgen.model.measure import Averaging, MeasureRow
from reportgen.model.report import Aggregate, LabelBounds, Tipping

Cell = tuple[str, Cutoff]


@dataclass(frozen=True, slots=True, eq=False)
class TotalRow:
    """One row of the totals before and after it was tested. `columns` and `estimate` are None where the row has no
    value."""

    row: MeasureRow
    stage: str
    facts: CellFacts
    sample: Sample
    columns: Columns | None
    estimate: Estimate | None

    @property
    def tested(self) -> bool:
        return self.row.tested and self.columns is not None

    @property
    def delta(self) -> Fraction | float | None:
        return None if self.estimate is None else self.estimate.delta


@dataclass(frozen=True, slots=True, eq=False)
class Totals:
    """`rows` and `aggregates` run in parallel, in the order of stages, cutoffs and measures. `tipping` has the cells at
    integer cutoffs."""

    rows: tuple[TotalRow, ...]
    aggregates: list[Aggregate]
    family: Family
    facts: Mapping[Cell, CellFacts]
    tipping: list[Tipping]


def total_rows(basis: Basis, facts: Mapping[Cell, CellFacts]) -> tuple[TotalRow, ...]:
    """Every row of the totals with its interval, not yet tested."""
    return tuple(
        _total_row(basis, row, stage, cutoff, facts[stage, cutoff])
        for stage, cutoff in basis.cells()
        for row in basis.rows
    )


def _total_row(
    basis: Basis, row: MeasureRow, stage: str, cutoff: Cutoff, facts: CellFacts
) -> TotalRow:
    cell = basis.scores.cells.get((stage, cutoff))
    columns = None if cell is None else columns_of(basis.scores, cell, row)
    of = sample(basis, basis.scored, row)
    if columns is None or not len(of.at):
        return TotalRow(row, stage, facts, of, columns, None)
    return TotalRow(row, stage, facts, of, columns, estimated(columns, of))


def build_totals(basis: Basis, identities: Mapping[Cell, CellIdentities]) -> Totals:
    """All aggregates over the scored queries, with intervals, tests, label bounds and their sentences."""
    facts = {cell: facts_of(basis, *cell) for cell in basis.cells()}
    rows = total_rows(basis, facts)
    tests = _test(basis, rows)
    results = iter(tests.results)
    open_verdicts = {cell: _open_verdicts(basis, *cell) for cell in basis.cells()}
    aggregates = []
    for total in rows:
        cell = total.stage, total.facts.cutoff
        tested = next(results) if _in_family(basis, total) else None
        aggregates.append(
            _aggregate(
                basis,
                total,
                tested=tested,
                family=tests,
                verdicts=open_verdicts[cell],
                identities=identities.get(cell),
            )
        )
    return Totals(
        rows=rows,
        aggregates=aggregates,
        family=tests,
        facts=facts,
        tipping=[
            verdicts.tipping for verdicts in open_verdicts.values() if verdicts.tipping is not None
        ],
    )


def _in_family(basis: Basis, total: TotalRow) -> bool:
    return total.tested and total.estimate is not None and not basis.census


def _test(basis: Basis, rows: Sequence[TotalRow]) -> Family:
    cells = [
        tested_cell(total.columns, total.sample)
        for total in rows
        if total.columns is not None and _in_family(basis, total)
    ]
    return run_tests(cells, basis.seed)


@dataclass(frozen=True, slots=True, eq=False)
class OpenVerdicts:
    """Bounds and their sentences in one cell, by row, and what would tip its leads."""

    bounds: Bounds
    sentences: Mapping[MeasureRow, list[Sentence]]
    tipping: Tipping | None


def _open_verdicts(basis: Basis, stage: str, cutoff: Cutoff) -> OpenVerdicts:
    if not isinstance(cutoff, int) or not basis.n:
        return OpenVerdicts({}, {}, None)
    counts = counts_at(basis, stage, cutoff, basis.scored)
    if counts is None:
        return OpenVerdicts({}, {}, None)
    bounds = bounds_of(counts, cutoff)
    tipping = tipping_at(counts, stage, cutoff)
    return OpenVerdicts(
        bounds=bounds,
        sentences={
            row: bounds_sentences(row, bound, counts, tipping) for row, bound in bounds.items()
        },
        tipping=tipping,
    )


def _aggregate(
    basis: Basis,
    total: TotalRow,
    *,
    tested: TestedCell | None,
    family: Family,
    verdicts: OpenVerdicts,
    identities: CellIdentities | None,
) -> Aggregate:
    row, columns, estimate = total.row, total.columns, total.estimate
    if columns is None or estimate is None:
        notes = undefined_notes(basis, row, total.facts, total.sample)
        return undefined_aggregate(row, total.stage, total.facts, total.sample, notes)
    bounds: LabelBounds | None = verdicts.bounds.get(row)
    signs = columns.sign[total.sample.at]
    sentences = cell_messages(
        estimate,
        tested,
        better=int((signs > 0).sum()),
        worse=int((signs < 0).sum()),
        tests=family.tests,
        pooled=row.averaging is Averaging.POOLED,
        options=basis.sampling,
        where={
            "measure": {"measure": row.measure.value, "averaging": row.averaging.value},
            "stage": total.stage,
            "cutoff": columns.cutoff,
        },
    )
    return aggregate(
        basis,
        columns,
        total.facts,
        total.sample,
        estimate=estimate,
        tested=tested,
        bounds=bounds,
        sentences=[
            *sentences,
            *identity_sentences(row, identities),
            *verdicts.sentences.get(row, []),
        ],
    )


def interval_sides(totals: Totals, cell: Cell) -> dict[Side, list[MeasureRow]]:
    """MSG_CELLS: on which side of zero the tested measures' intervals of one cell lie."""
    sides: dict[Side, list[MeasureRow]] = {side: [] for side in Side}
    for total in totals.rows:
        if (total.stage, total.facts.cutoff) != cell or not total.row.tested:
            continue
        if total.estimate is not None:
            sides[side_of(total.estimate)].append(total.row)
    return sides
