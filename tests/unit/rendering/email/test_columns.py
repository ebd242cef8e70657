"""Text in columns, where an ideograph is as wide as two letters."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reportgen.rendering.email.columns import WIDTH, TextTable, set_table, width, wrap

WORDS = st.text("ab 检索，。（）→é\u0301", max_size=200)


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        ("", 0),
        ("q01", 3),
        ("问1", 3),
        ("，", 2),
        ("（宏平均）", 10),
        ("e\u0301", 1),
        ("→▲−·…", 5),
        ("👩", 2),
    ],
)
def test_width_is_that_of_a_terminal(text: str, columns: int) -> None:
    assert columns == width(text)


@given(WORDS, st.sampled_from(["", "  ", "10. "]))
def test_a_wrapped_paragraph_keeps_every_character_and_its_width(text: str, start: str) -> None:
    lines = wrap(text, first=start, rest=start).split("\n")

    assert all(line.startswith(start) for line in lines)
    assert "".join(text.split()) == "".join("".join(line[len(start) :].split()) for line in lines)
    for line in lines:
        # A word that is longer than a line stands alone on it.
        assert width(line) <= WIDTH or " " not in line[len(start) :].strip()


def test_no_line_begins_with_a_closing_sign_or_ends_with_an_opening_one() -> None:
    for space in range(40):
        lines = wrap("a" * space + "检索（宏平均），结果。" * 12).split("\n")

        assert not any(line[0] in "），。" or line[-1] == "（" for line in lines)


def test_a_space_that_no_line_breaks_at_stays() -> None:
    assert "aaaa\nk\u00a0=\u00a03" == wrap("aaaa k\u00a0=\u00a03", limit=8)


def test_columns_are_aligned_whatever_the_letters_are() -> None:
    table = TextTable(
        ["问题", "delta"], [["问1", "+0.5"], ["q10", "−1"]], [["报销"], []], [False, True]
    )

    assert ("问题  delta\n----  -----\n问1    +0.5\n    报销\nq10      −1") == set_table(table)


def test_columns_without_room_follow_below_with_the_first_repeated() -> None:
    table = TextTable(
        ["name", "one", "two"], [["a", "1" * 40, "2" * 40]], [["note"]], [False, True, True]
    )
    first, second = set_table(table).split("\n\n")

    assert first.split("\n")[2:] == [f"a     {'1' * 40}", "    note"]
    assert second.split("\n")[2:] == [f"a     {'2' * 40}"]


def test_a_long_name_stands_on_a_line_of_its_own() -> None:
    table = TextTable(["query", "n"], [["x" * 60, "1"], ["y", "2"]], [[], []], [False, True])
    lines = set_table(table).split("\n")

    assert "x" * 60 == lines[2]
    assert ["1", "2"] == [line[-1] for line in lines[3:]]
    assert len(lines[3]) == len(lines[4])
