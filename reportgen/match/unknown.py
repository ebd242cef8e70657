"""A run that knows none of the judged units: samples of both kinds of id, so that a reader sees
why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import narwhals as nw

from reportgen.match.source import Source
from reportgen.match.tables import HELD
from reportgen.model.matched import UnknownUnits

QUERIES = 100
UNITS = 1000

Sample = tuple[tuple[str, ...], tuple[str, ...]]


def unknown_units(sources: Sequence[Source]) -> UnknownUnits:
    """How many units the sources of one run returned, and ids of both kinds, query by query.

    Only the first queries that have both are looked at: this stands on the way to a refusal, and
    what is wrong is wrong everywhere.
    """
    units = nw.concat([source.members().select("unit_id") for source in sources]).unique()
    distinct = units.select(nw.len().alias("units")).collect(HELD)["units"].item()
    samples = tuple(_by_query(sources)) or (_any(sources),)
    return UnknownUnits(distinct=int(distinct), samples=samples)


def _by_query(sources: Sequence[Source]) -> Iterator[Sample]:
    judged = sources[0].tables.judged
    queries = judged["query"].unique().sort().head(QUERIES).to_list()
    for source in sources:
        returned = source.of(queries).members().collect(HELD)
        for query in queries:
            mine, theirs = (
                tuple(ids.filter(nw.col("query") == query)["unit_id"].sort().head(UNITS).to_list())
                for ids in (returned, judged)
            )
            if mine:
                yield mine, theirs


def _any(sources: Sequence[Source]) -> Sample:
    units = nw.concat([source.members().select("unit_id") for source in sources]).unique()
    returned = units.sort("unit_id").head(UNITS).collect(HELD)["unit_id"].to_list()
    judged = sources[0].tables.judged["unit_id"].unique().sort().head(UNITS).to_list()
    return tuple(returned), tuple(judged)
