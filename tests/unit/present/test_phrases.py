"""Every code of the catalogue in words, in both languages."""

from __future__ import annotations

import re

import pytest

from reportgen.model.catalogue import FINDINGS, MESSAGES, NOTES, Entry, Kind
from reportgen.model.finding import Finding
from reportgen.model.report import Message
from reportgen.present import PresentOptions, lines
from reportgen.present.blocks import Link
from reportgen.present.page import Page
from reportgen.present.phrases import TABLED, at_cell, finding_line, message_line, note_line
from reportgen.text import LANGUAGES
from tests.catalogue_samples import sample
from tests.example_reports import staged_report
from tests.view_walk import data_of, walk

REPORT = staged_report()
PAGES = {lang: Page.of(REPORT, lang, PresentOptions()) for lang in LANGUAGES}


def _plain(finding: Finding, lang: str = "en", limit: int | None = None) -> str:
    return lines.plain(finding_line(PAGES[lang], finding, limit=limit))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("entry", FINDINGS, ids=lambda entry: entry.code)
def test_every_finding_is_a_whole_sentence(entry: Entry, lang: str) -> None:
    said = _plain(Finding(code=entry.code, params=sample(entry)), lang)

    assert not re.search(r"[{}]|\bNone\b(?! of)|\bnan\b", said)
    assert said.strip() == said
    assert "  " not in said


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("entry", MESSAGES, ids=lambda entry: entry.code)
def test_every_message_is_a_whole_sentence(entry: Entry, lang: str) -> None:
    said = lines.plain(message_line(PAGES[lang], Message(code=entry.code, params=sample(entry))))

    assert not re.search(r"[{}]|\bNone\b(?! of)|\bnan\b", said)
    assert said.endswith((".", "。"))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_note_is_a_sentence(lang: str) -> None:
    said = [lines.plain(note_line(PAGES[lang], code)) for code in NOTES]

    assert [one for one in said if not one.endswith((".", "。"))] == []


def test_counts_decide_singular_and_plural() -> None:
    entry = next(entry for entry in FINDINGS if entry.code == "few-queries")
    said = [
        _plain(Finding(code=entry.code, params=sample(entry, n=n, floor=2.0 ** (1 - n))))
        for n in (1, 3)
    ]

    assert said[0].startswith("Only 1 scored query. Even if all had changed")
    assert said[1].startswith("Only 3 scored queries. Even if all had changed")
    assert "smallest possible p would be 1/4." in said[1]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("code", "count"),
    [
        ("directions-agree", "unchanged"),
        ("directions-differ", "unchanged"),
        ("labels-leave-open", "certain"),
    ],
)
def test_a_part_of_zero_is_left_out(code: str, count: str, lang: str) -> None:
    entry = next(entry for entry in FINDINGS if entry.code == code)
    fixed = {name: 7 for name, param in entry.params.items() if param.kind is Kind.COUNT}
    said = [
        _plain(Finding(code=code, params=sample(entry, **{**fixed, count: n})), lang)
        for n in (0, 43)
    ]

    assert not re.search(r"\b0\b", said[0])
    assert "43" in said[1]


def test_changed_clusters_say_once_what_a_cluster_is() -> None:
    entry = next(entry for entry in FINDINGS if entry.code == "too-few-changes")
    said = [
        _plain(Finding(code=entry.code, params=sample(entry, counted=counted)))
        for counted in ("queries", "clusters")
    ]

    assert [
        "fewer than 6 queries changed" in said[0],
        "dependent queries counted as one" in said[1],
    ] == [
        True,
        True,
    ]


def test_clusters_take_the_place_of_queries() -> None:
    entry = next(entry for entry in MESSAGES if entry.code == "wide-interval")
    said = [
        lines.plain(
            message_line(PAGES["en"], Message(code=entry.code, params={"counted": counted}))
        )
        for counted in ("queries", "clusters")
    ]

    assert "fewer than 6 queries" in said[0]
    assert "one pseudo-query" in said[0]
    assert "fewer than 6 clusters" in said[1]
    assert "one pseudo-cluster" in said[1]


def test_monte_carlo_says_how_often_and_from_which_seed() -> None:
    entry = next(entry for entry in MESSAGES if entry.code == "p")
    drawn = sample(entry, p=0.0123, method="monte-carlo", resamples=99_999, seed=3)
    counted = sample(entry, p=0.0123, method="lattice", resamples=None, seed=None)
    page = PAGES["en"]

    said = lines.plain(message_line(page, Message(code="p", params=drawn)))
    assert said.endswith("probability 0.012. Method: Monte Carlo, 99,999 sign patterns, seed 3.")
    said = lines.plain(message_line(page, Message(code="p", params=counted)))
    assert said.endswith("probability 0.012. Method: exact, by convolution.")


