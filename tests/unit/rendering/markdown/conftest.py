"""One hostile comparison for all tests of this room."""

from __future__ import annotations

import pytest

from reportgen.model.report import Report
from reportgen.present.summary import Summary, summarise
from tests.unit.rendering.markdown.hostile import hostile_report


@pytest.fixture(scope="session")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Report:
    return hostile_report(tmp_path_factory.mktemp("hostile"))


@pytest.fixture(scope="session")
def summaries(hostile: Report) -> dict[str, Summary]:
    """By language."""
    return {lang: summarise(hostile, lang) for lang in ("en", "zh")}
