"""Where a report that is sent somewhere may lead: to the full report, by an address of the web."""

from __future__ import annotations

import re
from typing import Final

from reportgen.errors import Problem, Refused

_ADDRESS: Final = re.compile(r"https?://[^\s\ud800-\udfff]+", re.IGNORECASE)


def leads_out(target: str) -> bool:
    """Whether a link's target is an address of the web, and no anchor of the page."""
    return _ADDRESS.fullmatch(target) is not None


def check_link(link: str | None) -> None:
    """Raise `Refused` for an address that no reader could follow."""
    if link is not None and not leads_out(link):
        what = f"{link!r} is no address that a reader could follow"
        raise Refused([Problem("--link", 0, what, "give one that begins with https:// or http://")])
