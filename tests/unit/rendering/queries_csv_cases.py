"""A comparison whose ids, stages and groups a spreadsheet would make something of."""

from __future__ import annotations

import csv
import io
import math
from pathlib import Path

import reportgen
from reportgen.model.report import Report
from tests.builders import write_labels, write_run

RUN_BY_SPREADSHEETS = ("=1+1", "-3", "@SUM(1,2)", "+7", "'quoted", '=HYPERLINK("http://a.example")')
HARMLESS = ("问1", "a,b", 'c"d', "e;f", " = 1", "１２", "q🙂")
LIKE_NUMBERS = ("007", "1e3", "3.10", "TRUE", "2026-11-01")
STAGES = ("=pool", "上下文")
GROUPS = {"stage": "=A1", "gold": 'many, "quoted"\nand two lines', "语言": "中文"}
EXCLUDED = "x excluded"


def hostile_report(folder: Path, ids: tuple[str, ...]) -> Report:
    """Every query has two gold units; the candidate finds one of the baseline's two at k = 2, in both stages. One query
    is unreviewed."""
    gold = {query: {"g1": 1, "g2": 1} for query in ids}
    both = {query: ["g1", "g2", "x"] for query in (*ids, EXCLUDED)}
    one = {query: ["x", "g1", "g2"] for query in (*ids, EXCLUDED)}
    files = ("pool", "context")
    settings = {file: {"name": name} for file, name in zip(files, STAGES, strict=True)}
    labels = write_labels(
        folder,
        gold,
        format="jsonl",
        queries={
            **{query: {"groups": GROUPS} for query in ids},
            EXCLUDED: {"state": "unreviewed", "groups": {"stage": "@x"}},
        },
    )
    return reportgen.compare(
        write_run(folder, "baseline", dict.fromkeys(files, both), stage_settings=settings),
        write_run(folder, "candidate", dict.fromkeys(files, one), stage_settings=settings),
        labels=labels,
        cutoffs=[1, 2, "all"],
    )


def parsed(content: bytes) -> list[dict[str, str]]:
    """The rows as the standard library reads them, by their headings."""
    rows = list(csv.reader(io.StringIO(content.decode("utf-8-sig"), newline="")))
    assert {len(rows[0])} == {len(row) for row in rows}
    return [dict(zip(rows[0], row, strict=True)) for row in rows[1:]]


def is_number(cell: str) -> bool:
    try:
        return math.isfinite(float(cell))
    except ValueError:
        return False
