"""Problems that may occur in millions of lines: the first ones are named, the others counted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Any, Final

import polars as pl

from reportgen.errors import Problems

SHOWN: Final = 20


class LineProblems:
    """Adds the first problems of one file to `problems`, and on leaving the `with` block one that counts the rest."""

    def __init__(self, problems: Problems, path: str) -> None:
        self._problems = problems
        self._path = path
        self._count = 0
        self._next = (0, "")

    def __enter__(self) -> LineProblems:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        hidden = self._count - SHOWN
        if hidden > 0:
            line, what = self._next
            left_out = (
                f"{hidden:,} more {'problem is' if hidden == 1 else 'problems are'} not shown"
            )
            self._problems.add(
                self._path, line, f"{what} (from here, {left_out})", "repair those shown first"
            )

    def __bool__(self) -> bool:
        return self._count > 0

    def add(self, line: int, what: str, remedy: str) -> None:
        self._count += 1
        if self._count <= SHOWN:
            self._problems.add(self._path, line, what, remedy)
        elif self._count == SHOWN + 1:
            self._next = (line, what)

    def add_rows(self, rows: pl.DataFrame, describe: Callable[[Any], tuple[str, str]]) -> None:
        """A problem for every row of `line` and a value, told by `describe`; only those shown become Python objects."""
        for line, value in rows.head(SHOWN + 1).iter_rows():
            self.add(line, *describe(value))
        self._count += max(0, rows.height - SHOWN - 1)


def some(items: Sequence[str], shown: int = SHOWN) -> str:
    """The items in one phrase, at most `shown` of them, saying how many are left out."""
    text = "; ".join(items[:shown])
    return text if len(items) <= shown else f"{text}; and {len(items) - shown:,} more"
