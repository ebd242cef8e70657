"""Lines of a text file as a column, each with its number: the robust way to read rows."""

from __future__ import annotations

from typing import Final

import polars as pl

from reportgen.read.line_problems import LineProblems
from reportgen.read.text_file import Block

BLANKS: Final = " \t"
FINITE_DECIMAL: Final = r"^[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$"
STRAY_RETURN: Final = (
    "the line holds a carriage return that does not end it",
    "end lines with LF or CR LF",
)
INTEGER: Final = r"^[+-]?[0-9]+$"


def numbered_lines(block: Block, problems: LineProblems) -> pl.DataFrame:
    """The lines of a block that hold something: `line` (UInt32, from 1) and `text` (String), without their ends.

    A carriage return inside a line is a problem: it ends lines in no file that is read here, and no id holds it.
    """
    text = block.text.decode().removesuffix("\n")
    lines = (
        pl.DataFrame({"text": [text]}, schema={"text": pl.String})
        .select(pl.col("text").str.split("\n").explode().str.strip_suffix("\r"))
        .with_row_index("line", offset=block.first_line)
    )
    if b"\r" in block.text:
        broken = lines.filter(pl.col("text").str.contains("\r", literal=True))
        problems.add_rows(broken, lambda _: STRAY_RETURN)
        lines = lines.join(broken, on="line", how="anti", maintain_order="left")
    return lines.filter(pl.col("text").str.strip_chars(BLANKS).str.len_bytes() > 0)


def columns_pattern(count: int, *, more: bool) -> str:
    """Regular expression for `count` columns separated by blanks and tabs, `more` may follow; a group per column."""
    columns = rf"[{BLANKS}]+".join([rf"([^{BLANKS}]+)"] * count)
    end = rf"(?:[{BLANKS}]|$)" if more else rf"[{BLANKS}]*$"
    return rf"^[{BLANKS}]*{columns}{end}"


def column_count(text: str) -> int:
    """How many columns separated by blanks and tabs a line has (other white space may stand in ids)."""
    return len([part for part in text.replace("\t", " ").split(" ") if part])


def parsed_score(column: pl.Expr) -> pl.Expr:
    """Finite decimal numbers as Float64, read exactly as Python's `float` does; null for anything else."""
    number = (
        pl.when(column.str.contains(FINITE_DECIMAL)).then(column).cast(pl.Float64, strict=False)
    )
    return pl.when(number.is_finite()).then(number)


def parsed_integer(column: pl.Expr) -> pl.Expr:
    """Integers as Int64; null for anything else."""
    return pl.when(column.str.contains(INTEGER)).then(column).cast(pl.Int64, strict=False)
