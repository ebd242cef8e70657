"""What a rounded number may say, and what it may not."""

from __future__ import annotations

import math
import re
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reportgen.present import numbers

LEVELS = st.floats(0, 1, allow_subnormal=True)
DELTAS = st.floats(-1, 1, allow_subnormal=True)


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (4 / 9, "0.444"),
        (2 / 5, "0.400"),
        (0.0, "0"),
        (-0.0, "0"),
        (1.0, "1"),
        (0.0004, "<0.001"),
        (5e-324, "<0.001"),
        (0.0006, "0.001"),
        (0.9996, ">0.999"),
        (math.nextafter(1, 0), ">0.999"),
        (0.9994, "0.999"),
    ],
)
def test_a_level_has_three_places_and_zero_and_one_only_when_exact(
    value: float, shown: str
) -> None:
    assert shown == numbers.level(value)


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (2 / 9, "+0.222"),
        (-1 / 32, "−0.031"),
        (0.0, "0"),
        (-0.0, "0"),
        (0.0004, "+<0.001"),
        (-0.0004, "−<0.001"),
        (1.0, "+1"),
        (-1.0, "−1"),
        (-0.9999, "−>0.999"),
    ],
)
def test_a_difference_carries_its_sign(value: float, shown: str) -> None:
    assert shown == numbers.signed(value)


def test_a_difference_is_rounded_from_its_exact_value_and_not_from_two_rounded_ones() -> None:
    baseline, candidate = Fraction(1, 6), Fraction(1, 3)
    shown = [numbers.level(float(baseline)), numbers.level(float(candidate))]

    assert shown == ["0.167", "0.333"]
    assert numbers.signed(float(candidate - baseline)) == "+0.167"


@given(DELTAS)
def test_no_difference_loses_its_sign_or_shows_a_negative_zero(delta: float) -> None:
    shown = numbers.signed(delta)

    assert (delta > 0) == shown.startswith("+")
    assert (delta < 0) == shown.startswith("−")
    assert (delta == 0) == (shown == "0")
    assert "-" not in shown
    assert not re.fullmatch(r"[+−]?0(\.0+)?", shown) or delta == 0


@given(DELTAS)
def test_swapping_the_runs_changes_only_the_sign(delta: float) -> None:
    swap = str.maketrans("+−", "−+")

    assert numbers.signed(-delta) == numbers.signed(delta).translate(swap)
    assert numbers.end(-delta) == numbers.end(delta).translate(swap)


@given(LEVELS)
def test_a_level_reads_as_zero_or_one_only_when_it_is(value: float) -> None:
    shown = numbers.level(value)

    assert (shown in {"0", "0.000"}) == (value == 0)
    assert (shown in {"1", "1.000"}) == (value == 1)


@given(LEVELS)
def test_a_level_is_within_half_of_its_last_place(value: float) -> None:
    shown = numbers.level(value)
    bounds = {"<0.001": (0, 0.0005), ">0.999": (0.9995, 1)}
    low, high = bounds.get(shown) or (float(shown) - 0.0005, float(shown) + 0.0005)

    assert low - 1e-12 <= value <= high + 1e-12


def test_the_end_of_an_interval_above_zero_is_not_shown_as_zero() -> None:
    assert numbers.interval(0.0004, 0.0519) == "[+0.0004, +0.052]"
    assert numbers.interval(-0.0000123, 0.0) == "[−0.00001, 0]"
    assert numbers.interval(-1.0, 1.0) == "[−1, +1]"
    assert numbers.interval(-0.9999, 0.99999999) == "[−0.9999, +>0.999999]"


@given(DELTAS)
def test_the_end_of_an_interval_keeps_its_side_of_zero(value: float) -> None:
    shown = numbers.end(value)
    digits = re.sub(r"[^0-9.]", "", shown)

    assert (value > 0) == shown.startswith("+")
    assert (value < 0) == shown.startswith("−")
    assert (float(digits) == 0) == (value == 0)


def test_a_range_of_differences_collapses_where_its_ends_are_equal() -> None:
    assert numbers.bounds(-0.1, 0.2) == "[−0.100, +0.200]"
    assert numbers.bounds(0.0625, 0.0625) == "+0.062"


