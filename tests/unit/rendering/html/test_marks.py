"""Marks of cells: sort keys, classes, places."""

from __future__ import annotations

import pytest

from reportgen.present.blocks import Delta, Direction, Range, Strip, Value, Words
from reportgen.rendering import marks


@pytest.mark.parametrize(
    "cell",
    [
        Value("0.444", sort=0.444),
        Value("0.444", sort=4 / 9),
        Value("1/3", sort=1 / 3),
        Value("12", sort=12),
        Value("2 · 1", sort=3.0),
        Value("– · 1", sort=1.0),
        Delta("−0.500", Direction.DOWN, sort=-0.5),
        Delta("+1", Direction.UP, sort=1.0),
        Value("undefined", undefined=True),
        Words((), sort=None),
    ],
)
def test_a_cell_that_says_its_sort_key_repeats_it_nowhere(cell: Value | Delta | Words) -> None:
    assert marks.sort_key(cell) is None


@pytest.mark.parametrize(
    ("cell", "key"),
    [
        (Value("<0.001", sort=0.0004), "0.0004"),
        (Value("0.444", fraction="4/9", sort=0.444), "0.444"),
        (Value("6,980", sort=6980), "6980"),
        (Words((), sort="q17"), "q17"),
    ],
)
def test_a_cell_whose_text_is_not_its_sort_key_carries_it(cell: Value | Words, key: str) -> None:
    assert key == marks.sort_key(cell)


@pytest.mark.parametrize(
    ("value", "shown"),
    [(0, "0"), (1, "1"), (0.5, ".5"), (1 / 3, ".333"), (0.9999, "1"), (-0.2, "-.2")],
)
def test_shares_are_as_short_as_they_can_be(value: float, shown: str) -> None:
    assert shown == marks.share(value)


def test_a_strip_takes_the_colour_of_its_direction() -> None:
    assert '"s u"' == marks.strip_class(Strip(0.2, 0.4, 1, ""))
    assert '"s d"' == marks.strip_class(Strip(0.4, 0.2, 1, ""))
    assert "s" == marks.strip_class(Strip(0.4, 0.4, 1, ""))
    assert '"s p o"' == marks.strip_class(Strip(None, 0.4, None, ""))
    assert "--b:.2;--c:.4;--t:.75" == marks.strip_style(Strip(0.2, 0.4, 0.75, ""))


def test_an_interval_is_placed_on_its_scale_and_never_outside() -> None:
    assert "--l:.4;--h:.7;--a:.55" == marks.range_style(Range(-0.1, 0.2, 0.05, 0.5, "", ""))
    assert "--l:0;--h:1;--a:.5;--m:0;--n:1" == marks.range_style(
        Range(-2, 2, 0, 1, "", "", outer=(-3, 3))
    )


@pytest.mark.parametrize(
    ("cell", "pad", "name"),
    [
        (Delta("0", Direction.NONE), True, '"e w"'),
        (Delta("0", Direction.NONE), False, "e"),
        (Delta("+0.100", Direction.UP), True, "u"),
        (Delta("undefined", Direction.UNDEFINED), True, "v"),
    ],
)
def test_whole_numbers_among_decimals_leave_room_for_places(
    cell: Delta, pad: bool, name: str
) -> None:
    assert name == marks.delta_class(cell, pad)
