"""Both bodies: the same numbers and findings, nothing that a mail program would not show, and nothing from data."""

from __future__ import annotations

import io
import re
from email.message import EmailMessage
from itertools import pairwise
from pathlib import Path

import pytest
from PIL import Image

import reportgen
from reportgen import plot
from reportgen.model.report import Report
from reportgen.present import lines
from reportgen.present.mail import LONGEST_NAME
from reportgen.present.options import PresentOptions
from reportgen.present.summary import summarise
from reportgen.present.visible import make_visible
from reportgen.rendering.email import HTML_LIMIT, render_email
from tests import in_memory, reports
from tests.builders import write_labels, write_run
from tests.example_reports import staged_report, with_findings
from tests.unit.rendering.email.opened import (
    Html,
    body,
    changed,
    collapsed,
    named,
    numbers,
    of_type,
    opened,
    structure,
    with_long_ids,
    with_texts,
)

ELEMENTS = {
    *(
        "html",
        "head",
        "meta",
        "title",
        "body",
        "table",
        "caption",
        "tr",
        "th",
        "td",
        "h1",
        "h2",
        "p",
    ),
    *("ol", "li", "b", "bdi", "small", "br", "code", "a", "img"),
}
ATTRIBUTES = {
    *("lang", "charset", "name", "content", "role", "width", "align", "valign", "cellspacing"),
    *("cellpadding", "border", "style", "scope", "colspan", "start", "src", "alt", "href"),
}
UNKNOWN_TO_MAIL = re.compile(
    r"var\(|flex|grid-|@|url\(|position|float|calc\(|expression|!important"
)
HOSTILE = (
    "</script><script>document.title=1</script>",
    "</title><img src=x onerror=alert(1)>",
    '" onmouseover="alert(1)',
    "cid:figure@x",
    "https://tracker.example/pixel.png",
    "\x07bell \u202eleft ⟨U+0000⟩",
    "=?utf-8?q?a?=",
)


def test_the_html_is_made_of_tables_and_cell_styles_only(mail: EmailMessage) -> None:
    page = Html(body(mail, "html"))
    styles = [found["style"] for _, found in page.elements if "style" in found]

    assert set() == {tag for tag, _ in page.elements} - ELEMENTS
    assert set() == {name for _, found in page.elements for name in found} - ATTRIBUTES
    assert [] == [style for style in styles if UNKNOWN_TO_MAIL.search(style)]
    assert [] == page.open


def test_nothing_is_asked_for_from_anywhere(mail: EmailMessage) -> None:
    page = Html(body(mail, "html"))
    sources = {found["src"].partition(":")[0] for _, found in page.elements if "src" in found}

    assert {"cid"} == sources
    assert not any("href" in found for _, found in page.elements)


def test_the_colour_schemes_are_told_and_no_letter_has_a_colour_of_its_own(
    mail: EmailMessage,
) -> None:
    page = Html(body(mail, "html"))
    metas = {
        found.get("name"): found.get("content") for tag, found in page.elements if tag == "meta"
    }
    styles = [found["style"] for tag, found in page.elements if "style" in found and tag != "td"]

    assert "light dark" == metas["color-scheme"]
    # A program that turns grounds dark must find letters that it may turn light.
    assert not any(re.search(r"(?<![-\w])color:", style) for style in styles)


def test_both_bodies_hold_the_same_numbers(staged: Report, lang: str) -> None:
    message = opened(render_email(staged, lang=lang, link="https://a.example/7"))
    html = Html(body(message, "html"))

    assert numbers(html.text) == numbers(body(message, "plain"))


@pytest.mark.parametrize("kind", ["html", "plain"])
def test_every_finding_stands_in_each_body(staged: Report, lang: str, kind: str) -> None:
    message = opened(render_email(staged, lang=lang))
    shown = body(message, kind)
    text = squeezed(Html(shown).text if kind == "html" else shown)
    findings = summarise(staged, lang).findings

    assert 8 < len(findings)
    assert [] == [one for one in map(lines.plain, findings) if squeezed(one) not in text]


def test_every_delta_stands_in_each_body(staged: Report, lang: str) -> None:
    from reportgen.present import numbers as rounding

    message = opened(render_email(staged, lang=lang))
    deltas = {rounding.signed(row.delta) for row in staged.aggregates if row.delta is not None}

    assert set() == deltas - numbers(body(message, "plain"))
    assert set() == deltas - numbers(Html(body(message, "html")).text)


def test_every_measure_at_the_last_stage_stands_with_its_siblings(staged: Report) -> None:
    plain = body(opened(render_email(staged)), "plain")
    table = plain.partition("Measures at context, k = 2")[2].partition("Where gold is lost")[0]

    for name in ("recall, macro", "recall, pooled", "any-hit", "all-hit", "precision", "nDCG"):
        assert re.search(rf"^{name}  .*\d", table, re.MULTILINE), name
    for heading in ("baseline", "candidate", "delta", "ceiling", "95 % interval"):
        assert heading in table


