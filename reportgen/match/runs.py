"""Both runs met with the labels: all that the comparison needs of the rankings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

import numpy as np

from reportgen.match.identity import Same, full_pairs, held_pairs, nested
from reportgen.match.sizes import listed_queries
from reportgen.match.sources import full_key, full_source
from reportgen.match.stage import StageLists, match_stage, other_order
from reportgen.match.tables import LabelTables, label_tables
from reportgen.match.unknown import unknown_units
from reportgen.model.cutoff import ALL, Cutoff
from reportgen.model.labels import Labels
from reportgen.model.matched import Bools, Matched, StagePair, Unjudged, UnknownUnits
from reportgen.model.run import Run, Side


def match_runs(
    baseline: Run,
    candidate: Run,
    labels: Labels,
    *,
    stages: Sequence[str],
    cutoffs: Sequence[Cutoff],
    relevance_level: int,
) -> Matched:
    """Both runs at the shared `stages`, in that order, met with the labels.

    `relevance_level` decides gold and overrides the snapshot's own. Arrays over queries follow
    `Labels.queries`.
    """
    tables = label_tables(labels, relevance_level=relevance_level)
    runs = {Side.BASELINE: baseline, Side.CANDIDATE: candidate}
    lists = {
        side: [match_stage(run, stage, labels, tables, cutoffs) for stage in stages]
        for side, run in runs.items()
    }
    pairs = zip(lists[Side.BASELINE], lists[Side.CANDIDATE], strict=True)
    return Matched(
        gold_units=tables.gold_units,
        stages=tuple(_pair(ours, theirs, cutoffs) for ours, theirs in pairs),
        nested={
            side: tuple(
                nested(full_source(earlier.sources), full_source(later.sources))
                for earlier, later in pairwise(of_run)
            )
            for side, of_run in lists.items()
        },
        listed={side: _listed(run, lists[side], tables) for side, run in runs.items()},
        unknown=_unknown(lists, tables),
    )


def _pair(baseline: StageLists, candidate: StageLists, cutoffs: Sequence[Cutoff]) -> StagePair:
    unjudged: dict[int, Unjudged] = {}
    same: dict[Cutoff, Same] = {}
    shared = [k for k in cutoffs if k in baseline.match.lists and k in candidate.match.lists]
    for k in shared:
        if k != ALL and k not in unjudged:
            ours, theirs = baseline.held_for(k), candidate.held_for(k)
            # A single list serves every cutoff: one join for all of them.
            together = [
                other
                for other in shared
                if other != ALL
                and baseline.held_for(other) is ours
                and candidate.held_for(other) is theirs
            ]
            for cutoff, (counts, alike) in held_pairs(ours, theirs, together).items():
                unjudged[cutoff], same[cutoff] = counts, alike
    if ALL in shared:
        same[ALL] = _same_in_full(baseline, candidate)
    orders = baseline.match.order, candidate.match.order
    return StagePair(
        baseline=baseline.match,
        candidate=candidate.match,
        unjudged=unjudged,
        same_list={cutoff: same[cutoff][0] for cutoff in shared},
        same_units={cutoff: same[cutoff][1] for cutoff in shared},
        other_order=None
        if orders[0] is orders[1]
        else {
            Side.BASELINE: other_order(baseline, orders[1], cutoffs),
            Side.CANDIDATE: other_order(candidate, orders[0], cutoffs),
        },
    )


def _same_in_full(baseline: StageLists, candidate: StageLists) -> Same:
    held = baseline.held_for(ALL), candidate.held_for(ALL)
    sizes = [lists.sizes[full_key(lists.sources)] for lists in (baseline, candidate)]
    depth = min(held[0].k, held[1].k)
    if max(size.longest for size in sizes) <= depth:
        return held_pairs(*held, [depth])[depth][1]
    returned = sizes[0].returned, sizes[1].returned
    return full_pairs(held[0].source, held[1].source, returned)


def _listed(run: Run, lists: Sequence[StageLists], tables: LabelTables) -> Bools:
    listed: Bools = np.logical_or.reduce([stage.present for stage in lists])
    compared = {stage.match.stage for stage in lists}
    for stage in run.stages:
        if stage.name not in compared:
            for rankings in stage.rankings.values():
                index, ids = tables.index, listed_queries(rankings)
                listed[[index[query] for query in ids if query in index]] = True
    return listed


def _unknown(
    lists: Mapping[Side, Sequence[StageLists]], tables: LabelTables
) -> Mapping[Side, UnknownUnits]:
    if not len(tables.judged):
        return {}
    return {
        side: unknown_units([source for stage in of_run for source in stage.sources.values()])
        for side, of_run in lists.items()
        if not any(stage.match.knows_units for stage in of_run)
    }