def test_a_range_of_levels_collapses_where_its_ends_are_equal() -> None:
    assert numbers.level_range(0.2, 0.6) == "[0.200, 0.600]"
    assert numbers.level_range(0.4, 0.4) == "0.400"
    assert numbers.level_range(0.0, 0.0) == "0"


@pytest.mark.parametrize(
    ("p", "shown"),
    [(1.0, "1"), (0.625, "0.625"), (1 / 2048, "<0.001"), (0.00101, "0.001"), (0.99999, ">0.999")],
)
def test_a_p_is_never_shown_as_zero(p: float, shown: str) -> None:
    assert shown == numbers.p_value(p)


@pytest.mark.parametrize(
    ("m", "shown"), [(1, "1"), (2, "1/2"), (3, "1/4"), (6, "1/32"), (11, "1/1024"), (12, "<0.001")]
)
def test_a_floor_is_the_power_of_a_half_that_it_is(m: int, shown: str) -> None:
    assert shown == numbers.floor(2.0 ** (1 - m))


@pytest.mark.parametrize(
    ("share", "shown"),
    [
        (3 / 5, "60 %"),
        (1 / 48, "2.1 %"),
        (1 / 49, "2.0 %"),
        (1 / 50, "2 %"),
        (0, "0 %"),
        (1, "100 %"),
        (0.0001, "<0.1 %"),
        (0.99999, ">99.9 %"),
        (0.9994, "99.9 %"),
        (0.29, "29 %"),
        (1 / 3, "33.3 %"),
    ],
)
def test_a_share_has_one_decimal_place_where_it_needs_one(share: float, shown: str) -> None:
    assert shown == numbers.percent(share)


@given(LEVELS)
def test_nothing_and_everything_are_said_only_when_exact(share: float) -> None:
    shown = numbers.percent(share)

    assert (shown == "0 %") == (share == 0)
    assert (shown == "100 %") == (share == 1)


@pytest.mark.parametrize(
    ("shown", "expected"),
    [
        (numbers.count(0), "0"),
        (numbers.count(6980), "6,980"),
        (numbers.signed_count(2), "+2"),
        (numbers.signed_count(-1200), "−1,200"),
        (numbers.signed_count(0), "0"),
        (numbers.quantity(10.450382), "10.5"),
        (numbers.quantity(100.0), "100"),
        (numbers.quantity(1234.56), "1,234.6"),
        (numbers.quantity(-0.01), "0.0"),
        (numbers.quantity(5 / 3, 2), "1.67"),
        (numbers.covariance(-2 / 27), "−0.074"),
        (numbers.covariance(-9 / 5), "−1.800"),
        (numbers.covariance(0.0), "0"),
        (numbers.covariance(-0.00004), "−0.00004"),
        (numbers.fraction(2, 5), "2/5"),
        (numbers.ratio(2, 5), "2/5 = 0.400"),
        (numbers.ratio(0, 5), "0/5 = 0"),
        (numbers.exact("-1/6"), "−1/6"),
        (numbers.scaled("13/100", 300), "39/300"),
        (numbers.scaled("-1/13", 26), "−2/26"),
        (numbers.scaled("4/9", 26), "4/9"),
        (numbers.scaled("-4/9", None), "−4/9"),
        (numbers.scaled("0", 26), "0/26"),
    ],
)
def test_counts_and_quantities(shown: str, expected: str) -> None:
    assert expected == shown


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (-0.020408163265306121, "−0.02040816326530612"),
        (2 / 9, "+0.2222222222222222"),
        (1e-20, "+0.00000000000000000001"),
        (-1.0, "−1"),
        (-0.0, "0"),
    ],
)
def test_an_unrounded_difference_has_every_place_of_its_double(value: float, shown: str) -> None:
    assert shown == numbers.unrounded(value)


@pytest.mark.parametrize(
    ("bound", "shown"),
    [("-0.02", "−0.02"), ("0.010", "+0.010"), ("1E-7", "+0.0000001"), ("-0.0", "0"), ("1", "+1")],
)
def test_a_bound_is_shown_as_it_was_written(bound: str, shown: str) -> None:
    assert shown == numbers.written(Decimal(bound))
