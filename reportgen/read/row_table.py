"""The rows of one ranking file, whatever its format, with the way back to their lines."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

import polars as pl


class RowNumbers:
    """The line (or row, in Parquet) of every row of a table, kept as ranges wherever lines follow one another."""

    def __init__(self) -> None:
        self._starts: list[int] = []
        self._parts: list[int | tuple[int] | pl.Series] = []
        self._rows = 0

    def append_lines_from(self, first_line: int, rows: int) -> None:
        """The next `rows` rows stand on consecutive lines."""
        self._append(first_line, rows)

    def append_lines(self, lines: pl.Series) -> None:
        """The next rows stand on these lines."""
        self._append(lines, lines.len())

    def append_one_line(self, line: int, rows: int) -> None:
        """The next `rows` rows stand on one line."""
        self._append((line,), rows)

    def _append(self, part: int | tuple[int] | pl.Series, rows: int) -> None:
        if rows:
            self._starts.append(self._rows)
            self._parts.append(part)
            self._rows += rows

    def of(self, row: int) -> int:
        """The line of a row, counted from 0."""
        place = bisect_right(self._starts, row) - 1
        part, offset = self._parts[place], row - self._starts[place]
        match part:
            case int():
                return part + offset
            case (line,):
                return line
            case _:
                return int(part[offset])


@dataclass(frozen=True, slots=True)
class RowTable:
    """`frame` has `query_id`, `unit_id` and, where every row has one, `rank` (Int64) and `score` (Float64, finite).

    `empty` maps the queries that returned nothing to their lines. `place` is what numbers count: `line` or `row`.
    """

    frame: pl.DataFrame
    numbers: RowNumbers
    comments: int
    empty: dict[str, int]
    place: str

    @classmethod
    def of(
        cls,
        frame: pl.DataFrame,
        numbers: RowNumbers,
        *,
        comments: int = 0,
        empty: dict[str, int] | None = None,
        place: str = "line",
    ) -> RowTable:
        """A table without the rank or score column if any row lacks its value."""
        incomplete = [
            name
            for name in ("rank", "score")
            if name in frame.columns and frame.get_column(name).null_count()
        ]
        return cls(frame.drop(incomplete), numbers, comments, empty or {}, place)

    @property
    def has_rank(self) -> bool:
        return "rank" in self.frame.columns

    @property
    def has_score(self) -> bool:
        return "score" in self.frame.columns

    def places(self, rows: Sequence[int]) -> str:
        """Where some rows stand, in words: `line 3`, `lines 3, 9`."""
        lines = sorted({self.numbers.of(row) for row in rows})
        shown = ", ".join(str(line) for line in lines[:6]) + (", …" if len(lines) > 6 else "")
        return f"{self.place}{'s' if len(lines) > 1 else ''} {shown}"
