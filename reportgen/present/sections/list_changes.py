"""What became of the lists: retrieval can change without the hits changing."""

from __future__ import annotations

from collections.abc import Callable

from reportgen.present import numbers
from reportgen.present.blocks import Align, Bar, Column, Row, Table, Words
from reportgen.present.page import Page


def list_changes(page: Page) -> Table | None:
    """Per stage and cutoff: scored queries with the same list, the same units, equal hits, other
    hits."""
    shown = [
        one
        for one in page.report.stages.lists
        if one.stage in page.stages and one.cutoff in page.cutoffs
    ]
    if not shown:
        return None
    kinds: tuple[tuple[str, Callable[..., int]], ...] = (
        ("same-list", lambda one: one.same_list),
        ("same-units", lambda one: one.same_units),
        ("equal-hits", lambda one: one.equal_hits),
        ("other-hits", lambda one: one.other_hits),
    )
    columns = (
        Column("cell", page.words.line("column.cell")),
        *(Column(key, page.words.line(f"lists.{key}"), Align.NUMBER) for key, _ in kinds),
    )
    n = page.report.accounting.scored
    rows = tuple(
        Row(
            (
                Words(page.cell_name(one.stage, one.cutoff)),
                *(_share(page, count(one), n) for _, count in kinds),
            )
        )
        for one in shown
    )
    caption = page.words.line("lists.caption", n=n)
    return Table("list-changes", caption, columns, rows, style="compact")


def _share(page: Page, count: int, n: int) -> Bar:
    label = page.words.plain("lists.label", count=count, n=n)
    return Bar(count / n if n else None, numbers.count(count), label, count)
