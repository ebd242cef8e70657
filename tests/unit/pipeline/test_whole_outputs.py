"""From files to every output: what must stand in all of them, and what must not change a byte."""

from __future__ import annotations

import csv
import io
import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator, Mapping
from email import message_from_bytes
from email.message import EmailMessage, MIMEPart
from email.policy import default
from pathlib import Path
from typing import Any

import pytest

import reportgen
from reportgen.pipeline.options import FORMATS
from tests.builders import write_json, write_json_lines, write_labels, write_run

ROOT = Path(__file__).parents[3]
UNITS = [f"u{at}" for at in range(30)]


def write_world(folder: Path, queries: int) -> tuple[Path, Path, Path]:
    """Two runs of two stages in two formats, with ties, over labels with groups and unjudged units."""
    choose = random.Random(1)
    ids = [f"q{at:03}" for at in range(queries)]

    def lists(most: int) -> dict[str, list[tuple[str, float]]]:
        return {
            query: [(unit, float(choose.randint(0, 3))) for unit in choose.sample(UNITS, most)]
            for query in ids
        }

    baseline = write_run(folder, "one", {"pool": lists(12), "context": lists(5)}, format="trec")
    candidate = write_run(folder, "two", {"pool": lists(12), "context": lists(5)}, format="parquet")
    labels = write_labels(
        folder,
        {query: {unit: choose.randint(0, 2) for unit in choose.sample(UNITS, 8)} for query in ids},
        queries={
            query: {"groups": {"type": choose.choice("xyz")}, "text": f"What is {query}?"}
            for query in ids
        },
    )
    return baseline, candidate, labels


def outputs(report: reportgen.Report) -> dict[str, str | bytes]:
    return {format: reportgen.render(report, format=format) for format in FORMATS}


def rows_of(report: reportgen.Report) -> list[dict[str, str]]:
    content = reportgen.render(report, format="csv")
    assert isinstance(content, bytes)
    return list(csv.DictReader(io.StringIO(content.decode("utf-8-sig"))))


def bodies_of(mail: EmailMessage) -> Iterator[MIMEPart]:
    for kind in ("plain", "html"):
        body = mail.get_body((kind,))
        assert body is not None
        yield body


def document(report: reportgen.Report) -> dict[str, Any]:
    content: dict[str, Any] = json.loads(reportgen.render(report, format="json"))
    return content


def test_comparing_and_rendering_twice_in_one_process_gives_the_same_bytes(tmp_path: Path) -> None:
    inputs = write_world(tmp_path, 12)
    first = reportgen.compare(*inputs)
    once, again = outputs(first), outputs(first)

    assert once == again == outputs(reportgen.compare(*inputs))


