"""A run that knows none of the judged units: which of its ids nearly match, so that a reader sees why."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

import narwhals as nw

from reportgen.match.source import Source
from reportgen.match.tables import HELD
from reportgen.model.matched import UnknownUnits

PAIRS = 3
QUERIES = 200


def unknown_units(sources: Sequence[Source]) -> UnknownUnits:
    """How many units the sources of one run returned, and up to three of them beside judged ids of the same query, near misses first.

    Only the first queries that have both are looked at: this stands on the way to a refusal, and near misses are all alike.
    """
    distinct = nw.concat([source.members().select("unit_id") for source in sources]).unique()
    count = distinct.select(nw.len()).collect(HELD).item()
    near: dict[tuple[str, str], None] = {}
    other: dict[tuple[str, str], None] = {}
    for returned, judged in _by_query(sources):
        near.update(dict.fromkeys(_near_misses(returned, judged)))
        other.update(dict.fromkeys(zip(returned, judged, strict=False)))
        if len(near) >= PAIRS:
            break
    pairs = tuple(islice([*near, *other], PAIRS))
    return UnknownUnits(distinct=int(count), pairs=pairs, near=min(len(near), PAIRS))


def _by_query(sources: Sequence[Source]) -> Iterator[tuple[list[str], list[str]]]:
    judged = sources[0].tables.judged
    queries = judged["query"].unique().sort().head(QUERIES).to_list()
    for source in sources:
        returned = source.of(queries).members().collect(HELD)
        for query in queries:
            mine = returned.filter(nw.col("query") == query)["unit_id"].sort().to_list()
            theirs = judged.filter(nw.col("query") == query)["unit_id"].sort().to_list()
            if mine:
                yield mine, theirs
    # Nothing of one query stands side by side: any ids show what the two sides look like.
    judged_ids = sources[0].tables.judged["unit_id"].unique().sort().head(PAIRS).to_list()
    for source in sources:
        units = source.members().select("unit_id").unique().sort("unit_id").head(PAIRS)
        yield units.collect(HELD)["unit_id"].to_list(), judged_ids


def _near_misses(returned: Iterable[str], judged: Iterable[str]) -> Iterator[tuple[str, str]]:
    bare = {_bare(unit): unit for unit in judged}
    for unit in returned:
        for key in (_bare(unit), *_beginnings(unit)):
            if key in bare:
                yield unit, bare[key]
                break
    whole = {_bare(unit): unit for unit in returned}
    for unit in judged:
        for key in _beginnings(unit):
            if key in whole:
                yield whole[key], unit
                break


def _bare(unit: str) -> str:
    """Letters and digits alone, without case and leading zeros: ids that differ in the rest are near misses."""
    return "".join(letter for letter in unit.casefold() if letter.isalnum()).lstrip("0")


def _beginnings(unit: str) -> Iterator[str]:
    """What stands before each sign that is no letter or digit, longest first: the document in `doc1#c3`."""
    for end in range(len(unit) - 1, 0, -1):
        if not unit[end].isalnum() and unit[:end].strip():
            yield _bare(unit[:end])
