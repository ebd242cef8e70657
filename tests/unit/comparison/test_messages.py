"""Which sentences are chosen, with which numbers."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from reportgen.comparison.uncertainty import family as family_module
from reportgen.comparison.uncertainty.family import Cell, Family, run_tests
from reportgen.comparison.uncertainty.interval import Estimate, estimate
from reportgen.comparison.uncertainty.messages import (
    Counted,
    Options,
    Sentence,
    Side,
    cell_messages,
    group_sides,
    report_messages,
    side_of,
    visible_share,
)
from reportgen.comparison.uncertainty.rows import collapse
from reportgen.comparison.uncertainty.sign_flip import Method, SignFlip, sign_flip
from reportgen.comparison.uncertainty.terms import macro_terms, pooled_terms
from reportgen.model.catalogue import FINDINGS, MESSAGES
from tests.paired import outcomes, paired

PARAMETERS = {entry.code: set(entry.params) for entry in (*FINDINGS, *MESSAGES)}
CENSUS = Options(census=True)


def messages(
    gains: int, losses: int, ties: int, *, p_adjusted: Fraction | None = None, **settings: Any
) -> dict[str, Sentence]:
    """By code; p adjusted for one test unless given, no test with fewer than 6 changes."""
    rows = outcomes(gains, losses, ties)
    found = estimate(rows)
    test = sign_flip(rows, seed=0)
    tested = family_module.TestedCell(test, 0, test.p if p_adjusted is None else p_adjusted)
    sentences = cell_messages(
        found, tested if found.m >= 6 else None, better=gains, worse=losses, tests=3, **settings
    )
    return {sentence.code: sentence for sentence in sentences}


def params(sentence: Sentence) -> dict[str, Any]:
    return dict(sentence.params)


def family(cells: int, tests: int, not_testable: int) -> Family:
    tested = family_module.TestedCell(SignFlip(Fraction(1), 6, Method.ENUMERATION), 0, Fraction(1))
    return Family((tested,) * cells + (None,) * not_testable, cells, tests)


def test_fewer_than_six_queries_have_no_sentence_about_samples_in_their_row() -> None:
    assert {} == messages(2, 0, 3)


def test_fewer_than_six_queries_are_said_once_with_the_smallest_possible_p() -> None:
    (queries,) = report_messages(3, 3, family(0, 0, 4))
    (clusters,) = report_messages(5, 40, family(0, 0, 4), Options(counted=Counted.CLUSTERS))

    assert Sentence("few-queries", {"n": 3, "floor": 0.25}) == queries
    assert Sentence("few-clusters", {"clusters": 5, "n": 40, "floor": 0.0625}) == clusters


def test_without_a_change_the_share_that_would_have_shown_stands_there() -> None:
    found = messages(0, 0, 100)

    assert ["no-change", "interval", "wide-interval"] == list(found)
    assert 100 == found["no-change"].params["n"]
    assert found["no-change"].params["share"] == pytest.approx(0.0295130, abs=1e-7)


def test_one_to_five_changes_get_their_floor_and_no_direction() -> None:
    # The interval of (5, 0, 1) excludes zero, and still no direction is claimed.
    found = messages(5, 0, 1)

    assert ["few-changes", "interval", "wide-interval"] == list(found)
    assert {"m": 5, "n": 6, "floor": 0.0625, "counted": "queries"} == params(found["few-changes"])


def test_a_direction_needs_interval_and_adjusted_p() -> None:
    assert ["interval", "p", "up"] == list(messages(12, 1, 50))
    assert ["interval", "p", "down"] == list(messages(1, 12, 50))


def test_six_changes_are_enough_for_a_direction() -> None:
    assert ["interval", "p", "up"] == list(messages(6, 0, 94))
    assert ["few-changes", "interval", "wide-interval"] == list(messages(5, 0, 95))


def test_a_direction_carries_its_place_and_size() -> None:
    where = {"measure": {"measure": "recall", "averaging": "macro"}, "stage": "s", "cutoff": 5}
    found = messages(12, 1, 87, where=where)

    assert PARAMETERS["up"] == set(found["up"].params)
    assert 0.11 == found["up"].params["size"]
    assert 0.11 == messages(1, 12, 87, where=where)["down"].params["size"]


def test_alone_when_only_the_unadjusted_p_stands() -> None:
    found = messages(12, 1, 50, p_adjusted=Fraction(6, 100))

    assert ["interval", "p", "alone"] == list(found)
    assert {"tests": 3, "p_adjusted": 0.06} == params(found["alone"])


def test_an_adjusted_p_of_exactly_one_twentieth_stands() -> None:
    assert "up" in messages(12, 1, 50, p_adjusted=Fraction(1, 20))
    assert "alone" in messages(12, 1, 50, p_adjusted=Fraction(1, 20) + Fraction(1, 10**30))


def test_open_when_the_interval_holds_zero() -> None:
    found = messages(12, 5, 83)

    assert ["interval", "p", "open"] == list(found)


def test_unresolved_when_the_interval_excludes_zero_and_p_is_above_the_level() -> None:
    found = messages(7, 1, 92)

    assert ["interval", "p", "unresolved"] == list(found)
    assert 9 / 128 == found["unresolved"].params["p"]


def test_unresolved_when_the_interval_holds_zero_and_p_is_below_the_level() -> None:
    found = estimate(outcomes(12, 5, 83))
    tested = family_module.TestedCell(
        SignFlip(Fraction(1, 100), 17, Method.ENUMERATION), 0, Fraction(1, 100)
    )

    assert "unresolved" in [
        sentence.code for sentence in cell_messages(found, tested, better=12, worse=5)
    ]


def test_a_delta_that_is_not_tested_gets_no_direction() -> None:
    rows = outcomes(12, 1, 50)

    assert ["interval"] == [
        sentence.code for sentence in cell_messages(estimate(rows), None, better=12, worse=1)
    ]


def test_a_monte_carlo_p_says_how_it_was_drawn() -> None:
    hits = paired([1] * 40, list(range(1, 41)))
    rows = collapse(macro_terms(*hits))
    test = sign_flip(rows, seed=7, draws=999)
    sentences = cell_messages(
        estimate(rows), family_module.TestedCell(test, 0, test.p), better=40, worse=0
    )
    found = {sentence.code: sentence for sentence in sentences}

    assert {
        "p": 0.001,
        "method": "monte-carlo",
        "resamples": 999,
        "seed": 7,
        "counted": "queries",
    } == params(found["p"])


@pytest.mark.parametrize(
    ("margin", "code"),
    [
        (Fraction(14, 100), "margin-inside"),
        (Fraction(13, 100), "margin-not-excluded"),
        (Fraction(1, 1000), "margin-not-excluded"),
    ],
)
def test_the_margin_is_held_against_the_90_percent_interval(margin: Fraction, code: str) -> None:
    # 90% interval of (12, 5, 83): [.002194, .137806].
    up = messages(12, 5, 83, options=Options(margin=margin))
    down = messages(5, 12, 83, options=Options(margin=margin))

    assert code in up
    assert code in down
    assert {"margin-inside", "margin-not-excluded"} - {code} == {
        other for other in ("margin-inside", "margin-not-excluded") if other not in up
    }


def test_a_tie_with_changes_is_said() -> None:
    found = messages(4, 4, 20)

    assert {"better": 4, "worse": 4} == params(found["tie"])
    assert "tie" not in messages(4, 3, 20)
    assert "tie" not in messages(0, 0, 20)


def test_few_effective_queries_are_said_of_pooled_only() -> None:
    rows = collapse(
        pooled_terms(*paired([2, -1, 1, *[0] * 9], [4, 1, 2, 3, 6, 5, 1, 2, 2, 3, 4, 1]))
    )
    pooled = cell_messages(estimate(rows), None, better=2, worse=1, pooled=True)
    macro = cell_messages(estimate(rows), None, better=2, worse=1)

    assert "n-effective" == pooled[-1].code
    assert (12, 6 / 34, "queries") == tuple(
        pooled[-1].params[name] for name in ("n", "largest", "counted")
    )
    assert pooled[-1].params["n_eff"] == pytest.approx(9.174603, abs=1e-6)
    assert "n-effective" not in [sentence.code for sentence in macro]


def test_the_detectable_difference_is_said_when_asked_for() -> None:
    found = messages(12, 5, 83, options=Options(detectable=True))

    assert found["detectable"].params["detectable"] == pytest.approx(0.115548, abs=1e-6)
    assert "detectable" not in messages(12, 5, 83)


@pytest.mark.parametrize(
    ("counts", "codes"),
    [
        ((0, 0, 100), ["no-change-census"]),
        ((3, 0, 97), ["few-changes-census"]),
        ((12, 1, 50), []),
        ((7, 7, 50), ["tie"]),
        ((2, 0, 1), []),
    ],
)
def test_a_census_speaks_of_no_sample(counts: tuple[int, int, int], codes: list[str]) -> None:
    options = Options(census=True, margin=Fraction(1, 10), detectable=True)

    assert codes == list(messages(*counts, options=options))
    assert () == report_messages(sum(counts), sum(counts), family(3, 2, 1), options)


@pytest.mark.parametrize("counts", [(0, 0, 100), (3, 0, 97), (10, 0, 0)])
def test_with_clusters_the_sentences_count_clusters(counts: tuple[int, int, int]) -> None:
    options = Options(counted=Counted.CLUSTERS, detectable=True)
    counting = [
        sentence.params["counted"]
        for sentence in messages(*counts, options=options).values()
        if "counted" in sentence.params
    ]

    assert len(counting) >= 2
    assert {"clusters"} == set(counting)


def test_queries_that_cancel_inside_their_clusters_are_still_a_tie() -> None:
    unchanged = estimate(outcomes(0, 0, 10))

    assert ["tie", "no-change", "interval", "wide-interval"] == [
        sentence.code for sentence in cell_messages(unchanged, None, better=3, worse=3)
    ]


def test_the_family_is_said_once_with_what_chance_would_give() -> None:
    found = {sentence.code: sentence for sentence in report_messages(50, 50, family(12, 10, 4))}

    assert ["too-few-changes", "family", "blind"] == list(found)
    assert {"cells": 12, "tests": 10, "expected": 0.5} == params(found["family"])
    assert {"count": 4, "of": 16, "counted": "queries"} == params(found["too-few-changes"])
    assert visible_share(50) == found["blind"].params["share"]


def test_every_sentence_has_the_parameters_that_its_text_may_use() -> None:
    where = {"measure": {}, "stage": "", "cutoff": 1}
    options = Options(margin=Fraction(1, 10), detectable=True)
    cases = [(0, 0, 9), (3, 0, 9), (12, 1, 50), (1, 12, 50), (12, 5, 83), (7, 1, 92), (6, 6, 9)]
    said = [
        sentence
        for counts in cases
        for sentence in (
            *messages(*counts, options=options, where=where, pooled=True).values(),
            *messages(*counts, options=CENSUS, pooled=True).values(),
            *messages(*counts, p_adjusted=Fraction(1), where=where).values(),
        )
    ]
    said += report_messages(50, 50, family(3, 2, 1))
    said += report_messages(4, 4, family(3, 2, 1))
    said += report_messages(4, 9, family(3, 2, 1), Options(counted=Counted.CLUSTERS))

    assert [] == [
        sentence for sentence in said if set(sentence.params) != PARAMETERS[sentence.code]
    ]


@pytest.mark.parametrize(
    ("counts", "side"),
    [
        ((12, 1, 50), Side.ABOVE),
        ((1, 12, 50), Side.BELOW),
        ((12, 5, 83), Side.ACROSS),
        ((5, 0, 1), Side.FEW),
        ((0, 0, 50), Side.FEW),
        ((4, 0, 0), Side.FEW),
    ],
)
def test_where_an_interval_lies(counts: tuple[int, int, int], side: Side) -> None:
    assert side is side_of(estimate(outcomes(*counts)))


def test_the_measures_of_a_cell_are_named_on_their_sides() -> None:
    found: list[tuple[str, Estimate]] = [
        ("macro", estimate(outcomes(12, 1, 50))),
        ("pooled", estimate(outcomes(12, 1, 50))),
        ("any", estimate(outcomes(1, 0, 50))),
    ]

    assert {
        Side.ABOVE: ["macro", "pooled"],
        Side.BELOW: [],
        Side.ACROSS: [],
        Side.FEW: ["any"],
    } == group_sides(found)


@pytest.mark.parametrize("n", [1, 6, 100, 100_000])
def test_a_change_of_the_visible_share_stays_unseen_in_one_sample_of_twenty(n: int) -> None:
    assert (1 - visible_share(n)) ** n == pytest.approx(0.05, rel=1e-9)


def test_the_example_of_the_specification_with_three_queries() -> None:
    # Baseline hits 1, 1, 0 of 3, 1, 1; candidate hits 2, 1, 0.
    hits = paired([1, 0, 0], [3, 1, 1])
    macro, pooled = (estimate(collapse(terms(*hits))) for terms in (macro_terms, pooled_terms))

    assert (Fraction(1, 9), Fraction(1, 5)) == (macro.delta, pooled.delta)
    assert (1, None) == (macro.m, macro.interval)
    assert () == cell_messages(macro, None, better=1, worse=0)
    assert (
        0.25 == report_messages(3, 3, run_tests([Cell(macro_terms(*hits))], 0))[0].params["floor"]
    )
