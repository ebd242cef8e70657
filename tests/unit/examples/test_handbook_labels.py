"""The handbook's label snapshots are consistent with their texts and with each other."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from tests.unit.examples.handbook import (
    EXAMPLE,
    SIDES,
    SNAPSHOTS,
    gold,
    grades,
    passages,
    queries,
    rankings,
)


def _map() -> dict[str, str]:
    lines = (EXAMPLE / "labels-documents/passage-to-document.tsv").read_text("utf-8").splitlines()
    return dict(line.split("\t") for line in lines)


def _is_chinese(text: str) -> bool:
    return any("\u4e00" <= character <= "\u9fff" for character in text)


def test_the_handbook_is_large_enough_and_in_two_languages() -> None:
    documents = set(_map().values())

    assert len(documents) >= 60
    assert 10 <= sum(map(_is_chinese, documents)) < len(documents) / 2
    assert len(set(passages().values())) == len(passages())


def test_the_readme_says_that_the_texts_are_invented() -> None:
    readme = (EXAMPLE / "README.md").read_text("utf-8")

    assert "Everything here is invented" in readme


@pytest.mark.parametrize("snapshot", SNAPSHOTS)
def test_all_three_states_occur_often_enough(snapshot: str) -> None:
    states = Counter(query["state"] for query in queries(snapshot).values())

    assert states.keys() == {"relevant", "no-answer", "unreviewed"}
    assert states.total() >= 48
    assert min(states.values()) >= 5


@pytest.mark.parametrize("snapshot", SNAPSHOTS)
def test_states_agree_with_the_judgments(snapshot: str) -> None:
    for query_id, query in queries(snapshot).items():
        judged = grades(snapshot).get(query_id, {})
        expected = {
            "relevant": any(judged.values()),
            "no-answer": bool(judged) and not any(judged.values()),
            "unreviewed": not judged,
        }

        assert expected[query["state"]], query_id
    assert grades(snapshot).keys() <= queries(snapshot).keys()


@pytest.mark.parametrize("snapshot", SNAPSHOTS)
def test_gold_of_one_and_of_several_units_occurs(snapshot: str) -> None:
    sizes = Counter(map(len, gold(snapshot).values()))

    assert sizes[1] >= 10
    assert max(sizes) in range(4, 7)
    assert sizes.total() - sizes[1] >= 10


def test_grades_are_nought_one_and_two() -> None:
    given = {grade for judged in grades().values() for grade in judged.values()}

    assert given == {0, 1, 2}


def test_every_judged_unit_exists() -> None:
    judged = {unit for units in grades().values() for unit in units}
    judged_documents = {unit for units in grades("labels-documents").values() for unit in units}

    assert judged <= passages().keys()
    assert judged_documents <= set(_map().values())


@pytest.mark.parametrize("snapshot", SNAPSHOTS)
def test_evidence_names_judged_units_only_and_some_unit_serves_two_parts(snapshot: str) -> None:
    required = {
        query_id: query["evidence"]
        for query_id, query in queries(snapshot).items()
        if "evidence" in query
    }
    serving_twice = [
        query_id
        for query_id, parts in required.items()
        if max(Counter(unit for part in parts for unit in part).values()) > 1
    ]

    assert len(required) >= 5
    assert serving_twice
    for query_id, parts in required.items():
        assert all(parts)
        assert {unit for part in parts for unit in part} <= grades(snapshot)[query_id].keys()


@pytest.mark.parametrize("side", SIDES)
def test_a_share_of_what_was_returned_is_unjudged(side: str) -> None:
    context = {query: rankings(side, "context")[query] for query in gold()}
    unjudged = sum(
        unit not in grades()[query] for query, units in context.items() for unit in units
    )

    assert 0 < unjudged < sum(map(len, context.values())) / 2


def test_the_first_of_every_context_were_judged_as_the_readme_says() -> None:
    for query_id, judged in grades().items():
        read = {
            *rankings("baseline", "context")[query_id][:4],
            *rankings("candidate", "context")[query_id][:3],
        }

        assert read <= judged.keys(), query_id


def test_queries_are_grouped_clustered_and_in_two_languages() -> None:
    languages = Counter(query["groups"]["language"] for query in queries().values())
    clusters = Counter(query["cluster"] for query in queries().values() if "cluster" in query)

    assert all(
        {"type", "language", "topic"} <= query["groups"].keys() for query in queries().values()
    )
    assert all(
        (query["groups"]["language"] == "zh") == _is_chinese(query["text"])
        for query in queries().values()
    )
    assert languages["zh"] >= 12
    assert any(len(query["groups"].get("tags", [])) > 1 for query in queries().values())
    assert len(clusters) >= 3
    assert min(clusters.values()) >= 2


def test_deriving_the_document_labels_again_gives_the_committed_bytes(tmp_path: Path) -> None:
    script = EXAMPLE / "make_document_labels.py"
    subprocess.run(
        [sys.executable, "-B", str(script), "--out", str(tmp_path)], check=True, timeout=60
    )
    names = ["judgments.tsv", "passage-to-document.tsv", "queries.jsonl"]

    assert names == sorted(path.name for path in tmp_path.iterdir())
    for name in names:
        again = (tmp_path / name).read_bytes()

        assert (EXAMPLE / "labels-documents" / name).read_bytes() == again


def test_a_documents_grade_is_the_best_of_its_judged_passages() -> None:
    document = _map()
    expected: dict[str, dict[str, int]] = {}
    for query_id, judged in grades().items():
        best = expected.setdefault(query_id, {})
        for unit, grade in judged.items():
            best[document[unit]] = max(grade, best.get(document[unit], 0))

    assert expected == grades("labels-documents")
    assert _map().keys() == passages().keys()


def test_the_whole_example_stays_below_one_and_a_half_megabytes() -> None:
    files = [
        path for path in EXAMPLE.rglob("*") if path.is_file() and "__pycache__" not in path.parts
    ]

    assert sum(path.stat().st_size for path in files) < 1_500_000
