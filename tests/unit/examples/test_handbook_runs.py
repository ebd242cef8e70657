"""The handbook's rankings come from executing its script, and show every kind of change."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import defaultdict
from fractions import Fraction
from pathlib import Path

import pytest

from tests.unit.examples.handbook import (
    EXAMPLE,
    SIDES,
    STAGES,
    gold,
    passages,
    queries,
    rankings,
    rows,
)


@pytest.fixture(scope="module")
def executed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("handbook")
    command = [sys.executable, "-B", str(EXAMPLE / "make_runs.py"), "--out", str(out)]
    subprocess.run(command, check=True, timeout=120)
    return out


@pytest.mark.parametrize(
    "name",
    [
        "passages.jsonl",
        *(f"{side}/{file}.jsonl" for side in SIDES for file in (*STAGES, "answers")),
    ],
)
def test_executing_the_script_again_gives_the_committed_bytes(executed: Path, name: str) -> None:
    again = (executed / name).read_bytes()

    assert (EXAMPLE / name).read_bytes() == again


@pytest.mark.parametrize("side", SIDES)
def test_executing_the_script_again_gives_the_committed_manifest(executed: Path, side: str) -> None:
    committed, again = (
        json.loads((folder / side / "run.json").read_text("utf-8"))
        for folder in (EXAMPLE, executed)
    )
    # The libraries' versions are those of whoever executes it; that the names stay is what counts.
    libraries = {"bm25s", "scikit-learn", "scipy", "numpy"}
    versions = {library: committed["system"].pop(library) for library in sorted(libraries)}
    docstring = (EXAMPLE / "make_runs.py").read_text("utf-8").split('"""')[1]

    assert libraries <= again["system"].keys()
    assert committed["system"] == {
        key: value for key, value in again["system"].items() if key not in libraries
    }
    assert {**committed, "system": None} == {**again, "system": None}
    assert [
        f"{name} {at}" for name, at in versions.items() if f"{name} {at}" not in docstring
    ] == []


def test_both_runs_answer_every_query_at_every_stage() -> None:
    answered = [list(rankings(side, stage)) for side in SIDES for stage in STAGES] + [
        [row["query_id"] for row in rows(f"{side}/answers.jsonl")] for side in SIDES
    ]

    assert answered == [list(queries())] * 8


@pytest.mark.parametrize(("stage", "limit"), [("pool", 50), ("reranked", 10), ("context", 5)])
@pytest.mark.parametrize("side", SIDES)
def test_lists_keep_to_their_size_and_name_passages_once(side: str, stage: str, limit: int) -> None:
    lists = rankings(side, stage).values()

    assert limit == max(map(len, lists))
    assert all(len(ranking) == len(set(ranking)) for ranking in lists)
    assert {unit for ranking in lists for unit in ranking} <= passages().keys()


@pytest.mark.parametrize("stage", STAGES[:2])
@pytest.mark.parametrize("side", SIDES)
def test_the_listed_order_is_that_of_the_scores_with_ties_by_id_descending(
    side: str, stage: str
) -> None:
    for row in rows(f"{side}/{stage}.jsonl"):
        scored = list(zip(row["scores"], map(str.encode, row["ranking"]), strict=True))

        assert sorted(scored, reverse=True) == scored


@pytest.mark.parametrize("side", SIDES)
def test_gold_is_lost_at_every_stage(side: str) -> None:
    missed = lost_at_reranking = lost_at_budget = 0
    for query_id, relevant in gold().items():
        pool, reranked, context = (
            relevant & set(rankings(side, stage)[query_id]) for stage in STAGES
        )
        missed += len(relevant - pool)
        lost_at_reranking += len(pool - reranked)
        lost_at_budget += len(reranked - context)

    assert min(missed, lost_at_reranking, lost_at_budget) >= 5


def test_only_the_baseline_brings_passages_in_from_outside_the_list_before() -> None:
    nested = {
        side: all(
            set(rankings(side, later)[query_id]) <= set(rankings(side, earlier)[query_id])
            for earlier, later in (("pool", "reranked"), ("reranked", "context"))
            for query_id in queries()
        )
        for side in SIDES
    }

    assert nested == {"baseline": False, "candidate": True}


def _delta(query_id: str, stage: str, cutoff: int) -> Fraction:
    baseline, candidate = (
        len(gold()[query_id] & set(rankings(side, stage)[query_id][:cutoff])) for side in SIDES
    )
    return Fraction(candidate - baseline, len(gold()[query_id]))


@pytest.mark.parametrize("stage", STAGES)
def test_queries_move_both_ways_at_five(stage: str) -> None:
    deltas = [_delta(query_id, stage, 5) for query_id in gold()]

    assert min(deltas) < 0 < max(deltas)
    assert deltas.count(Fraction()) > 0


@pytest.mark.parametrize("facet", ["topic", "language"])
def test_some_group_is_better_and_some_worse_in_the_context_at_five(facet: str) -> None:
    totals: defaultdict[str, Fraction] = defaultdict(Fraction)
    for query_id in gold():
        totals[queries()[query_id]["groups"][facet]] += _delta(query_id, "context", 5)

    assert min(totals.values()) < 0 < max(totals.values())


def test_macro_and_pooled_recall_do_not_move_together_in_the_context_at_five() -> None:
    deltas = {query_id: _delta(query_id, "context", 5) for query_id in gold()}
    macro = sum(deltas.values())
    pooled = sum(delta * len(gold()[query_id]) for query_id, delta in deltas.items())

    assert macro > 0 >= pooled


def test_each_run_declines_some_questions_with_and_some_without_an_answer() -> None:
    for side in SIDES:
        declined = {row["query_id"] for row in rows(f"{side}/answers.jsonl") if row["abstained"]}
        states = {queries()[query_id]["state"] for query_id in declined}

        assert {"relevant", "no-answer"} <= states
        assert declined < queries().keys()
