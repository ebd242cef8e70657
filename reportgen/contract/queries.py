"""Which queries are scored, and why the others are not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from reportgen.model.classified import Classified, Excluded, Reason
from reportgen.model.labels import Labels, State
from reportgen.model.matched import Bools, Matched
from reportgen.model.run import AbsentRule, Side

Claim = tuple[Reason, Bools, Side | None, str | None]


def classify_queries(
    matched: Matched, labels: Labels, *, absent: Mapping[Side, AbsentRule]
) -> Classified:
    """Every query of the snapshot as scored, or excluded with the first reason that applies
    (formats.md 4).

    Gold is what `matched` was made with. `absent` says for each run what a missing row means; with
    `returned-nothing` for both, nothing is absent and nothing is missing.
    """
    left = np.ones(len(labels.queries), dtype=np.bool_)
    excluded = []
    for reason, applies, run, stage in _claims(matched, labels, absent):
        queries = np.flatnonzero(left & applies)
        left &= ~applies
        if len(queries):
            excluded.append(Excluded(reason, queries, run, stage))
    return Classified(scored=left, excluded=tuple(excluded))


def _claims(matched: Matched, labels: Labels, absent: Mapping[Side, AbsentRule]) -> Iterator[Claim]:
    gold = np.zeros(len(labels.queries), dtype=np.bool_)
    gold[matched.gold_units.query[matched.gold_units.gold]] = True
    missing = {side: ~matched.listed[side] & (absent[side] is AbsentRule.NOT_RUN) for side in Side}
    yield Reason.UNREVIEWED, _in_state(labels, State.UNREVIEWED), None, None
    yield Reason.NO_ANSWER, _in_state(labels, State.NO_ANSWER), None, None
    yield Reason.NO_GOLD_AT_LEVEL, ~gold, None, None
    both = missing[Side.BASELINE] & missing[Side.CANDIDATE]
    yield Reason.ABSENT_FROM_BOTH, both, None, None
    yield Reason.ABSENT_FROM_BASELINE, missing[Side.BASELINE], None, None
    yield Reason.ABSENT_FROM_CANDIDATE, missing[Side.CANDIDATE], None, None
    for side in Side:
        if absent[side] is AbsentRule.NOT_RUN:
            for pair in matched.stages:
                stage = pair.side(side)
                yield Reason.STAGE_MISSING, ~stage.has_result, side, stage.stage


def _in_state(labels: Labels, state: State) -> Bools:
    return np.array([record.state is state for record in labels.queries], dtype=np.bool_)
