"""How many bytes a query takes in the page of a whole report."""

from __future__ import annotations

import msgspec

from reportgen.model.report import Report
from reportgen.present import PresentOptions, present
from reportgen.rendering.html import render_html
from tests import in_memory, reports
from tests.example_reports import staged_report

STAGES = ("pool", "reranked", "context")


def three_stages(queries: int) -> Report:
    """Two gold units a query in three stages at five cutoffs; both runs hold one of them at another rank, and half of
    the queries gain the other."""
    ids = [f"q{at:04}" for at in range(queries)]
    gold = {id_: [f"handbook-{at:03}#1", f"handbook-{at:03}#2"] for at, id_ in enumerate(ids)}
    first = {id_: [f"{id_}-x", gold[id_][0]] for id_ in ids}
    second = {id_: [*gold[id_][: 1 + at % 2], f"{id_}-x"] for at, id_ in enumerate(ids)}
    made = reports.report(
        in_memory.run(*(in_memory.stage(first, name=name) for name in STAGES), path="bm25"),
        in_memory.run(*(in_memory.stage(second, name=name) for name in STAGES), path="hybrid"),
        in_memory.labels(in_memory.golds(gold)),
        cutoffs=(1, 3, 5, 10, "all"),
    )
    texts = ["How many unused holiday days can I carry over?"] * queries
    columns = msgspec.structs.replace(
        made.queries, text=texts, groups={"language": [["en"]] * queries}, opened=[]
    )
    return msgspec.structs.replace(made, queries=columns)


def page(report: Report) -> str:
    return render_html(present(report, "en", options=PresentOptions(figures=False)))


def test_a_row_with_its_gold_ranks_takes_at_most_700_bytes() -> None:
    sizes = [len(page(three_stages(queries)).encode()) for queries in (10, 90)]

    assert 400 < (sizes[1] - sizes[0]) / 80 <= 700


def test_a_row_holds_hits_at_every_cutoff_and_the_rank_of_every_gold_unit() -> None:
    made = page(three_stages(2))

    assert "pool\treranked\tcontext\tHits of 2 gold, k =</i>" in made
    assert "\n<b>0 → 1</b>\t<b>0 → 1</b>\t<b>0 → 1</b>\t1\n1\t1\t1\t3\n" in made
    assert "\n2 → 1\t2 → 1\t2 → 1\thandbook-000#1" in made


def test_what_a_row_says_stands_once_in_the_page() -> None:
    report = staged_report()
    made = page(report)
    texts = [text for text in report.queries.text or () if text]

    assert texts
    assert [1] * len(texts) == [made.count(f"<bdi>{text}</bdi>") for text in texts]


def test_a_text_of_100_000_characters_is_shortened_and_said_to_be() -> None:
    report = staged_report()
    texts = ["w" * 100_000, *(report.queries.text or ())[1:]]
    longer = msgspec.structs.replace(
        report, queries=msgspec.structs.replace(report.queries, text=texts)
    )

    assert "it has 100,000 characters" in page(longer)
    assert len(page(longer)) < len(page(report)) + 1_000
