"""How large the page of many queries is and how soon it answers, beside the targets. Prints; no number fails it.

The whole pipeline writes the page from synthetic runs; headless Chromium opens it.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, Page, sync_playwright

HERE = Path(__file__).resolve().parent
CHECKOUT = HERE.parents[1]
sys.path.insert(0, str(CHECKOUT))

from tests.benchmarks.measure import measure, verdict  # noqa: E402  (this file is run as a script)

MEGABYTE = 1e6
CUTOFFS = "1,3,5,10"
QUERIES, MANY_QUERIES = 10_000, 100_000
MEGABYTES_AT_MOST, MANY_MEGABYTES_AT_MOST = 5, 6
READY_SECONDS_AT_MOST = 1.5
ANSWER_SECONDS_AT_MOST = 0.5
REPEAT = 3

ANSWERED = """async (press) => {
  const started = performance.now();
  document.querySelector(press).click();
  // The frame that shows the answer has been drawn when the second one begins.
  await new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen)));
  return (performance.now() - started) / 1000;
}"""
READY = """() => new Promise((seen) => requestAnimationFrame(
  () => seen(performance.now() / 1000)))"""


def show(label: str, value: str) -> None:
    print(f"  {label:<34}{value}", flush=True)


def write_page(folder: Path, queries: int, megabytes_at_most: float) -> Path:
    """The page of so many queries; prints how long it took and how large it is."""
    subprocess.run([sys.executable, HERE / "synthetic_stages.py", folder, str(queries)], check=True)
    runs = (folder / "baseline", folder / "candidate")
    options = ("--labels", folder / "labels", "--format", "html", "--cutoff", CUTOFFS, "--quiet")
    taken = measure(
        [sys.executable, "-m", "reportgen", "compare", *runs, *options, "--out", folder / "report"]
    )
    page = folder / "report" / "report.html"
    print(f"{queries:,} queries x 3 stages x 4 cutoffs, the page alone")
    show("reportgen compare", f"{taken.seconds:.2f} s, {taken.peak_bytes / 1e9:.2f} GB")
    show("page", verdict(page.stat().st_size / MEGABYTE, megabytes_at_most, " MB"))
    return page


def bench_in_browser(browser: Browser, path: Path) -> None:
    ready, sorting, filtering, ending = zip(
        *(_times(browser.new_page(), path) for _ in range(REPEAT)), strict=True
    )
    print(f"The same page in Chromium {browser.version}, median of {REPEAT}")
    show("load and one frame", verdict(median(ready), READY_SECONDS_AT_MOST, " s"))
    show("sort by a column", verdict(median(sorting), ANSWER_SECONDS_AT_MOST, " s"))
    show("filter by a chip", verdict(median(filtering), ANSWER_SECONDS_AT_MOST, " s"))
    show("end the filter", verdict(median(ending), ANSWER_SECONDS_AT_MOST, " s"))


def _times(page: Page, path: Path) -> tuple[float, float, float, float]:
    page.goto(path.as_uri(), wait_until="load")
    ready = page.evaluate(READY)
    page.wait_for_timeout(500)
    times = [
        page.evaluate(ANSWERED, press)
        for press in (
            "thead th:nth-child(2) button",
            ".filters button[data-f=worse]",
            ".filters button",
        )
    ]
    page.close()
    return ready, times[0], times[1], times[2]


def find_browser() -> str | None:
    names = ("chromium", "chromium-browser", "google-chrome")
    return next((path for name in names if (path := shutil.which(name))), None)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(prefix="reportgen-bench-") as name:
        written = write_page(Path(name) / "many", QUERIES, MEGABYTES_AT_MOST)
        found = find_browser()
        if found is None:
            print("No Chromium is installed: how soon the page answers is not measured")
        else:
            with sync_playwright() as playwright:
                chromium = playwright.chromium.launch(
                    executable_path=found, args=["--no-sandbox", "--disable-gpu"]
                )
                bench_in_browser(chromium, written)
                chromium.close()
        write_page(Path(name) / "very-many", MANY_QUERIES, MANY_MEGABYTES_AT_MOST)
