"""What is left out when a text does not fit: whole blocks in the stated order, with their counts, never the rest."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

import reportgen
from reportgen.errors import Refused
from reportgen.model.report import Report
from reportgen.present.blocks import Column, Row, Table, Text, Words
from reportgen.present.options import PresentOptions
from reportgen.present.summary import Summary, summarise
from reportgen.rendering.markdown import render_markdown
from reportgen.rendering.markdown.destinations import DESTINATIONS, Destination
from reportgen.rendering.markdown.summary import Rung, composer, first_that_fits, write
from tests.builders import write_labels, write_run
from tests.example_reports import teaching_report
from tests.unit.rendering.markdown import readers
from tests.unit.rendering.markdown.hostile import UNREVIEWED, query_ids

COMMENT = DESTINATIONS["github-comment"]


@pytest.fixture(scope="module")
def rungs(summaries: dict[str, Summary]) -> dict[Rung, str]:
    compose = composer(summaries["en"], COMMENT, "default", None)
    return {rung: compose(rung) for rung in Rung}


def folded(text: str) -> list[str]:
    """The titles of the folded parts, without their counts."""
    return [title.split(":")[0] for title in re.findall("<summary>(.*?)</summary>", text)]


ALL_PARTS = [
    "All measures at every stage and cutoff",
    "Largest changes at <code>www.a.example/context</code>, k = 2",
    "Groups",
    "Where gold is lost",
    "Excluded queries",
    "How each number is computed",
]


def test_the_parts_stand_in_their_order(rungs: dict[Rung, str]) -> None:
    assert ALL_PARTS == folded(rungs[Rung.NOTHING])


@pytest.mark.parametrize(
    ("rung", "gone"),
    [
        (Rung.MOVERS_TO_10, set()),
        (Rung.MOVERS_TO_5, set()),
        (Rung.EXCLUDED_IDS, set()),
        (Rung.GROUPS, {2}),
        (Rung.STAGES, {2, 3}),
        (Rung.DEFINITIONS, {2, 3, 5}),
        (Rung.MOVERS, {1, 2, 3, 5}),
        (Rung.REMARKS, {1, 2, 3, 5}),
    ],
)
def test_parts_go_in_the_stated_order(rung: Rung, gone: set[int], rungs: dict[Rung, str]) -> None:
    assert [part for at, part in enumerate(ALL_PARTS) if at not in gone] == folded(rungs[rung])


@pytest.mark.parametrize(
    ("rung", "expected"),
    [
        (Rung.NOTHING, 40),
        (Rung.MOVERS_TO_10, 20),
        (Rung.MOVERS_TO_5, 10),
        (Rung.EXCLUDED_IDS, 10),
        (Rung.DEFINITIONS, 10),
        (Rung.MOVERS, 0),
    ],
)
def test_movers_go_from_20_to_10_to_5_to_the_report(
    rung: Rung, expected: int, rungs: dict[Rung, str]
) -> None:
    assert expected == len(re.findall(r"/1 → \d/1 \| [▲▼]", rungs[rung]))


def test_ids_of_excluded_queries_go_and_reasons_with_their_counts_stay(
    rungs: dict[Rung, str],
) -> None:
    ids = [f"`{text}`" for text in UNREVIEWED if "`" not in text]

    assert all(one in rungs[Rung.MOVERS_TO_5] for one in ids)
    for rung in list(Rung)[Rung.EXCLUDED_IDS :]:
        assert not any(one in rungs[rung] for one in ids)
        assert f"- {len(UNREVIEWED)} unreviewed" in rungs[rung]


def test_what_is_left_out_is_said_with_its_count(rungs: dict[Rung, str]) -> None:
    last = rungs[Rung.MOVERS].rstrip("\n").split("\n")[-1]

    assert "Left out" not in rungs[Rung.NOTHING]
    assert (
        "Left out here, where 60,000 characters fit: 40 of the 40 largest changes; the ids of"
        # 30 values of one facet have a row, 2 of the other and one for none, 1 of gold per query.
        f" {len(UNREVIEWED)} excluded queries; 34 groups; the flow of gold through 2 stages;"
        " 17 definitions. All of it stands in `report.html`."
    ) == last


def test_every_rung_is_shorter_than_the_one_before(rungs: dict[Rung, str]) -> None:
    sizes = [len(rungs[rung]) for rung in Rung]

    assert sorted(sizes, reverse=True) == sizes
    assert len(set(sizes)) == len(sizes)


def test_measures_accounting_and_findings_stay_on_every_rung(rungs: dict[Rung, str]) -> None:
    always = {text.split("<details>")[0] for rung, text in rungs.items() if rung < Rung.REMARKS}

    assert 1 == len(always)
    assert f"{len(query_ids())} scored" in always.pop()


def test_the_last_rung_leaves_out_the_remarks_alone_and_says_so(
    rungs: dict[Rung, str], summaries: dict[str, Summary]
) -> None:
    before, last = (rungs[rung].split("\n\n") for rung in (Rung.MOVERS, Rung.REMARKS))
    gone = list((Counter(before) - Counter(last)).elements())
    count = len(summaries["en"].remarks) + 1

    assert ["Some lists", "Recall say", "Every quer", "Left out h"] == [one[:10] for one in gone]
    assert f"; {count} remarks on the numbers. All of it stands in `report.html`." in last[-1]


def test_no_block_is_cut_in_two(rungs: dict[Rung, str]) -> None:
    for text in rungs.values():
        html = readers.github(text)
        assert html.count("<details>") == html.count("</details>")
        assert html.count("<tr>") == html.count("</tr>")
        assert text.count("<details>") == html.count("<details>")


@pytest.mark.parametrize("character", ["a", "检", "😀"])
def test_budgets_end_exactly_where_they_say(character: str) -> None:
    width = len(character.encode())
    points = Destination("points", characters=10)
    size = Destination("size", size=10 * width)
    both = Destination("both", characters=10, size=9 * width)

    for length, fits in ((9, True), (10, True), (11, False)):
        assert fits == points.holds(character * length)
        assert fits == size.holds(character * length)
        assert (length < 10) == both.holds(character * length)


@pytest.mark.parametrize("character", ["a", "检", "😀"])
@pytest.mark.parametrize("name", [name for name in DESTINATIONS if name != "file"])
def test_the_first_rung_that_fits_is_taken(name: str, character: str) -> None:
    destination = DESTINATIONS[name]
    by_size = (destination.size or 10**9) // len(character.encode())
    budget = min(by_size, destination.characters or 10**9)
    over, fits = character * (budget + 1), character * budget

    assert fits == first_that_fits(destination, lambda rung: fits if rung >= 3 else over)
    assert first_that_fits(destination, lambda _: over) is None


LIMITED = [one for one in DESTINATIONS.values() if one.limit is not None]


def size(text: str, destination: Destination) -> int:
    """In the unit of the destination's first limit."""
    return len(text) if destination.characters is not None else len(text.encode())


