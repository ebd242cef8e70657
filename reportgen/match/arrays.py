"""Columns as arrays over rows or queries."""

from __future__ import annotations

from typing import Any

import narwhals as nw
import numpy as np

from reportgen.model.matched import Ints


def ints(column: nw.Series[Any]) -> Ints:
    """A column of integers without nulls as an array."""
    return column.to_numpy().astype(np.int64)


def count(query: Ints, queries: int) -> Ints:
    """How often each query index occurs; shape [Q]."""
    return np.bincount(query, minlength=queries)
