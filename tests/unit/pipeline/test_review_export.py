"""What a reviewer gets: every unjudged unit of both lists, and nothing of where it comes from."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

from reportgen.errors import Refused
from reportgen.pipeline import export_review
from tests.builders import write_json, write_json_lines, write_labels, write_run
from tests.worksheets import read_sheet, save_sheet

# The three queries of FX6 at k = 5: (hA, hB, g, a, b, c) = (1,2,3,1,2,1), (1,1,1,0,1,0), (0,1,1,1,0,2).
BASELINE = {
    "first": ["g1", "first-a", "first-c"],
    "second": ["g1", "n"],
    "third": ["third-a", "third-c1", "third-c2"],
    "judged": ["g1", "n"],
}
CANDIDATE = {
    "first": ["first-b1", "g1", "g2", "first-c", "first-b2"],
    "second": ["second-b", "g1"],
    "third": ["third-c2", "g1", "third-c1"],
    "judged": ["n", "g1"],
}
JUDGMENTS = {
    "first": {"g1": 1, "g2": 1, "g3": 1},
    "second": {"g1": 1, "n": 0},
    "third": {"g1": 1},
    "judged": {"g1": 1, "n": 0},
}


def made(
    folder: Path,
    baseline: dict[str, Any] = BASELINE,
    candidate: dict[str, Any] = CANDIDATE,
    judgments: dict[str, dict[str, int]] = JUDGMENTS,
    **labels: Any,
) -> tuple[Path, Path, Path]:
    return (
        write_run(folder, "keyword-run", {"run": baseline}),
        write_run(folder, "vector-run", {"run": candidate}),
        write_labels(folder, judgments, **labels),
    )


def units_by_query(path: Path) -> dict[str, list[str]]:
    found: dict[str, list[str]] = defaultdict(list)
    for row in read_sheet(path):
        found[row["query_id"]].append(row["unit_id"])
    return dict(found)


def test_every_unjudged_unit_of_both_lists_is_there_in_the_order_of_review(tmp_path: Path) -> None:
    out = tmp_path / "sheet.csv"
    export_review(*made(tmp_path), out, cutoff=5)
    found = units_by_query(out)

    assert ["second", "third", "first"] == list(found)
    assert {
        "first": ["first-a", "first-b1", "first-b2", "first-c"],
        "second": ["second-b"],
        "third": ["third-a", "third-c1", "third-c2"],
    } == {query: sorted(units) for query, units in found.items()}


def test_the_cutoff_decides_which_units_are_in_the_lists(tmp_path: Path) -> None:
    out = tmp_path / "sheet.csv"
    export_review(*made(tmp_path), out, cutoff=1)

    assert {"second": ["second-b"], "third": ["third-a", "third-c2"], "first": ["first-b1"]} == {
        query: sorted(units) for query, units in units_by_query(out).items()
    }


def test_unreviewed_queries_follow_with_all_their_units_those_that_differ_first(
    tmp_path: Path,
) -> None:
    extra = {"same": ["x", "y"], "other": ["x", "y"], "nothing": []}
    paths = made(
        tmp_path,
        {**BASELINE, **extra, "only-baseline": ["x"]},
        {**CANDIDATE, **extra, "same": ["y", "x"], "other": ["y", "z"]},
        queries={name: {} for name in (*extra, "only-baseline")},
    )
    done = export_review(*paths, tmp_path / "sheet.csv", cutoff=5)
    found = units_by_query(done.path)

    assert ["second", "third", "first", "other", "same"] == list(found)
    assert (["x", "y", "z"], ["x", "y"]) == (sorted(found["other"]), sorted(found["same"]))
    assert (1, 1) == (done.plan.not_comparable, done.plan.empty)


def test_no_run_name_no_rank_and_no_score_is_told(tmp_path: Path) -> None:
    out = tmp_path / "sheet.csv"
    export_review(*made(tmp_path), out)
    text = out.read_text("utf-8-sig")

    assert (
        "query_id,query_text,unit_id,unit_text,grade,state,state_before,query_units,labels_digest,seed,check"
        == text.splitlines()[0]
    )
    assert [] == [
        word
        for word in ("keyword", "vector", "baseline", "candidate", "rank", "score")
        if word in text
    ]


def test_swapping_the_runs_gives_the_same_worksheet(tmp_path: Path) -> None:
    baseline, candidate, labels = made(tmp_path)
    there, back = tmp_path / "there.csv", tmp_path / "back.csv"
    export_review(baseline, candidate, labels, there, seed=7)
    export_review(candidate, baseline, labels, back, seed=7)

    assert there.read_bytes() == back.read_bytes()


def test_complete_verdicts_leave_nothing_to_review_but_unreviewed_queries(tmp_path: Path) -> None:
    paths = made(
        tmp_path,
        {**BASELINE, "open": ["x"]},
        {**CANDIDATE, "open": ["y"]},
        queries={"open": {}},
        verdicts="complete",
    )
    done = export_review(*paths, tmp_path / "sheet.csv")

    assert {"open": ["x", "y"]} == {q: sorted(u) for q, u in units_by_query(done.path).items()}


def test_texts_come_from_the_labels_and_the_units_file(tmp_path: Path) -> None:
    paths = made(tmp_path, queries={"second": {"text": "=Who?"}})
    units = write_json_lines(
        tmp_path / "units.jsonl",
        [{"unit_id": "second-b", "text": "x" * 1000}, {"unit_id": "g1", "text": "-"}],
    )
    done = export_review(*paths, tmp_path / "sheet.csv", units=units)
    rows = {row["unit_id"]: row for row in read_sheet(done.path)}

    assert "'=Who?" == rows["second-b"]["query_text"]
    assert "x" * 1000 == rows["second-b"]["unit_text"]
    assert "" == rows["first-a"]["unit_text"]


def test_units_are_those_of_the_labels_under_a_unit_map(tmp_path: Path) -> None:
    one, two = (
        write_run(tmp_path, name, {"run": {"q": units}}, unit="passage")
        for name, units in (
            ("one", ["A#1", "B#1", "B#2", "lost#1"]),
            ("two", ["C#1", "A#2", "B#1"]),
        )
    )
    labels = write_labels(
        tmp_path,
        {"q": {"A": 1}},
        unit="document",
        unit_maps=[{"from": "passage", "to": "document", "version": "1", "file": "map.tsv"}],
        unit_map_rows={"map.tsv": [(f"{name}#{at}", name) for name in "ABC" for at in (1, 2)]},
    )
    done = export_review(one, two, labels, tmp_path / "sheet.csv", cutoff=3)

    assert {"q": ["B", "C"]} == {q: sorted(u) for q, u in units_by_query(done.path).items()}


def test_the_last_shared_stage_is_reviewed_unless_another_is_named(tmp_path: Path) -> None:
    one, two = (
        write_run(
            tmp_path,
            name,
            {"pool": {"q": ["a", "p"]}, "context": {"q": ["a", "c"]}, name: {"q": ["a"]}},
        )
        for name in ("one", "two")
    )
    labels = write_labels(tmp_path, {"q": {"a": 1}})
    last = export_review(one, two, labels, tmp_path / "last.csv")
    named = export_review(one, two, labels, tmp_path / "named.csv", stage="pool")

    assert ({"q": ["c"]}, {"q": ["p"]}) == (units_by_query(last.path), units_by_query(named.path))
    with pytest.raises(Refused, match="reranked"):
        export_review(one, two, labels, tmp_path / "none.csv", stage="reranked")


def test_a_cutoff_that_a_stage_has_no_list_for_is_refused(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    for name in ("one", "two"):
        run = write_run(tmp_path, name, {"at5": {"q": ["a", "x"]}})
        stages = [{"name": "s", "cutoff_files": {"5": "at5.jsonl"}}]
        write_json(run / "run.json", {"schema_version": 1, "name": name, "stages": stages})
    labels = write_labels(tmp_path, {"q": {"a": 1}})

    assert 1 == export_review(one, two, labels, tmp_path / "five.csv", cutoff=5).sheet.units
    with pytest.raises(Refused, match="no list for cutoff 10"):
        export_review(one, two, labels, tmp_path / "ten.csv")


def test_a_worksheet_that_somebody_filled_in_is_not_overwritten(tmp_path: Path) -> None:
    paths, out = made(tmp_path), tmp_path / "sheet.csv"
    export_review(*paths, out)
    export_review(*paths, out, seed=1)
    filled = save_sheet(out, [{**row, "grade": "1"} for row in read_sheet(out)], delimiter=";")
    before = filled.read_bytes()

    with pytest.raises(Refused, match="filled in"):
        export_review(*paths, out)
    assert before == out.read_bytes()
