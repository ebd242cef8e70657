"""Anchors made from ids of the data: two ids never share one, and no browser, host or site
rewrites them."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Final

from reportgen.model.cutoff import Cutoff

_KEPT: Final = frozenset(b"abcdefghijklmnopqrstuvwxyz0123456789-")
_ENCODED: Final[Mapping[int, str]] = {
    byte: chr(byte) if byte in _KEPT else f"_{byte:02x}" for byte in range(256)
}
_LONGEST: Final = 80
_HEAD: Final = 40


def encode(id_: str) -> str:
    """The id in lower-case letters, digits, `-` and `_`: every other UTF-8 byte becomes `_` and two
    hex digits, capital letters too, since some hosts fold case. A long one keeps its beginning,
    then `__` (which no other has) and a digest of the whole."""
    raw = id_.encode("utf-8", "surrogatepass")
    shown = "".join(map(_ENCODED.__getitem__, raw))
    if len(shown) <= _LONGEST:
        return shown
    head = shown[:_HEAD].rstrip("_")
    return f"{head}__{hashlib.sha256(raw).hexdigest()[:24]}"


def query(query_id: str) -> str:
    """The row of a query."""
    return f"q-{encode(query_id)}"


def cell(stage: str, cutoff: Cutoff) -> str:
    """The measures at one stage and cutoff."""
    return f"at-{encode(stage)}.{cutoff}"


def measure(name: str, averaging: str, stage: str, cutoff: Cutoff) -> str:
    """The row of one measure at one stage and cutoff."""
    return f"m-{name}-{averaging}.{encode(stage)}.{cutoff}"


def definition(name: str, averaging: str) -> str:
    """How a measure is computed."""
    return f"def-{name}-{averaging}"


def facet(name: str) -> str:
    """The groups of a facet."""
    return f"facet-{encode(name)}"


def group(facet_name: str, value: str | None) -> str:
    """The row of one group; `None` is the row of the queries without a value."""
    return f"group-{encode(facet_name)}." + ("_none" if value is None else f"v{encode(value)}")


def excluded(reason: str, run: str | None = None, stage: str | None = None) -> str:
    """The list of the queries that one reason excludes."""
    return ".".join(
        ["excluded-" + reason, *(encode(part) for part in (run, stage) if part is not None)]
    )


def finding(number: int) -> str:
    """A finding, by its place in the report."""
    return f"finding-{number}"
