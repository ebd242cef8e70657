"""Findings: what a reader must know, as values with parameters and a place. Words are added where they are shown."""

from __future__ import annotations

from typing import Any

import msgspec

Value = str | int | float | bool | None | list[Any] | dict[str, Any]


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """`code` is a key of the texts (`finding.<code>`), `params` its placeholders as raw values (numbers unrounded,
    ids unescaped).

    `where` says what the finding touches, as far as each applies: measure, averaging, stage, cutoff, facet, value,
    run, query_id. A finding is shown in "What changed" or beside the number it touches; it never judges.
    """

    code: str
    params: dict[str, Value] = msgspec.field(default_factory=dict)
    where: dict[str, Value] = msgspec.field(default_factory=dict)
