"""What matching means, for one list at a time and in plain Python: the yardstick for the columnar match."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from reportgen.model.cutoff import Cutoff
from reportgen.model.labels import CutoffCounts
from reportgen.model.run import Order

Row = tuple[str, float, int]
"""Unit id, score, rank; in the order of the file."""


@dataclass(frozen=True)
class PlainList:
    """Units in label terms, in order, each with the place that a cutoff counts."""

    units: tuple[tuple[str, int], ...]
    source_units: tuple[str, ...]

    def within(self, cutoff: Cutoff) -> list[str]:
        return [unit for unit, depth in self.units if cutoff == "all" or depth <= cutoff]


def in_order(rows: Sequence[Row], order: Order) -> list[str]:
    """Units by the rule, each where it stands first."""
    placed = list(rows)
    if order is Order.SCORE:
        placed.sort(key=lambda row: (row[1], row[0].encode()), reverse=True)
    if order is Order.RANK:
        placed.sort(key=lambda row: row[2])
    return list(dict.fromkeys(unit for unit, _, _ in placed))


def plain_list(
    rows: Sequence[Row],
    order: Order,
    unit_map: Sequence[tuple[str, str]] | None = None,
    counts: CutoffCounts = CutoffCounts.FROM,
) -> PlainList:
    units = in_order(rows, order)
    if unit_map is None:
        return PlainList(tuple((unit, at) for at, unit in enumerate(units, 1)), tuple(units))
    first: dict[str, int] = {}
    for at, unit in enumerate(units, 1):
        for target in sorted((new for old, new in unit_map if old == unit), key=str.encode):
            first.setdefault(target, at)
    if counts is CutoffCounts.TO:
        first = {unit: at for at, unit in enumerate(first, 1)}
    return PlainList(tuple(first.items()), tuple(units))


def first_units_differ(rows: Sequence[Row], one: Order, other: Order, cutoff: Cutoff) -> bool:
    end = None if cutoff == "all" else cutoff
    return in_order(rows, one)[:end] != in_order(rows, other)[:end]


def hits_left_open(rows: Sequence[Row], gold: Mapping[str, bool], k: int) -> tuple[int, int]:
    """Least and most gold units in the first k, over all ways to order units of one score."""
    best = {unit: max(score for of, score, _ in rows if of == unit) for unit, _, _ in rows}
    least = sorted(best, key=lambda unit: (-best[unit], gold.get(unit, False)))[:k]
    most = sorted(best, key=lambda unit: (-best[unit], not gold.get(unit, False)))[:k]
    return sum(gold.get(unit, False) for unit in least), sum(gold.get(u, False) for u in most)
