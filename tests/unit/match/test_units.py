"""Stages whose unit is not the labels': passages to documents, passages to evidence points."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from reportgen.match import collect_heads
from reportgen.model.cutoff import ALL, Cutoff
from reportgen.model.labels import CutoffCounts, Labels
from reportgen.model.matched import Matched
from reportgen.model.run import Run
from reportgen.model.scores import Scores
from reportgen.score import score
from tests.in_memory import golds, labels, matched, run, unit_map

# Passages p1, p2 of document A, p3 of B; p4 stands in no map.
DOCUMENTS = [("p1", "A"), ("p2", "A"), ("p3", "B")]


def mapped(
    ranking: Sequence[str],
    gold: Sequence[str],
    *,
    counts: CutoffCounts,
    rows: Sequence[tuple[str, str]] = DOCUMENTS,
    evidence: Sequence[Sequence[str]] = (),
    cutoffs: Sequence[Cutoff] = (1, 2, 3, ALL),
) -> tuple[Run, Labels, Matched, Scores]:
    of_run = run({"q1": ranking}, unit="passage")
    snapshot = labels(
        golds({"q1": gold}),
        unit="document",
        unit_maps=[unit_map(rows, cutoff_counts=counts)],
        evidence={"q1": evidence},
    )
    met = matched(of_run, of_run, snapshot, cutoffs=cutoffs)
    return of_run, snapshot, met, score(met, snapshot, cutoffs=cutoffs)


@pytest.mark.parametrize(("counts", "hits"), [(CutoffCounts.FROM, 0), (CutoffCounts.TO, 1)])
def test_two_passages_of_one_document_fill_two_places_or_one(
    counts: CutoffCounts, hits: int
) -> None:
    _, _, _, scores = mapped(["p1", "p2", "p3"], ["B"], counts=counts)

    assert [hits] == scores.cells["run", 2].baseline.hits.tolist()


@pytest.mark.parametrize("counts", list(CutoffCounts))
def test_a_document_found_by_two_passages_counts_once(counts: CutoffCounts) -> None:
    _, _, met, scores = mapped(["p1", "p2"], ["A", "B"], counts=counts)
    cell = scores.cells["run", ALL]

    assert ([1], [1]) == (cell.baseline.hits.tolist(), cell.baseline.returned.tolist())
    assert [1] == met.stages[0].baseline.lists[ALL].rank.tolist()


def test_the_worked_fixture_from_passages_to_documents() -> None:
    """List p2 p4 p1 p3 p5 with p2, p1 of A, p3 of B, p5 of C, p4 unmapped; gold B and C.

    Counting passages the documents stand at A 1, B 4, C 5; counting documents at A 1, B 2, C 3.
    """
    rows = [*DOCUMENTS, ("p5", "C")]
    found = {}
    for counts in CutoffCounts:
        _, _, met, scores = mapped(
            ["p2", "p4", "p1", "p3", "p5"], ["B", "C"], counts=counts, rows=rows, cutoffs=(2, 4, 5)
        )
        lists = met.stages[0].baseline.lists[ALL]
        found[counts] = (
            lists.rank.tolist(),
            lists.depth.tolist(),
            [int(scores.cells["run", k].baseline.hits[0]) for k in (2, 4, 5)],
            [int(scores.cells["run", k].baseline.returned[0]) for k in (2, 4, 5)],
        )

    assert {
        CutoffCounts.FROM: ([2, 3], [4, 5], [0, 1, 2], [1, 2, 3]),
        CutoffCounts.TO: ([2, 3], [2, 3], [1, 2, 2], [2, 3, 3]),
    } == found


def test_ids_without_an_entry_are_counted_and_listed_in_byte_order() -> None:
    _, _, met, _ = mapped(["p9", "p1", "p10"], ["A"], counts=CutoffCounts.FROM)
    of_stage = met.stages[0].baseline

    assert (2, ("p10", "p9")) == (of_stage.unmapped, of_stage.unmapped_ids)
    assert "2026-11" == of_stage.mapped_by


def test_a_stage_in_the_labels_unit_is_not_mapped() -> None:
    of_run = run({"q1": ["A"]}, unit="document")
    snapshot = labels(golds({"q1": ["A"]}), unit="document", unit_maps=[unit_map([("A", "X")])])
    of_stage = matched(of_run, of_run, snapshot).stages[0].baseline

    assert (None, [1]) == (of_stage.mapped_by, of_stage.lists[ALL].rank.tolist())


# One passage may carry several evidence points, and one point may stand in several passages.
POINTS = [("p1", "a"), ("p1", "b"), ("p2", "b"), ("p2", "c"), ("p3", "d"), ("p4", "a")]


def test_points_of_one_passage_follow_each_other_by_id_at_its_place() -> None:
    _, _, met, _ = mapped(["p2", "p1"], list("abcd"), counts=CutoffCounts.FROM, rows=POINTS)
    lists = met.stages[0].baseline.lists[ALL]
    units = met.gold_units.unit[lists.found].tolist()

    assert [("b", 1, 1), ("c", 2, 1), ("a", 3, 2)] == list(
        zip(units, lists.rank.tolist(), lists.depth.tolist(), strict=True)
    )


def test_the_ceiling_is_what_k_passages_cover_at_most() -> None:
    _, _, _, scores = mapped(["p1"], list("abcd"), counts=CutoffCounts.FROM, rows=POINTS)

    # p1 and p2 share b: together they cover three points, not four.
    assert [2, 3, 4, 4] == [int(cell.reachable[0]) for cell in scores.cells.values()]
    assert all(cell.reachable_exact for cell in scores.cells.values())


def test_the_ceiling_is_min_of_k_and_gold_where_the_cutoff_counts_points() -> None:
    _, _, _, scores = mapped(["p1"], list("abcd"), counts=CutoffCounts.TO, rows=POINTS)

    assert [1, 2, 3, 4] == [int(cell.reachable[0]) for cell in scores.cells.values()]


def test_gold_that_no_passage_stands_for_is_reachable_by_a_passage_of_its_own() -> None:
    _, _, _, scores = mapped(["p1"], ["a", "b", "x"], counts=CutoffCounts.FROM, rows=POINTS)

    assert [2, 3, 3, 3] == [int(cell.reachable[0]) for cell in scores.cells.values()]


@pytest.mark.parametrize(
    ("counts", "rows", "bounded"),
    [
        (CutoffCounts.FROM, DOCUMENTS, True),
        (CutoffCounts.TO, POINTS, True),
        (CutoffCounts.FROM, POINTS, False),
    ],
)
def test_a_cutoff_bounds_the_units_unless_one_passage_makes_several(
    counts: CutoffCounts, rows: Sequence[tuple[str, str]], bounded: bool
) -> None:
    _, _, _, scores = mapped(["p1"], ["a", "A"], counts=counts, rows=rows)

    assert bounded is scores.cells["run", 2].bounded


def test_evidence_parts_are_reached_through_passages() -> None:
    parts = [["a"], ["b", "c"], ["d"]]
    _, _, _, scores = mapped(
        ["p1", "p3"], list("abcd"), counts=CutoffCounts.FROM, rows=POINTS, evidence=parts
    )
    cells = [scores.cells["run", k] for k in (1, 2, 3)]

    assert [2, 3, 3] == [int(cell.baseline.parts_met[0]) for cell in cells]
    assert [2, 3, 3] == [int(cell.parts_reachable[0]) for cell in cells]


def test_the_head_of_a_mapped_list_is_in_label_units() -> None:
    of_run, snapshot, _, _ = mapped(["p3", "p1", "p2"], ["A"], counts=CutoffCounts.FROM)
    head = collect_heads(of_run, snapshot, stages=["run"], queries=[0])["run"][0]

    assert ((("B", None), ("A", 1)), 2) == (head.units, head.returned)