def padded(summary: Summary, destination: Destination, character: str, target: int) -> Summary:
    """The summary with so many of one character in a part that always stays that its whole text has `target` size."""

    def text_with(pad: str) -> str:
        given = replace(summary, accounting=((Text(f"x{pad}"),),))
        return composer(given, destination, "default", None)(Rung.NOTHING)

    room = target - size(text_with(""), destination)
    count, rest = divmod(room, size(character, destination))
    pad = character * count + "x" * rest
    assert target == size(text_with(pad), destination)
    return replace(summary, accounting=((Text(f"x{pad}"),),))


@pytest.mark.parametrize("character", ["a", "检", "😀"], ids=["1 byte", "3 bytes", "4 bytes"])
@pytest.mark.parametrize("destination", LIMITED, ids=lambda one: one.name)
def test_a_text_is_whole_up_to_its_budget_and_steps_down_beyond(
    destination: Destination, character: str, small: Summary
) -> None:
    (unit, budget) = destination.limit or ("", 0)
    steps = []
    for target in (budget - 1, budget, budget + 1):
        summary = padded(small, destination, character, target)
        text = write(summary, destination=destination.name).text
        steps.append(composer(summary, destination, "default", None)(Rung.NOTHING) == text)

        assert size(text, destination) <= budget
        assert len(text.encode()) <= (destination.size or 4 * budget)
        assert (f"where {budget:,} {unit} fit" in text) == (not steps[-1])

    assert [True, True, False] == steps


@pytest.fixture(scope="module")
def small() -> Summary:
    """One that every destination holds whole."""
    options = PresentOptions(cutoffs=(2,))
    summary = summarise(teaching_report(), "en", options=options)
    return replace(summary, definitions=(), weights=(), groups=(), stages=())


