"""Queries without an answer: what each run returned for them, and whether it declined to answer.
Never a part of recall."""

from __future__ import annotations

from reportgen.model.catalogue import Place
from reportgen.present import numbers
from reportgen.present.blocks import (
    Align,
    Block,
    Column,
    Details,
    Line,
    Paragraph,
    Row,
    Section,
    Table,
    Value,
    Words,
)
from reportgen.present.page import Page
from reportgen.present.sections.notes import notes_at

_IDS_SHOWN = 200


def no_answer(page: Page) -> Section | None:
    """Returned lists, abstentions and the pairs of both runs; None where there is no such query
    and no recorded answer."""
    part = page.report.no_answer
    if not part.queries and not part.abstentions:
        return None
    blocks: list[Block] = [*notes_at(page, Place.NO_ANSWER)]
    tables = (returns_table(page), abstention_table(page), pairs_table(page))
    blocks += [table for table in tables if table is not None]
    if part.queries:
        ids: list[Line] = [(page.query_link(id_),) for id_ in part.queries[:_IDS_SHOWN]]
        if len(part.queries) > len(ids):
            ids.append(page.words.line("more", count=len(part.queries) - len(ids)))
        title = page.words.line("reason.no-answer", n=len(part.queries))
        body = Paragraph(page.words.join(ids))
        blocks.append(Details("no-answer-queries", title, (body,)))
    subtitle = page.words.line("no-answer.subtitle", n=len(part.queries))
    return Section(
        "no-answer", page.words.line("section.no-answer"), tuple(blocks), subtitle=subtitle
    )


def returns_table(page: Page) -> Table | None:
    """How many of these queries got nothing, and how many units the others got."""
    shown = [one for one in page.report.no_answer.returns if one.stage in page.stages]
    if not shown:
        return None
    keys = ("empty", "returning", "units", "absent")
    columns = (
        Column("stage", page.words.line("results.stage")),
        Column("run", page.words.line("results.run")),
        *(Column(key, page.words.line(f"no-answer.{key}"), Align.NUMBER) for key in keys),
    )
    rows = tuple(
        Row(
            (
                Words(page.stage(one.stage)),
                Words(page.run(one.run)),
                *(
                    Value(numbers.count(count), sort=count)
                    for count in (one.empty, one.returning, one.units, one.absent)
                ),
            )
        )
        for one in shown
    )
    caption = page.words.line("no-answer.returns")
    return Table("no-answer-returns", caption, columns, rows, style="compact")


def abstention_table(page: Page) -> Table | None:
    """Whether each run declined to answer, by what the labels and its last stage say."""
    shown = page.report.no_answer.abstentions
    if not shown:
        return None
    keys = ("abstained", "answered", "unrecorded")
    columns = (
        Column("of", page.words.line("abstention.of")),
        Column("run", page.words.line("results.run")),
        Column("queries", page.words.line("abstention.queries"), Align.NUMBER),
        *(Column(key, page.words.line(f"abstention.{key}"), Align.NUMBER) for key in keys),
    )
    rows = tuple(
        Row(
            (
                Words(page.words.line(f"abstention.{one.of}")),
                Words(page.run(one.run)),
                *(
                    Value(numbers.count(count), sort=count)
                    for count in (one.queries, one.abstained, one.answered, one.unrecorded)
                ),
            )
        )
        for one in shown
    )
    caption = page.words.line("abstention.caption")
    return Table("abstentions", caption, columns, rows, style="compact")


def pairs_table(page: Page) -> Table | None:
    """Both runs at once: where they agree, and the discordant queries."""
    shown = page.report.no_answer.pairs
    if not shown:
        return None
    columns = (
        Column("of", page.words.line("abstention.of")),
        Column("both", page.words.line("pairs.both"), Align.NUMBER),
        *(
            Column(f"only-{side}", _only(page, side), Align.NUMBER)
            for side in ("baseline", "candidate")
        ),
        Column("neither", page.words.line("pairs.neither"), Align.NUMBER),
    )
    rows = tuple(
        Row(
            (
                Words(page.words.line(f"abstention.{one.of}")),
                *(
                    Value(numbers.count(count), sort=count)
                    for count in (
                        one.both_abstained,
                        one.only_baseline,
                        one.only_candidate,
                        one.neither,
                    )
                ),
            )
        )
        for one in shown
    )
    caption = page.words.line("pairs.caption")
    return Table("abstention-pairs", caption, columns, rows, style="compact")


def _only(page: Page, side: str) -> Line:
    return page.words.line("pairs.only", run=page.run(side))