def test_comparing_leaves_its_arguments_and_its_inputs_as_they_were(tmp_path: Path) -> None:
    inputs = write_world(tmp_path, 6)
    contents = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    arguments: dict[str, Any] = {
        "cutoffs": [3, "all", 1, 3],
        "stages": ["context", "pool"],
        "groups": ["type"],
        "allow": ["order"],
    }
    before = {name: list(value) for name, value in arguments.items()}

    report = reportgen.compare(*inputs, **arguments)
    outputs(report)

    assert before == arguments
    assert contents == {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    assert [1, 3, "all"] == report.scope.cutoffs


def test_threads_hash_seed_locale_zone_and_folder_change_no_byte(tmp_path: Path) -> None:
    inputs = write_world(tmp_path, 300)
    (tmp_path / "elsewhere").mkdir()
    environments: Mapping[str, Mapping[str, str]] = {
        "a": {"POLARS_MAX_THREADS": "1", "PYTHONHASHSEED": "1", "LC_ALL": "C", "TZ": "UTC"},
        "b": {
            "POLARS_MAX_THREADS": "16",
            "PYTHONHASHSEED": "77",
            "LC_ALL": "C.UTF-8",
            "TZ": "Asia/Kathmandu",
        },
    }
    for name, environment in environments.items():
        subprocess.run(
            [
                *(sys.executable, "-m", "reportgen", "compare", *inputs[:2]),
                *("--labels", inputs[2], "--out", tmp_path / name),
            ],
            cwd=tmp_path / "elsewhere" if name == "b" else ROOT,
            env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
            check=True,
            capture_output=True,
        )
    written = {
        name: {path.name: path.read_bytes() for path in (tmp_path / name).iterdir()}
        for name in environments
    }

    assert written["a"] == written["b"]
    assert {"report.html", "report.md", "report.json", "queries.csv"} == set(written["a"])


def test_the_order_of_the_candidates_queries_changes_its_digest_and_nothing_else(
    tmp_path: Path,
) -> None:
    lists = {"q1": ["a", "b"], "q2": ["c", "a"], "q3": []}
    baseline = write_run(tmp_path, "one", {"run": {"q1": ["b"], "q2": ["a"], "q3": ["c"]}})
    labels = write_labels(tmp_path, {"q1": {"a": 1}, "q2": {"c": 2, "a": 0}, "q3": {"c": 1}})
    found = []
    for queries in (sorted(lists), sorted(lists, reverse=True)):
        candidate = write_run(tmp_path, "two", {"run": {query: lists[query] for query in queries}})
        found.append(document(reportgen.compare(baseline, candidate, labels)))
    inputs = [
        {one["path"]: one["sha256"] for one in of.pop("provenance")["inputs"]} for of in found
    ]

    assert found[0] == found[1]
    assert {"candidate/run.jsonl"} == {
        path for path in inputs[0] if inputs[0][path] != inputs[1][path]
    }


def test_two_queries_of_one_text_are_two_rows_with_lists_of_their_own(tmp_path: Path) -> None:
    baseline = write_run(tmp_path, "one", {"run": {"q1": ["a"], "q2": ["b"]}})
    candidate = write_run(tmp_path, "two", {"run": {"q1": ["a"], "q2": ["x"]}})
    labels = write_labels(
        tmp_path,
        {"q1": {"a": 1}, "q2": {"b": 1}},
        queries={query: {"text": "How long is it?"} for query in ("q1", "q2")},
    )
    rows = rows_of(reportgen.compare(baseline, candidate, labels, cutoffs=[1]))

    assert [("q1", "1", "1"), ("q2", "1", "0")] == [
        (row["query_id"], row["baseline_hits"], row["candidate_hits"]) for row in rows
    ]


def test_recall_and_precision_stand_under_their_own_names(tmp_path: Path) -> None:
    baseline = write_run(tmp_path, "one", {"run": {"q": ["a", "x"]}})
    candidate = write_run(tmp_path, "two", {"run": {"q": ["y", "x"]}})
    labels = write_labels(tmp_path, {"q": dict.fromkeys("abcd", 1)})
    report = reportgen.compare(baseline, candidate, labels, cutoffs=[2])
    values = {
        row["measure"]: (row["baseline"]["value"], row["candidate"]["value"])
        for row in document(report)["aggregates"]
    }
    (row,) = rows_of(report)

    assert ((0.25, 0.0), (0.5, 0.0)) == (values["recall"], values["precision"])
    assert ("0.25", "0.0", "-0.25", "0.5") == (
        row["baseline_recall"],
        row["candidate_recall"],
        row["delta"],
        row["ceiling"],
    )


def test_one_scored_and_49_absent_queries_stand_in_every_output(tmp_path: Path) -> None:
    ids = [f"q{at:02}" for at in range(50)]
    baseline = write_run(tmp_path, "one", {"run": {query: ["a"] for query in ids}})
    candidate = write_run(tmp_path, "two", {"run": {"q00": ["a"]}})
    labels = write_labels(tmp_path, {query: {"a": 1} for query in ids})
    report = reportgen.compare(baseline, candidate, labels, cutoffs=[1])
    page, summary = (reportgen.render(report, format=name) for name in ("html", "markdown"))
    content = reportgen.render(report, format="email")
    assert isinstance(content, bytes)
    mail = message_from_bytes(content, policy=default)
    excluded = document(report)["accounting"]["excluded"]
    rows = rows_of(report)

    for text in (page, summary, *(part.get_content() for part in bodies_of(mail))):
        assert "49 absent from the candidate" in text
    assert [("absent-from-candidate", 49)] == [(one["reason"], one["count"]) for one in excluded]
    assert 49 == sum(row["excluded"] == "absent-from-candidate" for row in rows)
    assert 49 == sum((row["candidate_hits"], row["delta"]) == ("", "") for row in rows)
    assert {"1"} == {row["baseline_hits"] for row in rows}


@pytest.mark.parametrize("format", FORMATS)
def test_a_report_of_nothing_but_empty_lists_in_one_run_is_written(
    tmp_path: Path, format: str
) -> None:
    baseline = write_run(tmp_path, "one", {"run": {"q1": [], "q2": []}})
    candidate = write_run(tmp_path, "two", {"run": {"q1": ["a"], "q2": ["b"]}})
    labels = write_labels(tmp_path, {"q1": {"a": 1}, "q2": {"b": 1}})

    report = reportgen.compare(baseline, candidate, labels)

    assert reportgen.render(report, format=format)
    assert "run-knows-no-unit" in {finding.code for finding in report.findings}


def test_answers_for_queries_that_the_labels_do_not_list_change_no_number(tmp_path: Path) -> None:
    found = []
    extras: tuple[dict[str, bool], ...] = ({}, {"elsewhere": True})
    for extra in extras:
        one, two = (
            write_run(tmp_path, name, {"run": {"q": ["a"]}}, answers={"q": False, **extra})
            for name in ("one", "two")
        )
        made = document(reportgen.compare(one, two, write_labels(tmp_path, {"q": {"a": 1}})))
        del made["provenance"]
        found.append(made)

    assert found[0] == found[1]


def test_ids_equal_after_normalisation_stay_two_ids(tmp_path: Path) -> None:
    composed, decomposed = "é", "e\u0301"
    one, two = (
        write_run(tmp_path, name, {"run": {composed: [first], decomposed: [decomposed]}})
        for name, first in (("one", composed), ("two", decomposed))
    )
    labels = write_labels(tmp_path, {composed: {composed: 1}, decomposed: {decomposed: 1}})
    rows = {
        row["query_id"]: (row["baseline_hits"], row["candidate_hits"])
        for row in rows_of(reportgen.compare(one, two, labels, cutoffs=[1]))
    }

    assert {composed: ("1", "0"), decomposed: ("1", "1")} == rows


def test_blanks_and_tabs_around_ids_of_json_lines_belong_to_them(tmp_path: Path) -> None:
    one, two = (
        write_run(tmp_path, name, {"run": {" q\t": [unit]}})
        for name, unit in (("one", " a "), ("two", "a"))
    )
    labels = write_labels(tmp_path, {" q\t": {" a ": 1}}, format="jsonl")
    (row,) = rows_of(reportgen.compare(one, two, labels, cutoffs=[1]))

    assert ("1", "0") == (row["baseline_hits"], row["candidate_hits"])


def test_a_units_file_of_other_units_changes_nothing_but_its_own_mention(tmp_path: Path) -> None:
    baseline, candidate, labels = write_world(tmp_path, 4)
    units = write_json_lines(tmp_path / "units.jsonl", [{"unit_id": "elsewhere", "text": "x"}])
    with_units = document(reportgen.compare(baseline, candidate, labels, units=units))
    without = document(reportgen.compare(baseline, candidate, labels))
    inputs = [of.pop("provenance")["inputs"] for of in (with_units, without)]

    assert with_units == without
    assert ["units/units.jsonl"] == [one["path"] for one in inputs[0] if one not in inputs[1]]


def test_a_cutoff_that_a_run_has_no_list_for_is_not_called_beyond_its_lists(
    tmp_path: Path,
) -> None:
    paths = []
    for name, cutoffs in (("one", (1, 3)), ("two", (3, 10))):
        paths.append(write_run(tmp_path, name, {f"at{cutoff}": {"q": ["a"]} for cutoff in cutoffs}))
        files = {str(cutoff): f"at{cutoff}.jsonl" for cutoff in cutoffs}
        stages = [{"name": "run", "cutoff_files": files}]
        write_json(paths[-1] / "run.json", {"schema_version": 1, "name": name, "stages": stages})
    labels = write_labels(tmp_path, {"q": {"a": 1}})
    report = reportgen.compare(paths[0], paths[1], labels, cutoffs=[1, 3, 10])
    beyond = [
        finding.params["cutoffs"]
        for finding in report.findings
        if finding.code == "cutoff-beyond-depth"
    ]

    assert [[3], [3]] == beyond
