"""Columns as arrays over rows or queries."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import narwhals as nw
import numpy as np

from reportgen.model.matched import Ints

BLOCK = 2_000_000


def ints(column: nw.Series[Any]) -> Ints:
    """A column of integers without nulls as an array."""
    return column.to_numpy().astype(np.int64)


def count(query: Ints, queries: int) -> Ints:
    """How often each query index occurs; shape [Q]."""
    return np.bincount(query, minlength=queries)


def blocks(rows: Ints) -> list[range]:
    """The queries in blocks of about `BLOCK` rows, so that memory stays small; at least one block.

    `rows` are the rows of each query, shape [Q].
    """
    number = np.cumsum(rows) // BLOCK
    starts = np.flatnonzero(np.diff(number, prepend=-1)).tolist() or [0]
    return [range(*ends) for ends in pairwise([*starts, len(rows)])]
