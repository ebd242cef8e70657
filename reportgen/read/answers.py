"""answers.jsonl: did the system decline to answer."""

from __future__ import annotations

import msgspec

from reportgen.errors import Problems
from reportgen.model.run import InputFile
from reportgen.read.ids import id_problem
from reportgen.read.json_lines import JsonLines
from reportgen.read.line_problems import LineProblems
from reportgen.read.text_file import Source


class AnswerRecord(msgspec.Struct, frozen=True):
    """A line of answers.jsonl; other keys, such as the answer itself, are ignored."""

    query_id: str
    abstained: bool


def read_answers(source: Source, problems: Problems) -> tuple[dict[str, bool], InputFile]:
    """Query id -> abstained, and the file's hash."""
    lines = JsonLines(source, AnswerRecord, problems)
    answers: dict[str, bool] = {}
    first_lines: dict[str, int] = {}
    with LineProblems(problems, source.shown) as wrong:
        for line, record in lines.records(wrong):
            problem = id_problem(record.query_id)
            if problem is not None:
                wrong.add(line, *problem)
            elif record.query_id in answers:
                first = first_lines[record.query_id]
                wrong.add(
                    line,
                    f"query {record.query_id} stands already in line {first}",
                    "write one answer a query",
                )
            else:
                answers[record.query_id] = record.abstained
                first_lines[record.query_id] = line
    return answers, lines.input_file()
