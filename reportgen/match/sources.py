"""The sources of a stage: one list that every cutoff is cut from, or one for every cutoff."""

from __future__ import annotations

from collections.abc import Mapping

from reportgen.match.source import Source
from reportgen.match.tables import LabelTables
from reportgen.model.cutoff import ALL, Cutoff
from reportgen.model.labels import Labels
from reportgen.model.run import Run

Sources = Mapping[int | None, Source]
"""Keyed as `Stage.rankings`: None for a single list, else the integer cutoffs."""


def stage_sources(run: Run, stage: str, labels: Labels, tables: LabelTables) -> Sources:
    """The sources of one run at one stage, in ascending order of their cutoffs."""
    recorded = run.stage(stage)
    unit_map = labels.unit_map_from(run.unit_of(recorded))
    keys = sorted(recorded.rankings, key=lambda cutoff: cutoff or 0)
    return {
        key: Source(
            rankings=recorded.rankings[key],
            order=recorded.order,
            duplicates=run.manifest.duplicates,
            unit_map=unit_map,
            tables=tables,
        )
        for key in keys
    }


def full_key(sources: Sources) -> int | None:
    """The key of the list that stands for `all`: the only one, or that of the largest cutoff."""
    return list(sources)[-1]


def full_source(sources: Sources) -> Source:
    """The source that stands for `all`."""
    return sources[full_key(sources)]


def key_for(sources: Sources, cutoff: Cutoff) -> int | None:
    """The key of the list that `cutoff` is cut from; KeyError where the stage recorded none for
    it."""
    if cutoff == ALL:
        return full_key(sources)
    key = None if None in sources else cutoff
    if key not in sources:
        raise KeyError(cutoff)
    return key


def serves(sources: Sources, cutoff: Cutoff) -> bool:
    """The stage has a list for `cutoff`."""
    return cutoff == ALL or None in sources or cutoff in sources
