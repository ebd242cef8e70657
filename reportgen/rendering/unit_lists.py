"""Unit lists of opened rows, put in while the page has room for them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final

from markupsafe import Markup

from reportgen.present.blocks import QueryEntry, QueryTable

# NUL stands for nothing else: the page shows one in the data by its stand-in.
_PLACE: Final = re.compile("\0([^\0]*)\0")


def lists_place(entry: QueryEntry) -> str:
    """A place that `fill` replaces, or nothing for an entry without lists."""
    return Markup(f"\0{entry.anchor}\0") if entry.lists else ""


def fill(
    page: str,
    table: QueryTable | None,
    *,
    limit: int,
    draw: Callable[[QueryEntry], str],
    elsewhere: str,
) -> str:
    """The page with lists in their places, in `list_order`, as long as it stays below `limit` bytes.

    Every other place gets `elsewhere`, which says where its lists are.
    """
    if table is None:
        return page
    places = [entry for entry in (table.entries[at] for at in _order(table)) if entry.lists]
    spare = len(elsewhere.encode())
    size = len(page.encode()) + spare * len(places)
    drawn: dict[str, str] = {}
    for entry in places:
        lists = draw(entry)
        size += len(lists.encode()) - spare
        if size >= limit:
            break
        drawn[entry.anchor] = lists
    return _PLACE.sub(lambda place: _found(drawn, place[1], elsewhere), page)


def _found(drawn: Mapping[str, str], anchor: str, elsewhere: str) -> str:
    return drawn.get(anchor, elsewhere)


def _order(table: QueryTable) -> list[int]:
    named = dict.fromkeys(table.list_order)
    return [*named, *(at for at in range(len(table.entries)) if at not in named)]
