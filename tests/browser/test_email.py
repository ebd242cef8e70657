"""The mail's HTML in a real browser, as mail programs show it: narrow or wide, light or dark, with and without
images."""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from reportgen.rendering.email import render_email
from tests.example_reports import staged_report
from tests.unit.rendering.email.opened import (
    body,
    changed,
    named,
    of_type,
    opened,
    with_long_ids,
    with_texts,
)

Show = Callable[..., "Shown"]
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
VIEWS = pytest.mark.parametrize(
    ("width", "scheme"), [(640, "light"), (640, "dark"), (360, "light"), (360, "dark")]
)


@dataclass
class Shown:
    page: Page
    requests: list[str]


@pytest.fixture
def show(browser: Browser) -> Iterator[Show]:
    """Opens the HTML body of a message; `images` puts the pictures where their cids stand."""
    contexts = []

    def show_it(
        content: bytes, *, images: bool = True, width: int = 640, scheme: str = "light"
    ) -> Shown:
        message = opened(content)
        html = body(message, "html")
        for part in of_type(message, "image/png") if images else []:
            data = base64.b64encode(part.get_content()).decode()
            html = html.replace(
                f"cid:{part['Content-ID'].strip('<>')}", f"data:image/png;base64,{data}"
            )
        settings: dict[str, Any] = {
            "viewport": {"width": width, "height": 900},
            "color_scheme": scheme,
            "java_script_enabled": True,
        }
        context = browser.new_context(**settings)
        contexts.append(context)
        shown = Shown(context.new_page(), [])
        shown.page.on("request", lambda request: shown.requests.append(request.url))
        shown.page.set_content(html)
        return shown

    yield show_it
    for context in contexts:
        context.close()


@pytest.fixture(scope="module", params=["en", "zh"])
def mail(request: pytest.FixtureRequest) -> bytes:
    """Names, ids and texts that could widen a column."""
    report = with_texts(
        with_long_ids(named(staged_report(), "b" * 300, "混合检索" * 40)), "w" * 300
    )
    return render_email(changed(report, title="t" * 200), lang=str(request.param))


def sideways(page: Page) -> int:
    return int(
        page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    )


@VIEWS
@pytest.mark.parametrize("images", [True, False])
def test_nothing_is_cut_off_or_asked_for(
    show: Show, mail: bytes, images: bool, width: int, scheme: str
) -> None:
    shown = show(mail, images=images, width=width, scheme=scheme)

    assert 0 == sideways(shown.page)
    assert [] == [one for one in shown.requests if not one.startswith(("data:", "cid:"))]


@VIEWS
def test_axe_finds_nothing(show: Show, mail: bytes, width: int, scheme: str) -> None:
    page = show(mail, width=width, scheme=scheme).page
    # axe takes the ground that a program gives for white; this is the one that it has.
    page.evaluate("document.documentElement.style.background = 'Canvas'")
    found = Axe().run(page, options={"runOnly": {"type": "tag", "values": RULES}})
    problems = [
        (it["id"], it["nodes"][0]["html"][:200], it["nodes"][0]["failureSummary"][:300])
        for it in found.response["violations"]
    ]

    assert [] == problems


def test_without_images_their_place_says_what_they_show(show: Show, mail: bytes) -> None:
    page = show(mail, images=False).page
    boxes = page.locator("img").evaluate_all(
        "all => all.map(it => [it.alt.length, it.getBoundingClientRect().height])"
    )

    assert 2 == len(boxes)
    # Wide enough for the text, and so high that it was broken into lines.
    assert all(length > 40 and height > 30 for length, height in boxes)


@pytest.mark.parametrize("width", [360, 640])
def test_pictures_take_the_width_there_is_at_two_pixels_for_one(
    show: Show, mail: bytes, width: int
) -> None:
    page = show(mail, width=width).page
    sizes = page.locator("img").evaluate_all(
        "all => all.map(it => [it.naturalWidth, Math.round(it.getBoundingClientRect().width)])"
    )

    assert [[1280, width - 16]] * 2 == sizes


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_word_keeps_its_contrast_on_the_ground_it_stands_on(
    show: Show, mail: bytes, scheme: str
) -> None:
    page = show(mail, scheme=scheme).page
    least = page.evaluate(CONTRAST)

    assert least["ratio"] >= 4.5, least


CONTRAST = """() => {
  const parse = text => { const [r, g, b, a = 1] = text.match(/[\\d.]+/g).map(Number); return [r, g, b, a]; };
  const over = (top, below) => [0, 1, 2].map(at => top[at] * top[3] + below[at] * (1 - top[3])).concat(1);
  const light = colour => {
    const linear = it => it <= .03928 ? it / 12.92 : ((it + .055) / 1.055) ** 2.4;
    const [r, g, b] = colour.slice(0, 3).map(it => linear(it / 255));
    return .2126 * r + .7152 * g + .0722 * b;
  };
  const paper = matchMedia('(prefers-color-scheme: dark)').matches ? [18, 18, 18, 1] : [255, 255, 255, 1];
  let least = {ratio: 99};
  for (const it of document.querySelectorAll('td, th, p, li, h1, h2, small, caption, code')) {
    if (!it.textContent.trim()) continue;
    const chain = [];
    for (let up = it; up; up = up.parentElement) chain.unshift(getComputedStyle(up));
    let ground = paper, opacity = 1;
    for (const style of chain) {
      ground = over(parse(style.backgroundColor), ground);
      opacity *= Number(style.opacity);
    }
    const letters = parse(chain.at(-1).color);
    letters[3] *= opacity;
    const pair = [light(over(letters, ground)), light(ground)].sort((a, b) => b - a);
    const ratio = (pair[0] + .05) / (pair[1] + .05);
    if (ratio < least.ratio) least = {ratio, text: it.textContent.slice(0, 60)};
  }
  return least;
}"""
