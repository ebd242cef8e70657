"""Per query, our values are those of trec_eval, as pytrec_eval-terrier computes them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest
import pytrec_eval
from hypothesis import given
from hypothesis import strategies as st

from reportgen.model.cutoff import Cutoff
from reportgen.model.measure import Measure
from reportgen.model.run import Order, Side
from reportgen.score import query_values
from tests.in_memory import labels, run, scored, stage

CUTOFFS = (1, 2, 3, 5, 10)
MEASURES = {
    Measure.RECALL: "recall",
    Measure.ANY_HIT: "success",
    Measure.PRECISION: "P",
    Measure.AVERAGE_PRECISION: "map_cut",
    Measure.NDCG: "ndcg_cut",
}

Ranked = Mapping[str, Mapping[str, float]]
Judged = Mapping[str, Mapping[str, int]]


def trec_eval(ranked: Ranked, judged: Judged, *, level: int = 1) -> dict[str, dict[str, float]]:
    names = {f"{name}.{','.join(map(str, CUTOFFS))}" for name in MEASURES.values()}
    evaluator = pytrec_eval.RelevanceEvaluator(
        {query: dict(of) for query, of in judged.items()}, names, relevance_level=level
    )
    values: dict[str, dict[str, float]] = evaluator.evaluate(
        {query: dict(of) for query, of in ranked.items()}
    )
    return values


def reciprocal_ranks(ranked: Ranked, judged: Judged, k: int, *, level: int = 1) -> dict[str, float]:
    """trec_eval has no cutoff for recip_rank: it is given the first k units alone."""
    first = {query: _first(of, k) for query, of in ranked.items()}
    evaluator = pytrec_eval.RelevanceEvaluator(
        {query: dict(of) for query, of in judged.items()}, {"recip_rank"}, relevance_level=level
    )
    return {query: of["recip_rank"] for query, of in evaluator.evaluate(first).items()}


def _first(of: Mapping[str, float], k: int) -> dict[str, float]:
    best = sorted(of, key=lambda unit: (of[unit], unit.encode()), reverse=True)[:k]
    return {unit: of[unit] for unit in best}


def ours(
    ranked: Ranked, judged: Judged, *, level: int = 1, cutoffs: Sequence[Cutoff] = CUTOFFS
) -> dict[tuple[Measure, Cutoff], dict[str, float]]:
    lists = {query: list(of.items()) for query, of in ranked.items()}
    of_run = run(stage(lists, order=Order.SCORE))
    snapshot = labels(judged)
    scores = scored(of_run, of_run, snapshot, cutoffs=cutoffs, relevance_level=level)
    found = {}
    for (_, cutoff), cell in scores.cells.items():
        for measure in (*MEASURES, Measure.RECIPROCAL_RANK):
            values = query_values(scores, measure, cell, Side.CANDIDATE)
            if values is not None:
                found[measure, cutoff] = {
                    record.query_id: float(values.numerator[at] / values.denominator[at])
                    for at, record in enumerate(snapshot.queries)
                    if scores.gold[at] and record.query_id in ranked
                }
    return found


UNITS = st.sampled_from([f"d{n}" for n in range(12)] + ["é", "z", "Z", "10", "9"])
# Few values make many ties; doubles that are equal as 32-bit floats are tried apart.
SCORES = st.sampled_from([-2.0, 0.0, 0.5, 1.0, 1.5, 7.0])
RANKED = st.dictionaries(UNITS, SCORES, min_size=1, max_size=14)
GRADES = st.dictionaries(UNITS, st.integers(-2, 3), max_size=8).map(lambda of: {"only": 2} | of)
RUNS = st.dictionaries(st.sampled_from(["q1", "q2", "q3"]), RANKED, min_size=1)


@given(ranked=RUNS, grades=st.lists(GRADES, min_size=3, max_size=3), level=st.integers(1, 2))
def test_every_measure_equals_trec_eval_whatever_ties_grades_and_level(
    ranked: Ranked, grades: list[dict[str, int]], level: int
) -> None:
    judged = dict(zip(("q1", "q2", "q3"), grades, strict=True))
    expected = trec_eval(ranked, judged, level=level)
    found = ours(ranked, judged, level=level)

    for (measure, cutoff), by_query in found.items():
        for query, value in by_query.items():
            if measure is Measure.RECIPROCAL_RANK:
                theirs = reciprocal_ranks(ranked, judged, int(cutoff), level=level)[query]
            else:
                theirs = expected[query][f"{MEASURES[measure]}_{cutoff}"]
            assert theirs == pytest.approx(value, abs=1e-15, rel=1e-15), (measure, cutoff)


def test_at_all_average_precision_and_ndcg_are_those_without_a_cutoff() -> None:
    ranked = {"q1": {"a": 5.0, "b": 4.0, "c": 3.0, "d": 2.0, "e": 1.0}}
    judged = {"q1": {"b": 1, "e": 3, "x": 2}}
    evaluator = pytrec_eval.RelevanceEvaluator(judged, {"map", "ndcg", "recip_rank"})
    expected = evaluator.evaluate(ranked)["q1"]
    found = ours(ranked, judged, cutoffs=["all"])

    assert expected["map"] == pytest.approx(found[Measure.AVERAGE_PRECISION, "all"]["q1"])
    assert expected["ndcg"] == pytest.approx(found[Measure.NDCG, "all"]["q1"])
    assert expected["recip_rank"] == found[Measure.RECIPROCAL_RANK, "all"]["q1"]


def test_empty_gold_is_zero_there_and_no_value_here() -> None:
    ranked, judged = {"q1": {"a": 1.0}}, {"q1": {"a": 0}}

    assert trec_eval(ranked, judged)["q1"]["recall_1"] == 0.0
    assert ours(ranked, judged)[Measure.RECALL, 1] == {}


def test_an_absent_query_is_dropped_there_and_without_a_result_here() -> None:
    ranked, judged = {"q1": {"a": 1.0}}, {"q1": {"a": 1}, "q2": {"b": 1}}
    of_run = run(stage({"q1": [("a", 1.0)]}, order=Order.SCORE))
    scores = scored(of_run, of_run, labels(judged))

    assert list(trec_eval(ranked, judged)) == ["q1"]
    assert scores.has_result[Side.BASELINE, "run"].tolist() == [True, False]


def test_scores_that_are_one_32_bit_float_are_a_tie_there_and_none_here() -> None:
    close = {"a": 1.0 + 1e-12, "b": 1.0}
    judged = {"q1": {"a": 1}}

    assert trec_eval({"q1": close}, judged)["q1"]["recall_1"] == 0.0
    assert ours({"q1": close}, judged, cutoffs=[1])[Measure.RECALL, 1] == {"q1": 1.0}
