"""queries.jsonl: the queries of a label snapshot with their states."""

from __future__ import annotations

from dataclasses import dataclass, field

from reportgen.errors import Problems
from reportgen.model.labels import QueryRecord, State
from reportgen.model.run import InputFile
from reportgen.read.ids import id_problem
from reportgen.read.json_lines import JsonLines
from reportgen.read.line_problems import LineProblems
from reportgen.read.text_file import Source


@dataclass(slots=True)
class QueryList:
    """The queries read so far, by id, and where each stands: the file as the user spelled it, and the line."""

    records: dict[str, QueryRecord] = field(default_factory=dict)
    places: dict[str, tuple[str, int]] = field(default_factory=dict)


def read_queries(source: Source, queries: QueryList, problems: Problems) -> InputFile:
    """Add the queries of one file; return its hash."""
    lines = JsonLines(source, QueryRecord, problems)
    with LineProblems(problems, source.shown) as wrong:
        for line, record in lines.records(wrong):
            id_ = record.query_id
            found = _problems_of(record)
            if id_ in queries.records:
                path, first = queries.places[id_]
                found.append(
                    (f"query {id_} is listed already ({path}:{first})", "list every query once")
                )
            for what, remedy in found:
                wrong.add(line, what, remedy)
            if id_ not in queries.records and id_problem(id_) is None:
                queries.records[id_] = record
                queries.places[id_] = (source.shown, line)
    return lines.input_file()


def _problems_of(record: QueryRecord) -> list[tuple[str, str]]:
    bad_id = id_problem(record.query_id)
    found = [bad_id] if bad_id is not None else []
    name = f"query {record.query_id}"
    if record.state is None:
        states = ", ".join(f"`{state}`" for state in State)
        found.append((f"{name} has no `state`", f"write one of {states}"))
    if any(not part for part in record.evidence):
        found.append(
            (f"{name} has an empty list in `evidence`", "name at least one unit in every list")
        )
    for unit in (unit for part in record.evidence for unit in part):
        problem = id_problem(unit)
        if problem is not None:
            found.append(problem)
    if any(not facet.strip() for facet in record.groups):
        found.append((f"{name} has a group field without a name", "name the field"))
    return found