def _macro_against_pooled(cells: list[tuple[str, object, float]]) -> Finding:
    rows = [
        {"stage": stage, "cutoff": cutoff, "macro": macro, "pooled": 0.0, "covariance": -0.1}
        for stage, cutoff, macro in cells
    ]
    return Finding(code="macro-against-pooled", params={"count": len(rows), "of": 6, "cells": rows})


def test_cutoffs_of_which_the_same_is_said_share_a_phrase() -> None:
    finding = _macro_against_pooled(
        [("context", 1, 0.25), ("context", 2, 0.5), ("context", "all", 0.5)]
    )
    said = _plain(finding)

    assert "context, k = 1: macro +0.250, pooled 0" in said
    assert "context, k = 2, all: macro +0.500, pooled 0" in said
    assert said.count("macro +0.500") == 1


def test_rows_beyond_the_limit_are_counted() -> None:
    finding = _macro_against_pooled(
        [
            (stage, k, k / 10 + place)
            for place, stage in enumerate(("pool", "context"))
            for k in (1, 2)
        ]
        + [("pool", "all", 0.9), ("context", "all", 0.8)]
    )
    said = _plain(finding, limit=2)

    assert said.count("covariance") == 2
    assert said.endswith("; and 4 more.")


def test_a_finding_of_one_cell_can_be_taken_out() -> None:
    finding = _macro_against_pooled([("context", 1, 0.25), ("context", 2, 0.5)])
    said = lines.plain(finding_line(PAGES["en"], finding, keep=at_cell("context", 2)))

    assert "k = 2: macro +0.500" in said
    assert "k = 1" not in said


def test_a_row_leads_to_the_cell_that_it_speaks_of() -> None:
    finding = _macro_against_pooled([("context", 2, 0.25)])
    links = [one for one in walk(finding_line(PAGES["en"], finding)) if isinstance(one, Link)]

    assert [link.target for link in links] == ["at-context.2"]


def test_counts_of_the_shown_cell_lead_to_their_queries_and_others_do_not() -> None:
    entry = next(entry for entry in FINDINGS if entry.code == "better-same-worse")
    (row,) = sample(entry)["cutoffs"]
    rows = [row | {"cutoff": cutoff, "better": 7 + at} for at, cutoff in enumerate((1, 2))]
    finding = Finding(code=entry.code, params=sample(entry, stage="context", cutoffs=rows))
    links = [one for one in walk(finding_line(PAGES["en"], finding)) if isinstance(one, Link)]

    assert {(link.target, link.filter) for link in links} == {
        ("queries", "better"),
        ("queries", "same"),
        ("queries", "worse"),
    }
    assert len(links) == 3


def test_a_stage_named_like_a_part_of_a_sentence_is_only_a_name() -> None:
    entry = next(entry for entry in FINDINGS if entry.code == "lists-not-prefixes")
    said = _plain(Finding(code=entry.code, params=sample(entry, stage="steps")))

    assert "second, steps: lists of different cutoffs" in said


def test_ids_of_units_lead_nowhere_though_a_query_has_the_same_id() -> None:
    entry = next(entry for entry in FINDINGS if entry.code == "units-unmapped")
    line = finding_line(PAGES["en"], Finding(code=entry.code, params=sample(entry)))

    assert "q000" in data_of(line)
    assert [one for one in walk(line) if isinstance(one, Link) and one.target == "q-q000"] == []


@pytest.mark.parametrize(("lang", "said"), [("en", "none shown here"), ("zh", "均不在所示范围内")])
@pytest.mark.parametrize("entry", FINDINGS, ids=lambda entry: entry.code)
def test_what_is_told_of_places_that_are_not_shown_is_not_told_as_none(
    entry: Entry, lang: str, said: str
) -> None:
    page = Page.of(REPORT, lang, PresentOptions(stages=("pool",), cutoffs=(1,)))
    shown = lines.plain(finding_line(page, Finding(code=entry.code, params=sample(entry))))
    placed = [
        param
        for param in entry.params.values()
        if param.kind is Kind.ROWS and {"stage", "cutoff"} & set(param.row)
    ]

    if not placed or entry.code in {"gold-lost", "difference-arises", *TABLED}:
        assert said not in shown
    else:
        assert shown.count(said) == len(placed)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("code", ["gold-lost", "difference-arises"])
def test_the_parts_of_a_whole_stand_there_whichever_stages_are_shown(code: str, lang: str) -> None:
    entry = next(entry for entry in FINDINGS if entry.code == code)
    finding = Finding(code=code, params=sample(entry))
    page = Page.of(REPORT, lang, PresentOptions(stages=("pool",), cutoffs=(1,)))

    assert _plain(finding, lang) == lines.plain(finding_line(page, finding))
