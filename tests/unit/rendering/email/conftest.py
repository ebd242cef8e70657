"""Reports that several tests of this room send."""

from __future__ import annotations

from email.message import EmailMessage

import pytest

from reportgen.model.report import Report
from reportgen.rendering.email import render_email
from tests.example_reports import staged_report
from tests.unit.rendering.email.opened import many_chinese_queries, opened


@pytest.fixture(scope="session")
def staged() -> Report:
    return staged_report(24)


@pytest.fixture(scope="session")
def large() -> Report:
    return many_chinese_queries()


@pytest.fixture(scope="session", params=["en", "zh"])
def lang(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="session")
def mail(staged: Report, lang: str) -> EmailMessage:
    return opened(render_email(staged, lang=lang))
