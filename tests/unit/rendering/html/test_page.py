"""The page as an object: one file, safe, the same each time."""

from __future__ import annotations

import base64
import hashlib
import re
from html.parser import HTMLParser

import pytest

from reportgen.present import blocks as b
from reportgen.rendering.html import render_html
from tests.view_builder import (
    handbook_queries,
    id_,
    name,
    query_entry,
    query_table,
    report_view,
    t,
)

HOSTILE = (
    "</script><script>document.title=1</script>",
    "</title><img src=x onerror=alert(1)>",
    '" onmouseover="alert(1)',
    "' x='",
    "]]><!--",
    "&lt;b&gt;",
    "javascript:alert(1)",
)
VOID = {"meta", "br", "img", "input", "col"}
ADDRESSES = {
    "href",
    "src",
    "action",
    "data",
    "poster",
    "srcset",
    "cite",
    "background",
    "formaction",
}


class Parsed(HTMLParser):
    """Elements with their attributes, text, and ids of one page."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.text: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {name: value or "" for name, value in attrs}))

    def handle_data(self, data: str) -> None:
        self.text.append(data)

    def values(self, attribute: str) -> list[str]:
        return [of[attribute] for _, of in self.elements if attribute in of]

    def named(self, tag: str) -> list[dict[str, str]]:
        return [of for found, of in self.elements if found == tag]


@pytest.fixture(scope="module")
def page() -> str:
    return render_html(report_view())


def test_one_view_gives_one_page(page: str) -> None:
    assert page == render_html(report_view())


def test_the_policy_allows_the_script_that_the_page_holds_and_nothing_else(page: str) -> None:
    (policy,) = [of["content"] for of in Parsed(page).named("meta") if "http-equiv" in of]
    (script,) = re.findall(r"<script>(.*?)</script>", page, re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()

    assert (
        "default-src 'none'; img-src data:; style-src 'unsafe-inline'; "
        f"script-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    ) == policy


def test_the_script_stays_within_10_kilobytes(page: str) -> None:
    (script,) = re.findall(r"<script>(.*?)</script>", page, re.DOTALL)

    assert "class QueryTable" in script
    assert len(script.encode()) <= 10_000


def test_the_page_refers_to_its_own_parts_and_two_files_only(page: str) -> None:
    parsed = Parsed(page)
    ids = set(parsed.values("id"))
    addresses = [of[key] for _, of in parsed.elements for key in ADDRESSES & set(of)]

    assert addresses
    for address in addresses:
        assert address.startswith("data:image/svg+xml;base64,") or address in {
            *(f"#{it}" for it in ids),
            "queries.csv",
            "report.json",
        }
    assert [] == re.findall(r"url\(|@import|https?:", page)


def test_ids_are_unique_and_labels_name_existing_ones(page: str) -> None:
    parsed = Parsed(page)
    ids = parsed.values("id")

    assert sorted(set(ids)) == sorted(ids)
    assert set(parsed.values("aria-labelledby")) <= set(ids)


def test_every_kind_of_block_and_cell_stands_in_the_tested_page() -> None:
    kinds = {type(it).__name__ for it in _walk(report_view())}
    expected = {it.__name__ for union in (b.Block, b.Cell, b.Inline) for it in union.__args__}

    assert expected <= kinds


def test_every_table_has_a_caption_and_every_heading_a_scope(page: str) -> None:
    parsed = Parsed(page)

    assert len(parsed.named("table")) == len(parsed.named("caption")) > 0
    assert all("scope" in of for of in parsed.named("th"))
    assert 1 == len(parsed.named("h1"))


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_strings_add_no_element_and_no_attribute(text: str) -> None:
    def drawn(word: str) -> Parsed:
        table = query_table(query_entry(word, text=word, groups=(word,), anchor="q-1"))
        view = report_view(title=word, baseline=word, candidate=word, queries=table, figures=False)
        return Parsed(render_html(view))

    plain, hostile = drawn("plain"), drawn(text)

    assert [(tag, sorted(of)) for tag, of in plain.elements] == [
        (tag, sorted(of)) for tag, of in hostile.elements
    ]
    assert text in hostile.text


def test_data_is_isolated_from_what_stands_beside_it(page: str) -> None:
    assert "<bdi>hybrid-rerank</bdi> compared with <bdi>bm25</bdi>" in page


def test_a_query_row_with_three_stages_and_two_gold_units_takes_at_most_700_bytes() -> None:
    def size(count: int) -> int:
        rows = [
            query_entry(f"q{at:04}", gold=2, baseline=1, candidate=2, groups=("policy", "en"))
            for at in range(count)
        ]
        stripped = [_without_lists(row) for row in rows]
        return len(render_html(report_view(queries=query_table(*stripped), figures=False)).encode())

    assert (size(90) - size(10)) / 80 <= 700


def test_unit_lists_are_left_out_where_the_page_would_grow_too_large(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from reportgen.rendering import html

    table = handbook_queries()
    bare = len(render_html(report_view(queries=table, figures=False)).encode())
    monkeypatch.setattr(html, "PAGE_LIMIT", bare - 1)
    smaller = render_html(report_view(queries=table, figures=False))

    assert len(smaller.encode()) < bare
    assert 1 <= smaller.count("stand in report.json") < 7
    assert 7 == smaller.count("class=lists") + smaller.count("stand in report.json")


def test_the_lists_of_the_largest_changes_come_first(monkeypatch: pytest.MonkeyPatch) -> None:
    from dataclasses import replace

    from reportgen.rendering import html

    table = replace(handbook_queries(), list_order=(6,))
    bare = len(render_html(report_view(queries=replace(table), figures=False)).encode())
    monkeypatch.setattr(html, "PAGE_LIMIT", bare - 6 * 900)
    smaller = render_html(report_view(queries=table, figures=False))
    row = smaller[smaller.index("id=q-q22") :]

    assert smaller.count("class=lists") < 7
    assert "class=lists" in row[: row.index("</details>")]


def test_a_column_of_text_stands_under_the_others_and_opens_the_row(page: str) -> None:
    assert "<summary><bdi>What is the notice period for remote contractors?</bdi>" in page


def test_an_empty_query_table_is_a_page_too() -> None:
    page = render_html(report_view(queries=query_table(), figures=False))

    assert "showing 0 of 0" in page


def test_a_shortened_name_gives_its_full_form() -> None:
    line = (b.Data("sha256:ab…", b.DataKind.ID, full='sha256:ab"cd'),)
    view = b.ReportView("en", "t", (name("a"),), (line,), (), report_view().words)

    assert '<bdi class=i title="sha256:ab&#34;cd">sha256:ab…</bdi>' in render_html(view)


def test_a_heading_may_hold_ids_and_words() -> None:
    section = b.Section("s", (*t("of "), id_("q1")), ())
    view = b.ReportView("en", "t", (name("a"),), (), (section,), report_view().words)

    assert "of <bdi class=i>q1</bdi></h2>" in render_html(view)


def _without_lists(entry: b.QueryEntry) -> b.QueryEntry:
    from dataclasses import replace

    return replace(entry, lists=())


def _walk(thing: object) -> list[object]:
    from dataclasses import fields, is_dataclass

    if isinstance(thing, tuple):
        return [it for part in thing for it in _walk(part)]
    if not is_dataclass(thing):
        return []
    parts = [it for field in fields(thing) for it in _walk(getattr(thing, field.name))]
    return [thing, *parts]
