"""A label snapshot as the files of a label directory."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import msgspec
import narwhals as nw

from reportgen.review.snapshot import CHANGES, LINES, Changes, Snapshot

MANIFEST = "labels.json"
_HEADER = "query-id\tcorpus-id\tscore\n"


def snapshot_files(snapshot: Snapshot) -> dict[str, bytes]:
    """File name -> bytes: labels.json, the queries, the judgments (tab-separated as BEIR has them, or JSON lines where
    an id holds a tab or a query id begins with `#`), the unit maps, and changes.json, which no reader needs."""
    manifest = snapshot.manifest
    queries, judgments = str(manifest.queries), str(manifest.judgments)
    maps = {
        declared.file: _rows(unit_map.frame.collect().sort("from", "to"), "from", "to")
        for declared, unit_map in zip(manifest.unit_maps, snapshot.unit_maps, strict=True)
    }
    return {
        MANIFEST: _indented(manifest),
        queries: b"".join(msgspec.json.encode(query) + b"\n" for query in snapshot.queries),
        judgments: _json_lines(snapshot.judgments)
        if judgments == LINES
        else _HEADER.encode() + _rows(snapshot.judgments, "query_id", "unit_id", "grade"),
        **maps,
        CHANGES: _indented(_changes(snapshot.changes)),
    }


def _rows(frame: nw.DataFrame[Any], *columns: str) -> bytes:
    parts = [nw.col(name).cast(nw.String()) for name in columns]
    lines = frame.select(row=nw.concat_str(parts, separator="\t"))["row"].to_list()
    return "".join(f"{line}\n" for line in lines).encode()


def _json_lines(frame: nw.DataFrame[Any]) -> bytes:
    columns = ("query_id", "unit_id", "grade")
    rows = frame.select(*columns).iter_rows()
    return b"".join(
        msgspec.json.encode(dict(zip(columns, row, strict=True))) + b"\n" for row in rows
    )


def _indented(content: object) -> bytes:
    plain = msgspec.to_builtins(content)
    return (json.dumps(plain, ensure_ascii=False, indent=2) + "\n").encode()


def _changes(changes: Changes) -> Mapping[str, Any]:
    return {
        "parent": {"id": changes.parent_id, "digest": changes.parent_digest},
        "judgments": [
            {"query_id": added.query_id, "unit_id": added.unit_id, "grade": added.grade}
            for added in changes.verdicts
        ],
        "states": [
            {"query_id": of.query_id, "before": of.before.value, "after": of.after.value}
            for of in changes.states
        ],
        "gold": [
            {"query_id": of.query_id, "before": of.before, "after": of.after} for of in changes.gold
        ],
    }
