"""Which queries count, which do not and why, and how far recall can reach."""

from __future__ import annotations

from reportgen.model.catalogue import Place
from reportgen.model.cutoff import ALL
from reportgen.model.finding import Finding
from reportgen.model.measure import Measure
from reportgen.model.report import Exclusion, StageResults
from reportgen.present import anchors, lines, numbers
from reportgen.present.blocks import (
    Align,
    Bar,
    Block,
    Column,
    Delta,
    Details,
    Histogram,
    Line,
    Link,
    Paragraph,
    Part,
    Row,
    Section,
    SideBySide,
    StackedBar,
    Table,
    Value,
    Words,
)
from reportgen.present.page import Page, measure_key
from reportgen.present.phrases import finding_line, rows_of
from reportgen.present.sections.notes import notes_at

_IDS_SHOWN = 200
_OWN_COLUMN_TO = 3
"""Gold counts above this share one column of the small histogram: "4+"."""


def accounting_line(page: Page) -> Line:
    """`48 queries = 38 scored + 6 unreviewed + 4 without an answer`, each reason a link to its
    queries."""
    accounting = page.report.accounting
    parts = [page.words.line("accounting.scored", n=accounting.scored)]
    parts += [
        (Link(_anchor(one), (*page.words.line(f"reason.{one.reason}", n=one.count),)),)
        for one in accounting.excluded
    ]
    whole = page.words.line("accounting.queries", n=accounting.queries)
    return lines.concat(whole, lines.text(" = "), lines.join(parts, " + "))


def accounting(page: Page) -> Section:
    """The accounting line and bar, gold per query with the ceilings, and, folded, results and
    excluded ids."""
    folded = Details(
        "accounting-details",
        page.words.line("accounting.details"),
        (*_excluded_blocks(page), results_table(page), *_ceilings(page)),
    )
    main: list[Block] = [_bar(page), Paragraph(results_line(page), quiet=True), folded]
    blocks: list[Block] = (
        [SideBySide(tuple(main), _gold_aside(page))] if page.report.accounting.scored else main
    )
    blocks += notes_at(page, Place.ACCOUNTING)
    blocks += [absent_as_zero(page, finding) for _, finding in page.findings("absent-as-zero")]
    return Section(
        "accounting",
        page.words.line("section.accounting"),
        tuple(blocks),
        subtitle=accounting_line(page),
    )


def results_table(page: Page) -> Table:
    """Per run and stage: how many queries returned units, nothing, or are absent."""
    results = [one for one in page.report.accounting.results if one.stage in page.stages]
    names = ("returned", "returned-nothing", "absent", "strangers", "dropped", "unmapped")
    used = [
        name for at, name in enumerate(names) if at < 3 or any(_counts(one)[at] for one in results)
    ]
    columns = (
        Column("run", page.words.line("results.run")),
        Column("stage", page.words.line("results.stage")),
        *(Column(name, page.words.line(f"results.{name}"), Align.NUMBER) for name in used),
    )
    rows = tuple(
        Row(
            (
                Words(page.run(one.run)),
                Words(page.stage(one.stage)),
                *(
                    Value(numbers.count(number), sort=number)
                    for name, number in zip(names, _counts(one), strict=True)
                    if name in used
                ),
            )
        )
        for one in results
    )
    return Table("results", page.words.line("results.caption"), columns, rows, style="compact")


def absent_as_zero(page: Page, finding: Finding) -> Details:
    """Every aggregate as it would be with absent results counted as zero hits."""
    columns = (
        Column("measure", page.words.line("column.measure")),
        Column("cell", page.words.line("column.cell")),
        Column("n", page.words.line("column.n"), Align.NUMBER),
        Column("baseline", page.words.line("run.baseline"), Align.NUMBER),
        Column("candidate", page.words.line("run.candidate"), Align.NUMBER),
        Column("delta", page.words.line("column.delta"), Align.NUMBER),
    )
    rows = tuple(
        Row(
            (
                Words(page.words.line(measure_key(Measure(row["measure"]), row["averaging"]))),
                Words(page.cell_name(row["stage"], row["cutoff"])),
                Value(numbers.count(row["n"])),
                Value(page.level(row["baseline"]), undefined=row["baseline"] is None),
                Value(page.level(row["candidate"]), undefined=row["candidate"] is None),
                Delta(
                    lines.change(row["delta"], page.undefined()).text,
                    lines.direction(row["delta"]),
                ),
            )
        )
        for row in rows_of(finding, "rows")
        if row["stage"] in page.stages and row["cutoff"] in page.cutoffs
    )
    table = Table("absent-as-zero", finding_line(page, finding), columns, rows, style="compact")
    return Details("as-zero", page.words.line("accounting.as-zero"), (table,))


def _anchor(exclusion: Exclusion) -> str:
    return anchors.excluded(exclusion.reason, exclusion.run, exclusion.stage)


def _bar(page: Page) -> StackedBar:
    accounting = page.report.accounting
    parts = [Part(page.words.line("filter.scored"), accounting.scored, "scored", "queries")]
    parts += [
        Part(page.words.line(f"reason-word.{one.reason}"), one.count, "excluded", _anchor(one))
        for one in accounting.excluded
    ]
    label = lines.plain(accounting_line(page))
    return StackedBar(label, (((), tuple(parts)),), has_legend=False)


