"""A comparison in which every string that comes from outside means something to Markdown."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import reportgen
from reportgen.model.report import Report
from tests.builders import write_json, write_labels, write_run
from tests.unit.rendering.markdown.strings import NASTY

BASELINE: Final = "@team/bm25 #12 $x$"
CANDIDATE: Final = "x --> y | `z` <b>"
STAGES: Final = ("**pool** :smile:", "www.a.example/context")
FACET: Final = "[facet](https://a.example) {1}"
TITLE: Final = "Nightly @team: <script>alert(1)</script> deadbeef"
UNREVIEWED: Final = tuple(f"u {text}" for text in NASTY[:30] if "\n" not in text)


def query_ids() -> dict[str, str]:
    """Query id -> text: every string once as an id (line ends are not allowed there) and once as a text."""
    found = {}
    for text in NASTY:
        found[text.replace("\r\n", " ").replace("\n", " ")] = text
    return found


def hostile_report(folder: Path) -> Report:
    """Every other query is better, the rest worse; every id is among the queries that moved, or excluded."""
    ids = query_ids()
    gold = {query: f"gold {query}" for query in ids}
    miss = {query: [f"other {query}"] for query in ids}
    hit = {query: [f"other {query}", gold[query]] for query in ids}
    better = set(list(ids)[::2])
    baseline = {query: miss[query] if query in better else hit[query] for query in ids}
    candidate = {query: hit[query] if query in better else miss[query] for query in ids}
    files = ("pool", "context")
    settings = {file: {"name": name} for file, name in zip(files, STAGES, strict=True)}
    declared: dict[str, Any] = {
        "corpus_snapshot": "corpus#1 @x",
        "query_set": "set:a:b",
        "unit": "*unit*",
    }
    labels = write_labels(
        folder,
        {query: {unit: 1} for query, unit in gold.items()},
        format="jsonl",
        queries={
            **{
                query: {
                    "text": text,
                    "groups": {FACET: query, "side": "a_b" if query in better else "c|d"},
                }
                for query, text in ids.items()
            },
            **{query: {"state": "unreviewed", "text": query} for query in UNREVIEWED},
        },
        id="labels <b>@2026</b>",
        **declared,
    )
    runs: list[Path] = []
    for role, name, lists in (
        ("baseline", BASELINE, baseline),
        ("candidate", CANDIDATE, candidate),
    ):
        stages = dict.fromkeys(files, lists)
        system = {"a|b": "<x>", "role": f"@{role}"}
        run = write_run(folder, role, stages, stage_settings=settings, system=system, **declared)
        runs.append(_named(run, name))
    return reportgen.compare(runs[0], runs[1], labels=labels, cutoffs=[1, 2], title=TITLE)


def _named(run: Path, name: str) -> Path:
    """The run under a name that no folder could have."""
    manifest = json.loads((run / "run.json").read_text("utf-8"))
    write_json(run / "run.json", {**manifest, "name": name})
    return run
