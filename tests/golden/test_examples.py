"""The reports of both examples, whole, in both languages, as a person read them before they were committed.

`make golden` writes them anew; every change is read before it is committed.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import msgspec
import pytest

import reportgen
from reportgen import Report

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "example_runs"
GOLDEN = Path(__file__).parent
OUTPUTS = [
    ("report.en.html", "html", "en"),
    ("report.zh.html", "html", "zh"),
    ("report.en.md", "markdown", "en"),
    ("report.zh.md", "markdown", "zh"),
    ("queries.csv", "csv", "en"),
]


@pytest.fixture(scope="session")
def reports() -> dict[str, Report]:
    return {
        "teaching": reportgen.compare(
            EXAMPLES / "teaching" / "baseline",
            EXAMPLES / "teaching" / "candidate",
            EXAMPLES / "teaching" / "labels",
            cutoffs=[2],
            units=EXAMPLES / "teaching" / "passages.jsonl",
        ),
        "handbook": reportgen.compare(
            EXAMPLES / "handbook" / "baseline",
            EXAMPLES / "handbook" / "candidate",
            EXAMPLES / "handbook" / "labels",
            units=EXAMPLES / "handbook" / "passages.jsonl",
        ),
    }


@pytest.mark.parametrize(
    ("example", "name", "format", "lang"),
    [
        *(("teaching", *output) for output in OUTPUTS),
        *(("handbook", *output) for output in OUTPUTS),
        # The handbook's report.json has 3.7 MB, which nobody reads; what it holds is shown by the others.
        ("teaching", "report.json", "json", "en"),
    ],
)
def test_the_example_renders_as_it_was_read(
    reports: dict[str, Report], example: str, name: str, format: str, lang: str
) -> None:
    content = reportgen.render(without_versions(reports[example]), format=format, lang=lang)
    data = content.encode("utf-8") if isinstance(content, str) else content
    actual = without_pictures(data)
    path = GOLDEN / example / name
    if os.environ.get("REPORTGEN_UPDATE_GOLDEN"):
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(actual)

    assert path.read_bytes() == actual


def without_pictures(content: bytes) -> bytes:
    """A picture's bytes are the drawing library's affair; that one stands here, and its words, are ours."""
    return re.sub(rb"(data:image/svg\+xml;base64,)[A-Za-z0-9+/=]+", rb"\1", content)


def without_versions(report: Report) -> Report:
    """Libraries change from machine to machine."""
    provenance = msgspec.structs.replace(report.provenance, versions={})
    return msgspec.structs.replace(report, provenance=provenance)
