"""Anchors lead to one place each, whatever the ids are."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from reportgen.present import anchors

IDS = st.text(min_size=1, max_size=60)


@given(IDS, IDS)
def test_two_ids_never_share_an_anchor_even_where_case_is_folded(one: str, other: str) -> None:
    folded = anchors.query(one).casefold(), anchors.query(other).casefold()

    assert (one == other) == (folded[0] == folded[1])


@given(IDS)
def test_an_anchor_needs_no_escaping_in_html_and_urls(id_: str) -> None:
    assert re.fullmatch(r"q-[a-z0-9_-]{1,80}", anchors.query(id_))


def test_ids_that_a_browser_would_decode_to_each_other_stay_apart() -> None:
    ids = ["q 1", "Q 1", "q%201", "q_201", "q_20_1", "q__1"]

    assert len({anchors.query(id_) for id_ in ids}) == len(ids)


def test_a_long_id_is_cut_and_still_its_own() -> None:
    one, other = "x" * 10_000, "x" * 9_999 + "y"

    assert anchors.query(one) != anchors.query(other)
    assert len(anchors.query(one)) < 100


def test_the_pair_of_facet_and_value_decides_the_anchor_of_a_group() -> None:
    pairs = [("a", "b.c"), ("a.b", "c"), ("a", None), ("a", "_none"), ("a", ""), ("a", "none")]

    assert len({anchors.group(facet, value) for facet, value in pairs}) == len(pairs)
