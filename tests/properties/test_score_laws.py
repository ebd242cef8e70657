"""Laws of the scores on random runs: statistics.md 12, properties 1, 2, 3, 15 and 17."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from reportgen.contract import classify_queries
from reportgen.model.cutoff import ALL, Cutoff
from reportgen.model.labels import State
from reportgen.model.matched import Bools, Ints, Matched
from reportgen.model.measure import Measure
from reportgen.model.run import AbsentRule, Side
from reportgen.model.scores import Scores
from reportgen.score import ceilings, query_values, score
from tests.in_memory import golds, labels, matched, run, stage

CUTOFFS: tuple[Cutoff, ...] = (1, 2, 3, 5, 8, ALL)
UNITS = [f"d{n}" for n in range(9)]
QUERIES = [f"q{n}" for n in range(6)]
LISTS = st.lists(st.sampled_from(UNITS), unique=True, max_size=9)
GOLD = st.sets(st.sampled_from(UNITS), min_size=1)
RUN = st.fixed_dictionaries(dict.fromkeys(QUERIES, LISTS))
GOLDS = st.fixed_dictionaries(dict.fromkeys(QUERIES, GOLD))
FEW = settings(max_examples=25)

Lists = Mapping[str, Sequence[str]]
Golds = Mapping[str, set[str]]


@dataclass(frozen=True)
class Made:
    matched: Matched
    scores: Scores


def make(
    baseline: Lists, candidate: Lists, gold: Golds, *, unreviewed: set[str] | None = None
) -> Made:
    """Both runs matched and scored; the queries in `unreviewed` are listed without a review."""
    snapshot = labels(
        golds({query: sorted(units) for query, units in gold.items()}),
        states=dict.fromkeys(unreviewed or (), State.UNREVIEWED),
    )
    met = matched(run(baseline), run(candidate), snapshot, cutoffs=CUTOFFS)
    return Made(met, score(met, snapshot, cutoffs=CUTOFFS))


def values(scores: Scores, measure: Measure, cutoff: Cutoff) -> list[Fraction]:
    ratios = query_values(scores, measure, scores.cells["run", cutoff], Side.BASELINE)
    assert ratios is not None
    pairs = zip(ratios.numerator.tolist(), ratios.denominator.tolist(), strict=True)
    return [Fraction(x, y) for x, y in pairs]


def mean(of: Sequence[Fraction]) -> Fraction:
    return sum(of, Fraction(0)) / len(of)


@given(lists=RUN, gold=GOLDS)
@FEW
def test_hits_never_fall_as_the_cutoff_grows(lists: Lists, gold: Golds) -> None:
    scores = make(lists, lists, gold).scores

    for smaller, larger in pairwise(CUTOFFS):
        less, more = (scores.cells["run", k].baseline.hits for k in (smaller, larger))
        assert (less <= more).all()


@given(lists=RUN, gold=GOLDS)
@FEW
def test_recall_lies_between_zero_and_its_ceiling(lists: Lists, gold: Golds) -> None:
    scores = make(lists, lists, gold).scores

    for (_, cutoff), cell in scores.cells.items():
        for measure in Measure:
            ratios = query_values(scores, measure, cell, Side.BASELINE)
            top = ceilings(scores, measure, cell)
            if ratios is None or top is None or measure.needs_evidence:
                assert measure is Measure.PRECISION or measure.needs_evidence
                continue
            found, highest = (of.numerator / of.denominator for of in (ratios, top))
            assert (found >= 0).all(), (measure, cutoff)
            assert (found <= highest + 1e-12).all(), (measure, cutoff)


@given(lists=RUN, gold=GOLDS)
@FEW
def test_macro_and_pooled_differ_by_the_covariance_with_gold(lists: Lists, gold: Golds) -> None:
    scores = make(lists, lists, gold).scores
    sizes = [Fraction(size) for size in scores.gold.tolist()]

    for cutoff in CUTOFFS:
        recall = values(scores, Measure.RECALL, cutoff)
        pooled = Fraction(int(scores.cells["run", cutoff].baseline.hits.sum())) / sum(sizes)
        weighted = sum(size * of for size, of in zip(sizes, recall, strict=True)) / sum(sizes)
        products = [of * size for of, size in zip(recall, sizes, strict=True)]
        covariance = mean(products) - mean(recall) * mean(sizes)

        assert pooled == weighted
        assert mean(recall) - pooled == -covariance / mean(sizes)
        assert mean(values(scores, Measure.ALL_HIT, cutoff)) <= mean(recall)
        assert mean(recall) <= mean(values(scores, Measure.ANY_HIT, cutoff))


@given(stages=st.lists(RUN, min_size=3, max_size=3), gold=GOLDS)
@FEW
def test_what_is_missing_at_the_end_was_missed_or_lost_and_not_gained(
    stages: list[Lists], gold: Golds
) -> None:
    of_run = run(*(stage(lists, name=f"s{n}") for n, lists in enumerate(stages)))
    snapshot = labels(golds({query: sorted(units) for query, units in gold.items()}))
    met = matched(of_run, of_run, snapshot, cutoffs=[ALL])
    scores = score(met, snapshot, cutoffs=[ALL])
    present = []
    for pair in met.stages:
        here = np.zeros(len(met.gold_units.query), dtype=np.int64)
        here[pair.baseline.lists[ALL].found] = 1
        present.append(here)
    first, *_, last = (scores.cells[f"s{n}", ALL].baseline.hits for n in range(3))
    missing = scores.gold - last
    explained = scores.gold - first
    for at, (before, after) in enumerate(pairwise(present)):
        lost = per_query(met, before > after)
        gained = per_query(met, before < after)
        forced = np.maximum(
            0, per_query(met, before > 0) - met.stages[at + 1].baseline.lists[ALL].returned
        )
        nested = met.nested[Side.BASELINE][at]
        explained = explained + lost - gained

        assert (gained[nested] == 0).all()
        assert (forced[nested] <= lost[nested]).all()

    assert missing.tolist() == explained.tolist()


def per_query(met: Matched, units: Bools) -> Ints:
    return np.bincount(met.gold_units.query[units], minlength=len(QUERIES))


@given(pool=RUN, gold=GOLDS)
@FEW
def test_the_parts_of_a_loss_at_one_cutoff_are_never_negative(pool: Lists, gold: Golds) -> None:
    reordered = {query: list(reversed(units)) for query, units in pool.items()}
    of_run = run(stage(pool, name="pool"), stage(reordered, name="run"))
    snapshot = labels(golds({query: sorted(units) for query, units in gold.items()}))
    met = matched(of_run, of_run, snapshot, cutoffs=CUTOFFS)
    scores = score(met, snapshot, cutoffs=CUTOFFS)
    in_pool = scores.cells["pool", ALL].baseline.hits

    for k in CUTOFFS[:-1]:
        cell = scores.cells["run", k]
        reachable = np.minimum(cell.reachable, in_pool)
        parts = (
            scores.gold - cell.reachable,
            cell.reachable - reachable,
            reachable - cell.baseline.hits,
        )

        assert all((part >= 0).all() for part in parts)
        assert np.array_equal(np.sum(parts, axis=0), scores.gold - cell.baseline.hits)
    assert in_pool.tolist() == scores.cells["run", ALL].baseline.hits.tolist()


@given(baseline=RUN, candidate=RUN, gold=GOLDS)
@FEW
def test_renaming_every_unit_changes_nothing(
    baseline: Lists, candidate: Lists, gold: Golds
) -> None:
    """The new names stand in another order, so that nothing may hang on it."""
    names = {unit: f"{9 - n}-{unit}" for n, unit in enumerate(UNITS)}

    def renamed(lists: Lists) -> dict[str, list[str]]:
        return {query: [names[unit] for unit in units] for query, units in lists.items()}

    renamed_gold = {query: {names[unit] for unit in units} for query, units in gold.items()}
    before = make(baseline, candidate, gold)
    after = make(renamed(baseline), renamed(candidate), renamed_gold)

    assert same_scores(before.scores, after.scores)
    assert same_pairs(before.matched, after.matched)


@given(baseline=RUN, candidate=RUN, gold=GOLDS)
@FEW
def test_queries_that_are_not_reviewed_change_no_other_query(
    baseline: Lists, candidate: Lists, gold: Golds
) -> None:
    more = {"a0": ["d1", "d2"], "z0": ["d3"]}
    before = make(baseline, candidate, gold)
    after = make({**baseline, **more}, {**candidate, **more}, gold, unreviewed=set(more))
    inner = slice(1, -1)

    for key, cell in before.scores.cells.items():
        other = after.scores.cells[key]
        for side in Side:
            assert cell.side(side).hits.tolist() == other.side(side).hits[inner].tolist()
        assert cell.reachable.tolist() == other.reachable[inner].tolist()


@given(baseline=RUN, candidate=RUN, gold=GOLDS)
@FEW
def test_swapping_the_runs_swaps_the_sides_and_turns_the_signs(
    baseline: Lists, candidate: Lists, gold: Golds
) -> None:
    there, back = make(baseline, candidate, gold), make(candidate, baseline, gold)

    for key, cell in there.scores.cells.items():
        other = back.scores.cells[key]
        assert cell.baseline.hits.tolist() == other.candidate.hits.tolist()
        assert cell.average_precision_sign.tolist() == (-other.average_precision_sign).tolist()
        assert cell.ndcg_sign.tolist() == (-other.ndcg_sign).tolist()
    ours, theirs = there.matched.stages[0].unjudged, back.matched.stages[0].unjudged
    for k, counts in ours.items():
        assert counts.baseline.tolist() == theirs[k].candidate.tolist()
        assert counts.both.tolist() == theirs[k].both.tolist()


@given(lists=RUN, gold=GOLDS)
@FEW
def test_the_order_of_rows_and_queries_is_of_no_account(lists: Lists, gold: Golds) -> None:
    turned = dict(reversed(list(lists.items())))
    turned_gold = dict(reversed(list(gold.items())))

    assert same_scores(make(lists, lists, gold).scores, make(turned, turned, turned_gold).scores)


@given(lists=RUN, gold=GOLDS)
@FEW
def test_every_query_with_gold_and_a_result_is_scored(lists: Lists, gold: Golds) -> None:
    made = make(lists, lists, gold)
    snapshot = labels(golds({query: sorted(units) for query, units in gold.items()}))
    absent = dict.fromkeys(Side, AbsentRule.NOT_RUN)

    assert classify_queries(made.matched, snapshot, absent=absent).scored.all()


def same_scores(one: Scores, other: Scores) -> bool:
    return list(one.cells) == list(other.cells) and all(
        (getattr(cell.side(side), name) == getattr(other.cells[key].side(side), name)).all()
        for key, cell in one.cells.items()
        for side in Side
        for name in ("hits", "returned", "first_rank", "precision_sum", "dcg")
    )


def same_pairs(one: Matched, other: Matched) -> bool:
    ours, theirs = one.stages[0], other.stages[0]
    return all(
        (ours.same_list[k] == theirs.same_list[k]).all()
        and (ours.same_units[k] == theirs.same_units[k]).all()
        for k in CUTOFFS
    )
