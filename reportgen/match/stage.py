"""One run at one stage: its lists met with the judgments, and what there is to say about them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from reportgen.match.held import Held, hold
from reportgen.match.identity import is_prefix
from reportgen.match.orders import NOWHERE, first_difference
from reportgen.match.sizes import Sizes, count_sizes
from reportgen.match.sources import Sources, full_key, key_for, serves, stage_sources
from reportgen.match.tables import LabelTables
from reportgen.match.ties import open_ties
from reportgen.match.units import cover, knows_units, unmapped
from reportgen.model.cutoff import ALL, Cutoff
from reportgen.model.labels import Labels
from reportgen.model.matched import Bools, Ints, ListMatch, OrderCheck, StageMatch
from reportgen.model.run import Order, Run


@dataclass(frozen=True, slots=True, eq=False)
class StageLists:
    """A stage on its way: where its lists come from, what of them is held, and the match made of
    it."""

    sources: Sources
    held: Mapping[int | None, Held]
    sizes: Mapping[int | None, Sizes]
    match: StageMatch

    @property
    def present(self) -> Bools:
        """Queries with a result in any of the stage's files."""
        present: Bools = np.logical_or.reduce([s.has_result for s in self.sizes.values()])
        return present

    def held_for(self, cutoff: Cutoff) -> Held:
        return self.held[key_for(self.sources, cutoff)]


def match_stage(
    run: Run, stage: str, labels: Labels, tables: LabelTables, cutoffs: Sequence[Cutoff]
) -> StageLists:
    """Read and match the lists of one run at one stage; only what `cutoffs` need is kept of
    them."""
    sources = stage_sources(run, stage, labels, tables)
    largest = max((k for k in cutoffs if k != ALL), default=0)
    sizes = {key: count_sizes(source) for key, source in sources.items()}
    held = {
        key: hold(
            source,
            k=largest if key is None else key,
            compare_orders=not sizes[key].crowded_ranks,
            rows=sizes[key].rows,
        )
        for key, source in sources.items()
    }
    served = [cutoff for cutoff in cutoffs if serves(sources, cutoff)]
    by_key: dict[int | None, list[int]] = {key: [] for key in sources}
    for cutoff in served:
        if cutoff != ALL:
            by_key[key_for(sources, cutoff)].append(cutoff)
    lists = {key: _list_match(held[key], sizes[key], by_key[key]) for key in sources}
    left_out = unmapped(list(sources.values()))
    strangers = sorted({query for size in sizes.values() for query in size.strangers})
    unit_map = sources[full_key(sources)].unit_map
    recorded = run.stage(stage)
    match = StageMatch(
        stage=stage,
        order=recorded.order,
        unit=run.unit_of(recorded),
        mapped_by=None if unit_map is None else unit_map.version,
        lists={
            **{cutoff: lists[key_for(sources, cutoff)] for cutoff in served},
            ALL: lists[full_key(sources)],
        },
        has_result=np.logical_and.reduce([size.has_result for size in sizes.values()]),
        longest=max(size.longest for size in sizes.values()),
        dropped=sum(size.dropped for size in sizes.values()),
        unmapped=left_out.count,
        unmapped_ids=left_out.ids,
        prefix=_prefixes(held),
        strangers=len(strangers),
        stranger_ids=tuple(strangers[:100]),
        knows_units=any(bool(of.judged.any()) for of in held.values())
        or knows_units(list(sources.values())),
        cover=None if unit_map is None else cover(sources[full_key(sources)], unit_map),
        order_check=_order_check(held, by_key),
    )
    return StageLists(sources=sources, held=held, sizes=sizes, match=match)


def other_order(
    lists: StageLists, other: Order, cutoffs: Sequence[Cutoff]
) -> Mapping[Cutoff, Ints] | None:
    """For each cutoff the queries whose first k units the rule `other` would change; None where a
    file cannot serve it."""
    changed: dict[Cutoff, Ints] = {}
    first: dict[int | None, Ints] = {}
    for key, source in lists.sources.items():
        places = first_difference(source, source.order, other)
        if places is None:
            return None
        first[key] = places
    for cutoff in cutoffs:
        if serves(lists.sources, cutoff):
            limit = NOWHERE - 1 if cutoff == ALL else cutoff
            changed[cutoff] = np.flatnonzero(first[key_for(lists.sources, cutoff)] <= limit)
    return changed


def _list_match(held: Held, sizes: Sizes, cutoffs: Sequence[int]) -> ListMatch:
    rows = np.flatnonzero(held.is_gold_unit)
    # Ranks are distinct within a list, so that query and rank decide the order.
    rows = rows[np.lexsort((held.rank[rows], held.query[rows]))]
    return ListMatch(
        returned=sizes.returned,
        size_at={k: held.size_at(k) for k in cutoffs},
        found=held.gold_unit[rows],
        rank=held.rank[rows],
        depth=held.depth[rows],
    )


def _prefixes(held: Mapping[int | None, Held]) -> Mapping[int, Bools]:
    keys = [key for key in held if key is not None]
    return {shorter: is_prefix(held[shorter], held[longer]) for shorter, longer in pairwise(keys)}


def _order_check(
    held: Mapping[int | None, Held], by_key: Mapping[int | None, Sequence[int]]
) -> OrderCheck:
    changes: dict[int, Ints] | None = {}
    ties: dict[int, tuple[tuple[int, int, int], ...]] = {}
    for key, cutoffs in by_key.items():
        first = held[key].first_change
        if first is None:
            changes = None
        elif changes is not None:
            changes.update({k: np.flatnonzero(first <= k) for k in cutoffs})
        ties.update(open_ties(held[key], cutoffs))
    return OrderCheck(rank_against_score=changes, ties=ties)