def test_alt_texts_state_what_their_figures_show(mail: EmailMessage) -> None:
    alts = [found["alt"] for tag, found in Html(body(mail, "html")).elements if tag == "img"]

    assert 2 == len(alts)
    for alt in alts:
        assert 4 <= len(re.findall(r"\d+", alt))
        assert collapsed(alt) in collapsed(Html(body(mail, "html")).text)
        assert squeezed(alt) in squeezed(body(mail, "plain"))


def test_pictures_have_two_pixels_for_each_of_640(mail: EmailMessage) -> None:
    widths = [
        Image.open(io.BytesIO(part.get_content())).width for part in of_type(mail, "image/png")
    ]

    assert [1280, 1280] == widths


def test_names_that_a_picture_cannot_draw_are_told_by_their_numbers() -> None:
    report = named(staged_report(), "混合检索", "bm25")
    plain_names = named(staged_report(), "1", "bm25")
    message = opened(render_email(report))
    drawn = [part.get_content() for part in of_type(message, "image/png")]
    same = [part.get_content() for part in of_type(opened(render_email(plain_names)), "image/png")]

    # The file has no letters for the name, so the row's number stands in its place and no empty box.
    assert drawn == same
    assert "In the picture: 1 = 混合检索" in Html(body(message, "html")).text
    assert "In the picture" not in Html(body(opened(render_email(plain_names)), "html")).text


@pytest.mark.parametrize("kind", ["html", "plain"])
def test_ids_that_a_picture_cannot_draw_stand_in_the_tables(tmp_path: Path, kind: str) -> None:
    report = chinese_ids(tmp_path)
    message = opened(render_email(report))
    text = body(message, kind)

    assert all(f"问{at}" in text for at in range(1, 4))


@pytest.mark.parametrize("hostile", HOSTILE)
def test_data_is_shown_as_text_and_makes_no_element(hostile: str) -> None:
    # A name that no picture can draw is told below it.
    calm_names = ("a", "b") if plot.can_draw(hostile) else ("查", "询")
    plain = named(with_texts(staged_report(), "text"), *calm_names)
    report = changed(
        named(with_texts(staged_report(), hostile), hostile, f"{hostile}2"), title=hostile
    )
    expected = squeezed(make_visible(hostile))
    calm = Html(body(opened(render_email(changed(plain, title="title"))), "html"))
    message = opened(render_email(report))
    page = Html(body(message, "html"))

    assert calm.elements[:8] == page.elements[:8]
    assert [tag for tag, _ in calm.elements] == [tag for tag, _ in page.elements]
    assert [sorted(found) for tag, found in calm.elements if tag != "bdi"] == [
        sorted(found) for tag, found in page.elements if tag != "bdi"
    ]
    assert 3 <= squeezed(page.text).count(expected)
    assert 3 <= squeezed(body(message, "plain")).count(expected)


def test_the_subject_says_what_was_compared_and_no_verdict(staged: Report) -> None:
    report = named(staged, "bm25", "hybrid-rerank")
    english = opened(render_email(report))["Subject"]
    chinese = opened(render_email(report, lang="zh"))["Subject"]

    assert "Retrieval comparison bm25 → hybrid-rerank, 20 of 24 queries scored" == english
    assert "检索对比 bm25 → hybrid-rerank，24 个问题中 20 个计分" == chinese


def test_two_runs_of_one_name_are_told_apart_in_the_subject(staged: Report) -> None:
    english = opened(render_email(named(staged, "bm25", "bm25")))["Subject"]

    assert english.startswith("Retrieval comparison bm25 (baseline) → bm25 (candidate), ")


def test_long_names_keep_their_beginning_and_end_in_the_subject(staged: Report) -> None:
    subject = opened(render_email(named(staged, f"a{'x' * 300}b", f"c{'检' * 300}d")))["Subject"]
    first, second = re.findall(r"\S+…\S+?(?=,| )", subject)

    assert [LONGEST_NAME, LONGEST_NAME] == [len(first), len(second)]
    assert ["a", "b", "c", "d"] == [first[0], first[-1], second[0], second[-1]]


def test_names_that_look_the_same_when_shortened_are_told_apart(staged: Report) -> None:
    names = (f"a{'x' * 150}1{'x' * 150}b", f"a{'x' * 150}2{'x' * 150}b")
    subject = opened(render_email(named(staged, *names)))["Subject"]

    assert "b (baseline) → a" in subject
    assert "b (candidate), " in subject


def test_a_title_is_the_heading_and_the_runs_stay(staged: Report) -> None:
    message = opened(render_email(changed(staged, title="每晚 nightly")))

    assert body(message, "plain").startswith("每晚 nightly\n============\n\n")
    assert "baseline first → candidate second" in Html(body(message, "html")).text
    for text in (body(message, "plain"), Html(body(message, "html")).text):
        assert 1 == text.count("每晚 nightly")


