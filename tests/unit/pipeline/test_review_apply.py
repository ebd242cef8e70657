"""A filled worksheet becomes a snapshot, or is refused with every line that is wrong."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from reportgen.errors import Refused
from reportgen.model.labels import Labels
from reportgen.pipeline import Applied, apply_review, export_review
from reportgen.read import inspect_path, read_labels
from tests.builders import write_judgments, write_labels, write_run
from tests.worksheets import Row, fill, read_sheet, save_sheet

BASELINE = {"a": ["g", "x", "y"], "b": ["g", "x"], "open": ["x", "y"], "none": ["z"]}
CANDIDATE = {"a": ["y", "z", "g"], "b": ["x", "g"], "open": ["y", "z"], "none": ["z"]}
JUDGMENTS = {"a": {"g": 2}, "b": {"g": 1, "n": 0}, "none": {"z": 0}}
HOSTILE = [
    "=1+1",
    "-3",
    "@x",
    "'quoted",
    "a,b",
    "a;b",
    'say "so"',
    "# c",
    "007",
    " x ",
    "问；1",
    "\u2028",
]

Change = Callable[[list[Row]], None]


def exported(folder: Path, **labels: Any) -> tuple[Path, Path]:
    """The worksheet at cutoff 3 and the labels: 3 units of query a, 1 of b, 3 of open, which is unreviewed."""
    one, two = (
        write_run(folder, name, {"run": lists})
        for name, lists in (("one", BASELINE), ("two", CANDIDATE))
    )
    path = write_labels(folder, JUDGMENTS, **{"queries": {"open": {"text": "?"}}, **labels})
    return export_review(one, two, path, folder / "sheet.csv", cutoff=3).path, path


def contents(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir()}


def grades_of(folder: Path) -> dict[tuple[str, str], int]:
    rows = read_labels(folder).judgments.collect().iter_rows()
    return {(query, unit): grade for query, unit, grade in rows}


def applied(folder: Path, rows: list[Row], labels: Path, **saved: Any) -> Applied:
    filled = save_sheet(folder / "filled.csv", rows, **saved)
    return apply_review(filled, labels, folder / "new", id="second")


def none_is_relevant(_: Row) -> int:
    return 0


def x_is_relevant(row: Row) -> int:
    return int(row["unit_id"] == "x")


def test_a_review_adds_its_verdicts_and_states_and_nothing_else(tmp_path: Path) -> None:
    sheet, labels = exported(tmp_path)
    before, files = read_labels(labels), contents(labels)
    done = applied(tmp_path, fill(read_sheet(sheet), x_is_relevant), labels)
    after = read_labels(done.path)

    assert files == contents(labels)
    assert grades_of(labels) | {
        ("a", "x"): 1, ("a", "y"): 0, ("a", "z"): 0, ("b", "x"): 1,
        ("open", "x"): 1, ("open", "y"): 0, ("open", "z"): 0,
    } == grades_of(done.path)  # fmt: skip
    assert {"a": "relevant", "b": "relevant", "none": "no-answer", "open": "relevant"} == {
        record.query_id: record.state for record in after.queries
    }
    assert [record for record in before.queries if record.query_id != "open"] == [
        record for record in after.queries if record.query_id != "open"
    ]
    assert ("second", before.digest) == (after.id, after.manifest.parent)
    assert before.digest != after.digest == done.digest
    assert () == inspect_path(done.path).problems
    assert {0: 4, 1: 3} == done.changes.by_grade
    assert [("a", 1, 2), ("b", 1, 2), ("open", 0, 1)] == [
        (of.query_id, of.before, of.after) for of in done.changes.gold
    ]


def test_what_changed_stands_in_the_new_snapshot(tmp_path: Path) -> None:
    sheet, labels = exported(tmp_path)
    done = applied(tmp_path, fill(read_sheet(sheet), none_is_relevant), labels)
    changes = json.loads((done.path / "changes.json").read_text("utf-8"))

    assert {"id": "labels", "digest": read_labels(labels).digest} == changes["parent"]
    assert 7 == len(changes["judgments"])
    assert [{"query_id": "open", "before": "unreviewed", "after": "no-answer"}] == changes["states"]
    assert [] == changes["gold"]


def test_a_review_in_two_parts_gives_the_labels_of_one_in_one_part(tmp_path: Path) -> None:
    sheet, labels = exported(tmp_path)
    rows = fill(read_sheet(sheet), x_is_relevant)
    whole = applied(tmp_path, rows, labels)
    part = [row if row["query_id"] == "a" else {**row, "grade": "", "state": ""} for row in rows]
    first = apply_review(
        save_sheet(tmp_path / "part.csv", part), labels, tmp_path / "first", id="1"
    )
    rest = export_review(
        tmp_path / "one", tmp_path / "two", first.path, tmp_path / "rest.csv", cutoff=3
    )
    second = apply_review(
        save_sheet(tmp_path / "rest-filled.csv", fill(read_sheet(rest.path), x_is_relevant)),
        first.path,
        tmp_path / "last",
        id="2",
    )

    assert (4, 1) == (first.review.left_open, first.review.still_unreviewed)
    assert {"b", "open"} == {row["query_id"] for row in read_sheet(rest.path)}
    assert whole.digest == second.digest


def test_a_reviewed_query_may_be_filled_in_part(tmp_path: Path) -> None:
    sheet, labels = exported(tmp_path)
    done = applied(
        tmp_path,
        fill(
            read_sheet(sheet),
            lambda row: 1 if row["unit_id"] == "x" and row["query_id"] == "a" else None,
        ),
        labels,
    )

    assert grades_of(labels) | {("a", "x"): 1} == grades_of(done.path)
    assert (6, 1) == (done.review.left_open, done.review.still_unreviewed)


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("mark", [True, False])
@pytest.mark.parametrize("line_end", ["\r\n", "\n"])
@pytest.mark.parametrize("quote_all", [True, False])
def test_any_save_of_a_spreadsheet_gives_the_same_snapshot(
    tmp_path: Path, delimiter: str, mark: bool, line_end: str, quote_all: bool
) -> None:
    sheet, labels = exported(tmp_path)
    rows = fill(read_sheet(sheet), x_is_relevant)
    straight = applied(tmp_path, rows, labels)
    moved = [{**row, "grade": f" {row['grade']} ", "remarks": "sure"} for row in rows]
    random.Random(1).shuffle(moved)
    columns = ["remarks", *reversed(list(rows[0])), "empty"]
    saved = save_sheet(
        tmp_path / "saved.csv", [*moved, dict.fromkeys(columns, "")], delimiter=delimiter,
        mark=mark, line_end=line_end, quote_all=quote_all, columns=columns,
    )  # fmt: skip
    again = apply_review(saved, labels, tmp_path / "again", id="second")

    assert contents(straight.path) == contents(again.path)


@pytest.mark.parametrize("swallowed", [False, True])
def test_hostile_ids_come_back_as_they_were(tmp_path: Path, swallowed: bool) -> None:
    lists = {query: [*HOSTILE, "g"] for query in HOSTILE}
    one, two = (write_run(tmp_path, name, {"run": lists}) for name in ("one", "two"))
    labels = write_labels(tmp_path, {query: {"g": 1} for query in HOSTILE}, format="jsonl")
    sheet = export_review(one, two, labels, tmp_path / "sheet.csv", cutoff=99).path
    rows = fill(read_sheet(sheet), none_is_relevant)
    if swallowed:
        # A spreadsheet may take the leading ' as its own mark for text and not save it.
        rows = [
            {
                **row,
                **{
                    key: row[key][1:]
                    for key in ("query_id", "unit_id")
                    if row[key][:2] in {"'=", "'-", "'@"}
                },
            }
            for row in rows
        ]
    done = applied(tmp_path, rows, labels, delimiter=";")

    assert {(query, unit) for query in HOSTILE for unit in [*HOSTILE, "g"]} == set(
        grades_of(done.path)
    )


@pytest.mark.parametrize(
    ("query", "unit", "file"),
    [("q", "u", "judgments.tsv"), ("q", "u\tv", "judgments.jsonl"), ("q\t1", "u", "judgments.jsonl"),
     ("#q", "u", "judgments.jsonl"), ("q", "#u", "judgments.tsv"), (" q ", " ", "judgments.tsv")],
)  # fmt: skip
def test_judgments_are_written_so_that_they_can_be_read_again(
    tmp_path: Path, query: str, unit: str, file: str
) -> None:
    one, two = (write_run(tmp_path, name, {"run": {query: ["g", unit]}}) for name in ("one", "two"))
    labels = write_labels(tmp_path, {query: {"g": 1}}, format="jsonl")
    sheet = export_review(one, two, labels, tmp_path / "sheet.csv").path
    done = applied(tmp_path, fill(read_sheet(sheet), lambda _: -2), labels)

    assert {(query, "g"): 1, (query, unit): -2} == grades_of(done.path)
    assert (done.path / file).exists()
    assert () == inspect_path(done.path).problems


@pytest.mark.parametrize("format", ["tsv", "trec", "jsonl", "parquet"])
def test_every_format_of_judgments_can_be_followed(tmp_path: Path, format: Any) -> None:
    sheet, labels = exported(tmp_path, format=format)
    done = applied(tmp_path, fill(read_sheet(sheet), x_is_relevant), labels)

    assert 4 + 7 == len(grades_of(done.path))


def unit_maps_of(labels: Labels) -> list[tuple[object, ...]]:
    return [
        (of.from_unit, of.to_unit, of.version, of.cutoff_counts, of.frame.collect().rows())
        for of in labels.unit_maps
    ]


def test_whatever_else_the_labels_declare_is_kept(tmp_path: Path) -> None:
    (tmp_path / "labels" / "maps").mkdir(parents=True)
    passage = {"to": "passage", "version": "1"}
    sheet, labels = exported(
        tmp_path,
        queries={
            "open": {
                "text": "问\t?",
                "groups": {"type": "hop", "tags": ["1", "2"]},
                "cluster": "c",
            },
            "a": {"evidence": [["g"]], "verdicts": "explicit"},
        },
        relevance_level=1,
        created="2026-11-01T00:00:00Z",
        corpus_snapshot="corpus@1",
        query_set="set@1",
        unit="passage",
        unit_maps=[
            {"from": "sentence", **passage, "file": "maps/queries.jsonl"},
            {"from": "word", **passage, "file": "w.tsv", "cutoff_counts": "to"},
        ],
        unit_map_rows={"maps/queries.jsonl": [("s", "p")], "w.tsv": [("w", "p"), ("v", "p")]},
    )
    before = read_labels(labels)
    done = applied(tmp_path, fill(read_sheet(sheet), x_is_relevant), labels)
    after = read_labels(done.path)
    kept = ("corpus_snapshot", "query_set", "unit", "relevance_level", "verdicts")

    assert [getattr(before.manifest, key) for key in kept] == [
        getattr(after.manifest, key) for key in kept
    ]
    assert unit_maps_of(before) == unit_maps_of(after)
    assert after.manifest.created is None
    assert [msgspec.structs.replace(record, state=None) for record in before.queries] == [
        msgspec.structs.replace(record, state=None) for record in after.queries
    ]


def test_a_query_stops_claiming_what_the_review_made_untrue(tmp_path: Path) -> None:
    judgments = {"a": {"g": 2}, "b": {"g": 1}}
    for verdicts, claimed in (
        ("positive-only", {"a": "explicit", "b": None, "open": None}),
        ("complete", {"a": None, "b": None, "open": "explicit"}),
        ("explicit", {"a": None, "b": None, "open": None}),
    ):
        folder = tmp_path / verdicts
        one, two = (
            write_run(folder, name, {"run": lists})
            for name, lists in (("one", BASELINE), ("two", CANDIDATE))
        )
        labels = write_labels(folder, judgments, queries={"open": {}}, verdicts=verdicts)
        sheet = export_review(one, two, labels, folder / "sheet.csv", cutoff=3).path
        rows = fill(read_sheet(sheet), lambda row: 0 if row["query_id"] == "a" else 1)
        done = applied(folder, rows, labels)

        assert claimed == {
            record.query_id: record.verdicts for record in read_labels(done.path).queries
        }


def test_a_judgments_file_becomes_a_label_directory(tmp_path: Path) -> None:
    one, two = (write_run(tmp_path, name, {"run": {"q": ["g", name]}}) for name in ("one", "two"))
    file = write_judgments(tmp_path / "judged.tsv", {"q": {"g": 1}})
    sheet = export_review(one, two, file, tmp_path / "sheet.csv").path
    done = applied(tmp_path, fill(read_sheet(sheet), none_is_relevant), file)

    assert {("q", "g"): 1, ("q", "one"): 0, ("q", "two"): 0} == grades_of(done.path)
    assert read_labels(file).digest == read_labels(done.path).manifest.parent


def test_a_state_that_no_file_declares_is_not_invented(tmp_path: Path) -> None:
    one, two = (
        write_run(tmp_path, name, {"run": {"q": ["g", name], "r": ["x"]}})
        for name in ("one", "two")
    )
    file = write_judgments(tmp_path / "judged.tsv", {"q": {"g": 1}, "r": {"x": 0}})
    sheet = export_review(one, two, file, tmp_path / "sheet.csv").path

    with pytest.raises(Refused, match=r"1 of its queries have no gold \(r\)"):
        applied(tmp_path, fill(read_sheet(sheet), none_is_relevant), file)


def put(query: str, unit: str, **cells: str) -> Change:
    def change(rows: list[Row]) -> None:
        for row in rows:
            if (row["query_id"], row["unit_id"]) == (query, unit):
                row.update(cells)

    return change


def drop(query: str, unit: str) -> Change:
    def change(rows: list[Row]) -> None:
        rows[:] = [row for row in rows if (row["query_id"], row["unit_id"]) != (query, unit)]

    return change


def everywhere(**cells: str) -> Change:
    def change(rows: list[Row]) -> None:
        for row in rows:
            row.update(cells)

    return change


def states(*given: str) -> Change:
    """The states of the query `open`, row by row."""

    def change(rows: list[Row]) -> None:
        of_open = [row for row in rows if row["query_id"] == "open"]
        for row, state in zip(of_open, [*given, *[""] * 3], strict=False):
            row["state"] = state

    return change


def repeat(rows: list[Row]) -> None:
    rows.append(dict(rows[0]))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (put("a", "x", grade="0.5"), "grade 0.5 is not an integer"),
        (put("a", "x", grade="1,0"), "grade 1,0 is not an integer"),
        (put("a", "x", grade="yes"), "grade yes is not an integer"),
        (put("a", "x", grade="１"), "grade １ is not an integer"),
        (put("a", "x", query_id="zzz"), "query zzz is not in the labels"),
        (put("a", "x", query_id=""), "query (empty) is not in the labels"),
        (put("a", "x", query_id="b"), "unit x of query b was not exported like this"),
        (put("a", "x", unit_id="new"), "unit new of query a was not exported like this"),
        (put("a", "x", unit_id="g"), "unit g of query a is judged already, with grade 2 and not 1"),
        (put("a", "x", query_units="9"), "unit x of query a was not exported like this"),
        (put("a", "x", check=""), "unit x of query a was not exported like this"),
        (put("a", "x", seed="5"), "unit x of query a was not exported like this"),
        (put("a", "x", labels_digest="sha256:1"), "belongs to the labels sha256:1"),
        (everywhere(labels_digest=""), "belongs to the labels (none)"),
        (put("a", "x", state="no-answer"), "query a is reviewed already, as relevant"),
        (put("a", "x", state="maybe"), "maybe is not a state"),
        (repeat, "stands already in line 2"),
        (put("open", "x", grade=""), "query open was unreviewed, and 2 of its 3 units are graded"),
        (drop("open", "x"), "query open was unreviewed, and 2 of its 3 units are graded"),
        (states(), "query open was unreviewed, and no state is given for it"),
        (states("unreviewed"), "query open was unreviewed, and no state is given for it"),
        (states("relevant", "no-answer"), "query open has two states"),
        (states("no-answer"), "is given the state no-answer, but a unit of grade 1 or above"),
        (
            put("open", "x", grade="0"),
            "is given the state relevant, but no unit of grade 1 or above",
        ),
        (everywhere(grade="", state=""), "no grade is filled in"),
    ],
)
def test_what_is_wrong_with_a_row_is_said_with_its_line(
    tmp_path: Path, change: Change, said: str
) -> None:
    sheet, labels = exported(tmp_path)
    rows = fill(read_sheet(sheet), x_is_relevant)
    change(rows)
    with pytest.raises(Refused) as refusal:
        applied(tmp_path, rows, labels, delimiter=";")
    lines = [
        (problem.line, rows[problem.line - 2]["query_id"] if problem.line else "")
        for problem in refusal.value.problems
        if said in problem.what
    ]

    assert 1 == len(lines)
    assert lines[0][0] or said == "no grade is filled in"
    assert not (tmp_path / "new").exists()


def test_everything_wrong_is_said_at_once(tmp_path: Path) -> None:
    sheet, labels = exported(tmp_path)
    rows = fill(read_sheet(sheet), x_is_relevant)
    for change in (put("a", "x", grade="x"), put("a", "y", query_id="zzz"), states()):
        change(rows)
    (tmp_path / "new").mkdir()
    with pytest.raises(Refused) as refusal:
        applied(tmp_path, rows, labels)

    assert 4 == len(refusal.value.problems)


def test_a_worksheet_that_was_applied_does_not_belong_to_the_new_labels(tmp_path: Path) -> None:
    sheet, labels = exported(tmp_path)
    rows = fill(read_sheet(sheet), x_is_relevant)
    done = applied(tmp_path, rows, labels)

    with pytest.raises(Refused, match="export it again"):
        apply_review(tmp_path / "filled.csv", done.path, tmp_path / "third", id="third")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "empty"),
        (b"query_id,unit_id\nq,u\n", "not the header of a worksheet"),
        ("query_id,é".encode("latin-1"), "not UTF-8"),
        ("query_id\tunit_id".encode("utf-16"), "UTF-16"),
        (b"PK\x03\x04", "ZIP"),
    ],
)
def test_a_file_that_is_no_worksheet_is_refused_as_what_it_is(
    tmp_path: Path, content: bytes, said: str
) -> None:
    _, labels = exported(tmp_path)
    (tmp_path / "other.csv").write_bytes(content)

    with pytest.raises(Refused, match=said):
        apply_review(tmp_path / "other.csv", labels, tmp_path / "new", id="second")


@pytest.mark.parametrize("where", ["existing", "existing-file", "labels", "labels/inside"])
def test_nothing_is_written_over_or_into_what_is_there(tmp_path: Path, where: str) -> None:
    sheet, labels = exported(tmp_path)
    (tmp_path / "existing").mkdir()
    (tmp_path / "existing-file").write_text("mine")
    filled = save_sheet(tmp_path / "filled.csv", fill(read_sheet(sheet), x_is_relevant))
    before = contents(labels)

    with pytest.raises(Refused, match="--out"):
        apply_review(filled, labels, tmp_path / where, id="second")
    assert before == contents(labels)
    assert [] == list((tmp_path / "existing").iterdir())


def test_the_new_snapshot_needs_an_id_of_its_own(tmp_path: Path) -> None:
    sheet, labels = exported(tmp_path)
    filled = save_sheet(tmp_path / "filled.csv", fill(read_sheet(sheet), x_is_relevant))

    with pytest.raises(Refused, match="--id"):
        apply_review(filled, labels, tmp_path / "new", id="labels")


def test_of_a_worksheet_for_another_snapshot_nothing_else_is_said(tmp_path: Path) -> None:
    sheet, _ = exported(tmp_path)
    save_sheet(sheet, fill(read_sheet(sheet), lambda _: 1))
    other = write_labels(tmp_path / "other", {"q9": {"u": 1}})

    with pytest.raises(Refused) as refused:
        apply_review(sheet, other, tmp_path / "new", id="new")

    (problem,) = refused.value.problems
    assert "the worksheet belongs to the labels" in problem.what
