"""Walks over a view: every object in it, whatever its block."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from reportgen.present.blocks import Chip, Data, Delta, Figure, Link, Note, Part


def walk(thing: object) -> Iterator[Any]:
    """Every dataclass object in a view, outer before inner."""
    if is_dataclass(thing):
        yield thing
        for field in fields(thing):
            yield from walk(getattr(thing, field.name))
    elif isinstance(thing, list | tuple):
        for one in thing:
            yield from walk(one)


def anchors_of(view: object) -> list[str]:
    """Every anchor that the view makes."""
    return [one.anchor for one in walk(view) if getattr(one, "anchor", None)]


def targets_of(view: object) -> set[str]:
    """Every anchor that something in the view leads to."""
    found: set[str | None] = set()
    for one in walk(view):
        match one:
            case Link(target=target, is_file=False):
                found.add(target)
            case Delta(target=target) | Part(target=target) | Chip(target=target):
                found.add(target)
            case Note(back=target) | Figure(table=target):
                found.add(target)
            case _:
                pass
    return {target for target in found if target is not None}


def data_of(view: object) -> list[str]:
    """Every string from the data that the view shows."""
    return [one.value for one in walk(view) if isinstance(one, Data)]
