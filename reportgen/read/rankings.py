"""One ranking file of any format, with what its stage's rules demand of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import narwhals as nw

from reportgen.errors import Problems
from reportgen.model.run import DuplicatesRule, InputFile, Order, Rankings
from reportgen.read.json_rankings import FIELDS, read_json_rankings
from reportgen.read.parquet_file import ParquetFile
from reportgen.read.parquet_rankings import (
    LIST_FIELDS,
    ROW_FIELDS,
    default_parquet_order,
    read_parquet_rankings,
)
from reportgen.read.places import with_places
from reportgen.read.repeats import refuse_equal_ranks, refuse_repeated_units
from reportgen.read.row_table import RowTable
from reportgen.read.text_file import Source
from reportgen.read.trec import read_trec


@dataclass(frozen=True, slots=True)
class RankingFile:
    """A ranking file as read: its rows (None where nothing could be read) and the order that its stage uses."""

    source: Source
    order: Order
    table: RowTable | None
    input_file: InputFile | None


def read_ranking_file(
    source: Source,
    *,
    fields: Mapping[str, str] | None,
    order: Order | None,
    duplicates: DuplicatesRule,
    problems: Problems,
) -> RankingFile:
    """The rows of a ranking file; whatever is wrong with them is added to `problems`."""
    before = len(problems)
    result = _read(source, fields or {}, order, problems)
    if result.table is None:
        return result
    if not result.table.frame.height and not result.table.empty:
        if len(problems) == before:
            problems.add(
                source.shown, 0, "the file holds no row", "write it again, or remove the stage"
            )
        return replace(result, table=None)
    if duplicates is DuplicatesRule.REFUSE:
        refuse_repeated_units(result.table, source.shown, problems)
    if result.order is Order.RANK:
        refuse_equal_ranks(result.table, source.shown, problems)
    return result


def _read(
    source: Source, fields: Mapping[str, str], order: Order | None, problems: Problems
) -> RankingFile:
    name = source.bare_name()
    if name.endswith(".parquet"):
        file = ParquetFile.open(source, problems)
        if file is None:
            return RankingFile(source, order or Order.SCORE, None, None)
        order = order or default_parquet_order(file, fields)
        table = read_parquet_rankings(file, fields, order, problems)
        return RankingFile(source, order, table, file.input_file())
    if name.endswith(".jsonl"):
        order = order or Order.LISTED
        if order is Order.RANK:
            problems.add(
                source.shown,
                0,
                "JSON lines have no ranks to order by",
                "choose the order `listed` or `score`",
            )
            return RankingFile(source, order, None, None)
        table, input_file = read_json_rankings(source, fields, order, problems)
        return RankingFile(source, order, table, input_file)
    order = order or Order.SCORE
    table, input_file = read_trec(source, order, problems)
    return RankingFile(source, order, table, input_file)


def known_fields(source: Source) -> tuple[str, ...]:
    """What `fields` may name in a file of this name; nothing in a TREC run, whose columns have places, not names."""
    name = source.bare_name()
    if name.endswith(".parquet"):
        return tuple(dict.fromkeys((*ROW_FIELDS, *LIST_FIELDS)))
    return FIELDS if name.endswith(".jsonl") else ()


def as_rankings(table: RowTable, order: Order) -> Rankings:
    """The table as the rest of the program takes it, to be ordered by `order`."""
    frame, places = with_places(table.frame, order)
    return Rankings(
        nw.from_native(frame), tuple(sorted(table.empty)), table.has_rank, table.has_score, places
    )
