"""JSON lines rankings: one object a query, `{"query_id", "ranking", "scores"?}` or as `fields` names them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

import numpy as np
import polars as pl

from reportgen.errors import Problems
from reportgen.model.run import InputFile, Order
from reportgen.read.json_ranking_line import LineDecoder, ListRow, WrongLine
from reportgen.read.line_problems import LineProblems
from reportgen.read.row_table import RowNumbers, RowTable
from reportgen.read.text_file import Source, TextFile

FIELDS: Final = ("query_id", "ranking", "scores")
CHUNK_UNITS: Final = 200_000

_SCHEMA: Final = {
    "query_id": pl.String,
    "unit_id": pl.String,
    "position": pl.Int64,
    "score": pl.Float64,
}


def read_json_rankings(
    source: Source, fields: Mapping[str, str], order: Order, problems: Problems
) -> tuple[RowTable, InputFile]:
    """The lists of a JSON lines file as rows with their `position`, and the file's hash.

    Lines are decoded one at a time; the ids of a line go into columns in chunks, so that no object per unit survives.
    """
    file = TextFile(source, problems)
    names = {key: fields.get(key, key) for key in FIELDS}
    decode = LineDecoder(names)
    builder = _Builder()
    first_lines: dict[str, int] = {}
    empty: dict[str, int] = {}
    with LineProblems(problems, source.shown) as wrong:
        for block in file.blocks():
            for line, text in enumerate(block.text.split(b"\n"), block.first_line):
                if not text or text.isspace():
                    continue
                try:
                    row = decode(text)
                    if row.query_id in first_lines:
                        raise WrongLine(
                            f"query {row.query_id} stands already in line {first_lines[row.query_id]}",
                            "write one object a query",
                        )
                    if order is Order.SCORE and row.ranking and row.scores is None:
                        raise WrongLine(
                            f"query {row.query_id} has no {names['scores']}, but the stage is ordered by score",
                            "add the scores, or choose the order `listed`",
                        )
                except WrongLine as error:
                    for what, remedy in error.problems:
                        wrong.add(line, what, remedy)
                    continue
                first_lines[row.query_id] = line
                if row.ranking:
                    builder.append(line, row)
                else:
                    empty[row.query_id] = line
    table = RowTable.of(builder.frame(), builder.numbers, empty=empty)
    return table, file.input_file()


@dataclass(slots=True)
class _Builder:
    """Columns that grow by whole lists."""

    numbers: RowNumbers = field(default_factory=RowNumbers)
    all_scored: bool = True
    _frames: list[pl.DataFrame] = field(default_factory=list)
    _queries: list[str] = field(default_factory=list)
    _lengths: list[int] = field(default_factory=list)
    _units: list[str] = field(default_factory=list)
    _scores: list[float] = field(default_factory=list)

    def append(self, line: int, row: ListRow) -> None:
        self._queries.append(row.query_id)
        self._lengths.append(len(row.ranking))
        self._units.extend(row.ranking)
        if row.scores is None:
            self.all_scored = False
        elif self.all_scored:
            self._scores.extend(row.scores)
        self.numbers.append_one_line(line, len(row.ranking))
        if len(self._units) >= CHUNK_UNITS:
            self._flush()

    def frame(self) -> pl.DataFrame:
        """All rows; without scores unless every list has them."""
        self._flush()
        kept = [name for name in _SCHEMA if name != "score" or self.all_scored]
        frames = [frame.select(kept) for frame in self._frames]
        return pl.concat(frames) if frames else pl.DataFrame(schema=_SCHEMA)

    def _flush(self) -> None:
        if not self._units:
            return
        lengths = np.array(self._lengths, dtype=np.int64)
        starts = np.cumsum(lengths) - lengths
        queries = pl.Series(self._queries, dtype=pl.String)
        columns = {
            "query_id": queries.gather(np.repeat(np.arange(len(lengths)), lengths)),
            "unit_id": pl.Series(self._units, dtype=pl.String),
            "position": np.arange(len(self._units), dtype=np.int64) - np.repeat(starts, lengths),
        }
        if self.all_scored:
            columns["score"] = np.array(self._scores, dtype=np.float64)
        self._frames.append(pl.DataFrame(columns))
        self._queries, self._lengths, self._units, self._scores = [], [], [], []
