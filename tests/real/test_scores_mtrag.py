"""Four real runs on one real label set: every overall value of expected.json, in both orders."""

from __future__ import annotations

import csv
import json
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import pytrec_eval

from reportgen.match import match_runs
from reportgen.model.labels import Labels
from reportgen.model.matched import Matched
from reportgen.model.measure import Measure
from reportgen.model.run import Order, Run, Side
from reportgen.model.scores import CellScores, Scores
from reportgen.score import query_values, score, signs
from tests.real.mtrag import CUTOFFS, ORDERS, RUNS, read_runs, read_snapshot


@pytest.fixture(scope="module")
def mtrag(shared_data: Path) -> Path:
    return shared_data / "mtrag"


@pytest.fixture(scope="module")
def expected(mtrag: Path) -> Any:
    return json.loads((mtrag / "expected.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def snapshot(mtrag: Path, tmp_path_factory: pytest.TempPathFactory) -> Labels:
    return read_snapshot(mtrag, tmp_path_factory.mktemp("labels"))


@pytest.fixture(scope="module")
def runs(mtrag: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, str], Run]:
    return read_runs(mtrag, tmp_path_factory.mktemp("runs"))


@pytest.fixture(scope="module")
def compared(
    runs: dict[tuple[str, str], Run], snapshot: Labels, expected: Any
) -> dict[tuple[str, str, str], tuple[Matched, Scores]]:
    """Every pair of expected.json by (order, baseline, candidate), matched and scored."""
    made = {}
    for order in ORDERS:
        for pair in expected["orders"][order]["pairs"]:
            names = pair["baseline"], pair["candidate"]
            met = match_runs(
                runs[order, names[0]],
                runs[order, names[1]],
                snapshot,
                stages=["run"],
                cutoffs=CUTOFFS,
                relevance_level=1,
            )
            made[order, *names] = met, score(met, snapshot, cutoffs=CUTOFFS)
    return made


def sides(compared: Any, order: str, name: str) -> tuple[Matched, Scores, Side]:
    """The first pair that the run is part of, and its side of it."""
    for (of, baseline, candidate), (met, scores) in compared.items():
        if of == order and name in (baseline, candidate):
            return met, scores, Side.BASELINE if name == baseline else Side.CANDIDATE
    raise LookupError(name)


def macro(scores: Scores, measure: Measure, cell: CellScores, side: Side) -> Fraction:
    values = query_values(scores, measure, cell, side)
    assert values is not None
    ratios = zip(values.numerator.tolist(), values.denominator.tolist(), strict=True)
    return sum((Fraction(x, y) for x, y in ratios), Fraction(0)) / len(scores.gold)


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("name", RUNS)
@pytest.mark.parametrize("k", CUTOFFS)
def test_a_runs_overall_values_are_the_expected_ones(
    compared: Any, expected: Any, order: str, name: str, k: int
) -> None:
    met, scores, side = sides(compared, order, name)
    cell = scores.cells["run", k]
    of_side = cell.side(side)
    unjudged = met.stages[0].unjudged[k]
    only = unjudged.baseline if side is Side.BASELINE else unjudged.candidate
    returned = of_side.returned
    judged = returned - only - unjudged.both
    some = returned > 0
    values = expected["orders"][order]["runs"][name]["overall"][str(k)]
    shares = zip(judged[some].tolist(), returned[some].tolist(), strict=True)
    mean_judged = sum((Fraction(x, y) for x, y in shares), Fraction(0)) / int(some.sum())
    ceiling = zip(cell.reachable.tolist(), scores.gold.tolist(), strict=True)
    found: dict[str, Any] = {
        "n": len(scores.gold),
        "gold": int(scores.gold.sum()),
        "hits": int(of_side.hits.sum()),
        "macro": macro(scores, Measure.RECALL, cell, side),
        "any": int((of_side.hits > 0).sum()),
        "all": int((of_side.hits == scores.gold).sum()),
        "ceiling": sum((Fraction(x, y) for x, y in ceiling), Fraction(0)) / len(scores.gold),
        "pooled_ceiling": int(cell.reachable.sum()),
        "judged": int(judged.sum()),
        "returned": int(returned.sum()),
        "mean_judged": (mean_judged, int(some.sum())),
    }
    mean = values["judged"]["mean_per_question_over_returned"]

    assert {
        "n": values["n"],
        "gold": values["gold"],
        "hits": values["hits"],
        "macro": Fraction(values["macro_recall"]["exact"]),
        "any": values["any_hit"]["num"],
        "all": values["all_hit"]["num"],
        "ceiling": Fraction(values["macro_ceiling"]["exact"]),
        "pooled_ceiling": values["pooled_ceiling"]["num"],
        "judged": values["judged"]["judged"],
        "returned": values["judged"]["returned"],
        "mean_judged": (Fraction(mean["exact"]), mean["questions"]),
    } == found
    assert values["macro_recall"]["value"] == pytest.approx(float(found["macro"]), abs=1e-12)
    assert values["pooled_recall"]["num"] == found["hits"]
    assert values["pooled_recall"]["den"] == found["gold"]


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("k", CUTOFFS)
def test_every_pairs_deltas_and_counts_are_the_expected_ones(
    compared: Any, expected: Any, order: str, k: int
) -> None:
    pairs = expected["orders"][order]["pairs"]

    assert pairs
    for pair in pairs:
        _, scores = compared[order, pair["baseline"], pair["candidate"]]
        cell = scores.cells["run", k]
        values = pair["overall"][str(k)]
        sign = signs(scores, Measure.RECALL, cell)
        assert sign is not None
        delta = cell.candidate.hits - cell.baseline.hits
        steps, counts = np.unique(delta, return_counts=True)
        histogram = zip(steps.tolist(), counts.tolist(), strict=True)

        assert [values["wins"], values["ties"], values["losses"]] == [
            int((sign == wanted).sum()) for wanted in (1, 0, -1)
        ]
        assert values["delta"]["hits"] == int(delta.sum())
        assert Fraction(values["delta"]["macro_recall"]["exact"]) == macro(
            scores, Measure.RECALL, cell, Side.CANDIDATE
        ) - macro(scores, Measure.RECALL, cell, Side.BASELINE)
        assert {int(step): count for step, count in values["hit_delta_histogram"].items()} == dict(
            histogram
        )
        for measure, name in ((Measure.ANY_HIT, "any_hit"), (Measure.ALL_HIT, "all_hit")):
            sign = signs(scores, measure, cell)
            assert sign is not None

            assert values["delta"][name]["gained"] == int((sign > 0).sum())
            assert values["delta"][name]["lost"] == int((sign < 0).sum())


def test_every_questions_hits_are_the_expected_ones(
    compared: Any, snapshot: Labels, mtrag: Path
) -> None:
    with (mtrag / "expected_hits.tsv").open(encoding="utf-8", newline="") as lines:
        rows = {row["query_id"]: row for row in csv.DictReader(lines, delimiter="\t")}

    assert sorted(rows) == [record.query_id for record in snapshot.queries]
    for name in RUNS:
        _, scores, side = sides(compared, "score", name)
        for k in CUTOFFS:
            expected_hits = [
                int(rows[record.query_id][f"{name}@{k}"]) for record in snapshot.queries
            ]

            assert expected_hits == scores.cells["run", k].side(side).hits.tolist()


@pytest.mark.parametrize("name", RUNS)
def test_ties_across_the_cut_leave_the_expected_hits_open(
    compared: Any, expected: Any, name: str
) -> None:
    met, scores, side = sides(compared, "score", name)
    ties = met.stages[0].side(side).order_check.ties
    facts = expected["run_facts"][name]["cut_ties"]

    for k in CUTOFFS:
        hits = scores.cells["run", k].side(side).hits
        below = sum(int(hits[query]) - least for query, least, _ in ties[int(k)])
        above = sum(most - int(hits[query]) for query, _, most in ties[int(k)])
        total = int(hits.sum())

        assert facts[str(k)]["questions_where_hits_depend_on_it"] == len(ties[int(k)])
        assert (facts[str(k)]["hits_min"], facts[str(k)]["hits_max"]) == (
            total - below,
            total + above,
        )


def test_the_rank_column_of_the_files_agrees_with_their_scores(compared: Any) -> None:
    for order, *names in compared:
        if order == "score":
            met, _ = compared[order, *names]
            for side in Side:
                check = met.stages[0].side(side).order_check.rank_against_score

                assert check is not None
                assert [0] * len(CUTOFFS) == [len(check[int(k)]) for k in CUTOFFS]


def test_the_orders_differ_in_hits_exactly_where_they_are_said_to(
    compared: Any, snapshot: Labels, expected: Any
) -> None:
    differences = {}
    for name in RUNS:
        hits = {}
        for order in ORDERS:
            _, scores, side = sides(compared, order, name)
            hits[order] = {k: scores.cells["run", k].side(side).hits for k in CUTOFFS}
        for k in CUTOFFS:
            for at in np.flatnonzero(hits["score"][k] != hits["file"][k]).tolist():
                key = name, k, snapshot.queries[at].query_id
                differences[key] = int(hits["score"][k][at]), int(hits["file"][k][at])

    assert {
        (row["run"], row["k"], row["query_id"]): (row["hits_score_order"], row["hits_file_order"])
        for row in expected["order_differences"]
    } == differences


def test_the_absent_question_is_absent_in_trec_and_empty_as_published(
    compared: Any, snapshot: Labels
) -> None:
    absent = "7cb06b3f8068674fce61a11e9777f708<::>3"
    at = [record.query_id for record in snapshot.queries].index(absent)
    results = {}
    for order in ORDERS:
        met, _, side = sides(compared, order, "bm25_rewrite")
        stage = met.stages[0].side(side)
        results[order] = bool(stage.has_result[at]), int(stage.has_result.sum())

    assert {"score": (False, 575), "file": (True, 576)} == results


@pytest.mark.parametrize("name", RUNS)
def test_per_question_values_equal_trec_evals(
    compared: Any, snapshot: Labels, mtrag: Path, name: str
) -> None:
    ranked: dict[str, dict[str, float]] = {}
    for line in (mtrag / "runs" / f"{name}.trec").read_text(encoding="utf-8").splitlines():
        query, _, unit, _, value, _ = line.split()
        ranked.setdefault(query, {})[unit] = float(value)
    judged: dict[str, dict[str, int]] = {}
    for query, unit, grade in snapshot.judgments.collect().iter_rows():
        judged.setdefault(query, {})[unit] = grade
    names = {
        Measure.RECALL: "recall",
        Measure.ANY_HIT: "success",
        Measure.PRECISION: "P",
        Measure.AVERAGE_PRECISION: "map_cut",
        Measure.NDCG: "ndcg_cut",
    }
    cut = ",".join(map(str, CUTOFFS))
    evaluator = pytrec_eval.RelevanceEvaluator(judged, {f"{of}.{cut}" for of in names.values()})
    theirs = evaluator.evaluate(ranked)
    whole = pytrec_eval.RelevanceEvaluator(judged, {"recip_rank"}).evaluate(ranked)
    _, scores, side = sides(compared, "score", name)
    index = {record.query_id: at for at, record in enumerate(snapshot.queries)}

    for k in CUTOFFS:
        for measure, of in names.items():
            values = query_values(scores, measure, scores.cells["run", k], side)
            assert values is not None
            ours = {q: values.numerator[at] / values.denominator[at] for q, at in index.items()}

            assert {query: ours[query] for query in theirs} == pytest.approx(
                {query: row[f"{of}_{k}"] for query, row in theirs.items()}, abs=1e-15
            )
    values = query_values(scores, Measure.RECIPROCAL_RANK, scores.cells["run", 10], side)
    assert values is not None
    ranks = {q: values.numerator[at] / values.denominator[at] for q, at in index.items()}

    assert {query: row["recip_rank"] for query, row in whole.items()} == {
        query: ranks[query] for query in whole
    }


def test_larger_cutoffs_never_lose_hits(compared: Any) -> None:
    for met, scores in compared.values():
        for smaller, larger in pairwise(CUTOFFS):
            for side in Side:
                less, more = (scores.cells["run", k].side(side).hits for k in (smaller, larger))

                assert bool((less <= more).all()), met.stages[0].baseline.order


def test_the_two_orders_are_read_as_declared(runs: dict[tuple[str, str], Run]) -> None:
    assert {"score": Order.SCORE, "file": Order.LISTED} == {
        order: runs[order, RUNS[0]].stages[0].order for order in ORDERS
    }