def results_line(page: Page) -> Line:
    """Which recorded lists are empty, how much gold there is, and how many queries of the runs the labels do not
    list."""
    accounting = page.report.accounting
    empty = _where(page, [(one, one.returned_nothing) for one in accounting.results])
    key = "accounting.gold-empty" if empty else "accounting.gold"
    said = [page.words.line(key, gold=accounting.gold, empty=empty, n=accounting.scored)]
    strangers = _where(page, [(one, one.strangers) for one in accounting.results])
    if strangers:
        said.append(page.words.line("accounting.strangers", parts=strangers))
    return page.words.join(said, "join.space")


def _where(page: Page, counts: list[tuple[StageResults, int]]) -> Line:
    """`2 in the baseline, pool; 1 in the candidate at every stage`: the counts above zero with their lists; () where
    there are none."""
    parts: list[Line] = []
    for run in ("baseline", "candidate"):
        mine = [(one.stage, count) for one, count in counts if one.run == run]
        found = {count for _, count in mine}
        if len(mine) > 1 and len(found) == 1 and found != {0}:
            key, mine = "accounting.at-every-stage", mine[:1]
        else:
            key = "accounting.at-stage"
        parts += [
            page.words.line(key, count=count, run=page.run(run), stage=page.stage(stage))
            for stage, count in mine
            if count
        ]
    return page.words.join(parts, "join.semicolon")


def _gold_aside(page: Page) -> tuple[Block, ...]:
    counts: dict[str, int] = {str(gold): 0 for gold in range(1, _OWN_COLUMN_TO + 1)}
    more = f"{_OWN_COLUMN_TO + 1}+"
    counts[more] = 0
    for one in page.report.accounting.gold_per_query:
        counts[str(one.gold) if one.gold <= _OWN_COLUMN_TO else more] += one.queries
    bars = tuple(counts.items())
    label = page.words.plain(
        "accounting.gold-per-query", counts=lines.text(", ".join(f"{g}: {n}" for g, n in bars))
    )
    return (Histogram(label, bars, _ceiling_line(page)),)


def _ceiling_line(page: Page) -> Line:
    """`gold per query; at k = 3, 9 of 38 queries cannot reach recall 1`, at every integer cutoff
    where there are some."""
    scored = page.report.accounting.scored
    at_last = [
        one
        for one in page.report.accounting.ceilings
        if one.stage == page.last and one.cutoff in page.cutoffs and one.cutoff != ALL
    ]
    below = [
        page.words.line("ceiling.below", cutoff=page.cutoff(one.cutoff), count=one.below_one)
        for one in at_last
        if one.below_one
    ]
    if not below:
        return page.words.line("ceiling.none", n=scored)
    return page.words.line("ceiling.some", n=scored, parts=page.words.join(below, "join.semicolon"))


def _excluded_blocks(page: Page) -> list[Block]:
    blocks: list[Block] = []
    for one in page.report.accounting.excluded:
        shown: list[Line] = [(page.query_link(id_),) for id_ in one.queries[:_IDS_SHOWN]]
        if one.count > len(shown):
            shown.append(page.words.line("more", count=one.count - len(shown)))
        title = page.words.line(f"reason.{one.reason}", n=one.count)
        if one.run is not None and one.stage is not None:
            title = page.words.line(
                "reason.where", reason=title, run=page.run(one.run), stage=page.stage(one.stage)
            )
        body = page.words.join(shown)
        blocks.append(Details(_anchor(one), title, (Paragraph(body),)))
    return blocks


def _ceilings(page: Page) -> tuple[Table, ...]:
    """Per stage and cutoff: how many scored queries cannot reach recall 1."""
    scored = page.report.accounting.scored
    if not scored:
        return ()
    below = {(one.stage, one.cutoff): one.below_one for one in page.report.accounting.ceilings}
    columns = (
        Column("stage", page.words.line("results.stage")),
        *(
            Column(str(cutoff), page.words.line("at-k", cutoff=page.cutoff(cutoff)), Align.NUMBER)
            for cutoff in page.cutoffs
        ),
    )
    rows = tuple(
        Row(
            (
                Words(page.stage(stage)),
                *(_below(page, below.get((stage, cutoff)), scored) for cutoff in page.cutoffs),
            )
        )
        for stage in page.stages
    )
    caption = page.words.line("ceilings.caption", n=scored)
    return (Table("ceilings", caption, columns, rows, style="compact"),)


def _below(page: Page, count: int | None, scored: int) -> Bar:
    if count is None:
        return Bar(None, page.undefined(), page.undefined())
    text = f"{numbers.count(count)}"
    return Bar(
        count / scored, text, page.words.plain("ceiling.label", count=count, n=scored), count
    )


def _counts(one: StageResults) -> tuple[int, ...]:
    return (
        one.returned,
        one.returned_nothing,
        one.absent,
        one.strangers,
        one.dropped,
        one.unmapped,
    )
