"""The page of a real comparison in a real browser: the handbook's, in both languages."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from reportgen.pipeline import compare
from reportgen.present import present
from reportgen.rendering.html import render_html

HANDBOOK = Path(__file__).parents[2] / "example_runs" / "handbook"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
A4 = 703
"""The width of a printed A4 page inside its margins, in CSS pixels."""
MOST_SHEETS = 40
Open = Callable[..., "Seen"]


class Seen:
    """The page as it was opened, with what it asked for and what it said."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.requests: list[str] = []
        self.messages: list[str] = []
        page.on("request", lambda request: self.requests.append(request.url))
        page.on("console", lambda message: self.messages.append(message.text))
        page.on("pageerror", lambda error: self.messages.append(str(error)))


@pytest.fixture(scope="session")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The handbook's page by language."""
    folder = tmp_path_factory.mktemp("handbook")
    report = compare(
        HANDBOOK / "baseline", HANDBOOK / "candidate", units=HANDBOOK / "passages.jsonl"
    )
    written = {}
    for lang in ("en", "zh"):
        written[lang] = folder / f"{lang}.html"
        written[lang].write_text(render_html(present(report, lang)), encoding="utf-8")
    return written


@pytest.fixture
def handbook(browser: Browser, files: dict[str, Path]) -> Iterator[Open]:
    """Opens the handbook's page; keywords are those of a browser context, `hash_` is the anchor."""
    contexts = []

    def open_it(
        lang: str = "en", *, width: int = 1280, hash_: str = "", **settings: object
    ) -> Seen:
        context = browser.new_context(viewport={"width": width, "height": 800}, **settings)  # type: ignore[arg-type]
        contexts.append(context)
        seen = Seen(context.new_page())
        seen.page.goto(files[lang].as_uri() + hash_)
        return seen

    yield open_it
    for context in contexts:
        context.close()


def bottom(page: Page, selector: str) -> float:
    return float(
        page.evaluate("at => document.querySelector(at).getBoundingClientRect().bottom", selector)
    )


def open_everything(page: Page, *, every: int = 1) -> None:
    """Opens all folded parts, and of the query table every so-manieth row."""
    page.evaluate(
        """every => {
          const rows = [...document.querySelectorAll(".rows details")];
          for (const it of document.querySelectorAll("details")) {
            const at = rows.indexOf(it);
            it.open = at < 0 || at % every === 0;
          }
        }""",
        every,
    )


def sideways(page: Page) -> int:
    return int(
        page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    )


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_first_screen_holds_everything_up_to_the_first_row_of_deltas(
    handbook: Open, lang: str
) -> None:
    page = handbook(lang).page
    places = ("h1", "#identity", "#accounting", ".facts", "#scatter", "#delta-matrix tbody tr")

    assert [] == [(at, bottom(page, at)) for at in places if bottom(page, at) > 800]


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_fact_takes_two_lines_at_most_before_its_fold(handbook: Open, lang: str) -> None:
    page = handbook(lang).page
    lines = page.evaluate(
        """[...document.querySelectorAll(".facts > li")].map((it) =>
          Math.round(it.clientHeight / parseFloat(getComputedStyle(it).lineHeight)))"""
    )

    assert 3 <= len(lines) <= 8
    assert max(lines) <= 2


def test_the_index_fits_at_1280_and_marks_one_section(handbook: Open) -> None:
    page = handbook().page
    sections = page.locator(".index a")

    assert 11 == sections.count()
    assert page.evaluate("document.querySelector('.index').scrollWidth <= innerWidth")
    for at in range(11):
        sections.nth(at).click()
        expect(page.locator(".index [aria-current]")).to_have_count(1)


def test_on_a_phone_the_index_follows_and_the_page_stays(handbook: Open) -> None:
    page = handbook(width=360).page
    page.evaluate("document.getElementById('definitions').scrollIntoView()")
    expect(page.locator(".index [aria-current]")).to_have_attribute("href", "#definitions")

    expect(page.locator(".index [aria-current]")).to_be_in_viewport()
    assert 0 == page.evaluate("scrollX")


@pytest.mark.parametrize(("lang", "width"), [("en", 360), ("zh", 360), ("en", 1280), ("en", 1720)])
def test_nothing_is_requested_said_kept_or_cut_off(handbook: Open, lang: str, width: int) -> None:
    seen = handbook(lang, width=width)
    open_everything(seen.page)
    seen.page.get_by_role("searchbox").fill("leave")

    assert 0 == sideways(seen.page)
    assert 1 == len([it for it in seen.requests if not it.startswith("data:")])
    assert [] == seen.messages
    assert [] == seen.page.context.cookies()


