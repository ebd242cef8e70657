"""A browser for the tests of the page: Chromium as the system has it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from reportgen.present.blocks import ReportView
from reportgen.rendering.html import render_html

_NAMES = ("chromium", "chromium-browser", "google-chrome")
_ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium without a window; the tests are skipped where there is none, and fail where one is required."""
    found = next((path for name in _NAMES if (path := shutil.which(name))), None)
    if found is None:
        reason = f"none of {', '.join(_NAMES)} is installed"
        if os.environ.get("REPORTGEN_REQUIRE_BROWSER") == "1":
            pytest.fail(reason)
        pytest.skip(reason)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=list(_ARGUMENTS))
        yield browser
        browser.close()


class Opened:
    """A page in the browser, with what it asked for and what it said."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.address = address
        self.requests: list[str] = []
        self.messages: list[str] = []
        page.on("request", lambda request: self.requests.append(request.url))
        page.on("console", lambda message: self.messages.append(message.text))
        page.on("pageerror", lambda error: self.messages.append(str(error)))

    def go(self, hash_: str = "") -> Page:
        self.page.goto(self.address + hash_)
        return self.page


@pytest.fixture
def open_view(browser: Browser, tmp_path: Path) -> Iterator[Callable[..., Opened]]:
    """Writes a view to a file and opens it; keywords are those of a browser context, `hash_` is the anchor."""
    contexts: list[BrowserContext] = []

    def open_it(view: ReportView, *, hash_: str = "", **settings: object) -> Opened:
        path = tmp_path / "report.html"
        path.write_text(render_html(view), encoding="utf-8")
        context = browser.new_context(**{"viewport": {"width": 1280, "height": 800}, **settings})  # type: ignore[arg-type]
        contexts.append(context)
        opened = Opened(context.new_page(), path.as_uri())
        opened.go(hash_)
        return opened

    yield open_it
    for context in contexts:
        context.close()
