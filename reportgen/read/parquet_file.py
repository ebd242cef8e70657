"""Parquet files: opened, hashed, and their columns taken by name, dotted into structs and lists of structs."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import polars as pl
from polars.datatypes import DataTypeClass

from reportgen.errors import Problems
from reportgen.model.run import InputFile
from reportgen.read.ids import id_problem
from reportgen.read.line_problems import LineProblems
from reportgen.read.text_file import Source, check_first_bytes

HASHED_BYTES: Final = 16 << 20
# A false count in the footer makes Polars panic, which is no PolarsError.
_DAMAGED: Final = (pl.exceptions.PolarsError, pl.exceptions.PanicException, OSError)


@dataclass(frozen=True, slots=True)
class ParquetFile:
    """An open Parquet file: the types of its columns, and its hash."""

    source: Source
    schema: Mapping[str, pl.DataType]
    sha256: str

    @classmethod
    def open(cls, source: Source, problems: Problems) -> ParquetFile | None:
        """The file, or None with a problem added if it cannot be read."""
        if not check_first_bytes(source, problems):
            return None
        try:
            schema = _scan(source).collect_schema()
            sha256 = _sha256(source)
        except _DAMAGED:
            _add_damaged(source, problems)
            return None
        return cls(source, schema, sha256)

    def input_file(self) -> InputFile:
        return InputFile(self.source.name, self.sha256)

    def type_of(self, name: str) -> pl.DataType | None:
        """The type of a column, dotted or not; None if there is no such column."""
        located = self._located(name)
        return None if located is None else located[1]

    def missing(self, name: str) -> tuple[str, str]:
        """The refusal of a column that does not exist."""
        columns = ", ".join(f"`{column}`" for column in list(self.schema)[:20])
        return f"column `{name}` is missing", f"the file has the columns {columns}"

    def read(self, names: Mapping[str, str], problems: Problems) -> pl.DataFrame | None:
        """The columns of `names` (new name -> name in the file) and `row`, counted from 1; None with a problem if the
        content is damaged. Names that do not exist are left out."""
        located = {new: self._located(name) for new, name in names.items()}
        chosen = [found[0].alias(new) for new, found in located.items() if found is not None]
        try:
            return _scan(self.source).select(chosen).collect().with_row_index("row", offset=1)
        except _DAMAGED:
            _add_damaged(self.source, problems)
            return None

    def _located(self, name: str) -> tuple[pl.Expr, pl.DataType] | None:
        if name in self.schema:
            return pl.col(name), self.schema[name]
        first, *inner = name.split(".")
        if first not in self.schema:
            return None
        return _inside(pl.col(first), self.schema[first], inner)


def with_valid_ids(
    frame: pl.DataFrame, name: str, shown: str, wrong: LineProblems
) -> pl.DataFrame | None:
    """The frame without the rows whose id `name` is null, empty or holds NUL, LF or CR, each of them a problem; None
    if the column does not hold strings. `frame` has `row`; `shown` is the column's name in the file."""
    dtype = frame.schema[name]
    if isinstance(dtype, pl.Categorical | pl.Enum):
        frame = frame.with_columns(pl.col(name).cast(pl.String))
    elif dtype != pl.String:
        wrong.add(0, f"column `{shown}` holds {dtype}, not strings", "write ids as strings")
        return None
    is_null = pl.col(name).is_null()
    is_bad = (pl.col(name) == "") | pl.col(name).str.contains("[\0\n\r]")

    def describe(value: str | None) -> tuple[str, str]:
        what, remedy = ("an id is null", "write ids as strings")
        if value is not None:
            what, remedy = id_problem(value) or (what, remedy)
        return f"{what} in this row, column `{shown}`", remedy

    wrong.add_rows(frame.filter(is_null | is_bad).select("row", name), describe)
    return frame.filter(~is_null & ~is_bad)


def _inside(
    expression: pl.Expr, dtype: pl.DataType, parts: list[str]
) -> tuple[pl.Expr, pl.DataType] | None:
    if not parts:
        return expression, dtype
    if isinstance(dtype, pl.Struct):
        for field in dtype.fields:
            if field.name == parts[0]:
                inner = expression.struct.field(parts[0])
                return _inside(inner, _instance(field.dtype), parts[1:])
        return None
    if isinstance(dtype, pl.List):
        found = _inside(pl.element(), _instance(dtype.inner), parts)
        return None if found is None else (expression.list.eval(found[0]), pl.List(found[1]))
    return None


def _instance(dtype: pl.DataType | DataTypeClass) -> pl.DataType:
    return dtype if isinstance(dtype, pl.DataType) else dtype()


def _scan(source: Source) -> pl.LazyFrame:
    # A name may hold `*`, `[` or `=`, which Polars would take for patterns and partitions.
    return pl.scan_parquet(source.path, glob=False, hive_partitioning=False)


def _sha256(source: Source) -> str:
    digest = hashlib.sha256()
    with source.path.open("rb") as file:
        while chunk := file.read(HASHED_BYTES):
            digest.update(chunk)
    return digest.hexdigest()


def _add_damaged(source: Source, problems: Problems) -> None:
    problems.add(source.shown, 0, "the Parquet content is damaged", "write the file again")
