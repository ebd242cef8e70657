"""Queries without an answer."""

from __future__ import annotations

import msgspec

from reportgen.model.report.part import Part


class NoAnswerReturns(Part, frozen=True):
    """Queries in state no-answer at one stage: how many lists were empty, absent, and how many units were returned
    in all."""

    run: str
    stage: str
    empty: int
    absent: int
    returning: int
    units: int


class Abstention(Part, frozen=True):
    """Queries of one class, by whether each run declined to answer. `of`: no-answer, gold-in-context, gold-not-in-
    context (`run` says whose context). The paired counts are over queries with an answer entry in both runs."""

    of: str
    run: str
    queries: int
    abstained: int
    answered: int
    unrecorded: int


class AbstentionPair(Part, frozen=True):
    of: str
    both_abstained: int
    only_baseline: int
    only_candidate: int
    neither: int


class NoAnswer(Part, frozen=True):
    queries: list[str] = msgspec.field(default_factory=list)
    returns: list[NoAnswerReturns] = msgspec.field(default_factory=list)
    answers_baseline: bool = False
    answers_candidate: bool = False
    abstentions: list[Abstention] = msgspec.field(default_factory=list)
    pairs: list[AbstentionPair] = msgspec.field(default_factory=list)
