"""What any ranking could reach within a cutoff: the ceilings in units and in evidence parts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from reportgen.model.cutoff import ALL, Cutoff
from reportgen.model.labels import CutoffCounts
from reportgen.model.matched import GoldUnits, Ints, StageMatch, UnitCover
from reportgen.score.coverage import max_coverage
from reportgen.score.evidence import Evidence


@dataclass(frozen=True, slots=True, eq=False)
class Reach:
    """The most of each query that k units can reach, shape [Q]; an upper bound where `exact` is
    false."""

    most: Ints
    exact: bool

    def or_more(self, other: Reach) -> Reach:
        """The larger of two, query by query."""
        return Reach(np.maximum(self.most, other.most), self.exact and other.exact)


def is_bounded(stage: StageMatch, cutoff: Cutoff) -> bool:
    """At most k units stand within the cutoff k."""
    return cutoff != ALL and _several_per_source(stage.cover) is None


def reachable_hits(stage: StageMatch, gold_units: GoldUnits, gold: Ints, cutoff: Cutoff) -> Reach:
    """The most gold units within the cutoff: min(k, gold), or what k source units cover where one
    stands for several.

    A gold unit that no source unit stands for counts as reachable by one of its own: the gap is
    the map's, not the cutoff's.
    """
    if cutoff == ALL:
        return Reach(gold, True)
    cover = _several_per_source(stage.cover)
    if cover is None:
        return Reach(np.minimum(gold, cutoff), True)
    rows = np.flatnonzero(gold_units.gold).tolist()
    things = [(int(gold_units.query[row]), row, row) for row in rows]
    return _most_covered(things, cover, len(gold), cutoff)


def reachable_parts(stage: StageMatch, evidence: Evidence, cutoff: Cutoff) -> Reach:
    """The most evidence parts that the units within the cutoff can meet; a unit may serve several
    parts (maximum coverage, exact)."""
    if cutoff == ALL or not len(evidence.query):
        return Reach(evidence.parts, True)
    cover = _several_per_source(stage.cover)
    things = [
        (int(evidence.query[part]), int(unit), int(part))
        for part, unit in zip(evidence.part, evidence.unit, strict=True)
    ]
    return _most_covered(things, cover, evidence.queries, cutoff)


def _several_per_source(cover: UnitCover | None) -> UnitCover | None:
    """The map, where a cutoff counts source units that may stand for several units each."""
    if cover is None or not cover.one_to_many or cover.cutoff_counts is CutoffCounts.TO:
        return None
    return cover


def _most_covered(
    things: Iterable[tuple[int, int, int]], cover: UnitCover | None, queries: int, k: int
) -> Reach:
    """Things are (query, unit that reaches it, what is reached)."""
    sources: dict[int, list[int]] = {}
    if cover is not None:
        for unit, source in zip(cover.unit.tolist(), cover.source.tolist(), strict=True):
            sources.setdefault(unit, []).append(source)
    masks: dict[int, dict[object, int]] = {}
    bits: dict[int, dict[int, int]] = {}
    for query, unit, thing in things:
        of_query = bits.setdefault(query, {})
        bit = 1 << of_query.setdefault(thing, len(of_query))
        choices = masks.setdefault(query, {})
        for choice in sources.get(unit, [("unit", unit)]):
            choices[choice] = choices.get(choice, 0) | bit
    most = np.zeros(queries, dtype=np.int64)
    exact = True
    for query, choices in masks.items():
        coverage = max_coverage(choices.values(), k)
        most[query] = coverage.most
        exact = exact and coverage.exact
    return Reach(most, exact)
