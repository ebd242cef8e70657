"""The numbers of one real query, put into the formulas."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from reportgen.model.cutoff import ALL
from reportgen.model.measure import Averaging, Measure, MeasureRow
from reportgen.model.report import Amount, Queries, reachable_hits
from reportgen.present import numbers
from reportgen.present.page import Page
from reportgen.present.sections.measure_row import fraction_of


@dataclass(frozen=True, slots=True)
class Worked:
    """One scored query at the cell shown first. `ranks` are those of its gold units within the
    cutoff, ascending, with their grades; None where they do not account for the hits (a unit map
    may cut elsewhere). `grades` are those of all its gold units, descending; None where the level
    leaves grades out of the gold. `met` are the parts of its evidence that are met within the
    cutoff, of `parts`; None where it declares none, or a unit map may cut elsewhere."""

    query_id: str
    gold: int
    hits: tuple[int, int]
    reachable: int
    cutoff: int | None
    ranks: tuple[tuple[tuple[int, int], ...], tuple[tuple[int, int], ...]] | None
    grades: tuple[int, ...] | None
    met: tuple[int, int] | None
    parts: int
    scored: int
    total_gold: int


def example(page: Page) -> Worked | None:
    """The query that shows most: hits that differ, several gold units, few enough to follow, and
    evidence where there is any; None without a scored query."""
    queries = page.report.queries
    cell = page.columns.get((page.last, page.largest))
    if cell is None:
        return None
    best: tuple[tuple[bool, bool, bool, int, int], int] | None = None
    for at, excluded in enumerate(queries.excluded):
        baseline, candidate = cell.baseline.hits[at], cell.candidate.hits[at]
        if excluded is not None or baseline is None or candidate is None:
            continue
        gold = queries.gold[at]
        # False sorts first: a query that changed, with 2 to 4 gold units, the one with most hits.
        key = (
            baseline == candidate,
            not 2 <= gold <= 4,
            not _parts(queries, at),
            -(baseline + candidate),
            at,
        )
        if best is None or key < best[0]:
            best = (key, at)
    return None if best is None else _worked(page, best[1])


def per_query(row: MeasureRow, query: Worked) -> tuple[str, str] | None:
    """What the query contributes in both runs, as a formula with its value; None where the
    document does not hold what it takes."""
    sides = [_contribution(row, query, side) for side in (0, 1)]
    if sides[0] is None or sides[1] is None:
        return None
    return sides[0], sides[1]


def put_in(page: Page, row: MeasureRow, query: Worked) -> str:
    """The weight of the query in the aggregate: `3/5 = 60 %`."""
    parts = (
        (query.gold, query.total_gold) if row.averaging is Averaging.POOLED else (1, query.scored)
    )
    if row.measure.needs_evidence:
        aggregate = page.aggregate(row, page.last, page.largest)
        parts = (1, query.scored if aggregate is None else aggregate.n)
    return f"{numbers.fraction(*parts)} = {numbers.percent(parts[0] / parts[1])}"


def total(amount: Amount | None, denominator: int | None) -> str | None:
    """A run's aggregate as a formula: a fraction where there is one, else its value over n
    queries; None where it is undefined."""
    if amount is None:
        return None
    shown = numbers.level(amount.value)
    fraction = fraction_of(amount, denominator)
    return shown if fraction is None else f"{fraction} = {shown}"


def _worked(page: Page, at: int) -> Worked:
    queries = page.report.queries
    cell = page.columns[page.last, page.largest]
    gold = queries.gold[at]
    baseline, candidate = cell.baseline.hits[at], cell.candidate.hits[at]
    hits = (baseline or 0, candidate or 0)
    cutoff = None if page.largest == ALL else page.largest
    return Worked(
        query_id=queries.query_id[at],
        gold=gold,
        hits=hits,
        reachable=reachable_hits(cell, gold, at),
        cutoff=cutoff,
        ranks=_ranks(queries, page.last, at, cutoff, hits),
        grades=_grades(page, at),
        met=_met(page, at, cutoff),
        parts=len(_parts(queries, at)),
        scored=page.report.accounting.scored,
        total_gold=page.report.accounting.gold,
    )


def _ranks(
    queries: Queries, stage: str, at: int, cutoff: int | None, hits: tuple[int, int]
) -> tuple[tuple[tuple[int, int], ...], tuple[tuple[int, int], ...]] | None:
    columns = next((one for one in queries.ranks if one.stage == stage), None)
    if columns is None:
        return None
    found = []
    for ranks, expected in zip((columns.baseline[at], columns.candidate[at]), hits, strict=True):
        inside = sorted(
            (rank, grade)
            for rank, grade in zip(ranks or (), queries.gold_grades[at], strict=False)
            if rank is not None and (cutoff is None or rank <= cutoff)
        )
        if len(inside) != expected:
            return None
        found.append(tuple(inside))
    return found[0], found[1]


def _parts(queries: Queries, at: int) -> list[list[str]]:
    return [] if queries.evidence is None else queries.evidence.parts[at]


def _met(page: Page, at: int, cutoff: int | None) -> tuple[int, int] | None:
    evidence = page.report.queries.evidence
    scope = page.report.scope
    mapped = any(
        stage.mapped_by is not None
        for run in (scope.baseline, scope.candidate)
        for stage in run.stages
        if stage.name == page.last
    )
    if evidence is None or not evidence.parts[at] or (mapped and cutoff is not None):
        return None
    columns = next(one for one in evidence.ranks if one.stage == page.last)
    baseline, candidate = (
        {
            unit
            for unit, rank in zip(evidence.units[at], ranks or (), strict=False)
            if rank is not None and (cutoff is None or rank <= cutoff)
        }
        for ranks in (columns.baseline[at], columns.candidate[at])
    )
    parts = evidence.parts[at]
    return (
        sum(not baseline.isdisjoint(part) for part in parts),
        sum(not candidate.isdisjoint(part) for part in parts),
    )


def _grades(page: Page, at: int) -> tuple[int, ...] | None:
    if page.report.scope.relevance_level > 1:
        return None
    return tuple(sorted(page.report.queries.gold_grades[at], reverse=True))


def _contribution(row: MeasureRow, query: Worked, side: int) -> str | None:
    hits, gold = query.hits[side], query.gold
    match row.measure:
        case Measure.RECALL:
            return numbers.ratio(hits, gold)
        case Measure.ANY_HIT:
            return f"{hits} {'>' if hits else '='} 0 → {int(hits > 0)}"
        case Measure.ALL_HIT:
            return f"{hits} {'=' if hits == gold else '<'} {gold} → {int(hits == gold)}"
        case Measure.SHARE_OF_CEILING:
            return numbers.ratio(hits, query.reachable) if query.reachable else None
        case Measure.PRECISION:
            return None if query.cutoff is None else numbers.ratio(hits, query.cutoff)
        case Measure.RECIPROCAL_RANK | Measure.AVERAGE_PRECISION | Measure.NDCG:
            return None if query.ranks is None else _ordered(row.measure, query, query.ranks[side])
        case Measure.EVIDENCE_MET | Measure.EVIDENCE_COVERAGE:
            return None if query.met is None else _evidence(row.measure, query.met[side], query)


def _evidence(measure: Measure, met: int, query: Worked) -> str:
    if measure is Measure.EVIDENCE_COVERAGE:
        return numbers.ratio(met, query.parts)
    return f"{met} {'=' if met == query.parts else '<'} {query.parts} → {int(met == query.parts)}"


def _ordered(measure: Measure, query: Worked, ranks: Sequence[tuple[int, int]]) -> str | None:
    if measure is Measure.RECIPROCAL_RANK:
        return numbers.ratio(1, ranks[0][0]) if ranks else "0"
    if measure is Measure.AVERAGE_PRECISION:
        terms = [f"{at}/{rank}" for at, (rank, _) in enumerate(ranks, 1)]
        summed = sum((Fraction(at, rank) for at, (rank, _) in enumerate(ranks, 1)), Fraction())
        spelled = " + ".join(terms) or "0"
        return f"({spelled}) / {query.gold} = {numbers.level(float(summed / query.gold))}"
    if query.grades is None:
        return None
    gained = math.fsum(grade / math.log2(rank + 1) for rank, grade in ranks)
    best = math.fsum(
        grade / math.log2(rank + 1) for rank, grade in enumerate(query.grades[: query.cutoff], 1)
    )
    shown = numbers.level(min(1.0, gained / best)) if best else "0"
    return f"{gained:.3f} / {best:.3f} = {shown}"
