"""Writes run directories and label snapshots for tests, one builder per kind of input."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

import polars as pl

Format = Literal["jsonl", "trec", "parquet"]
JudgmentsFormat = Literal["tsv", "trec", "jsonl", "parquet"]
Ranked = str | tuple[str, float]
"""A unit id, or a unit id with its score."""

SUFFIXES: Mapping[str, str] = {
    "jsonl": ".jsonl",
    "trec": ".trec",
    "tsv": ".tsv",
    "parquet": ".parquet",
}


def write_run(
    folder: Path,
    name: str,
    stages: Mapping[str, Mapping[str, Sequence[Ranked]]],
    *,
    format: Format = "jsonl",
    stage_settings: Mapping[str, Mapping[str, Any]] | None = None,
    answers: Mapping[str, bool] | None = None,
    **manifest: Any,
) -> Path:
    """Write `folder/name/` with run.json and a file per stage; return the run directory.

    `stages` maps a stage name to query id -> ranked unit ids, or (unit id, score) pairs. Units without a score get
    falling scores n, n-1, …, 1 in TREC files and none elsewhere. `stage_settings` adds keys to a stage's entry
    (`{"pool": {"order": "rank"}}`), `manifest` adds or replaces keys of run.json; a value of None removes the key.
    """
    directory = folder / name
    directory.mkdir(parents=True, exist_ok=True)
    entries = []
    for stage, ranked in stages.items():
        file = f"{stage}{SUFFIXES[format]}"
        write_rankings(directory / file, ranked, format=format)
        entry = {"name": stage, "file": file, **(stage_settings or {}).get(stage, {})}
        entries.append(_without_none(entry))
    if answers is not None:
        rows = [{"query_id": query, "abstained": abstained} for query, abstained in answers.items()]
        write_json_lines(directory / "answers.jsonl", rows)
    content = {"schema_version": 1, "name": name, "stages": entries, **manifest}
    write_json(directory / "run.json", _without_none(content))
    return directory


def write_rankings(
    path: Path, ranked: Mapping[str, Sequence[Ranked]], *, format: Format = "jsonl"
) -> Path:
    """Write one ranking file; an empty list can only be written as `jsonl`."""
    if format == "jsonl":
        return write_json_lines(path, [_json_row(query, units) for query, units in ranked.items()])
    if any(not units for units in ranked.values()):
        raise ValueError(f"a {format} file cannot say that a query returned nothing")
    if format == "trec":
        rows = [row for query, units in ranked.items() for row in _trec_rows(query, units)]
        return write_text(path, "".join(f"{row}\n" for row in rows))
    pl.DataFrame(
        [row for query, units in ranked.items() for row in _parquet_rows(query, units)],
        orient="row",
        schema={
            "query_id": pl.String,
            "unit_id": pl.String,
            "rank": pl.Int64,
            **({"score": pl.Float64} if _has_scores(ranked) else {}),
        },
    ).write_parquet(path)
    return path


def write_labels(
    folder: Path,
    judgments: Mapping[str, Mapping[str, int]],
    /,
    *,
    name: str = "labels",
    format: JudgmentsFormat = "tsv",
    queries: Mapping[str, Mapping[str, Any]] | None = None,
    unit_map_rows: Mapping[str, Sequence[tuple[str, str]]] | None = None,
    **manifest: Any,
) -> Path:
    """Write `folder/name/` with labels.json, queries.jsonl and the judgments; return the label directory.

    `judgments` maps query id -> unit id -> grade. A query's state is `relevant` where a grade reaches the relevance
    level, `unreviewed` where it has no judgment, else `no-answer`; `queries` overrides or adds fields of a query, and
    adds queries. `unit_map_rows` maps a file name to its rows; name the file in `unit_maps` too.
    """
    directory = folder / name
    directory.mkdir(parents=True, exist_ok=True)
    level = manifest.get("relevance_level") or 1
    overrides = queries or {}
    records = [
        _without_none(
            {
                "query_id": query,
                "state": _state(judgments.get(query, {}), level),
                **overrides.get(query, {}),
            }
        )
        for query in dict.fromkeys([*judgments, *overrides])
    ]
    write_json_lines(directory / "queries.jsonl", records)
    file = f"judgments{SUFFIXES[format]}"
    write_judgments(directory / file, judgments, format=format)
    for map_file, rows in (unit_map_rows or {}).items():
        write_text(directory / map_file, "".join(f"{old}\t{new}\n" for old, new in rows))
    content = {
        "schema_version": 1,
        "id": name,
        "queries": "queries.jsonl",
        "judgments": file,
        **manifest,
    }
    write_json(directory / "labels.json", _without_none(content))
    return directory


def write_judgments(
    path: Path, judgments: Mapping[str, Mapping[str, int]], *, format: JudgmentsFormat = "tsv"
) -> Path:
    """Write one judgments file; `tsv` is BEIR with its header."""
    rows = [(query, unit, grade) for query, of in judgments.items() for unit, grade in of.items()]
    if format == "jsonl":
        keys = ("query_id", "unit_id", "grade")
        return write_json_lines(path, [dict(zip(keys, row, strict=True)) for row in rows])
    if format == "parquet":
        schema = {"query_id": pl.String, "unit_id": pl.String, "grade": pl.Int64}
        pl.DataFrame(rows, schema=schema, orient="row").write_parquet(path)
        return path
    if format == "trec":
        return write_text(
            path, "".join(f"{query} 0 {unit} {grade}\n" for query, unit, grade in rows)
        )
    header = "query-id\tcorpus-id\tscore\n"
    return write_text(
        path, header + "".join(f"{query}\t{unit}\t{grade}\n" for query, unit, grade in rows)
    )


def write_text(path: Path, text: str) -> Path:
    path.write_bytes(text.encode())
    return path


def write_json(path: Path, content: object) -> Path:
    return write_text(path, json.dumps(content, ensure_ascii=False, indent=2) + "\n")


def write_json_lines(path: Path, rows: Sequence[object]) -> Path:
    return write_text(path, "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows))


def _without_none(content: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in content.items() if value is not None}


def _state(grades: Mapping[str, int], level: int) -> str:
    if not grades:
        return "unreviewed"
    return "relevant" if max(grades.values()) >= level else "no-answer"


def _has_scores(ranked: Mapping[str, Sequence[Ranked]]) -> bool:
    return any(isinstance(unit, tuple) for units in ranked.values() for unit in units)


def _json_row(query: str, units: Sequence[Ranked]) -> dict[str, Any]:
    row: dict[str, Any] = {"query_id": query}
    row["ranking"] = [unit[0] if isinstance(unit, tuple) else unit for unit in units]
    if any(isinstance(unit, tuple) for unit in units):
        row["scores"] = [unit[1] for unit in units if isinstance(unit, tuple)]
    return row


def _trec_rows(query: str, units: Sequence[Ranked]) -> list[str]:
    rows = []
    for place, unit in enumerate(units):
        id_, score = unit if isinstance(unit, tuple) else (unit, float(len(units) - place))
        rows.append(f"{query} Q0 {id_} {place + 1} {score!r} test")
    return rows


def _parquet_rows(query: str, units: Sequence[Ranked]) -> list[tuple[Any, ...]]:
    return [
        (query, unit[0], place + 1, float(unit[1]))
        if isinstance(unit, tuple)
        else (query, unit, place + 1)
        for place, unit in enumerate(units)
    ]
