"""Cells of CSV files that spreadsheets open: what a spreadsheet would run, and how it is kept from that."""

from __future__ import annotations

from typing import Final

BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"
"""Stands before the first cell, so that a spreadsheet reads UTF-8."""

_RUN: Final = ("=", "+", "-", "@", "'", "\t", "\r")


def disarm(text: str) -> str:
    """`text`, with a leading `'` where a spreadsheet would run it or where it begins with `'` itself."""
    return f"'{text}" if text.startswith(_RUN) else text


def rearm(cell: str) -> str:
    """What was disarmed: the cell without one leading `'`."""
    return cell.removeprefix("'")
