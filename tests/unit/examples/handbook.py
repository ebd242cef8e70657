"""The files of the handbook example, read with the standard library alone: reportgen must not judge itself."""

from __future__ import annotations

import json
from collections import defaultdict
from functools import cache
from pathlib import Path
from typing import Any

EXAMPLE = Path(__file__).parents[3] / "example_runs" / "handbook"
SIDES = ("baseline", "candidate")
STAGES = ("pool", "reranked", "context")
SNAPSHOTS = ("labels", "labels-documents")


def rows(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (EXAMPLE / name).read_text("utf-8").splitlines()]


@cache
def rankings(side: str, stage: str) -> dict[str, list[str]]:
    return {row["query_id"]: row["ranking"] for row in rows(f"{side}/{stage}.jsonl")}


@cache
def passages() -> dict[str, str]:
    return {row["unit_id"]: row["text"] for row in rows("passages.jsonl")}


@cache
def queries(snapshot: str = "labels") -> dict[str, dict[str, Any]]:
    return {row["query_id"]: row for row in rows(f"{snapshot}/queries.jsonl")}


@cache
def grades(snapshot: str = "labels") -> dict[str, dict[str, int]]:
    """Grades by query and unit; a query that has no judgment has no entry."""
    found: defaultdict[str, dict[str, int]] = defaultdict(dict)
    for line in (EXAMPLE / snapshot / "judgments.tsv").read_text("utf-8").splitlines()[1:]:
        query_id, unit_id, grade = line.split("\t")
        found[query_id][unit_id] = int(grade)
    return dict(found)


@cache
def gold(snapshot: str = "labels") -> dict[str, frozenset[str]]:
    """The gold of every query whose state is `relevant`, at level 1."""
    return {
        query_id: frozenset(unit for unit, grade in grades(snapshot)[query_id].items() if grade > 0)
        for query_id, query in queries(snapshot).items()
        if query["state"] == "relevant"
    }