@pytest.mark.parametrize("width", [360, 1280])
def test_every_figure_is_seen_whole(handbook: Open, width: int) -> None:
    page = handbook(width=width).page
    open_everything(page)
    figures = page.evaluate(
        "[...document.querySelectorAll('.chart .scroll')].filter(it => it.clientWidth)"
        ".map(it => it.scrollWidth - it.clientWidth)"
    )

    assert figures
    assert {0} == set(figures)


def test_no_table_of_the_page_is_wider_than_1280_allows(handbook: Open) -> None:
    page = handbook().page
    open_everything(page)
    wider = page.evaluate(
        """[...document.querySelectorAll(".scroll")]
          .filter((it) => it.scrollWidth > it.clientWidth + 1).map((it) => it.innerText.slice(0, 60))"""
    )

    assert [] == wider


@pytest.mark.parametrize(("lang", "width", "scheme"), [("en", 1280, "light"), ("zh", 360, "dark")])
def test_axe_finds_nothing(handbook: Open, lang: str, width: int, scheme: str) -> None:
    page = handbook(lang, width=width, color_scheme=scheme).page
    # A block that is not laid out has a guessed height, by which axe would see rows overlap what follows.
    page.add_style_tag(content=".block { content-visibility: visible !important; }")
    open_everything(page, every=12)
    found = Axe().run(page, options={"runOnly": {"type": "tag", "values": RULES}})
    problems = [
        (it["id"], it["nodes"][0]["html"][:200], it["nodes"][0]["failureSummary"][:300])
        for it in found.response["violations"]
    ]

    assert [] == problems


def test_every_chip_shows_as_many_rows_as_it_says(handbook: Open) -> None:
    page = handbook().page
    chips = page.locator(".filters button")
    for at in range(1, chips.count()):
        said = int(chips.nth(at).locator("b").inner_text())
        page.locator(".filters button").first.click()
        chips.nth(at).click()

        assert said == page.locator(".block tbody[id]:not([hidden])").count()
        assert page.locator(".showing").inner_text() == f"showing {said} of 60"


def test_every_link_leads_to_something_that_can_be_seen(handbook: Open) -> None:
    page = handbook().page
    unseen = page.evaluate(
        """async () => {
          const targets = new Set([...document.querySelectorAll("a[href^='#']")].map((it) => it.hash.slice(1)));
          const failed = [];
          for (const id of targets) {
            location.hash = id;
            await new Promise(requestAnimationFrame);
            const place = document.getElementById(id);
            const at = place?.getBoundingClientRect();
            if (!at || !at.width && !at.height || at.bottom < 0 || at.top > innerHeight) failed.push(id);
          }
          return failed;
        }"""
    )

    assert [] == unseen


def test_the_headings_of_the_query_table_stay_in_sight(handbook: Open) -> None:
    page = handbook().page
    page.evaluate("document.querySelectorAll('.block tbody[id]')[40].scrollIntoView()")
    head = page.locator(".block thead").first

    expect(head.get_by_role("button", name="gold")).to_be_in_viewport()
    expect(page.locator(".block tbody[id]").nth(40)).to_be_in_viewport()
    assert bottom(page, ".index") <= head.bounding_box()["y"] + 2  # type: ignore[index]


def test_without_script_all_rows_and_links_are_there(handbook: Open) -> None:
    page = handbook(java_script_enabled=False, hash_="#q-q42").page

    assert 60 == page.locator(".block tbody[id]").count()
    expect(page.locator("#q-q42")).to_be_in_viewport()
    page.locator("#q-q42 summary").click()
    expect(page.locator("#q-q42 pre")).to_be_visible()
    expect(page.get_by_role("searchbox")).to_have_count(0)


def test_all_rows_print_open_within_the_sheet(handbook: Open) -> None:
    page = handbook(width=A4).page
    page.emulate_media(media="print")
    closed = page.evaluate(
        "[...document.querySelectorAll('.rows pre')].filter((it) => !it.getBoundingClientRect().height).length"
    )
    too_wide = page.evaluate(
        f"""[...document.querySelectorAll("main *")].filter((it) => it.getBoundingClientRect().right > {A4} + 1)
          .filter((it) => !it.closest(".sr")).map((it) => it.outerHTML.slice(0, 120))"""
    )

    assert 0 == closed
    assert [] == too_wide
    assert "table-header-group" == page.evaluate(
        "getComputedStyle(document.querySelector('.rows thead')).display"
    )
    # All of the measures, of the groups what is chosen.
    assert 15 == page.locator("#measures .panel:visible").count()
    assert 1 == page.locator("#groups .panel:visible").count()


def test_the_handbook_prints_on_forty_sheets_at_most(handbook: Open) -> None:
    pdf = handbook().page.pdf(prefer_css_page_size=True)
    sheets = len(re.findall(rb"/Type\s*/Page\b", pdf))

    assert 10 < sheets <= MOST_SHEETS
