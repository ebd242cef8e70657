"""The four published runs and their labels, read as reportgen reads anybody's."""

from __future__ import annotations

import json
from pathlib import Path

from reportgen.model.labels import Labels
from reportgen.model.run import Run
from reportgen.read import read_labels, read_run
from tests.builders import write_json, write_text

RUNS = ("bge_lastturn", "bge_rewrite", "bm25_rewrite", "bm25_then_bge_rerank_rewrite")
ORDERS = ("score", "file")
CUTOFFS = (1, 3, 5, 10)
FIELDS = {"query_id": "task_id", "ranking": "retrieved_ids", "scores": "scores"}


def read_snapshot(mtrag: Path, folder: Path) -> Labels:
    """The published files as one snapshot, copied to `folder`; only the states are added."""
    names = ["clapnq.tsv", "cloud.tsv", "fiqa.tsv"]
    for name in names:
        (folder / name).write_bytes((mtrag / "labels" / name).read_bytes())
    lines = (mtrag / "labels" / "questions.jsonl").read_text(encoding="utf-8").splitlines()
    records = [json.loads(line) | {"state": "relevant"} for line in lines]
    write_text(folder / "queries.jsonl", "".join(json.dumps(record) + "\n" for record in records))
    content = {"schema_version": 1, "id": "mtrag", "queries": "queries.jsonl"}
    write_json(folder / "labels.json", {**content, "judgments": names})
    return read_labels(folder)


def read_runs(mtrag: Path, folder: Path) -> dict[tuple[str, str], Run]:
    """Every run by (order, name): the TREC files in score order, the published lists, copied to `folder`, as listed."""
    read = {}
    for name in RUNS:
        read["score", name] = read_run(mtrag / "runs" / f"{name}.trec")
        directory = folder / name
        directory.mkdir()
        (directory / "run.jsonl").write_bytes((mtrag / "runs" / f"{name}.jsonl").read_bytes())
        stage = {"name": "run", "file": "run.jsonl", "fields": FIELDS}
        write_json(directory / "run.json", {"schema_version": 1, "name": name, "stages": [stage]})
        read["file", name] = read_run(directory)
    return read
