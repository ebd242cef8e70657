"""The digest of a label snapshot: one value over everything that can change a score."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence

import polars as pl

from reportgen.model.labels import QueryRecord, UnitMap, Verdicts

HASHED_ROWS = 200_000


def label_digest(
    *,
    relevance_level: int,
    verdicts: Verdicts,
    queries: Sequence[QueryRecord],
    judgments: pl.DataFrame,
    unit_maps: Sequence[tuple[UnitMap, pl.DataFrame]],
) -> str:
    """`sha256:` and 64 hex digits over states, verdicts, judgments, level, evidence and unit maps.

    The same for every file format, file name and order of rows. Texts, groups and clusters are left out, and so are
    the snapshot's and the maps' names and versions: none of them changes a score. `judgments` are distinct rows of
    `query_id`, `unit_id`, `grade`. Fields end with NUL and rows with LF, which no id holds.
    """
    digest = hashlib.sha256()
    digest.update(f"level\0{relevance_level}\n".encode())
    for query in sorted(queries, key=lambda query: query.query_id):
        digest.update(_query_row(query, verdicts).encode())
    for chunk in _rows(judgments, "judgment", ["query_id", "unit_id", "grade"]):
        digest.update(chunk)
    for unit_map, frame in sorted(unit_maps, key=lambda item: (item[0].from_unit, item[0].to_unit)):
        head = ("unit-map", unit_map.from_unit, unit_map.to_unit, unit_map.cutoff_counts.value)
        digest.update(("\0".join(head) + "\n").encode())
        for chunk in _rows(frame, "unit", ["from", "to"]):
            digest.update(chunk)
    return f"sha256:{digest.hexdigest()}"


def _query_row(query: QueryRecord, verdicts: Verdicts) -> str:
    """Parts of evidence are sorted but stay as many as they are: coverage counts them."""
    state = "" if query.state is None else query.state.value
    parts = sorted("\0".join(sorted(set(part))) for part in query.evidence)
    evidence = "".join(f"part\0{part}\n" for part in parts)
    return f"query\0{query.query_id}\0{state}\0{(query.verdicts or verdicts).value}\n{evidence}"


def _rows(frame: pl.DataFrame, kind: str, columns: list[str]) -> Iterator[bytes]:
    ordered = frame.sort(columns)
    text = pl.concat_str(
        [pl.lit(kind), *(pl.col(name).cast(pl.String) for name in columns)], separator="\0"
    )
    for part in ordered.iter_slices(HASHED_ROWS):
        lines: Iterable[str] = part.select(text.str.join("\n")).to_series()
        yield "".join(f"{line}\n" for line in lines).encode()
