"""Queries without an answer: what each run returned, and whether it declined; never mixed into recall."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from reportgen.comparison.basis import SIDES, Basis
from reportgen.comparison.stage_flow import RunFlow
from reportgen.model.cutoff import ALL
from reportgen.model.labels import State
from reportgen.model.matched import Ints
from reportgen.model.report import Abstention, AbstentionPair, NoAnswer, NoAnswerReturns
from reportgen.model.run import Side

NO_ANSWER = "no-answer"
WITH_GOLD = "gold"
IN_CONTEXT = "gold-in-context"
NOT_IN_CONTEXT = "gold-not-in-context"


def build_no_answer(basis: Basis, flows: Mapping[Side, RunFlow]) -> NoAnswer:
    """Returned units on queries in state no-answer; with answers, abstention by class of query for each run, and
    paired."""
    without = np.array(
        [at for at, record in enumerate(basis.labels.queries) if record.state is State.NO_ANSWER],
        dtype=np.int64,
    )
    return NoAnswer(
        queries=basis.ids(without),
        returns=[
            _returns(basis, side, at, without) for at in range(len(basis.stages)) for side in SIDES
        ],
        answers_baseline=basis.baseline.answers is not None,
        answers_candidate=basis.candidate.answers is not None,
        abstentions=[
            _abstention(basis, side, of, queries)
            for side in SIDES
            if basis.run(side).answers is not None
            for of, queries in _classes(basis, flows[side], without)
        ],
        pairs=_pairs(basis, without),
    )


def _returns(basis: Basis, side: Side, at: int, queries: Ints) -> NoAnswerReturns:
    stage = basis.matched.stages[at].side(side)
    present = queries[basis.has_result[side, stage.stage][queries]]
    returned = stage.lists[ALL].returned[present]
    return NoAnswerReturns(
        run=side.value,
        stage=stage.stage,
        empty=int(np.count_nonzero(returned == 0)),
        absent=len(queries) - len(present),
        returning=int(np.count_nonzero(returned)),
        units=int(returned.sum()),
    )


def _classes(basis: Basis, flow: RunFlow, without: Ints) -> list[tuple[str, Ints]]:
    """Queries that should be declined, and scored queries by whether any gold stands in the run's last shared stage."""
    reached = flow.reached[basis.scored] > 0
    return [
        (NO_ANSWER, without),
        (IN_CONTEXT, basis.scored[reached]),
        (NOT_IN_CONTEXT, basis.scored[~reached]),
    ]


def _abstention(basis: Basis, side: Side, of: str, queries: Ints) -> Abstention:
    answers = basis.run(side).answers or {}
    recorded = [answers[query] for query in basis.ids(queries) if query in answers]
    return Abstention(
        of=of,
        run=side.value,
        queries=len(queries),
        abstained=sum(recorded),
        answered=len(recorded) - sum(recorded),
        unrecorded=len(queries) - len(recorded),
    )


def _pairs(basis: Basis, without: Ints) -> list[AbstentionPair]:
    """Over the queries with an answer entry in both runs; none where a run has no answers."""
    baseline, candidate = basis.baseline.answers, basis.candidate.answers
    if baseline is None or candidate is None:
        return []
    found = []
    for of, queries in ((NO_ANSWER, without), (WITH_GOLD, basis.scored)):
        both = [
            (baseline[query], candidate[query])
            for query in basis.ids(queries)
            if query in baseline and query in candidate
        ]
        found.append(
            AbstentionPair(
                of=of,
                both_abstained=both.count((True, True)),
                only_baseline=both.count((True, False)),
                only_candidate=both.count((False, True)),
                neither=both.count((False, False)),
            )
        )
    return found
