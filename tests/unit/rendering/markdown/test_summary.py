"""A summary as code hosts show it: nothing arises from data, every cell is the input, and line 1 finds the comment."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

import msgspec
import pytest

from reportgen.errors import Refused
from reportgen.model.finding import Finding
from reportgen.model.report import Report
from reportgen.present.options import PresentOptions
from reportgen.present.summary import Summary
from reportgen.present.visible import make_visible
from reportgen.rendering.markdown import render_markdown, write_markdown
from reportgen.rendering.markdown.destinations import DESTINATIONS, FILE
from reportgen.rendering.markdown.summary import Rung, write
from tests.unit.rendering.markdown import hostile as given_
from tests.unit.rendering.markdown import readers
from tests.unit.rendering.markdown.sanitiser import sanitised

_OURS = {
    *("h2", "h3", "p", "strong", "code", "details", "summary", "blockquote", "ul", "ol", "li"),
    *("table", "thead", "tbody", "tr", "th", "td"),
}
_TEXTS = 240

both_languages = pytest.mark.parametrize("lang", ["en", "zh"])


def text_for(summary: Summary, destination: str) -> str:
    """The text for a destination; for azure, which would refuse all this, the smallest there is."""
    return write(summary, destination=destination if destination != "azure" else "file").text


def shown(text: str) -> str:
    """What a reader should see of a string from the data that may be long."""
    text = text if len(text) <= _TEXTS else text[: _TEXTS - 1] + "…"
    return readers.collapsed(make_visible(text))


@both_languages
@pytest.mark.parametrize("name", [name for name in DESTINATIONS if name != "azure"])
def test_a_host_finds_nothing_but_our_own_elements(
    name: str, lang: str, summaries: dict[str, Summary]
) -> None:
    html = readers.github(text_for(summaries[lang], name))

    assert set() == {tag for tag, _ in readers.elements(html)} - _OURS
    assert set() == {key for _, attributes in readers.elements(html) for key in attributes} - {
        "align"
    }


@both_languages
@pytest.mark.parametrize("name", [name for name in DESTINATIONS if name != "azure"])
def test_text_outside_code_holds_nothing_that_a_host_links(
    name: str, lang: str, summaries: dict[str, Summary]
) -> None:
    html = readers.github(text_for(summaries[lang], name))
    found = {
        (pattern, text)
        for node in readers.read(html, "h2", "h3", "p", "li", "summary", "th", "td")
        for text in node.outside
        for pattern in readers.linked(text)
    }

    assert set() == found


@both_languages
def test_the_hosts_allow_list_takes_nothing_away(lang: str, summaries: dict[str, Summary]) -> None:
    html = readers.github(text_for(summaries[lang], "github-comment"))

    assert readers.text_of(html) == readers.text_of(sanitised(html))


@both_languages
@pytest.mark.parametrize("name", ["github-comment", "bitbucket"])
def test_ids_and_texts_of_queries_are_shown_exactly(
    name: str, lang: str, summaries: dict[str, Summary]
) -> None:
    html = readers.github(text_for(summaries[lang], name))
    cells = [readers.collapsed(node.text) for node in readers.read(html, "td")]
    pairs = set(pairwise(cells))
    movers = summaries[lang].movers
    ids = given_.query_ids()
    listed = [
        (row.cells[0].line[0].full or row.cells[0].line[0].value)  # type: ignore[union-attr]
        for table in (movers.worse, movers.better)
        for row in table.rows
    ]

    assert 40 == len(listed)
    for query in listed:
        longest = 120
        id_ = query if len(query) <= longest else query[: longest - 1] + "…"
        assert (shown(id_), shown(ids[query])) in pairs


@pytest.mark.parametrize("name", ["github-comment", "gitlab", "file"])
def test_every_excluded_query_is_shown_exactly(name: str, summaries: dict[str, Summary]) -> None:
    html = readers.github(text_for(summaries["en"], name))
    codes = {readers.collapsed(node.text) for node in readers.read(html, "code")}

    assert set() == {shown(query) for query in given_.UNREVIEWED} - codes


@both_languages
@pytest.mark.parametrize("name", ["github-comment", "bitbucket", "file"])
def test_every_row_has_as_many_cells_as_its_table_has_headings(
    name: str, lang: str, summaries: dict[str, Summary]
) -> None:
    html = readers.github(text_for(summaries[lang], name))
    tables = [
        [len(re.findall("<t[hd][ >]", row)) for row in re.findall("<tr>.*?</tr>", table, re.S)]
        for table in re.findall("<table>.*?</table>", html, re.S)
    ]

    assert 8 <= len(tables)
    assert [[sizes[0]] * len(sizes) for sizes in tables] == tables


@both_languages
def test_bitbucket_gets_no_html_at_all(lang: str, summaries: dict[str, Summary]) -> None:
    text = write(summaries[lang], destination="bitbucket").text

    assert readers.github(text) == readers.github_without_html(text)
    assert text.startswith("[reportgen:v1:default]: #\n\n")
    assert "reportgen:v1" not in readers.text_of(readers.github(text))


@both_languages
def test_python_markdown_reads_what_bitbucket_gets_as_commonmark_does(
    lang: str, summaries: dict[str, Summary]
) -> None:
    text = write(summaries[lang], destination="bitbucket").text

    def cells(reader: readers.Reader) -> list[str]:
        return [readers.collapsed(node.text) for node in readers.read(reader(text), "td")]

    assert cells(readers.github) == cells(readers.python_markdown)


@pytest.mark.parametrize("rung", list(Rung))
def test_line_1_is_one_closed_comment_on_every_rung(
    rung: Rung, summaries: dict[str, Summary]
) -> None:
    text = compose(summaries["en"], rung)
    first = text.split("\n", 1)[0]

    assert "<!-- reportgen:v1:nightly-2 -->" == first
    assert [" reportgen:v1:nightly-2 "] == readers.comments(readers.github(text))


def compose(summary: Summary, rung: Rung) -> str:
    from reportgen.rendering.markdown.summary import composer

    return composer(summary, DESTINATIONS["github-comment"], "nightly-2", None)(rung)


def test_a_link_leads_to_the_report_and_is_the_only_one(summaries: dict[str, Summary]) -> None:
    url = "https://ci.example/r?a=1&b=(2)|3"
    html = readers.github(write(summaries["en"], link=url).text)
    targets = {dict(attributes)["href"] for tag, attributes in readers.elements(html) if tag == "a"}

    assert {"https://ci.example/r?a=1&b=%282%29%7C3"} == targets
    assert "report.html" not in html


def test_names_in_the_parts_that_stay_are_cut_at_40_characters(hostile: Report) -> None:
    long = "n" * 300
    baseline = msgspec.structs.replace(hostile.scope.baseline, name=long)
    scope = msgspec.structs.replace(hostile.scope, baseline=baseline)
    text = render_markdown(msgspec.structs.replace(hostile, scope=scope, title=None))

    assert "n" * 39 + "…" in text.split("\n")[2]
    always = text.split("<details>")[0]
    assert "n" * 40 not in always


@both_languages
@pytest.mark.parametrize("name", [name for name in DESTINATIONS if name != "azure"])
def test_a_title_stands_once_and_the_runs_below_it(
    name: str, lang: str, summaries: dict[str, Summary]
) -> None:
    html = readers.github(text_for(summaries[lang], name))
    text = readers.text_of(html)

    assert [given_.TITLE] == [node.text for node in readers.read(html, "h2")][:1]
    assert 1 == text.count(given_.TITLE[:20])
    assert given_.BASELINE in readers.read(html, "p")[0].text


def test_groups_of_one_facet_are_one_sentence_with_at_most_three_names(hostile: Report) -> None:
    rows = [
        {"value": f"v{at}", "n": 8, "delta": -0.5, "better": 0, "worse": 4} for at in range(10, 22)
    ]
    params: dict[str, Any] = {
        "facet": "side",
        "stage": given_.STAGES[-1],
        "cutoff": 2,
        "measure": {"measure": "recall", "averaging": "macro"},
        "total": 0.25,
        "groups": 12,
        "rows": rows,
    }
    finding = Finding(code="groups-against-total", params=params, where={"facet": "side"})
    report = msgspec.structs.replace(hostile, findings=[finding])
    lines = [line for line in render_markdown(report).split("\n") if "v10" in line]

    assert 1 == len(lines)
    assert 2 <= len(re.findall(r"\bv\d\d\b", lines[0])) <= 3
    assert re.search(r"\b(9|10)\b", lines[0])


def test_of_findings_beyond_the_eighth_the_number_is_given(hostile: Report) -> None:
    findings = [
        Finding(code="few-queries", params={"n": at, "floor": 0.25, "counted": "queries"})
        for at in range(1, 12)
    ]
    report = msgspec.structs.replace(hostile, findings=findings)
    comment, whole = (render_markdown(report, destination=name) for name in ("gitlab", "file"))

    assert re.search(r"^8\. ", comment, re.M)
    assert not re.search(r"^9\. ", comment, re.M)
    assert "3 more findings stand in `report.html`." in comment
    assert re.search(r"^11\. ", whole, re.M)


def test_no_list_of_movers_is_filled_up_with_unchanged_queries(hostile: Report) -> None:
    options = PresentOptions(cutoffs=(1,))
    same = render_markdown(hostile, options=options)

    assert "0 worse, 0 better" in same
    assert "Worse: 0" in same


def test_without_query_text_only_ids_are_left(hostile: Report) -> None:
    shown_, hidden = (
        render_markdown(hostile, options=PresentOptions(query_text=shows))
        for shows in (True, False)
    )

    assert "| query | text | gold |" in shown_
    assert "| query | gold |" in hidden
    assert "| query | text |" not in hidden


@both_languages
def test_the_same_report_gives_the_same_bytes(lang: str, hostile: Report) -> None:
    first = render_markdown(hostile, lang=lang)

    assert first == render_markdown(hostile, lang=lang)


def test_two_runs_of_one_name_are_told_apart(hostile: Report) -> None:
    candidate = msgspec.structs.replace(hostile.scope.candidate, name=hostile.scope.baseline.name)
    scope = msgspec.structs.replace(hostile.scope, candidate=candidate)
    text = render_markdown(msgspec.structs.replace(hostile, scope=scope))

    assert f"`{given_.BASELINE}` (baseline)" in text
    assert f"`{given_.BASELINE}` (candidate)" in text


def test_a_report_without_a_limit_leaves_nothing_out(summaries: dict[str, Summary]) -> None:
    assert FILE.limit is None
    written = write(summaries["en"], destination="file")

    assert () == written.warnings
    assert "Left out" not in written.text


def test_without_a_destination_the_comment_is_written(hostile: Report) -> None:
    assert render_markdown(hostile, destination="github-comment") == write_markdown(hostile).text


@pytest.mark.parametrize("marker", ["", "A", "a b", "x --> y", "a_b", "é", "a\n"])
def test_a_marker_that_could_end_its_comment_is_refused(
    marker: str, summaries: dict[str, Summary]
) -> None:
    with pytest.raises(Refused, match="--marker"):
        write(summaries["en"], marker=marker)


@pytest.mark.parametrize(
    "link", ["", "report.html", "javascript:alert(1)", "https://a b", "ftp://a"]
)
def test_a_link_that_is_no_web_address_is_refused(link: str, summaries: dict[str, Summary]) -> None:
    with pytest.raises(Refused, match="--link"):
        write(summaries["en"], link=link)
