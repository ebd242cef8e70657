"""TREC runs: rows `query_id Q0 unit_id rank score tag`, separated by blanks and tabs."""

from __future__ import annotations

from typing import Final

import polars as pl

from reportgen.errors import Problems
from reportgen.model.run import InputFile, Order
from reportgen.read.line_problems import LineProblems
from reportgen.read.numbered_lines import (
    FINITE_DECIMAL,
    column_count,
    columns_pattern,
    numbered_lines,
    parsed_integer,
    parsed_score,
)
from reportgen.read.row_table import RowNumbers, RowTable
from reportgen.read.text_file import BOM, Block, Source, TextFile

COLUMNS: Final = 6
_KEPT: Final = {"query_id": 0, "unit_id": 2, "rank": 3, "score": 4}
AMBIGUOUS_COMMENT: Final = (
    "a line that starts with # may be a comment or a row",
    "remove the comment, or give the query an id that does not start with #",
)
NUL_IN_ID: Final = ("an id holds a NUL character", "write ids without NUL, LF and CR")
_SCHEMA: Final = {
    "query_id": pl.String,
    "q0": pl.String,
    "unit_id": pl.String,
    "rank": pl.Int64,
    "score": pl.Float64,
    "tag": pl.String,
}


def read_trec(source: Source, order: Order, problems: Problems) -> tuple[RowTable, InputFile]:
    """The rows of a TREC run as they stand, and the file's hash.

    Blocks with one separator throughout are parsed by Polars' CSV reader; any other block, and any block in which
    something is not as it should be, goes through the robust path, which names the line.
    """
    file = TextFile(source, problems)
    numbers = RowNumbers()
    frames: list[pl.DataFrame] = []
    comments = 0
    with LineProblems(problems, source.shown) as wrong:
        for block in file.blocks():
            rows = fast_rows(block)
            if rows is not None:
                numbers.append_lines_from(block.first_line, rows.height)
            else:
                robust, in_block = robust_rows(block, order, wrong)
                comments += in_block
                numbers.append_lines(robust.get_column("line"))
                rows = robust.drop("line")
            frames.append(rows)
    frame = pl.concat(frames) if frames else pl.DataFrame(schema=_SCHEMA).select(*_KEPT)
    return RowTable.of(frame, numbers, comments=comments), file.input_file()


def fast_rows(block: Block) -> pl.DataFrame | None:
    """The rows of a block in which nothing is unusual, else None.

    Checked here, because Polars' CSV reader would pass over it in silence: NUL, carriage returns, a second kind of
    separator, an id that begins with a byte order mark; and after parsing, by nulls: blank and short lines, repeated
    separators; comments that look like rows, and scores that are not finite.
    """
    text = block.text
    if b"\r" in text:
        text = text.replace(b"\r\n", b"\n")
    if b"\r" in text or b"\0" in text or text.startswith(BOM):
        return None
    separator, other = (b" ", b"\t") if b"\t" not in text else (b"\t", b" ")
    if other in text:
        return None
    try:
        rows = pl.read_csv(
            text,
            has_header=False,
            separator=separator.decode(),
            quote_char=None,
            schema=_SCHEMA,
            extra_columns="ignore",
        )
    except pl.exceptions.PolarsError:
        return None
    if any(rows.null_count().row(0)) or not rows.get_column("score").is_finite().all():
        return None
    if rows.get_column("query_id").str.starts_with("#").any():
        return None
    return rows.select(*_KEPT)


def robust_rows(block: Block, order: Order, wrong: LineProblems) -> tuple[pl.DataFrame, int]:
    """The rows of a block with their `line`, whatever blanks, tabs, comments and empty lines it holds, and the number
    of comments. `rank` is null where it is no integer, `score` where it is not finite; where the order needs them,
    such a row is a problem and left out, as is any row that is not six columns or more."""
    lines = numbered_lines(block, wrong)
    is_comment = pl.col("text").str.starts_with("#")
    groups = pl.col("text").str.extract_groups(columns_pattern(COLUMNS, more=True)).struct
    parts = lines.select(
        "line",
        "text",
        is_comment.alias("is_comment"),
        *(groups.field(str(place + 1)).alias(name) for name, place in _KEPT.items()),
    )
    ambiguous = parts.filter("is_comment", pl.col("score").str.contains(FINITE_DECIMAL))
    wrong.add_rows(ambiguous.select("line", "text"), lambda _: AMBIGUOUS_COMMENT)
    comments = int(parts.get_column("is_comment").sum()) - ambiguous.height
    rows = parts.filter(~pl.col("is_comment"))
    short = rows.filter(pl.col("query_id").is_null())
    wrong.add_rows(short.select("line", "text"), not_a_row)
    rows = rows.filter(pl.col("query_id").is_not_null())
    has_nul = pl.any_horizontal(pl.col("query_id", "unit_id").str.contains("\0", literal=True))
    wrong.add_rows(rows.filter(has_nul).select("line", "text"), lambda _: NUL_IN_ID)
    rows = rows.filter(~has_nul).with_columns(
        parsed_rank=parsed_integer(pl.col("rank")), parsed_score=parsed_score(pl.col("score"))
    )
    if order is Order.SCORE:
        wrong.add_rows(
            rows.filter(pl.col("parsed_score").is_null()).select("line", "score"), _not_a_score
        )
        rows = rows.filter(pl.col("parsed_score").is_not_null())
    if order is Order.RANK:
        wrong.add_rows(
            rows.filter(pl.col("parsed_rank").is_null()).select("line", "rank"), _not_a_rank
        )
        rows = rows.filter(pl.col("parsed_rank").is_not_null())
    parsed = rows.select(
        "line", "query_id", "unit_id", rank=pl.col("parsed_rank"), score=pl.col("parsed_score")
    )
    return parsed, comments


def not_a_row(text: str) -> tuple[str, str]:
    """What is wrong with a row that has too few columns, and what to do."""
    if text.lstrip().startswith(("{", "[")):
        return (
            "this is JSON, not a row of a TREC run",
            "write one object a query and a line, and let the name end in .jsonl",
        )
    count = column_count(text)
    found = "1 column" if count == 1 else f"{count} columns"
    remedy = "write `query_id Q0 unit_id rank score tag`"
    if count == 4:
        remedy += "; four columns are judgments (TREC qrels) and belong to the labels"
    return f"{found} where a TREC run has six", remedy


def _not_a_rank(value: str) -> tuple[str, str]:
    return f"rank {value} is not an integer", "write integer ranks, or choose another order"


def _not_a_score(value: str) -> tuple[str, str]:
    remedy = "write finite scores, or choose another order for the stage"
    if "," in value:
        remedy = "write the decimal sign as a point"
    elif value.replace("_", "").isalpha():
        remedy = f"remove the line if it is a header, else {remedy}"
    return f"score {value} is not a finite decimal number", remedy
