"""All rounding. Every number that a reader sees passes through one of these functions.

Three rules hold everywhere: "0" and "1" stand only for exactly that, a sign is never rounded away,
and a minus sign is U+2212. A difference is formatted from its own exact value, never from two
rounded ones. Undefined values do not come here; they are words.
"""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Final

MINUS: Final = "−"
_PLACES: Final = 3
_FINEST_PLACES: Final = 6


def level(value: float) -> str:
    """A measure's value in 0..1: "0.444", "0" and "1" when exact, "<0.001" and ">0.999" beside
    them."""
    return _signless(value)


def signed(value: float) -> str:
    """A difference with its sign: "+0.222", "−0.031", "0" when exact, "+<0.001" when it would
    round to zero."""
    return _sign(value) + _signless(abs(value))


def unrounded(value: float) -> str:
    """A difference with every place that its double has: "−0.020408163265306121". For what is
    compared with a number that the reader wrote down."""
    return _sign(value) + f"{Decimal(repr(abs(value))).normalize():f}"


def written(bound: Decimal) -> str:
    """A bound of a difference as its reader wrote it, with a true sign: "−0.02", "+0.010", "0"."""
    if bound == 0:
        return "0"
    return (MINUS if bound < 0 else "+") + f"{abs(bound):f}"


def end(value: float) -> str:
    """One end of an interval of a difference, signed, with more places where three would show a
    zero or a one that it is not: "+0.0004"."""
    return _sign(value) + _finest(abs(value))


def interval(low: float, high: float) -> str:
    """An interval of a difference: "[−0.087, +0.554]"."""
    return f"[{end(low)}, {end(high)}]"


def bounds(low: float, high: float) -> str:
    """A range of a difference that may be a single value: "[−0.087, +0.554]", "+0.064"."""
    return signed(low) if low == high else interval(low, high)


def level_range(low: float, high: float) -> str:
    """An interval of a measure's value: "[0.200, 0.600]", or the value alone where both ends are
    equal."""
    if low == high:
        return level(low)
    return f"[{_finest(low)}, {_finest(high)}]"


def p_value(p: float) -> str:
    """A probability to three places, "<0.001" below."""
    return _signless(p)


def floor(p: float) -> str:
    """The smallest possible p, 2^(1-m): "1/16" while the denominator is readable, else as a p."""
    fraction = Fraction(p).limit_denominator(1024)
    return str(fraction) if fraction == Fraction(p) else p_value(p)


def percent(share: float) -> str:
    """A weight or a share: "60 %", "2.0 %"; whole, and "0 %" and "100 %", only when exact."""
    whole = round(share * 100)
    # A share is a ratio of counts: it comes this close to a whole percent only where it is one.
    if abs(share * 100 - whole) < 1e-9 and (share in {0, 1} or whole not in {0, 100}):
        return f"{whole} %"
    if share < 0.0005:
        return "<0.1 %"
    if share >= 0.9995:
        return ">99.9 %"
    return f"{share * 100:.1f} %"


def count(number: int) -> str:
    """A count with thousands set apart: "6,980"."""
    return f"{number:,}".replace("-", MINUS)


def signed_count(number: int) -> str:
    """A difference of counts: "+2", "−1", "0"."""
    return _sign(number) + count(abs(number))


def quantity(value: float, places: int = 1) -> str:
    """A number that is no measure (an effective n, a mean list size): "10.5"; whole numbers as
    such."""
    shown = count(int(abs(value))) if value == int(value) else f"{abs(value):,.{places}f}"
    return (MINUS if value < 0 and shown.strip("0.,") else "") + shown


def covariance(value: float) -> str:
    """A signed quantity of any size, with places enough to keep its sign: "−0.074", "+1.800"."""
    return _sign(value) + (_finest(abs(value)) if abs(value) < 1 else f"{abs(value):,.3f}")


def fraction(numerator: int, denominator: int) -> str:
    """A count of a count: "2/5"; not reduced, since both are counts that the reader can find."""
    return f"{numerator}/{denominator}"


def exact(text: str) -> str:
    """An exact fraction of the document with a true minus sign: "4/9", "−1/6"."""
    return text.replace("-", MINUS)


def scaled(text: str, denominator: int | None) -> str:
    """An exact fraction over the denominator that was counted, where its own divides it: "13/100" over 300 is "39/300".
    Else the fraction as it is."""
    value = Fraction(text)
    if denominator is None or denominator % value.denominator:
        return exact(text)
    return exact(f"{value.numerator * (denominator // value.denominator)}/{denominator}")


def ratio(numerator: int, denominator: int) -> str:
    """A fraction with the decimal that it is: "2/5 = 0.400"."""
    return f"{fraction(numerator, denominator)} = {level(numerator / denominator)}"


def _sign(value: float) -> str:
    if value == 0:
        return ""
    return MINUS if value < 0 else "+"


def _signless(value: float) -> str:
    if value in {0, 1}:
        return str(int(value))
    shown = f"{value:.{_PLACES}f}"
    if shown == "0.000":
        return "<0.001"
    if shown == "1.000":
        return ">0.999" if value < 1 else ">1.000"
    return shown


def _finest(value: float) -> str:
    if value in {0, 1}:
        return str(int(value))
    for places in range(_PLACES, _FINEST_PLACES + 1):
        shown = f"{value:.{places}f}"
        if float(shown) not in {0, 1}:
            return shown
    return "<0.000001" if value < 0.5 else ">0.999999"
