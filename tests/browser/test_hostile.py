"""Strings from the data that would be markup, addresses or directions: text in every place of a whole report, at any
width, and of no effect on what stands beside them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page, expect

from reportgen.model.labels import State
from reportgen.model.report import Report
from reportgen.present import anchors, present
from tests import in_memory, reports
from tests.view_builder import query_entry, query_table, report_view

Open = Callable[..., Any]

HOSTILE = (
    "</script><script>document.title=1</script>",
    "</title><img src=x onerror=alert(1)>",
    "\"' onmouseover='alert(1)",
    "javascript:alert(1)",
    "bell \u0007, override \u202e, isolate \u2067, null-like \u0001",
    "שלום 123 مرحبا",
    "👩‍👩‍👧‍👦🏳️‍🌈" * 40,
    "w" * 10_000,
    "差旅报销" * 500,
    "$\\foo$ & &amp; <b>bold</b> `x` *y*",
)


def hostile_report(text: str) -> Report:
    """`text` as run names, stage, unit, query ids, unit ids, query texts, unit texts, group fields and values."""
    ids = [f"{text}{at}" for at in range(8)]
    gold = {id_: [f"{text}g"] for id_ in ids[:7]}
    snapshot = in_memory.labels(
        in_memory.golds(gold), states={ids[7]: State.UNREVIEWED}, unit=f"{text}unit"
    )

    def run(name: str, units: list[str]) -> Any:
        stages = [
            in_memory.stage(dict.fromkeys(ids, units), name=f"{text}{stage}")
            for stage in ("pool", "context")
        ]
        return in_memory.run(*stages, path=f"{text}{name}", unit=f"{text}unit")

    made = reports.report(
        run("base", [f"{text}x"]),
        run("cand", [f"{text}g", f"{text}n"]),
        snapshot,
    )
    queries = msgspec.structs.replace(
        made.queries, text=[text] * 8, groups={text: [[text]] * 8}, unit_texts={f"{text}g": text}
    )
    return msgspec.structs.replace(made, queries=queries)


def elements(page: Page) -> list[int]:
    """How many there are of the elements that a string could add."""
    names = ("script", "img", "b", "i", "a", "button", "input", "tbody", "title")
    return [page.locator(name).count() for name in names]


@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: ascii(text[:16]))
def test_a_whole_report_shows_hostile_strings_as_text(open_view: Open, text: str) -> None:
    opened = open_view(present(hostile_report(text), "en"), viewport={"width": 360, "height": 800})
    page = opened.page
    page.locator("details").evaluate_all("all => all.forEach(it => it.open = true)")

    assert [] == opened.messages
    assert [opened.address] == [it for it in opened.requests if not it.startswith("data:")]
    assert 1 == page.locator("script").count()
    assert 0 == page.locator("[src]:not([src^='data:']), [onerror], [onmouseover]").count()
    assert 0 == page.locator("a:not([href^='#']):not([href$='.csv']):not([href$='.json'])").count()
    assert 0 == page.evaluate(
        "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    )
    page.set_viewport_size({"width": 1280, "height": 800})
    assert 0 == page.evaluate(
        "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    )
    plain = open_view(present(hostile_report("plain"), "en")).page
    assert elements(plain) == elements(page)


def test_a_direction_in_an_id_leaves_the_cells_after_it_alone(open_view: Open) -> None:
    page = open_view(present(hostile_report("\u202eabc\u2066 שלום"), "en")).page
    row = page.locator(".block tbody[id]").first
    row.scroll_into_view_if_needed()
    places = row.evaluate("it => [...it.rows[0].cells].map(at => at.getBoundingClientRect().left)")

    assert sorted(places) == places
    assert "⟨U+202E⟩" in (row.text_content() or "")


@pytest.mark.parametrize("hash_", ["", "#~f=worse", "#~s=0-"])
def test_ids_that_a_browser_could_confuse_open_their_own_rows(open_view: Open, hash_: str) -> None:
    ids = ("q 1", "Q 1", "q%201", "q+1", "q_201", "q1")
    table = query_table(*(query_entry(it, text=it, anchor=anchors.query(it)) for it in ids))
    page = open_view(report_view(queries=table), hash_=hash_).page
    for id_ in ids:
        page.evaluate("at => { location.hash = at }", anchors.query(id_))
        row = page.locator(f"[id='{anchors.query(id_)}']")

        expect(row.locator("pre")).to_be_visible()
        expect(row).to_be_in_viewport()
        expect(row.locator("summary bdi")).to_have_text(id_)
        page.evaluate("document.querySelectorAll('.rows [open]').forEach(it => it.open = false)")
