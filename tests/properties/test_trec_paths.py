"""The fast and the robust way of reading TREC rows give the same table, and so does a reader of a few plain lines."""

from __future__ import annotations

import re
from math import isfinite

from hypothesis import given
from hypothesis import strategies as st

from reportgen.errors import Problems
from reportgen.model.run import Order
from reportgen.read.line_problems import LineProblems
from reportgen.read.text_file import Block
from reportgen.read.trec import fast_rows, robust_rows

Row = tuple[str, str, int | None, float | None]

ids = st.one_of(
    st.sampled_from(["NA", "null", "nan", "007", "1e3", '"x', "<::>", "q#1", "-", "True"]),
    st.text(st.characters(codec="utf-8", exclude_characters="\0\n\r \t"), min_size=1, max_size=8),
)
scores = st.one_of(
    st.floats(allow_nan=False, allow_infinity=False).map(repr),
    st.floats(allow_nan=False, allow_infinity=False).map(lambda score: f"{score:.17e}"),
    st.decimals(allow_nan=False, allow_infinity=False, places=3).map(str),
    st.integers(-1000, 1000).map(lambda score: f"{score:+d}"),
    st.sampled_from(["1E+2", "8.47e-01", "-3", ".5", "5.", "1e400", "nan", "inf", "0,84", "abc"]),
)
ranks = st.one_of(st.integers(-5, 5000).map(str), st.sampled_from(["+1", "01", "1.0", "x", "1e3"]))
separators = st.sampled_from([" ", "\t"])
messy_separators = st.sampled_from([" ", "\t", "  ", " \t "])
tags = st.lists(ids, min_size=1, max_size=3)


@st.composite
def rows(draw: st.DrawFn) -> list[list[str]]:
    return draw(
        st.lists(
            st.tuples(ids, ids, ids, ranks, scores, tags).map(lambda row: [*row[:5], *row[5]]),
            min_size=1,
            max_size=12,
        )
    )


@st.composite
def clean_files(draw: st.DrawFn) -> str:
    """Files with one separator throughout."""
    separator = draw(separators)
    end = draw(st.sampled_from(["\n", "\r\n"]))
    return "".join(separator.join(row) + end for row in draw(rows()))


@st.composite
def messy_files(draw: st.DrawFn) -> str:
    """Files with any separators, blank lines, comments, short rows and blanks at either end."""
    lines = []
    for row in draw(rows()):
        kept = row[: draw(st.sampled_from([3, 5, 6, 9, 9, 9, 9, 9]))]
        line = kept[0] + "".join(draw(messy_separators) + part for part in kept[1:])
        lines.append(draw(st.sampled_from(["", "", "", " ", "#", "# "])) + line)
        lines.extend(draw(st.lists(st.sampled_from(["", " \t", "# comment"]), max_size=2)))
    end = draw(st.sampled_from(["\n", "\r\n", " \n"]))
    return end.join(lines) + draw(st.sampled_from(["", end]))


def robust(text: str, order: Order) -> tuple[list[Row], list[int]]:
    """Rows, and the lines that were refused."""
    problems = Problems()
    with LineProblems(problems, "file") as wrong:
        frame, _ = robust_rows(Block(1, text.encode()), order, wrong)
    kept = frame.select("query_id", "unit_id", "rank", "score").rows()
    return kept, sorted({problem.line for problem in problems})


def plain(text: str, order: Order) -> tuple[list[Row], list[int]]:
    """What formats.md says, line by line."""
    kept: list[Row] = []
    refused = []
    for number, line in enumerate(text.split("\n"), 1):
        parts = [part for part in re.split("[ \t]+", line.removesuffix("\r")) if part]
        number_of = [_score(part) for part in parts[4:5]]
        if not parts:
            continue
        if line.startswith("#"):
            if len(parts) >= 6 and re.fullmatch(_DECIMAL, parts[4]):
                refused.append(number)
            continue
        if len(parts) < 6:
            refused.append(number)
            continue
        rank = int(parts[3]) if re.fullmatch("[+-]?[0-9]+", parts[3]) else None
        score = number_of[0]
        if (order is Order.SCORE and score is None) or (order is Order.RANK and rank is None):
            refused.append(number)
            continue
        kept.append((parts[0], parts[2], rank, score))
    return kept, refused


_DECIMAL = r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?"


def _score(text: str) -> float | None:
    if re.fullmatch(_DECIMAL, text) is None or not isfinite(float(text)):
        return None
    return float(text)


def exact(rows: list[Row]) -> list[tuple[str, str, int | None, str | None]]:
    """Scores by their bits, so that 0.0 and -0.0 differ."""
    return [(*row[:3], None if row[3] is None else row[3].hex()) for row in rows]


@given(clean_files(), st.sampled_from(Order))
def test_the_fast_way_gives_the_table_of_the_robust_way(text: str, order: Order) -> None:
    fast = fast_rows(Block(1, text.encode()))
    kept, refused = robust(text, order)

    if fast is not None:
        assert exact(kept) == exact(fast.rows())
        assert [] == refused


@given(st.one_of(clean_files(), messy_files()), st.sampled_from(Order))
def test_the_robust_way_does_what_the_format_says_line_by_line(text: str, order: Order) -> None:
    expected, lines = plain(text, order)
    kept, refused = robust(text, order)

    assert exact(expected) == exact(kept)
    assert lines == refused


@given(st.one_of(clean_files(), messy_files()))
def test_the_fast_way_gives_the_table_of_the_format_or_none(text: str) -> None:
    fast = fast_rows(Block(1, text.encode()))

    if fast is not None:
        expected, refused = plain(text, Order.SCORE)

        assert exact(expected) == exact(fast.rows())
        assert [] == refused


@given(rows(), separators)
def test_the_fast_way_takes_every_file_in_which_nothing_is_unusual(
    parts: list[list[str]], separator: str
) -> None:
    text = "".join(separator.join([*row[:3], "1", "0.5", "tag"]) + "\n" for row in parts)
    fast = fast_rows(Block(1, text.encode()))

    is_usual = not text.startswith("#") and "\n#" not in text
    assert is_usual == (fast is not None)