def test_a_link_leads_to_the_report_from_both_bodies(staged: Report) -> None:
    address = "https://ci.example/run?a=1&b=<2>"
    message = opened(render_email(staged, link=address))
    targets = {found["href"] for tag, found in Html(body(message, "html")).elements if tag == "a"}

    assert {address} == targets
    assert f"the report <{address}>" in collapsed(body(message, "plain"))


def test_query_texts_are_left_out_where_nobody_may_see_them(staged: Report) -> None:
    message = opened(render_email(staged, options=PresentOptions(query_text=False)))

    assert "Question 1" in body(opened(render_email(staged)), "plain")
    assert "Question" not in body(message, "plain") + body(message, "html")


def test_falls_are_never_filled_up(tmp_path: Path) -> None:
    report = chinese_ids(tmp_path)
    plain = body(opened(render_email(report)), "plain")

    assert "Worse: 0" in plain
    assert "Better: 3" in plain


def test_without_a_scored_query_a_mail_says_undefined_and_has_no_picture() -> None:
    snapshot = in_memory.labels({"A": {"x": 0}, "B": {"y": 0}})
    baseline, candidate = (
        in_memory.run({"A": [unit], "B": [unit]}, path=unit) for unit in ("x", "y")
    )
    message = opened(render_email(reports.report(baseline, candidate, snapshot)))
    matrix = body(message, "plain").partition("Every delta")[2].partition("Measures at")[0]

    assert "multipart/alternative(text/plain, text/html)" == structure(message)
    assert 9 * 4 == matrix.count("undefined")
    assert not re.search(r"\d\.\d", matrix)


def test_rows_go_one_by_one_when_a_body_grows_too_large(large: Report, lang: str) -> None:
    message = opened(render_email(with_long_ids(large), lang=lang))
    html = message.get_body(("html",))
    assert html is not None
    rows = Html(body(message, "html")).text.count("查" * 100)

    assert HTML_LIMIT >= len(html.as_bytes())
    assert HTML_LIMIT * 0.95 < len(html.as_bytes())
    assert 10 <= rows < 40
    assert rows == squeezed(body(message, "plain")).count("查" * 100)
    assert f"{rows // 2} of" in html_text(message) or f"最大的 {rows // 2} 个" in (
        html_text(message)
    )


def test_rows_that_are_left_out_are_counted(large: Report) -> None:
    text = Html(body(opened(render_email(large)), "html")).text
    said = re.findall(
        r"([\d,]+) of ([\d,]+) are shown, .*?; ([\d,]+) stand in report\.html only", text
    )
    counts = [[int(one.replace(",", "")) for one in row] for row in said]

    assert 2 == len(counts)
    assert all(shown + left == count for shown, count, left in counts)
    assert all(shown <= 20 for shown, _, _ in counts)


def test_five_thousand_chinese_queries_stay_within_the_budget(large: Report) -> None:
    html = opened(render_email(large, lang="zh")).get_body(("html",))
    assert html is not None

    assert HTML_LIMIT >= len(html.as_bytes())


def test_findings_beyond_the_eighth_go_when_they_are_too_many(staged: Report) -> None:
    many = [finding for finding in staged.findings for _ in range(40)]
    message = opened(render_email(with_findings(staged, many), link="https://a.example"))
    html = message.get_body(("html",))
    assert html is not None
    text = Html(body(message, "html")).text

    assert HTML_LIMIT >= len(html.as_bytes())
    assert re.search(r"\d{2,3} more findings stand in the report", text)
    assert re.search(
        r"\d{2,3} more findings stand in the report", collapsed(body(message, "plain"))
    )


def test_what_cannot_shrink_is_refused_with_its_size_and_remedy() -> None:
    cutoffs = [*range(1, 120), "all"]

    with pytest.raises(reportgen.Refused, match=r"--format email: .* bytes of HTML.*--cutoff"):
        render_email(staged_report(cutoffs=cutoffs), options=PresentOptions(figures=False))


def test_plain_lines_are_short_enough_to_be_quoted(mail: EmailMessage) -> None:
    from reportgen.rendering.email.columns import width

    long = [line for line in body(mail, "plain").split("\n") if width(line) > 78]

    # A signature is one word.
    assert [] == [line for line in long if " " in line.strip()]


def test_no_two_blank_lines_follow_one_another(mail: EmailMessage) -> None:
    assert not any(a == b == "" for a, b in pairwise(body(mail, "plain").split("\n")[:-1]))


def html_text(message: EmailMessage) -> str:
    return Html(body(message, "html")).text


def squeezed(text: str) -> str:
    """Without white space: a paragraph may be broken anywhere between ideographs."""
    return "".join(text.split())


def chinese_ids(folder: Path) -> Report:
    """问1 to 问3, all of them better."""
    gold = {f"问{at}": {f"单元{at}": 1} for at in range(1, 4)}
    miss = {query: ["x"] for query in gold}
    hit = {query: list(units) for query, units in gold.items()}
    labels = write_labels(folder, gold)
    return reportgen.compare(
        write_run(folder, "基线", {"上下文": miss}),
        write_run(folder, "候选", {"上下文": hit}),
        labels=labels,
        cutoffs=[1, 2],
    )
