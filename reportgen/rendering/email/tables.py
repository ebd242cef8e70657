"""The summary's tables made narrow: what a phone cannot show side by side stands under one another."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from reportgen.present import lines
from reportgen.present.blocks import (
    Cell,
    Column,
    Counts,
    Data,
    Delta,
    Direction,
    Line,
    Row,
    Table,
    Value,
    Words,
)
from reportgen.present.visible import make_visible
from reportgen.present.wording import Wording
from reportgen.rendering.email.parts import MailCell, MailColumn, MailRow, MailTable, UnderColumn

MARKS: Final = {Direction.UP: "▲\u00a0", Direction.DOWN: "▼\u00a0", Direction.NONE: "=\u00a0"}
_BETWEEN: Final = " · "
_TOGETHER: Final = re.compile(r"\bk = | %")
_LONGEST_TEXT: Final = 120
# Columns of the summary's measure table that stand on a line below each measure.
_BELOW: Final = ("interval", "p", "bounds", "ceiling", "n")


def measure_table(table: Table) -> MailTable:
    """Measure, baseline, candidate, delta and counts; on a line below each what tells how sure and how high it is."""
    first = table.columns[0].key
    return _folded(table, dict.fromkeys(_BELOW, (first, True)))


def flow_table(table: Table) -> MailTable:
    """Units of both runs and their difference, with the mean of each query's share under them."""
    under = {
        column.key: (column.key.replace(".mean", ".units"), False)
        for column in table.columns
        if column.key.endswith(".mean")
    }
    return _folded(table, under)


def matrix_table(table: Table) -> MailTable:
    """The deltas of one stage."""
    columns = tuple(MailColumn(column.heading, column.align) for column in table.columns)
    rows = tuple(MailRow(tuple(map(MailCell, row.cells))) for row in table.rows)
    return MailTable(table.caption, columns, rows, is_matrix=True)


def movers_table(table: Table, words: Wording) -> MailTable:
    """Query, gold, ceiling, hits at the last stage and delta; earlier stages and the text stand below a row."""
    has_text = table.columns[1].key == "text"
    first_stage = 4 if has_text else 3
    last = len(table.columns) - 1
    kept = [0, first_stage - 2, first_stage - 1, last - 1, last]
    rows = tuple(
        MailRow(
            tuple(MailCell(_plain(row.cells[at])) for at in kept),
            _below(row, table.columns, range(first_stage, last - 1), words, has_text=has_text),
        )
        for row in table.rows
    )
    columns = tuple(MailColumn(table.columns[at].heading, table.columns[at].align) for at in kept)
    return MailTable(table.caption, columns, rows)


def cell_line(cell: Cell) -> Line:
    """What a cell says, on one line."""
    match cell:
        case Words(line, sub):
            return lines.concat(line, lines.text(" ("), sub, lines.text(")")) if sub else line
        case Value(text, fraction):
            return lines.number(beside(text, fraction))
        case Delta(text=text, direction=direction, fraction=fraction):
            return lines.number(MARKS.get(direction, "") + beside(text, fraction))
        case Counts(better, same, worse):
            return lines.number(_BETWEEN.join(map(str, (better, same, worse))))
        case _:
            return lines.text(cell.label)


def together(words: str) -> str:
    """Words with spaces that no line breaks at: in `k = 3` and `60 %`."""
    return _TOGETHER.sub(lambda found: found[0].replace(" ", "\u00a0"), words)


def beside(text: str, fraction: str | None) -> str:
    """A value with its fraction: `0.504 (247/490)`."""
    return text if fraction is None else f"{text} ({fraction})"


def _folded(table: Table, under: Mapping[str, tuple[str, bool]]) -> MailTable:
    places = {column.key: at for at, column in enumerate(table.columns)}
    kept = [at for at, column in enumerate(table.columns) if column.key not in under]
    held: dict[int, list[int]] = {at: [] for at in kept}
    for key, (above, _) in under.items():
        if key in places:
            held[places[above]].append(places[key])
    columns = tuple(
        MailColumn(
            table.columns[at].heading,
            table.columns[at].align,
            tuple(_under(table.columns[place], under) for place in held[at]),
        )
        for at in kept
    )
    rows = tuple(
        MailRow(
            tuple(
                MailCell(row.cells[at], tuple(row.cells[place] for place in held[at]))
                for at in kept
            ),
            row.notes,
        )
        for row in table.rows
    )
    return MailTable(table.caption, columns, rows)


def _under(column: Column, under: Mapping[str, tuple[str, bool]]) -> UnderColumn:
    return UnderColumn(column.group or column.heading, column.align, under[column.key][1])


def _below(
    row: Row, columns: Sequence[Column], stages: range, words: Wording, *, has_text: bool
) -> tuple[Line, ...]:
    """The beginning of the text, and the hits at the earlier stages on one line."""
    text = row.cells[1]
    below: list[Line] = []
    if has_text and isinstance(text, Words) and text.line:
        below.append(tuple(_shortened(one) if isinstance(one, Data) else one for one in text.line))
    hits = [
        words.line("mail.stage", cell=columns[at].heading, hits=cell_line(row.cells[at]))
        for at in stages
    ]
    if hits:
        below.append(words.join(hits, "summary.between"))
    return tuple(below)


def _plain(cell: Cell) -> Cell:
    """The gold stands beside the ceiling, so that its fraction says nothing new."""
    return replace(cell, fraction=None) if isinstance(cell, Value) else cell


def _shortened(text: Data) -> Data:
    shown = " ".join(make_visible(text.value).split())
    if len(shown) > _LONGEST_TEXT:
        shown = shown[: _LONGEST_TEXT - 1].rstrip() + "…"
    return Data(shown, text.kind)
