"""What stands beside every measure of one cell: judged units, list sizes, and notes that qualify its values."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from reportgen.comparison.basis import SIDES, Basis
from reportgen.model.cutoff import ALL, Cutoff
from reportgen.model.matched import Bools, Ints, StageMatch, StagePair
from reportgen.model.measure import Measure, MeasureRow
from reportgen.model.report import Judged, ListSizes
from reportgen.model.run import Side

_CEILING_FROM_HITS = frozenset(
    (
        Measure.RECALL,
        Measure.ALL_HIT,
        Measure.SHARE_OF_CEILING,
        Measure.PRECISION,
        Measure.AVERAGE_PRECISION,
    )
)


@dataclass(frozen=True, slots=True, eq=False)
class CellFacts:
    """One stage and cutoff. Arrays over all queries; `judged` and `returned` are units within the cutoff, by run."""

    cutoff: Cutoff
    judged: dict[Side, Ints] | None
    returned: dict[Side, Ints] | None
    notes: tuple[str, ...]
    upper_bound: bool
    bounded: bool

    def judged_units(self, side: Side, at: Ints) -> Judged | None:
        if self.judged is None or self.returned is None:
            return None
        return Judged(
            judged=int(self.judged[side][at].sum()), returned=int(self.returned[side][at].sum())
        )

    def list_sizes(self, side: Side, at: Ints) -> ListSizes | None:
        if self.cutoff != ALL or self.returned is None or not len(at):
            return None
        sizes = self.returned[side][at]
        return ListSizes(mean=int(sizes.sum()) / len(at), largest=int(sizes.max()))

    def notes_on(self, row: MeasureRow, at: Ints) -> list[str]:
        """Notes on a defined value of `row` over the queries `at`."""
        measure = row.measure
        found = list(self.notes)
        if self.cutoff == ALL and measure in (Measure.RECALL, Measure.SHARE_OF_CEILING):
            found.append("nothing-is-cut")
        if measure is Measure.PRECISION and self._has_short_lists(at):
            found.append("lists-shorter-than-k")
        if measure is Measure.NDCG:
            found.append("ignores-relevance-level")
        if self.upper_bound and measure in _CEILING_FROM_HITS:
            found.append("ceiling-upper-bound")
        return found

    def _has_short_lists(self, at: Ints) -> bool:
        if self.returned is None or not isinstance(self.cutoff, int):
            return False
        return any(bool((self.returned[side][at] < self.cutoff).any()) for side in SIDES)


def facts_of(basis: Basis, stage: str, cutoff: Cutoff) -> CellFacts:
    """The facts of one cell; a cell that a run has no list for has neither judged units nor sizes."""
    pair = next(pair for pair in basis.matched.stages if pair.baseline.stage == stage)
    cell = basis.scores.cells.get((stage, cutoff))
    if cell is None:
        return CellFacts(cutoff, None, None, ("no-list-at-cutoff",), False, False)
    returned = {side: cell.side(side).returned for side in SIDES}
    return CellFacts(
        cutoff=cutoff,
        judged=_judged(pair, cutoff, returned),
        returned=returned,
        notes=tuple(_list_notes(basis, pair, cutoff)),
        upper_bound=not cell.reachable_exact,
        bounded=cell.bounded,
    )


def _judged(pair: StagePair, cutoff: Cutoff, returned: dict[Side, Ints]) -> dict[Side, Ints] | None:
    if cutoff == ALL:
        return None
    unjudged = pair.unjudged[cutoff]
    return {
        Side.BASELINE: returned[Side.BASELINE] - unjudged.baseline - unjudged.both,
        Side.CANDIDATE: returned[Side.CANDIDATE] - unjudged.candidate - unjudged.both,
    }


def _list_notes(basis: Basis, pair: StagePair, cutoff: Cutoff) -> list[str]:
    found = []
    stages = [pair.side(side) for side in SIDES]
    separate = [stage for stage in stages if has_separate_lists(stage)]
    if cutoff == ALL and separate:
        found.append("largest-list-stands-for-all")
    if isinstance(cutoff, int) and any(cutoff > stage.longest for stage in stages):
        found.append("beyond-depth")
    if any(broken_prefixes(stage, basis.scored) for stage in separate):
        found.append("not-one-ranking")
    return found


def has_separate_lists(stage: StageMatch) -> bool:
    """Whether each cutoff of the stage was retrieved by itself."""
    return len({id(found) for found in stage.lists.values()}) > 1 or bool(stage.prefix)


def broken_prefixes(stage: StageMatch, scored: Ints) -> dict[int, int]:
    """Cutoff -> scored queries whose list there does not begin the list at the next larger cutoff; only where there
    are any."""
    counts = {cutoff: _broken(stage.prefix[cutoff], scored) for cutoff in sorted(stage.prefix)}
    return {cutoff: count for cutoff, count in counts.items() if count}


def _broken(prefix: Bools, scored: Ints) -> int:
    return int(np.count_nonzero(~prefix[scored]))
