"""Fixtures of the statistics specification, as far as values go, and the pitfalls of definitions."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from reportgen.errors import WrongUsage
from reportgen.model.cutoff import ALL, Cutoff
from reportgen.model.measure import Averaging, Measure, rows
from reportgen.model.run import Side
from reportgen.model.scores import CellScores, Ratios, Scores
from reportgen.score import (
    ceilings,
    exact_average_precision,
    query_values,
    score,
    score_list,
    signs,
)
from tests.in_memory import golds, labels, matched, run, scored, stage


def values(scores: Scores, measure: Measure, cutoff: Cutoff) -> list[Fraction]:
    ratios = query_values(scores, measure, scores.cells["run", cutoff], Side.BASELINE)
    return fractions(ratios)


def fractions(ratios: Ratios | None) -> list[Fraction]:
    assert ratios is not None
    pairs = zip(ratios.numerator.tolist(), ratios.denominator.tolist(), strict=True)
    return [Fraction(x, y) for x, y in pairs]


def mean(of: list[Fraction]) -> Fraction:
    return sum(of, Fraction(0)) / len(of)


FX1 = {"q1": list("axbc"), "q2": list("xd"), "q3": list("xy")}
FX1_GOLD = golds({"q1": "abc", "q2": "d", "q3": "e"})


def test_fx1() -> None:
    of_run = run(FX1)
    scores = scored(of_run, of_run, labels(FX1_GOLD))
    cell = scores.cells["run", 2]

    assert ([1, 1, 0], [3, 1, 1]) == (cell.baseline.hits.tolist(), scores.gold.tolist())
    assert Fraction(4, 9) == mean(values(scores, Measure.RECALL, 2))
    assert Fraction(2, 5) == Fraction(int(cell.baseline.hits.sum()), int(scores.gold.sum()))
    assert Fraction(2, 3) == mean(values(scores, Measure.ANY_HIT, 2))
    assert Fraction(1, 3) == mean(values(scores, Measure.ALL_HIT, 2))
    assert [Fraction(2, 3), 1, 1] == fractions(ceilings(scores, Measure.RECALL, cell))
    assert Fraction(4, 5) == Fraction(int(cell.reachable.sum()), int(scores.gold.sum()))
    assert Fraction(2, 3) == mean(fractions(ceilings(scores, Measure.ALL_HIT, cell)))
    assert Fraction(1, 2) == mean(values(scores, Measure.SHARE_OF_CEILING, 2))


def test_fx1b() -> None:
    of_run = run({"q1": list("ax"), "q2": list("e")})
    scores = scored(of_run, of_run, labels(golds({"q1": "abcd", "q2": "e"})))
    cell = scores.cells["run", 2]
    macro = mean(values(scores, Measure.RECALL, 2))

    assert Fraction(3, 4) == mean(values(scores, Measure.SHARE_OF_CEILING, 2))
    assert Fraction(5, 6) == macro / mean(fractions(ceilings(scores, Measure.RECALL, cell)))
    assert Fraction(2, 3) == Fraction(int(cell.baseline.hits.sum()), int(cell.reachable.sum()))


def test_fx1b_capped_recall_may_fall_as_k_grows() -> None:
    of_run = run({"q1": ["hit", "miss"]})
    scores = scored(of_run, of_run, labels(golds({"q1": ["hit", "b", "c"]})))

    assert [1, Fraction(1, 2)] == [values(scores, Measure.SHARE_OF_CEILING, k)[0] for k in (1, 2)]


def test_fx1_on_single_lists() -> None:
    assert [Fraction(1, 3), 1, 0] == [
        score_list(ranking, gold, 2).recall
        for ranking, gold in zip(FX1.values(), ("abc", "d", "e"), strict=True)
    ]
    assert 0 == score_list([], ["a"], 2).recall
    assert Fraction(1, 2) == score_list(["a"], ["a", "b"], 5).recall
    assert 1 == score_list(["x", "a"], ["a"], ALL).ceiling
    assert Fraction(1, 2) == score_list(["x", "a"], ["a"], ALL).reciprocal_rank


@pytest.mark.parametrize("k", [0, -1, True, 1.0, "2", None])
def test_a_cutoff_that_is_none_is_refused(k: Any) -> None:
    with pytest.raises(WrongUsage, match="cutoff"):
        score_list(["a"], ["a"], k)


def test_a_repeated_unit_and_an_empty_gold_are_refused() -> None:
    with pytest.raises(WrongUsage, match="listed twice in one ranking: a"):
        score_list(["a", "a"], ["a"], 2)
    with pytest.raises(WrongUsage, match="gold is empty"):
        score_list(["a"], [], 2)


def test_fx14_presence_along_the_stages() -> None:
    lists = {"pool": "1234x", "rerank": "1x2", "context": "15"}
    of_run = run(*(stage({"q1": list(units)}, name=name) for name, units in lists.items()))
    snapshot = labels(golds({"q1": "12345"}))
    met = matched(of_run, of_run, snapshot, cutoffs=[ALL])
    scores = score(met, snapshot, cutoffs=[ALL])
    hits = [int(scores.cells[name, ALL].baseline.hits[0]) for name in lists]
    present = [set(pair.baseline.lists[ALL].found.tolist()) for pair in met.stages]
    patterns = sorted("".join("01"[unit in of_stage] for of_stage in present) for unit in range(5))

    assert [4, 2, 2] == hits
    assert ["001", "100", "100", "110", "111"] == patterns
    assert [[True], [False]] == [of.tolist() for of in met.nested[Side.BASELINE]]


def test_fx15_the_parts_of_what_is_missing() -> None:
    pool, ranking = stage({"q1": list("abcd")}, name="pool"), stage({"q1": list("axb")}, name="run")
    of_run = run(pool, ranking)
    scores = scored(of_run, of_run, labels(golds({"q1": "abcde"})), cutoffs=[3, ALL])
    hits = int(scores.cells["run", 3].baseline.hits[0])
    reachable = int(scores.cells["run", 3].reachable[0])
    in_pool = min(3, int(scores.cells["pool", ALL].baseline.hits[0]))

    assert (2, 0, 1) == (5 - reachable, reachable - in_pool, in_pool - hits)


def ndcg(scores: Scores, k: Cutoff, query: int = 0) -> float:
    cell = scores.cells["run", k]
    return float(cell.baseline.dcg[query] / cell.ideal_dcg[query])


@pytest.mark.parametrize(
    ("ranking", "grades", "expected"),
    [
        (["a", "x"], {"a": 1, "b": 1}, 0.6131),
        (["a", "x"], {"a": 1}, 1.0),
        (["b", "a"], {"a": 3, "b": 1}, 0.7967),
        (["b", "a"], {"a": 1, "b": -2}, 0.6309),
    ],
    ids=["ideal from the labels", "ideal of one", "linear gain", "no negative gain"],
)
def test_ndcg(ranking: list[str], grades: dict[str, int], expected: float) -> None:
    of_run = run({"q1": ranking})

    assert expected == pytest.approx(
        ndcg(scored(of_run, of_run, labels({"q1": grades})), 2), abs=5e-5
    )


def test_ndcg_takes_grades_below_the_level_as_gains() -> None:
    of_run = run({"q1": ["b", "a"]})
    snapshot = labels({"q1": {"a": 2, "b": 1}})
    at_one, at_two = (scored(of_run, of_run, snapshot, relevance_level=level) for level in (1, 2))

    assert ndcg(at_one, 2) == ndcg(at_two, 2)
    assert [1] == at_two.cells["run", 2].baseline.hits.tolist()


@pytest.mark.parametrize(
    ("ranking", "gold", "expected"),
    [("ax", "abc", Fraction(1, 3)), ("ab", "ab", Fraction(1)), ("xa", "a", Fraction(1, 2))],
)
def test_average_precision_is_divided_by_the_gold(
    ranking: str, gold: str, expected: Fraction
) -> None:
    of_run = run({"q1": list(ranking)})
    snapshot = labels(golds({"q1": gold}))
    met = matched(of_run, of_run, snapshot, cutoffs=[2])
    scores = score(met, snapshot, cutoffs=[2])
    cell = scores.cells["run", 2]

    assert expected == exact_average_precision(met, scores, cell, Side.CANDIDATE, 0)
    assert expected == score_list(list(ranking), gold, 2).average_precision
    assert float(expected) == pytest.approx(
        float(cell.candidate.precision_sum[0] / scores.gold[0]), abs=1e-15
    )


def test_recall_and_precision_of_one_hit_are_not_confused() -> None:
    of_run = run({"q1": ["a", "x"]})
    scores = scored(of_run, of_run, labels(golds({"q1": "abcd"})))

    assert [Fraction(1, 4)] == values(scores, Measure.RECALL, 2)
    assert [Fraction(1, 2)] == values(scores, Measure.PRECISION, 2)


def test_precision_of_a_short_list_is_divided_by_k_and_undefined_at_all() -> None:
    of_run = run({"q1": ["a"]})
    scores = scored(of_run, of_run, labels(golds({"q1": "a"})))
    whole = scores.cells["run", ALL]

    assert [Fraction(1, 3)] == values(scores, Measure.PRECISION, 3)
    assert query_values(scores, Measure.PRECISION, whole, Side.BASELINE) is None
    assert ceilings(scores, Measure.PRECISION, whole) is None
    assert signs(scores, Measure.PRECISION, whole) is None


def test_at_all_nothing_is_cut_and_the_share_of_the_ceiling_is_recall() -> None:
    of_run = run({"q1": list("xa"), "q2": list("bcd")})
    scores = scored(of_run, of_run, labels(golds({"q1": "abc", "q2": "bc"})))

    assert [1, 1] == fractions(ceilings(scores, Measure.RECALL, scores.cells["run", ALL]))
    assert values(scores, Measure.RECALL, ALL) == values(scores, Measure.SHARE_OF_CEILING, ALL)


def test_evidence_is_met_while_recall_and_all_hit_say_otherwise() -> None:
    """Evidence (n1 or n2) and (a1 or a2 or a3), all five gold; list n1, a1."""
    of_run = run({"q1": ["n1", "a1"]})
    parts = [["n1", "n2"], ["a1", "a2", "a3"]]
    snapshot = labels(golds({"q1": ["n1", "n2", "a1", "a2", "a3"]}), evidence={"q1": parts})
    scores = scored(of_run, of_run, snapshot)
    found = {measure: values(scores, measure, 2)[0] for measure in Measure if measure.is_exact}

    assert {
        Measure.RECALL: Fraction(2, 5),
        Measure.ANY_HIT: 1,
        Measure.ALL_HIT: 0,
        Measure.SHARE_OF_CEILING: 1,
        Measure.PRECISION: 1,
        Measure.EVIDENCE_MET: 1,
        Measure.EVIDENCE_COVERAGE: 1,
        Measure.RECIPROCAL_RANK: 1,
    } == found
    assert [Fraction(1, 2)] == values(scores, Measure.EVIDENCE_COVERAGE, 1)
    assert [0] == values(scores, Measure.EVIDENCE_MET, 1)


def test_one_unit_may_serve_several_parts() -> None:
    of_run = run({"q1": ["b"]})
    snapshot = labels(golds({"q1": "abc"}), evidence={"q1": [["a", "b"], ["b", "c"], ["c"]]})
    scores = scored(of_run, of_run, snapshot)
    cell = scores.cells["run", 1]

    assert [2] == cell.baseline.parts_met.tolist()
    assert [[2], [3]] == [scores.cells["run", k].parts_reachable.tolist() for k in (1, 2)]
    assert [0] == fractions(ceilings(scores, Measure.EVIDENCE_MET, cell))


def test_evidence_may_name_units_below_the_level() -> None:
    of_run = run({"q1": ["n"]})
    snapshot = labels({"q1": {"n": 0, "a": 1}}, evidence={"q1": [["n"]]})
    scores = scored(of_run, of_run, snapshot)

    assert [1] == scores.cells["run", 1].baseline.parts_met.tolist()
    assert [0] == scores.cells["run", 1].baseline.hits.tolist()


def test_a_query_without_evidence_is_not_covered_by_its_measures() -> None:
    of_run = run({"q1": ["a"], "q2": ["a"]})
    snapshot = labels(golds({"q1": "a", "q2": "a"}), evidence={"q2": [["a"]]})
    scores = scored(of_run, of_run, snapshot)
    cell = scores.cells["run", 1]

    for measure in (Measure.EVIDENCE_MET, Measure.EVIDENCE_COVERAGE):
        ratios = query_values(scores, measure, cell, Side.BASELINE)
        assert ratios is not None
        assert ([0, 1], [0, 1]) == (ratios.numerator.tolist(), ratios.denominator.tolist())


def test_one_more_hit_of_two_hundred_is_better() -> None:
    gold = [f"d{n}" for n in range(200)]
    ours, theirs = run({"q1": gold[:57]}), run({"q1": gold[:58]})
    scores = scored(ours, theirs, labels(golds({"q1": gold})), cutoffs=[ALL])

    assert [1] == sign_of(scores, Measure.RECALL, scores.cells["run", ALL])


def sign_of(scores: Scores, measure: Measure, cell: CellScores) -> list[int]:
    sign = signs(scores, measure, cell)
    assert sign is not None
    found: list[int] = sign.tolist()
    return found


def test_average_precision_is_the_same_where_only_doubles_differ() -> None:
    """1/1 + 2/4 and 1/2 + 2/3 + 3/9 are both 3/2; as doubles the second is a little less."""
    ours, theirs = ranking_with("a..b....."), ranking_with(".ab.....c")
    scores = scored(
        run({"q1": ours}), run({"q1": theirs}), labels(golds({"q1": "abc"})), cutoffs=[9]
    )
    cell = scores.cells["run", 9]

    assert cell.baseline.precision_sum[0] != cell.candidate.precision_sum[0]
    assert [0] == sign_of(scores, Measure.AVERAGE_PRECISION, cell)
    assert [1] == sign_of(scores, Measure.RECALL, cell)
    assert [-1] == sign_of(scores, Measure.RECIPROCAL_RANK, cell)


def ranking_with(units: str) -> list[str]:
    """A ranking with an own unit in place of every dot."""
    return [f"x{place}" if unit == "." else unit for place, unit in enumerate(units)]


def test_ndcg_is_the_same_where_the_sums_differ_by_less_than_doubles_can_tell() -> None:
    """3/2 + 1/3 + 2/4 and 1 + 2/2 + 1/3 are both 7/3; as doubles the first is a little less."""
    grades = {"a": 3, "b": 1, "c": 2, "d": 1}
    ours, theirs = ranking_with("..a...b.......c"), ranking_with("b.c...d........")
    scores = scored(run({"q1": ours}), run({"q1": theirs}), labels({"q1": grades}), cutoffs=[15])
    cell = scores.cells["run", 15]

    assert cell.baseline.dcg[0] != cell.candidate.dcg[0]
    assert [0] == sign_of(scores, Measure.NDCG, cell)


def test_evidence_below_zero_is_no_negative_gain() -> None:
    of_run = run({"q1": ["n", "a"]})
    snapshot = labels({"q1": {"n": -1, "a": 1}}, evidence={"q1": [["n"]]})

    assert 0.6309 == pytest.approx(ndcg(scored(of_run, of_run, snapshot), 2), abs=5e-5)


def test_swapping_units_of_equal_grade_leaves_ndcg_the_same() -> None:
    scores = scored(
        run({"q1": list("ab")}), run({"q1": list("ba")}), labels({"q1": {"a": 2, "b": 2}})
    )

    assert [0] == sign_of(scores, Measure.NDCG, scores.cells["run", 2])


def test_the_rows_of_the_measures_table_pool_recall_alone() -> None:
    pooled = [row.measure for row in rows(evidence=True) if row.averaging is Averaging.POOLED]

    assert [Measure.RECALL] == pooled
    assert 9 == len(rows(evidence=False))
    assert {"recall", "any-hit", "all-hit", "evidence-met"} == {
        str(row.measure) for row in rows(evidence=True) if row.tested
    }


def test_a_cell_that_one_run_has_no_list_for_is_missing() -> None:
    ours, theirs = run({"q1": ["a"]}), run(stage({2: {"q1": ["a"]}}))
    scores = scored(ours, theirs, labels(golds({"q1": "a"})))

    assert [("run", 2), ("run", ALL)] == list(scores.cells)
    assert np.int64 == scores.cells["run", 2].baseline.hits.dtype
