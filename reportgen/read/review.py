"""A filled worksheet against the labels that it belongs to: verdicts and states, or everything wrong with them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

import narwhals as nw

from reportgen.errors import Problems
from reportgen.model.labels import Labels, QueryRecord, State
from reportgen.read.line_problems import LineProblems
from reportgen.read.worksheet import SheetRow, read_worksheet
from reportgen.review.verdicts import Review, Verdict
from reportgen.review.worksheet import row_check

_INTEGER: Final = re.compile(r"-?[0-9]{1,18}")
_GIVEN: Final = (State.RELEVANT, State.NO_ANSWER)
_AS_TEXT: Final = (
    "take the row from the exported worksheet, and let the spreadsheet read every column as text"
)

Wrong = tuple[int, str, str]
"""A line, what is wrong with it, and what to do."""


def read_review(path: Path | str, labels: Labels) -> Review:
    """What the worksheet at `path` says about `labels`. Raises `Refused` with every problem, each with its line."""
    problems = Problems()
    rows = read_worksheet(path, problems)
    problems.refuse_if_any()
    records = {record.query_id: record for record in labels.queries}
    by_query: dict[str, list[SheetRow]] = {}
    with LineProblems(problems, str(path)) as wrong:
        found = [*_foreign(rows, labels)]
        if all(row.labels_digest != labels.digest for row in rows):
            # Of another snapshot's worksheet nothing else can be said.
            for one in found:
                wrong.add(*one)
            problems.refuse_if_any()
        found += [*_damaged(rows, records), *_repeated(rows)]
        found += _judged_already(rows, labels)
        found += [problem for row in rows for problem in _not_a_grade(row)]
        for row in rows:
            by_query.setdefault(row.query_id, []).append(row)
        for query, of_query in by_query.items():
            if query in records:
                found += _wrong_states(records[query], of_query, labels.manifest.relevance_level)
        for line, what, remedy in sorted(found):
            wrong.add(line, what, remedy)
    if not problems and not any(row.grade for row in rows):
        problems.add(str(path), 0, "no grade is filled in", "fill in the column `grade`")
    problems.refuse_if_any()
    return _review(by_query, records)


def _review(
    by_query: Mapping[str, Sequence[SheetRow]], records: Mapping[str, QueryRecord]
) -> Review:
    rows = [row for of_query in by_query.values() for row in of_query if row.grade]
    verdicts = [Verdict(row.query_id, row.unit_id, int(row.grade)) for row in rows]
    reviewed = {
        query: State(_states(of_query)[0])
        for query, of_query in by_query.items()
        if _is_open(records[query]) and any(row.grade for row in of_query)
    }
    return Review(
        verdicts=tuple(sorted(verdicts, key=lambda verdict: (verdict.query_id, verdict.unit_id))),
        states=dict(sorted(reviewed.items())),
        left_open=sum(int(of_query[0].query_units) for of_query in by_query.values()) - len(rows),
        still_unreviewed=sum(_is_open(records[query]) for query in by_query) - len(reviewed),
    )


def _foreign(rows: Sequence[SheetRow], labels: Labels) -> Iterator[Wrong]:
    """The first row of every digest that is not that of the labels."""
    seen = {labels.digest}
    for row in rows:
        if row.labels_digest not in seen:
            seen.add(row.labels_digest)
            yield (
                row.line,
                f"the worksheet belongs to the labels {row.labels_digest or '(none)'}, "
                f"not to {labels.digest}",
                "name the labels it was exported for with --labels, or export it again",
            )


def _damaged(rows: Sequence[SheetRow], records: Mapping[str, QueryRecord]) -> Iterator[Wrong]:
    for row in rows:
        if row.query_id not in records:
            what = f"query {row.query_id or '(empty)'} is not in the labels"
            yield row.line, what, _AS_TEXT
        elif row.check != row_check(
            labels_digest=row.labels_digest,
            seed=row.seed,
            query_id=row.query_id,
            query_units=row.query_units,
            unit_id=row.unit_id,
        ):
            what = (
                f"unit {row.unit_id or '(empty)'} of query {row.query_id} was not exported like this: "
                "an id or one of the last columns was changed"
            )
            yield row.line, what, _AS_TEXT


def _repeated(rows: Sequence[SheetRow]) -> Iterator[Wrong]:
    first: dict[tuple[str, str], int] = {}
    for row in rows:
        line = first.setdefault((row.query_id, row.unit_id), row.line)
        if line != row.line:
            what = f"unit {row.unit_id} of query {row.query_id} stands already in line {line}"
            yield row.line, what, "keep one of the rows"


def _judged_already(rows: Sequence[SheetRow], labels: Labels) -> Iterator[Wrong]:
    queries = sorted({row.query_id for row in rows})
    judged = labels.judgments.filter(nw.col("query_id").is_in(queries)).collect()
    grades = {(str(query), str(unit)): int(grade) for query, unit, grade in judged.iter_rows()}
    for row in rows:
        grade = grades.get((row.query_id, row.unit_id))
        if grade is not None and row.grade:
            what = (
                f"unit {row.unit_id} of query {row.query_id} is judged already, with grade {grade}"
            )
            if row.grade != str(grade):
                what += f" and not {row.grade}"
            yield row.line, what, "remove the row: a worksheet changes no judgment"


def _not_a_grade(row: SheetRow) -> Iterator[Wrong]:
    if row.grade and _INTEGER.fullmatch(row.grade) is None:
        yield row.line, f"grade {row.grade} is not an integer", "write integer grades"


def _wrong_states(record: QueryRecord, rows: Sequence[SheetRow], level: int) -> Iterator[Wrong]:
    query, line = record.query_id, rows[0].line
    known = set(State)
    for row in rows:
        if row.state and row.state not in known:
            what = f"{row.state} is not a state"
            yield row.line, what, "write relevant or no-answer, or leave the cell empty"
    given = [state for state in _states(rows) if state in known]
    if len(given) > 1:
        what = f"query {query} has two states, {' and '.join(given)}"
        yield next(row.line for row in rows if row.state == given[1]), what, "give it one"
    elif not _is_open(record):
        before = str(record.state or State.RELEVANT)
        if given and given != [before]:
            at = next(row.line for row in rows if row.state == given[0])
            what = f"query {query} is reviewed already, as {before}"
            yield at, what, "leave its state empty: a worksheet gives states to unreviewed queries"
    else:
        yield from _wrong_review(query, rows, given, level, line)


def _wrong_review(
    query: str, rows: Sequence[SheetRow], given: Sequence[str], level: int, line: int
) -> Iterator[Wrong]:
    """What is wrong with the rows of a query that was unreviewed: all of them are graded and a state is given, or
    neither."""
    units = max((int(row.query_units) for row in rows if row.query_units.isdecimal()), default=0)
    graded = [row for row in rows if row.grade]
    state = next((given_state for given_state in given if given_state in set(_GIVEN)), None)
    if not graded and state is None:
        return
    if len(graded) < units:
        at = next((row.line for row in rows if not row.grade), line)
        what = f"query {query} was unreviewed, and {len(graded)} of its {units} units are graded"
        yield at, what, "grade all of its units and give its state, or leave all of it empty"
    if state is None:
        what = f"query {query} was unreviewed, and no state is given for it"
        remedy = "write relevant or no-answer in the column `state`: grades alone do not say which"
        yield line, what, remedy
        return
    grades = [int(row.grade) for row in graded if _INTEGER.fullmatch(row.grade)]
    has_gold = any(grade >= level for grade in grades)
    at = next(row.line for row in rows if row.state == state)
    if state == State.NO_ANSWER and has_gold:
        what = f"query {query} is given the state no-answer, but a unit of grade {level} or above"
        yield at, what, "correct the state or the grades"
    if state == State.RELEVANT and not has_gold and len(grades) == units:
        what = f"query {query} is given the state relevant, but no unit of grade {level} or above"
        yield (
            at,
            what,
            (
                "leave the query empty until a relevant unit is known; only you can say that there is none (no-answer)"
            ),
        )


def _states(rows: Sequence[SheetRow]) -> list[str]:
    """The states given in the rows of one query, each once, in their order."""
    return list(dict.fromkeys(row.state for row in rows if row.state))


def _is_open(record: QueryRecord) -> bool:
    return record.state is State.UNREVIEWED
