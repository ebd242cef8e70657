"""Settings that hold for every test."""

from __future__ import annotations

import hypothesis

# The same examples in every run and on every machine; a slow machine fails no test.
hypothesis.settings.register_profile(
    "deterministic", derandomize=True, deadline=None, database=None
)
hypothesis.settings.load_profile("deterministic")
