"""What only the rankings can tell: do the runs and the labels speak of the same queries and units,
and does a differing order matter?"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import numpy as np

from reportgen.contract.near_misses import SHOWN, IdPair, Nearness, id_pairs
from reportgen.errors import Problems
from reportgen.model.cutoff import Cutoff
from reportgen.model.finding import Finding, Value
from reportgen.model.labels import Labels
from reportgen.model.matched import Ints, Matched, StagePair
from reportgen.model.run import Run, Side

SUSPICIONS = {
    Nearness.PART: "the runs and the labels seem to name units of different kinds: map them with a unit map, or use "
    "labels of the runs' unit",
    Nearness.SPELLING: "the ids seem to be written differently: write them alike, they are compared exactly",
    Nearness.NONE: "the runs and the labels seem to belong to different corpora, or to name units of different kinds",
}


def check_matched(
    baseline: Run, candidate: Run, labels: Labels, matched: Matched, *, allow: Collection[str] = ()
) -> tuple[Finding, ...]:
    """Findings about the orders and about a run that knows no judged unit; `Refused` where no
    query is shared, neither run knows a judged unit, or two orders give other top k and that is
    not allowed."""
    runs = {Side.BASELINE: baseline, Side.CANDIDATE: candidate}
    problems = Problems()
    findings: list[Finding] = []
    if not bool((matched.listed[Side.BASELINE] & matched.listed[Side.CANDIDATE]).any()):
        _add_no_shared_query(runs, labels, matched, problems)
    else:
        _check_units(runs, matched, problems, findings)
    for pair in matched.stages:
        _check_order(runs, pair, allow, problems, findings)
    problems.refuse_if_any()
    return tuple(findings)


def _add_no_shared_query(
    runs: Mapping[Side, Run], labels: Labels, matched: Matched, problems: Problems
) -> None:
    known = [record.query_id for record in labels.queries]
    pairs: list[IdPair] = []
    shown = []
    for side in Side:
        strangers = {id_ for pair in matched.stages for id_ in pair.side(side).stranger_ids}
        listed = [known[at] for at in np.flatnonzero(matched.listed[side])[:SHOWN]]
        near = [pair for pair in id_pairs([(sorted(strangers), known)]) if pair.is_near]
        pairs.extend(near)
        mine = [*(pair.returned for pair in near), *listed, *sorted(strangers)]
        shown.append(f"{side} {_ids(mine)}")
    shown.append(f"labels {_ids([*(pair.known for pair in pairs), *known])}")
    problems.add(
        runs[Side.CANDIDATE].path,
        0,
        f"no query id is shared by both runs and the labels: {'; '.join(shown)}",
        "the ids seem to be written differently: write them alike, they are compared exactly"
        if pairs
        else "use runs and labels of the same queries",
    )


def _check_units(
    runs: Mapping[Side, Run], matched: Matched, problems: Problems, findings: list[Finding]
) -> None:
    unknown = {side: id_pairs(units.samples) for side, units in matched.unknown.items()}
    for side, pairs in unknown.items():
        distinct = matched.unknown[side].distinct
        if len(unknown) == 1:
            params: dict[str, Value] = {
                "run": str(side),
                "distinct": distinct,
                "pairs": [{"returned": pair.returned, "known": pair.known} for pair in pairs],
            }
            where: dict[str, Value] = {"run": str(side)}
            findings.append(Finding(code="run-knows-no-unit", params=params, where=where))
            continue
        if not distinct:
            problems.add(runs[side].path, 0, *_nothing_comparable(matched, side))
            continue
        problems.add(
            runs[side].path,
            0,
            f"the labels know none of the {distinct} unit ids that the {side} returned, "
            "and none of the other run's: "
            f"{side} {_ids([pair.returned for pair in pairs])}; "
            f"labels {_ids([pair.known for pair in pairs])}",
            SUSPICIONS[_nearest(pairs)],
        )


def _nothing_comparable(matched: Matched, side: Side) -> tuple[str, str]:
    """What is wrong with a run that returned no unit in the labels' terms, and what to do."""
    left_out = [id_ for pair in matched.stages for id_ in pair.side(side).unmapped_ids]
    if left_out:
        return (
            f"none of the {side}'s units has an entry in the unit map: {_ids(left_out)}",
            "map the ids that the run returned, written exactly as it writes them",
        )
    return (
        f"the {side} returned no unit for any query of the labels, and the other run none that they know",
        "compare runs that returned something",
    )


def _nearest(pairs: Sequence[IdPair]) -> Nearness:
    return pairs[0].nearness if pairs else Nearness.NONE


def _ids(ids: Sequence[str]) -> str:
    return ", ".join(map(repr, list(dict.fromkeys(ids))[:SHOWN])) if ids else "none"


def _check_order(
    runs: Mapping[Side, Run],
    pair: StagePair,
    allow: Collection[str],
    problems: Problems,
    findings: list[Finding],
) -> None:
    if pair.other_order is None:
        return
    orders = {side: pair.side(side).order for side in Side}
    stage = pair.baseline.stage
    changed = {side: _changed(pair.other_order[side]) for side in Side}
    if any(changed.values()) and "order" not in allow:
        for side, queries in changed.items():
            if queries:
                other = orders[Side.CANDIDATE if side is Side.BASELINE else Side.BASELINE]
                problems.add(
                    runs[side].path,
                    0,
                    f"order differs at stage {stage}: baseline {orders[Side.BASELINE]}, candidate "
                    f"{orders[Side.CANDIDATE]}; by {other} the {side} has another top k in "
                    f"{queries} queries",
                    "declare one order for both, or compare them all the same with --allow order",
                )
        return
    changes: list[Value] = [
        {"run": str(side), "cutoff": cutoff, "queries": len(queries)}
        for side in Side
        for cutoff, queries in (pair.other_order[side] or {}).items()
        if len(queries)
    ]
    findings.append(
        Finding(
            code="order-differs",
            params={
                "stage": stage,
                "baseline": str(orders[Side.BASELINE]),
                "candidate": str(orders[Side.CANDIDATE]),
                "changes": changes,
                "untried": [str(side) for side in Side if pair.other_order[side] is None],
            },
            where={"stage": stage},
        )
    )


def _changed(by_cutoff: Mapping[Cutoff, Ints] | None) -> int | None:
    """Queries with another top k at some cutoff; None where the file cannot serve the other
    rule."""
    if by_cutoff is None:
        return None
    return len(set().union(*(queries.tolist() for queries in by_cutoff.values())))
