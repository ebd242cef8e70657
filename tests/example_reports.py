"""Reports small enough to read, made in memory: the teaching example, and one with stages, groups, texts and
findings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from reportgen.model.finding import Finding
from reportgen.model.labels import State
from reportgen.model.report import Opened, OpenedList, Report
from tests import in_memory, reports


def teaching_report(**options: Any) -> Report:
    """The example of the specification at k = 2: macro 4/9 then 2/3, pooled 2/5 twice."""
    judgments = {
        "A": {"a": 1, "b": 1, "c": 1, "x": 0, "y": 0},
        "B": {"d": 1, "x": 0},
        "C": {"e": 1, "x": 0, "y": 0},
        "E": {"x": 0, "c": 0},
    }
    snapshot = in_memory.labels(judgments, states={"D": State.UNREVIEWED})
    baseline = in_memory.run(
        {"A": list("axbc"), "B": ["x", "d"], "C": ["x", "y"], "D": ["y"], "E": ["x"]},
        path="keyword",
    )
    candidate = in_memory.run(
        {"A": list("xyab"), "B": ["d", "x"], "C": ["e", "y"], "D": ["a"], "E": ["x"]},
        path="rewritten",
    )
    return reports.report(
        baseline, candidate, snapshot, **{"cutoffs": (2,), "labels_named": True, **options}
    )


def staged_report(queries: int = 12, **options: Any) -> Report:
    """Two stages; query i has 1 to 3 gold units, an even one gains a unit in the candidate, every third loses one,
    every sixth is unreviewed. Texts and groups are given; the first two queries have opened lists."""
    ids = [f"q{at:03d}" for at in range(queries)]
    gold = {
        id_: [f"{id_}-g{unit}" for unit in range(at % 3 + 1)]
        for at, id_ in enumerate(ids)
        if at % 6 != 5
    }
    noise = {id_: [f"{id_}-n{unit}" for unit in range(4)] for id_ in ids}
    pool = {id_: [*noise[id_][:2], *gold.get(id_, ())] for id_ in ids}
    first = {id_: [*gold.get(id_, ())[:1], *noise[id_][:2]] for id_ in ids}
    second = {
        id_: [
            *(gold.get(id_, ())[1:] if at % 3 == 0 else gold.get(id_, ())[:1]),
            *(gold.get(id_, ())[1:2] if at % 2 == 0 else ()),
            noise[id_][3],
        ]
        for at, id_ in enumerate(ids)
    }
    second = {id_: list(dict.fromkeys(units)) for id_, units in second.items()}
    snapshot = in_memory.labels(
        in_memory.golds(gold), states={id_: State.UNREVIEWED for id_ in ids if id_ not in gold}
    )
    made = reports.report(
        in_memory.run(
            in_memory.stage(pool, name="pool"), in_memory.stage(first, name="context"), path="first"
        ),
        in_memory.run(
            in_memory.stage(pool, name="pool"),
            in_memory.stage(second, name="context"),
            path="second",
        ),
        snapshot,
        **{"cutoffs": (1, 2, "all"), "labels_named": True, **options},
    )
    opened = [
        Opened(
            query=at,
            lists=[
                OpenedList(
                    run=run,
                    stage="context",
                    returned=len(lists[ids[at]]),
                    units=[
                        (unit, 1 if unit in gold.get(ids[at], ()) else None)
                        for unit in lists[ids[at]][:5]
                    ],
                )
                for run, lists in (("baseline", first), ("candidate", second))
            ],
        )
        for at in range(2)
    ]
    columns = msgspec.structs.replace(
        made.queries,
        text=[f"Question {at}?" for at in range(queries)],
        opened=opened,
        unit_texts={unit: f"Text of {unit}." for unit in noise[ids[0]]},
    )
    return msgspec.structs.replace(made, queries=columns)


def with_findings(of: Report, findings: Sequence[Finding]) -> Report:
    """The report with exactly these findings."""
    return msgspec.structs.replace(of, findings=list(findings))
