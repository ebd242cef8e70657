"""The teaching example holds what its README works out by hand. Read with the standard library alone."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

EXAMPLE = Path(__file__).parents[3] / "example_runs" / "teaching"
K = 2


def _rows(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (EXAMPLE / name).read_text("utf-8").splitlines()]


def _rankings(side: str) -> dict[str, list[str]]:
    return {row["query_id"]: row["ranking"] for row in _rows(f"{side}/run.jsonl")}


def _grades() -> dict[str, dict[str, int]]:
    grades: dict[str, dict[str, int]] = {}
    for line in (EXAMPLE / "labels/judgments.tsv").read_text("utf-8").splitlines()[1:]:
        query_id, unit_id, grade = line.split("\t")
        grades.setdefault(query_id, {})[unit_id] = int(grade)
    return grades


def _gold(query_id: str) -> set[str]:
    return {unit_id for unit_id, grade in _grades()[query_id].items() if grade >= 1}


def _hits(side: str) -> dict[str, int]:
    rankings = _rankings(side)
    return {query: len(_gold(query) & set(rankings[query][:K])) for query in "ABC"}


def _macro(side: str) -> Fraction:
    return sum((Fraction(h, len(_gold(q))) for q, h in _hits(side).items()), Fraction()) / 3


def _pooled(side: str) -> Fraction:
    return Fraction(sum(_hits(side).values()), sum(len(_gold(q)) for q in "ABC"))


def _all_hit(side: str) -> Fraction:
    return Fraction(sum(h == len(_gold(q)) for q, h in _hits(side).items()), 3)


def test_gold_and_hits_are_those_of_the_worked_table() -> None:
    gold = {query: len(_gold(query)) for query in "ABC"}

    assert gold == {"A": 3, "B": 1, "C": 1}
    assert _hits("baseline") == {"A": 1, "B": 1, "C": 0}
    assert _hits("candidate") == {"A": 0, "B": 1, "C": 1}


def test_macro_rises_while_pooled_stays_and_all_hit_doubles() -> None:
    macro = (_macro("baseline"), _macro("candidate"))
    pooled = (_pooled("baseline"), _pooled("candidate"))
    all_hit = (_all_hit("baseline"), _all_hit("candidate"))

    assert macro == (Fraction(4, 9), Fraction(2, 3))
    assert pooled == (Fraction(2, 5), Fraction(2, 5))
    assert all_hit == (Fraction(1, 3), Fraction(2, 3))


def test_each_state_of_labels_occurs() -> None:
    states = {row["query_id"]: row["state"] for row in _rows("labels/queries.jsonl")}

    expected = {"A": "relevant", "B": "relevant", "C": "relevant"}
    assert states == expected | {"D": "unreviewed", "E": "no-answer"}


def test_every_unit_that_a_run_returned_for_a_reviewed_query_is_judged() -> None:
    grades = _grades()
    returned = {
        (query, unit)
        for side in ("baseline", "candidate")
        for query, ranking in _rankings(side).items()
        for unit in ranking
        if query != "D"
    }

    assert {(q, u) for q, u in returned if u not in grades[q]} == set()
    assert "D" not in grades


def test_every_unit_has_a_text() -> None:
    texts = {row["unit_id"]: row["text"] for row in _rows("passages.jsonl")}
    named = {
        unit for side in ("baseline", "candidate") for r in _rankings(side).values() for unit in r
    }
    judged = {unit for units in _grades().values() for unit in units}

    assert named | judged == set(texts)
    assert all(texts.values())


def test_the_runs_differ_in_one_setting() -> None:
    manifests = [
        json.loads((EXAMPLE / side / "run.json").read_text("utf-8"))
        for side in ("baseline", "candidate")
    ]
    baseline, candidate = (manifest["system"] for manifest in manifests)

    assert [key for key in baseline if baseline[key] != candidate[key]] == ["query_rewriting"]
    assert baseline.keys() == candidate.keys()
    for key in ("corpus_snapshot", "query_set", "unit"):
        assert manifests[0][key] == manifests[1][key]
