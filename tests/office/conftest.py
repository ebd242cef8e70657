"""LibreOffice, which opens files without a window."""

from __future__ import annotations

import os
import shutil

import pytest

PROGRAMS = ("soffice", "libreoffice")


@pytest.fixture(scope="session")
def program() -> str:
    """The tests are skipped where there is no LibreOffice, and fail where one is required."""
    found = next((path for name in PROGRAMS if (path := shutil.which(name))), None)
    if found is None:
        reason = f"none of {', '.join(PROGRAMS)} is installed"
        if os.environ.get("REPORTGEN_REQUIRE_OFFICE") == "1":
            pytest.fail(reason)
        pytest.skip(reason)
    return found
