"""queries.csv: a row per query, stage and cutoff, for spreadsheets and programs alike."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator

from reportgen.model.report import CellColumns, Report, reachable_hits
from reportgen.model.spreadsheet import BYTE_ORDER_MARK, disarm

COLUMNS = (
    "query_id",
    "state",
    "excluded",
    "stage",
    "cutoff",
    "gold",
    "ceiling",
    "baseline_hits",
    "candidate_hits",
    "baseline_recall",
    "candidate_recall",
    "delta",
    "baseline_returned",
    "candidate_returned",
    "baseline_unjudged",
    "candidate_unjudged",
    "weight_macro",
    "weight_pooled",
)

Cell = str | int | float | None


def render_queries_csv(report: Report) -> bytes:
    """UTF-8 with a byte order mark, CR LF, quotes where needed; floats as the shortest text that reads back the same.

    A string that a spreadsheet could run gets one leading `'`; taking one leading `'` off gives the input back. A value
    that is undefined is an empty cell. Several values of one facet stand as a JSON list.
    """
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow([*COLUMNS, *(f"group:{facet}" for facet in report.queries.groups)])
    writer.writerows(_rows(report))
    return BYTE_ORDER_MARK + text.getvalue().encode("utf-8")


def _rows(report: Report) -> Iterator[list[Cell]]:
    queries = report.queries
    scored = report.accounting.scored
    total_gold = report.accounting.gold
    groups = [[_group_cell(values) for values in column] for column in queries.groups.values()]
    stages = [disarm(cell.stage) for cell in queries.cells]
    for index, query_id in enumerate(queries.query_id):
        excluded = queries.excluded[index]
        gold = queries.gold[index]
        start: list[Cell] = [disarm(query_id), queries.state[index], excluded]
        weights: list[Cell] = [None, None] if excluded else [1 / scored, gold / total_gold]
        end = [*weights, *(column[index] for column in groups)]
        for stage, columns in zip(stages, queries.cells, strict=True):
            yield [
                *start,
                stage,
                columns.cutoff,
                gold,
                *_cell(columns, index, gold, excluded),
                *end,
            ]


def _cell(columns: CellColumns, index: int, gold: int, excluded: str | None) -> list[Cell]:
    ceiling = reachable_hits(columns, gold, index) / gold if gold else None
    baseline, candidate = columns.baseline, columns.candidate
    baseline_hits, candidate_hits = baseline.hits[index], candidate.hits[index]
    recalls: list[Cell] = [None, None, None]
    if not excluded:
        # A scored query may still lack a list at one cutoff of a stage that retrieved every cutoff apart.
        recalls = [
            None if baseline_hits is None else baseline_hits / gold,
            None if candidate_hits is None else candidate_hits / gold,
            None
            if baseline_hits is None or candidate_hits is None
            else (candidate_hits - baseline_hits) / gold,
        ]
    return [
        ceiling,
        baseline_hits,
        candidate_hits,
        *recalls,
        baseline.returned[index],
        candidate.returned[index],
        None if baseline.unjudged is None else baseline.unjudged[index],
        None if candidate.unjudged is None else candidate.unjudged[index],
    ]


def _group_cell(values: list[str]) -> str | None:
    if len(values) > 1:
        return disarm(json.dumps(values, ensure_ascii=False))
    return disarm(values[0]) if values else None
