"""The real data that stands beside the checkout, or where REPORTGEN_SHARED_DATA says."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of real data. Without it a test is skipped, or fails where REPORTGEN_REQUIRE_SHARED=1 demands it."""
    named = os.environ.get("REPORTGEN_SHARED_DATA")
    folder = Path(named) if named else CHECKOUT.parent / "shared" / "data"
    if folder.is_dir():
        return folder
    if os.environ.get("REPORTGEN_REQUIRE_SHARED") == "1":
        pytest.fail("the real data are required, but there is no folder ../shared/data")
    pytest.skip("the real data are not here: no folder ../shared/data beside the checkout")
