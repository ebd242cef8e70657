"""What new labels changed for the same two runs, apart from what the runs differ in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reportgen.errors import Refused
from reportgen.model.labels import Labels, State
from reportgen.model.report import Input, LabelEffect, ParentLabels, Report
from tests import in_memory, reports

Judgments = Mapping[str, Mapping[str, int]]
BASELINE = {"a": ["g", "x", "y"], "b": ["n", "g"], "open": ["x", "y"], "gone": ["g"]}
CANDIDATE = {"a": ["y", "z", "g"], "b": ["g", "n"], "open": ["y", "z"], "gone": ["n"]}
OLD: Judgments = {"a": {"g": 2}, "b": {"g": 1, "n": 0}, "gone": {"g": 1}}
NEW: Judgments = {
    "a": {"g": 2, "y": 1, "x": 0}, "b": {"g": 1, "n": 0}, "open": {"x": 1, "y": 0}, "gone": {"g": 0},
}  # fmt: skip


def compared(judgments: Judgments, *, before: Report | None = None, **labels: Any) -> Report:
    states = {query: State.UNREVIEWED for query in BASELINE if query not in judgments}
    snapshot = in_memory.labels(
        judgments, states=states, digest=f"sha256:{len(judgments)}", **labels
    )
    return of_labels(snapshot, before=before)


def of_labels(snapshot: Labels, *, before: Report | None = None, **options: Any) -> Report:
    return reports.report(
        in_memory.run(BASELINE, path="one"),
        in_memory.run(CANDIDATE, path="two"),
        snapshot,
        previous=before,
        **options,
    )


def parent(report: Report) -> ParentLabels:
    assert report.labels.previous is not None
    return report.labels.previous


def effect(report: Report, measure: str, cutoff: object, averaging: str = "macro") -> LabelEffect:
    return next(
        row
        for row in parent(report).rows
        if (row.measure, row.averaging, row.cutoff) == (measure, averaging, cutoff)
    )


def test_what_the_labels_changed_stands_apart_from_the_delta() -> None:
    # Scored in both: a, b. At k = 1, a: 1/1 and 0/1, then 1/2 and 1/2; b: 0/1 and 1/1 twice.
    found = effect(compared(NEW, before=compared(OLD)), "recall", 1)

    assert (2, 0.5, 0.25, -0.25) == (
        found.n, found.baseline_before, found.baseline_after, found.baseline_effect,
    )  # fmt: skip
    assert (0.5, 0.75, 0.25) == (
        found.candidate_before, found.candidate_after, found.candidate_effect,
    )  # fmt: skip
    assert (0.0, 0.5) == (found.delta_before, found.delta_after)


def test_pooled_weighs_the_gold_of_each_snapshot() -> None:
    # Hits at 3 over gold: a 1 and 1 of 1, then 2 and 2 of 2; b 1 of 1.
    found = effect(compared(NEW, before=compared(OLD)), "recall", 3, "pooled")

    assert (1.0, 1.0, 0.0) == (found.baseline_before, found.baseline_after, found.delta_after)


def test_the_queries_that_make_the_difference_are_named() -> None:
    found = parent(compared(NEW, before=compared(OLD)))

    assert (2, ["a"], ["open"], ["gone"]) == (
        found.queries, found.changed_gold, found.newly_scored, found.no_longer_scored,
    )  # fmt: skip


def test_the_same_labels_change_nothing() -> None:
    before = compared(OLD)
    found = parent(compared(OLD, before=before))

    assert [] == found.changed_gold + found.newly_scored + found.no_longer_scored
    assert {0.0, None} >= {
        value for row in found.rows for value in (row.baseline_effect, row.candidate_effect)
    }


def test_a_finding_says_that_the_labels_changed() -> None:
    found = reports.params(compared(NEW, before=compared(OLD)), "labels-changed")

    assert {"parent": "labels", "queries": 2, "changed_gold": 1} == found


UNITS = [f"u{at}" for at in range(5)]
lists = st.lists(st.sampled_from(UNITS), max_size=4, unique=True)
grades = st.dictionaries(st.sampled_from(UNITS), st.integers(-1, 3), max_size=5)


@settings(max_examples=80)
@given(
    st.lists(st.tuples(lists, lists, grades, grades), min_size=1, max_size=4),
    st.booleans(),
)
def test_every_value_is_that_of_the_report_it_comes_from(
    drawn: Sequence[tuple[list[str], list[str], dict[str, int], dict[str, int]]], evidence: bool
) -> None:
    # One gold unit that both snapshots know keeps every query scored in both.
    ids = [f"q{at}" for at in range(len(drawn))]
    baseline = {id_: [*ours, "anchor"] for id_, (ours, *_) in zip(ids, drawn, strict=True)}
    candidate = {id_: ["anchor", *theirs] for id_, (_, theirs, *_) in zip(ids, drawn, strict=True)}
    versions = [
        {id_: {"anchor": 1, **of} for id_, of in zip(ids, judged, strict=True)}
        for judged in ([row[2] for row in drawn], [row[3] for row in drawn])
    ]
    old, new = (
        in_memory.labels(
            judgments,
            evidence={ids[0]: [list(judgments[ids[0]]), ["anchor"]]} if evidence else None,
        )
        for judgments in versions
    )
    runs = in_memory.run(baseline, path="one"), in_memory.run(candidate, path="two")
    before = reports.report(*runs, old)
    after = reports.report(*runs, new, previous=before)
    rows = parent(after).rows

    assert {(row.measure, row.averaging, row.stage, row.cutoff) for row in rows} == {
        (row.measure, row.averaging, row.stage, row.cutoff) for row in after.aggregates
    }
    for row in rows:
        for report, values in (
            (before, (row.baseline_before, row.candidate_before, row.delta_before)),
            (after, (row.baseline_after, row.candidate_after, row.delta_after)),
        ):
            cell = reports.cell(report, row.measure, row.cutoff, averaging=row.averaging)
            sides = (cell.baseline, cell.candidate)
            wanted = [*(None if side is None else side.value for side in sides), cell.delta]

            assert row.n == cell.n
            assert wanted == [
                None if value is None else pytest.approx(value, abs=1e-12) for value in values
            ]


def with_inputs(report: Report, *files: tuple[str, str]) -> Report:
    provenance = msgspec.structs.replace(
        report.provenance, inputs=[Input(path=path, sha256=sha256) for path, sha256 in files]
    )
    return msgspec.structs.replace(report, provenance=provenance)


@pytest.mark.parametrize("side", ["baseline", "candidate"])
def test_other_files_of_a_run_are_refused(side: str) -> None:
    before = with_inputs(compared(OLD), (f"{side}/pool.jsonl", "0" * 64))

    with pytest.raises(Refused, match=f"the {side}'s files are not those"):
        compared(NEW, before=before)


def test_other_files_of_labels_and_texts_are_no_matter() -> None:
    before = with_inputs(compared(OLD), ("labels/labels.json", "0" * 64), ("units/u.jsonl", "1"))

    assert 2 == parent(compared(NEW, before=before)).queries


def test_a_relevance_level_that_was_given_only_once_is_refused() -> None:
    before = compared(OLD)

    with pytest.raises(Refused, match="relevance level"):
        of_labels(in_memory.labels(OLD), before=before, relevance_level=2)


def test_other_stages_are_refused() -> None:
    before = reports.report(
        in_memory.run(in_memory.stage(BASELINE, name="pool"), path="one"),
        in_memory.run(in_memory.stage(CANDIDATE, name="pool"), path="two"),
        in_memory.labels(OLD),
    )

    with pytest.raises(Refused, match="other stages"):
        compared(NEW, before=before)


def test_order_is_left_out_where_ranks_do_not_tell_it() -> None:
    rows = [(unit, unit.upper()) for unit in ("g", "n", "x", "y", "z")]
    maps = [in_memory.unit_map(rows)]

    def report(judgments: Judgments, before: Report | None = None) -> Report:
        labels = in_memory.labels(judgments, unit_maps=maps, unit="document")
        runs = [
            in_memory.run(in_memory.stage(lists, unit="passage"), path=path)
            for lists, path in ((BASELINE, "one"), (CANDIDATE, "two"))
        ]
        return reports.report(runs[0], runs[1], labels, previous=before)

    old = {query: {unit.upper(): grade for unit, grade in of.items()} for query, of in OLD.items()}
    found = parent(report(old, report(old)))

    assert {"recall", "any-hit", "all-hit", "share-of-ceiling"} == {
        row.measure for row in found.rows
    }