def with_groups(summary: Summary, characters: int) -> Summary:
    """The summary with a table of groups of so many Chinese characters."""
    rows = tuple(Row((Words((Text("检" * 1000),)),)) for _ in range(characters // 1000))
    table = Table("t", (Text("分组"),), (Column("c", (Text("组"),)),), rows)
    return replace(summary, groups=(table,), group_count=len(rows))


def test_bytes_are_counted_beside_characters(summaries: dict[str, Summary]) -> None:
    wide = with_groups(summaries["zh"], 350_000)
    text = write(wide, destination="github-summary").text

    assert len(text.encode()) <= 1_000_000
    assert "1,000,000 字节" in text
    assert "350 个分组" in text


def test_one_report_gives_the_summary_the_rows_that_the_comment_left_out(tmp_path: Path) -> None:
    """Long texts, ids and values, as they come: 40 movers, 200 excluded queries, groups of three facets."""
    queries = [f"q{at:03} {'检' * 150}" for at in range(260)]
    lists = [
        {query: [f"u{(at + shift) % 2}"] for at, query in enumerate(queries)} for shift in (0, 1)
    ]
    runs = [
        write_run(tmp_path, name, {"run": of})
        for name, of in zip(("one", "two"), lists, strict=True)
    ]
    records = {
        query: {
            "text": f"{query} {'问' * 300}",
            "groups": dict.fromkeys(("topic", "place", "time"), f"{at} {'组' * 100}"),
        }
        for at, query in enumerate(queries[:60])
    }
    records |= {query: {"state": "unreviewed"} for query in queries[60:]}
    labels = write_labels(tmp_path, {query: {"u0": 1} for query in queries[:60]}, queries=records)
    report = reportgen.compare(runs[0], runs[1], labels=labels)
    comment, job = (
        render_markdown(report, lang="zh", destination=one)
        for one in ("github-comment", "github-summary")
    )

    assert len(comment) <= 60_000
    assert "60,000 个字符" in comment
    assert "省略" not in job
    rows = set(job.split("\n")) - set(comment.split("\n"))
    assert len([row for row in rows if row.startswith("| `q")]) >= 20
    assert all(f"`{query[:100]}" in job for query in queries[60:])


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("name", DESTINATIONS)
def test_the_marker_is_line_1_on_every_rung_of_every_destination(
    name: str, lang: str, summaries: dict[str, Summary]
) -> None:
    destination = DESTINATIONS[name]
    marker = "<!-- reportgen:v1:n-2 -->" if destination.syntax.html else "[reportgen:v1:n-2]: #"
    texts = [composer(summaries[lang], destination, "n-2", None)(rung) for rung in Rung]

    assert {(marker, "")} == {tuple(text.split("\n")[:2]) for text in texts}
    assert {1} == {text.count("reportgen:v1:") for text in texts}
    shown = [readers.text_of(readers.github(text)) for text in texts]
    assert not any("reportgen:v1" in text for text in shown)


def test_azure_refuses_what_it_cannot_hold_with_size_and_remedy(
    summaries: dict[str, Summary],
) -> None:
    with pytest.raises(Refused) as refused:
        write(summaries["en"], destination="azure")

    (problem,) = refused.value.problems
    assert "--for azure" == problem.path
    assert re.search(r"take \d+,\d{3} characters, azure holds 3,900", problem.what)
    assert "--cutoff" in problem.remedy
    assert "--stage" in problem.remedy


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_azure_holds_any_one_stage_and_cutoff_of_the_handbook(lang: str, handbook: Report) -> None:
    scope = handbook.scope
    for stage in scope.stages:
        for cutoff in scope.cutoffs:
            options = PresentOptions(stages=(stage,), cutoffs=(cutoff,))
            text = render_markdown(handbook, lang=lang, options=options, destination="azure")

            assert len(text) <= 3_900
            assert 11 == len(re.findall(r"\|(?:49|26)\|$", text, re.M))


@pytest.fixture(scope="module")
def handbook() -> Report:
    folder = Path(__file__).parents[4] / "example_runs" / "handbook"
    return reportgen.compare(folder / "baseline", folder / "candidate", labels=folder / "labels")


def test_azure_holds_one_stage_and_cutoff(hostile: Report) -> None:
    options = PresentOptions(stages=(hostile.scope.stages[-1],), cutoffs=(2,))
    for lang in ("en", "zh"):
        text = write(summarise(hostile, lang, options=options), destination="azure").text

        assert len(text) <= 3_900
        assert "nDCG" in text


def test_without_for_a_text_that_fits_nowhere_is_written_whole_with_a_warning(
    summaries: dict[str, Summary],
) -> None:
    summary = summaries["en"]
    huge = replace(summary, accounting=((Text("w" * 60_001),),))
    written = write(huge)

    (warning,) = written.warnings
    assert "60,000" in warning
    assert ALL_PARTS == folded(written.text)
    with pytest.raises(Refused):
        write(huge, destination="github-comment")
