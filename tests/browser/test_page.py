"""The page in a real browser."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.view_builder import handbook_queries, query_entry, query_table, report_view

Open = Callable[..., Any]
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]


def shown_ids(page: Page) -> list[str]:
    return page.locator(".block tbody[id]:not([hidden]) > tr > th").all_text_contents()


def hash_of(page: Page) -> str:
    return str(page.evaluate("decodeURIComponent(location.hash)"))


def sideways(page: Page) -> int:
    return int(
        page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    )


@pytest.mark.parametrize("width", [360, 768, 1280, 1720])
def test_nothing_is_requested_said_or_cut_off_at_any_width(open_view: Open, width: int) -> None:
    opened = open_view(report_view(), viewport={"width": width, "height": 800})
    opened.page.wait_for_timeout(50)

    assert [opened.address] == [it for it in opened.requests if not it.startswith("data:")]
    assert [] == opened.messages
    assert 0 == sideways(opened.page)


@pytest.mark.parametrize("width", [360, 1280])
def test_long_ids_and_digests_do_not_widen_the_page(open_view: Open, width: int) -> None:
    table = query_table(
        query_entry("x" * 300, anchor="q-long"),
        query_entry("q2", text="w" * 10_000, groups=("g" * 300,)),
        query_entry("q3", text="👩‍👩‍👧‍👦" * 200, groups=("差" * 300,)),
    )
    view = report_view(
        baseline="b" * 300, candidate="sha256:" + "0123456789abcdef" * 4, queries=table
    )
    page = open_view(view, viewport={"width": width, "height": 800}).page
    page.locator("summary").evaluate_all("all => all.forEach(it => it.parentElement.open = true)")

    assert 0 == sideways(page)


@pytest.mark.parametrize(("width", "scheme"), [(360, "light"), (1280, "dark")])
def test_axe_finds_nothing(open_view: Open, width: int, scheme: str) -> None:
    page = open_view(
        report_view(), color_scheme=scheme, viewport={"width": width, "height": 800}
    ).page
    page.locator("details").evaluate_all("all => all.forEach(it => it.open = true)")
    found = Axe().run(page, options={"runOnly": {"type": "tag", "values": RULES}})
    problems = [
        (it["id"], it["nodes"][0]["html"][:200], it["nodes"][0]["failureSummary"][:300])
        for it in found.response["violations"]
    ]

    assert [] == problems


def test_without_script_every_number_and_row_is_there(open_view: Open) -> None:
    page = open_view(report_view(), java_script_enabled=False, hash_="#at-pool.1").page

    assert 8 == page.locator(".block tbody[id]").count()
    assert page.locator(".panel.a2.b1").is_visible()
    assert page.locator('[id="at-pool.1"]').is_visible()
    assert page.locator("[type=search]").is_hidden()
    assert page.locator(".filters button").first.is_disabled()
    page.locator("#q-q17 summary").click()
    assert page.locator("#q-q17 pre").is_visible()


def test_without_script_dials_choose_a_panel(open_view: Open) -> None:
    page = open_view(report_view(), java_script_enabled=False).page
    page.locator(".dials").get_by_label("pool").check()
    page.locator(".dials").get_by_label("10", exact=True).check()

    assert page.locator('[id="at-pool.10"]').is_visible()
    assert 1 == page.locator(".panel:visible").count()


def test_chips_filter_and_the_page_says_how_many_are_shown(open_view: Open) -> None:
    page = open_view(report_view()).page
    page.get_by_role("button", name="worse 2").click()

    assert ["q40", "q22"] == shown_ids(page)
    expect(page.locator(".showing")).to_have_text("showing 2 of 8")
    expect(page.get_by_role("button", name="worse 2")).to_have_attribute("aria-pressed", "true")
    assert "#~f=worse" == hash_of(page)


def test_a_chip_that_would_leave_nothing_replaces_the_others(open_view: Open) -> None:
    page = open_view(report_view()).page
    page.get_by_role("button", name="worse 2").click()
    page.get_by_role("button", name="better 3").click()

    assert ["q31", "q17", "q05"] == shown_ids(page)


def test_chips_that_share_rows_narrow_together(open_view: Open) -> None:
    table = query_table(
        query_entry("a", gold=7, baseline=1, candidate=2),
        query_entry("b", gold=2, baseline=1, candidate=2),
        query_entry("c", gold=7, baseline=2, candidate=1),
    )
    page = open_view(report_view(queries=table)).page
    page.get_by_role("button", name="better 2").click()
    page.get_by_role("button", name="ceiling below 1 2").click()

    assert ["a"] == shown_ids(page)


@pytest.mark.parametrize(
    ("words", "ids"),
    [
        ("bank", ["q05"]),
        ("FINANCE", ["q31", "q05"]),
        ("Q22", ["q22"]),
        ("差旅", ["q31"]),
        ("zzz", []),
    ],
)
def test_search_looks_in_ids_texts_and_groups(open_view: Open, words: str, ids: list[str]) -> None:
    page = open_view(report_view()).page
    page.get_by_role("searchbox").fill(words)

    assert ids == shown_ids(page)


def test_every_column_sorts_with_missing_values_last_both_ways(open_view: Open) -> None:
    page = open_view(report_view()).page
    head = page.locator(".block thead").first
    buttons = head.get_by_role("button")

    assert 17 == buttons.count()
    for at in range(17):
        for direction in ("ascending", "descending"):
            column = head.locator("th:not([scope=colgroup])").nth(at)
            while column.get_attribute("aria-sort") != direction:
                column.get_by_role("button").click()
            if at not in {0, 1, 15, 16}:
                assert "q44" == shown_ids(page)[-1]


def test_numbers_sort_as_numbers(open_view: Open) -> None:
    table = query_table(
        *(query_entry(f"q{n}", gold=n, baseline=0, candidate=1) for n in (9, 10, 2))
    )
    page = open_view(report_view(queries=table)).page
    gold = page.get_by_role("columnheader", name="gold", exact=True)
    gold.get_by_role("button").click()

    assert ["q10", "q9", "q2"] == shown_ids(page)
    expect(gold).to_have_attribute("aria-sort", "descending")
    gold.get_by_role("button").click()
    assert ["q2", "q9", "q10"] == shown_ids(page)
    gold.get_by_role("button").click()
    assert ["q9", "q10", "q2"] == shown_ids(page)


def test_sorting_runs_through_all_blocks_and_repeats_no_row(open_view: Open) -> None:
    table = query_table(
        *(
            query_entry(f"q{n:03}", gold=1 + n * 7 % 250, baseline=0, candidate=1)
            for n in range(250)
        )
    )
    page = open_view(report_view(queries=table, figures=False)).page
    page.get_by_role("columnheader", name="gold", exact=True).first.get_by_role("button").click()
    gold = page.evaluate(
        "[...document.querySelectorAll('.block tbody[id]')].map(it => +it.rows[0].cells[1].textContent)"
    )

    assert sorted(range(1, 251), reverse=True) == gold
    page.get_by_role("searchbox").fill("q24")
    assert 10 == len(shown_ids(page))
    assert 1 == page.locator(".block:visible").count()


def test_a_link_to_a_row_opens_it_and_relaxes_the_filter_that_hides_it(open_view: Open) -> None:
    opened = open_view(report_view(), hash_="#q-q17")
    page = opened.page
    expect(page.locator("#q-q17 pre")).to_be_visible()
    expect(page.locator("#q-q17")).to_be_in_viewport()

    opened.go("#~f=worse")
    assert ["q40", "q22"] == shown_ids(page)
    page.evaluate("location.hash = 'q-q31'")
    expect(page.locator("#q-q31 pre")).to_be_visible()
    expect(page.locator(".showing")).to_have_text("showing 8 of 8")


def test_back_undoes_a_filter_and_a_sort(open_view: Open) -> None:
    page = open_view(report_view()).page
    page.get_by_role("button", name="better 3").click()
    page.get_by_role("columnheader", name="gold", exact=True).get_by_role("button").click()
    assert ["q05", "q17", "q31"] == shown_ids(page)

    page.go_back()
    assert ["q31", "q17", "q05"] == shown_ids(page)
    page.go_back()
    assert 8 == len(shown_ids(page))
    page.go_forward()
    assert 3 == len(shown_ids(page))


def test_the_address_carries_filter_order_search_and_open_rows(open_view: Open) -> None:
    opened = open_view(report_view())
    page = opened.page
    page.get_by_role("button", name="better 3").click()
    page.get_by_role("columnheader", name="gold", exact=True).get_by_role("button").click()
    page.get_by_role("searchbox").fill("finance")
    page.locator("#q-q31 summary").click()
    page.wait_for_function("location.hash.includes('o=')")
    hash_ = page.evaluate("location.hash")

    page.goto("about:blank")
    opened.go(hash_)
    assert ["q05", "q31"] == shown_ids(page)
    expect(page.locator("#q-q31 pre")).to_be_visible()
    expect(page.get_by_role("searchbox")).to_have_value("finance")


def test_a_fact_filters_the_table_it_counts(open_view: Open) -> None:
    page = open_view(report_view()).page
    page.get_by_role("link", name="11 queries better").click()

    assert ["q31", "q17", "q05"] == shown_ids(page)
    expect(page.locator(".queries")).to_be_in_viewport()


def test_a_cell_of_the_matrix_leads_to_its_panel(open_view: Open) -> None:
    page = open_view(report_view()).page
    page.locator('.matrix a[href="#at-pool.10"]').first.click()

    expect(page.locator('[id="at-pool.10"]')).to_be_visible()
    assert page.locator(".dials").get_by_label("pool").is_checked()
    assert 1 == page.locator(".panel:visible").count()


def test_everything_works_by_keyboard(open_view: Open) -> None:
    page = open_view(report_view()).page
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#main")).to_be_focused()

    page.get_by_role("button", name="worse 2").focus()
    page.keyboard.press("Enter")
    assert ["q40", "q22"] == shown_ids(page)
    page.get_by_role("columnheader", name="gold", exact=True).get_by_role("button").focus()
    page.keyboard.press("Space")
    expect(page.get_by_role("columnheader", name="gold", exact=True)).to_have_attribute(
        "aria-sort", "descending"
    )
    page.locator("#q-q22 summary").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#q-q22 pre")).to_be_visible()
    page.locator(".dials").get_by_label("context").focus()
    page.keyboard.press("ArrowLeft")
    expect(page.locator('[id="at-reranked.3"]')).to_be_visible()


def test_every_stop_of_the_keyboard_is_visible(open_view: Open) -> None:
    page = open_view(report_view()).page
    for _ in range(40):
        page.keyboard.press("Tab")
        outline = page.evaluate(
            """() => {
              const at = document.activeElement;
              const drawn = at.type === "radio" ? at.nextElementSibling : at;
              return at === document.body ? "body" : getComputedStyle(drawn).outlineStyle;
            }"""
        )
        assert outline in {"solid", "body"}


def test_hostile_strings_are_text(open_view: Open) -> None:
    hostile = (
        "</script><script>document.title=1</script>",
        "</title><img src=x onerror=alert(1)>",
        "\"' onmouseover='alert(1)",
        "javascript:alert(1)",
        "a\u202eb\u0007c\ud800",
        "$\\foo$ & &amp; <b>",
    )
    rows = [
        query_entry(text, text=text, groups=(text,), anchor=f"q-{at}")
        for at, text in enumerate(hostile)
    ]
    view = report_view(
        title=hostile[1], baseline=hostile[1], candidate=hostile[0], queries=query_table(*rows)
    )
    opened = open_view(view)
    page = opened.page

    assert hostile[1] == page.title()
    assert [] == opened.messages
    assert 0 == page.locator("main script, main b b, main img[src=x]").count()
    shown = page.locator(".block summary > bdi").all_text_contents()
    assert [*hostile[:4], "a⟨U+202E⟩b␇c⟨U+D800⟩", hostile[5]] == shown


def test_print_opens_every_row_and_writes_out_every_panel(open_view: Open) -> None:
    page = open_view(report_view(), color_scheme="dark").page
    page.emulate_media(media="print", color_scheme="dark")

    assert 15 == page.locator(".panel:visible").count()
    assert 7 == page.locator(".block pre:visible").count()
    assert page.locator(".index").is_hidden()
    assert "rgb(255, 255, 255)" == page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert "rgb(31, 42, 55)" == page.evaluate("getComputedStyle(document.body).color")


def test_chinese_words_have_a_font_and_a_language(open_view: Open) -> None:
    page = open_view(report_view(lang="zh", queries=handbook_queries())).page

    assert "zh" == page.evaluate("document.documentElement.lang")
    assert "Noto Sans CJK SC" in page.evaluate("getComputedStyle(document.body).fontFamily")
