"""Writes two run directories of three stages and their label snapshot, the same bytes every time:
`python synthetic_stages.py FOLDER QUERIES`."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np

SEED = 20_260_102
STAGES = {"pool": 20, "reranked": 10, "context": 5}
CANDIDATES = 40  # units that either run may rank for a query
LANGUAGES = ("en", "zh")
TOPICS = ("leave", "expenses", "safety", "security", "travel", "hiring")


def write_all(folder: Path, queries: int) -> None:
    """Every query has 1 to 3 gold units and some judged not relevant, two groups and a text; one in twenty is
    unreviewed. The two runs rank the same candidates by scores that are half of one's own."""
    generator = np.random.default_rng(SEED)
    common = generator.standard_normal((queries, CANDIDATES))
    for name in ("baseline", "candidate"):
        scores = common + generator.standard_normal((queries, CANDIDATES))
        _write_run(folder / name, name, np.argsort(-scores, axis=1)[:, : STAGES["pool"]])
    _write_labels(folder / "labels", queries, np.argsort(-common, axis=1), generator)


def _unit(query: int, unit: int) -> str:
    return f"doc-{(query * 7 + unit) % 90_000:05}#{unit % 9}"


def _write_run(folder: Path, name: str, ranked: np.ndarray) -> None:
    folder.mkdir(parents=True)
    stages = [{"name": stage, "file": f"{stage}.jsonl"} for stage in STAGES]
    _write_json(folder / "run.json", {"schema_version": 1, "name": name, "stages": stages})
    for stage, depth in STAGES.items():
        _write_lines(
            folder / f"{stage}.jsonl",
            (
                {
                    "query_id": f"q{query:06}",
                    "ranking": [_unit(query, unit) for unit in units[:depth]],
                }
                for query, units in enumerate(ranked.tolist())
            ),
        )


def _write_labels(
    folder: Path, queries: int, strongest: np.ndarray, generator: np.random.Generator
) -> None:
    folder.mkdir(parents=True)
    gold_counts = generator.integers(1, 4, queries).tolist()
    unreviewed = (generator.random(queries) < 0.05).tolist()
    manifest = {
        "schema_version": 1,
        "id": "synthetic",
        "queries": "queries.jsonl",
        "judgments": "judgments.tsv",
    }
    _write_json(folder / "labels.json", manifest)
    _write_lines(
        folder / "queries.jsonl",
        (
            {
                "query_id": f"q{query:06}",
                "state": "unreviewed" if unreviewed[query] else "relevant",
                "text": f"What are the rules for case {query} when a trip lasts longer?",
                "groups": {
                    "language": LANGUAGES[query % 2],
                    "topic": TOPICS[query % len(TOPICS)],
                },
            }
            for query in range(queries)
        ),
    )
    with (folder / "judgments.tsv").open("w", encoding="ascii", newline="\n") as file:
        file.write("query-id\tcorpus-id\tscore\n")
        for query, units in enumerate(strongest[:, :8].tolist()):
            if unreviewed[query]:
                continue
            for place, unit in enumerate(units):
                grade = int(place < gold_counts[query])
                file.write(f"q{query:06}\t{_unit(query, unit)}\t{grade}\n")


def _write_lines(path: Path, rows: Any) -> None:
    with path.open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(json.dumps(row) + "\n" for row in rows)


def _write_json(path: Path, content: object) -> None:
    path.write_text(json.dumps(content), encoding="utf-8")


if __name__ == "__main__":
    write_all(Path(sys.argv[1]), int(sys.argv[2]))
