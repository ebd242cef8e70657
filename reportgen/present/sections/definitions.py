"""How each number is computed, with this report's own numbers put in for one real query."""

from __future__ import annotations

from typing import Final

from reportgen.model.measure import Measure, MeasureRow
from reportgen.model.report import Aggregate
from reportgen.present import anchors
from reportgen.present.blocks import Block, Code, Definition, Definitions, Paragraph, Section
from reportgen.present.page import Page, measure_key
from reportgen.present.sections.measure_row import counted_of
from reportgen.present.sections.worked import Worked, example, per_query, put_in, total

# What a definition tells, in this order.
_PARTS: Final = ("one", "weight", "denominator", "none", "silent", "others")
_GENERAL: Final = (
    "words",
    "delta",
    "ceiling",
    "interval",
    "p",
    "bounds",
    "excluded",
    "all",
    "flow",
)


def definitions(page: Page) -> Section:
    """A definition for every measure shown, then for what stands around the measures."""
    chosen = example(page)
    items = [_measure(page, row, chosen) for row in page.measures]
    items += [
        Definition(
            f"def-{name}",
            page.words.line(f"general.{name}.term"),
            (Paragraph(page.words.line(f"general.{name}")),),
        )
        for name in general_names(page)
    ]
    blocks: list[Block] = []
    if chosen is not None:
        blocks.append(
            Paragraph(
                page.words.line(
                    "definitions.example",
                    query=page.query_link(chosen.query_id),
                    cell=page.cell_name(page.last, page.largest),
                    gold=chosen.gold,
                    baseline=chosen.hits[0],
                    candidate=chosen.hits[1],
                )
            )
        )
    blocks.append(Definitions(tuple(items)))
    return Section("definitions", page.words.line("section.definitions"), tuple(blocks))


def general_names(page: Page) -> tuple[str, ...]:
    """The definitions beside those of the measures; in a census there is no interval and no p to
    define."""
    if not page.findings("census"):
        return _GENERAL
    return tuple(name for name in _GENERAL if name not in {"interval", "p"})


def _measure(page: Page, row: MeasureRow, chosen: Worked | None) -> Definition:
    key = f"definition.{row.measure}"
    if row.measure is Measure.RECALL:
        key += f".{row.averaging}"
    blocks: list[Block] = [Paragraph((Code(page.words.texts.source(f"{key}.formula")),))]
    aggregate = page.aggregate(row, page.last, page.largest)
    if chosen is not None and aggregate is not None:
        blocks += _numbers(page, row, aggregate, chosen)
    blocks += [
        Paragraph(
            page.words.line(
                "definitions.part",
                part=page.words.line(f"part.{part}"),
                said=page.words.line(f"{key}.{part}"),
            )
        )
        for part in _PARTS
        if f"{key}.{part}" in page.words.texts
    ]
    term = page.words.line(measure_key(row.measure, row.averaging))
    return Definition(anchors.definition(row.measure, row.averaging), term, tuple(blocks))


def _numbers(page: Page, row: MeasureRow, aggregate: Aggregate, chosen: Worked) -> list[Block]:
    """The formula with the numbers of the chosen query, and of the whole."""
    blocks: list[Block] = []
    sides = per_query(row, chosen)
    if sides is not None:
        blocks.append(
            Paragraph(
                page.words.line(
                    "definitions.query",
                    query=page.query_link(chosen.query_id),
                    baseline=Code(sides[0]),
                    candidate=Code(sides[1]),
                    weight=Code(put_in(page, row, chosen)),
                )
            )
        )
    counted = counted_of(aggregate)
    summed = [total(side, counted) for side in (aggregate.baseline, aggregate.candidate)]
    if summed[0] is not None and summed[1] is not None:
        blocks.append(
            Paragraph(
                page.words.line(
                    "definitions.total",
                    cell=page.cell_name(page.last, page.largest),
                    baseline=Code(summed[0]),
                    candidate=Code(summed[1]),
                )
            )
        )
    return blocks
