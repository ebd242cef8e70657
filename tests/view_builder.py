"""A hand-made view of a page with every kind of block and cell, for tests of the page itself."""

from __future__ import annotations

from collections.abc import Sequence

from reportgen.present import blocks as b
from reportgen.present.numbers import level, signed
from tests import chart_builder as charts

WORDS = {
    "skip_link": "Skip to the report",
    "section_index": "Sections",
    "back": "Back to the number",
    "numbers": "the numbers",
    "more": "more",
}
TABLE_WORDS = {
    "all": "all",
    "search": "Search ids, texts and groups",
    "search_hint": "id, text, group",
    "showing": "showing {shown} of {total}",
    "open": "open",
}
STAGES = ("pool", "reranked", "context")
CUTOFFS = ("1", "3", "5", "10", "all")
MEASURES = (
    ("Recall, macro", "mean of 38 queries", 0.612, 0.668, 0.941),
    ("Recall, pooled", "53/94 → 57/94", 0.564, 0.606, 0.872),
    ("Any-hit", "33/38 → 34/38", 0.868, 0.895, 1.0),
    ("All-hit", "14/38 → 18/38", 0.368, 0.474, 0.816),
    ("Share of ceiling", "mean of hits / min(k, gold)", 0.648, 0.706, 1.0),
    ("Precision", "mean of hits / k", 0.465, 0.465, 0.8),
    ("Evidence met", "19/38 → 18/38", 0.5, 0.474, 1.0),
)
# id, text, groups, gold, baseline hits, candidate hits (None: excluded), reason
QUERIES: tuple[tuple[str, str, tuple[str, ...], int, int | None, int | None], ...] = (
    ("q31", "差旅报销超过三个月还能提交吗？", ("finance", "zh"), 2, 0, 2),
    ("q17", "What is the notice period for remote contractors?", ("policy", "en"), 3, 1, 3),
    (
        "q05",
        "Which forms are needed to change a bank account, and who has to sign them when the account"
        " is held jointly with a person who is not employed by the company?",
        ("finance", "en", "multi-hop"),
        4,
        1,
        3,
    ),
    ("q08", "How many days of parental leave are paid?", ("people", "en"), 2, 1, 1),
    ("q11", "Where are visitor badges issued?", ("site", "en"), 1, 1, 1),
    ("q40", "Is the on-call allowance paid during sick leave?", ("people", "en"), 2, 2, 1),
    ("q22", "Who approves leave longer than ten days?", ("people", "en"), 1, 1, 0),
    (
        "q44",
        "What is the canteen's opening time on public holidays?",
        ("site", "en"),
        0,
        None,
        None,
    ),
)


def t(words: str) -> b.Line:
    return (b.Text(words),)


def name(value: str) -> b.Data:
    return b.Data(value)


def id_(value: str) -> b.Data:
    return b.Data(value, b.DataKind.ID)


def direction(delta: float) -> b.Direction:
    if delta == 0:
        return b.Direction.NONE
    return b.Direction.UP if delta > 0 else b.Direction.DOWN


def delta_cell(delta: float, *, weight: float = 0.0, target: str | None = None) -> b.Delta:
    return b.Delta(signed(delta), direction(delta), sort=delta, weight=weight, target=target)


def query_entry(
    query_id: str = "q1",
    *,
    text: str = "What is the notice period?",
    groups: Sequence[str] = ("policy", "en"),
    gold: int = 2,
    baseline: int | None = 1,
    candidate: int | None = 2,
    anchor: str | None = None,
) -> b.QueryEntry:
    """A row of the query table with all its stages, as a report has it."""
    ceiling = min(5, gold) / gold if gold else None
    cells: list[b.Cell] = [
        b.Words((id_(query_id),), sort=query_id),
        b.Words((b.Data(text, b.DataKind.TEXT),)),
        b.Words(b_join([(name(group),) for group in groups]), sort=" ".join(groups)),
        b.Value(str(gold), sort=gold),
        b.Value("–", undefined=True) if ceiling is None else b.Value(level(ceiling), sort=ceiling),
    ]
    keys = []
    for stage in range(3):
        if baseline is None or candidate is None:
            cells += [b.Value("–", undefined=True)] * 2
            cells += [b.Delta("–", b.Direction.UNDEFINED), b.Value("–", undefined=True)]
            continue
        before, after = (min(hits, gold) if stage else gold for hits in (baseline, candidate))
        cells += [
            b.Value(f"{before}/{gold}", sort=before / gold),
            b.Value(f"{after}/{gold}", sort=after / gold),
            delta_cell((after - before) / gold),
            b.Value(f"{stage} · {after}", sort=float(stage)),
        ]
    if baseline is None or candidate is None:
        keys = ["excluded"]
    else:
        keys = ["better" if candidate > baseline else "worse" if candidate < baseline else "same"]
        keys += ["ceiling"] if ceiling is not None and ceiling < 1 else []
    hits = tuple(
        b.GridRow(
            t(cutoff),
            (str(at), f"{at} → {at + 1}", f"{at}"),
            (b.Direction.NONE, b.Direction.UP, b.Direction.NONE),
        )
        for at, cutoff in enumerate(CUTOFFS)
    )
    ranks = tuple(
        b.GridRow((id_(f"handbook-{at:02}#{at + 3}"),), ("4 → 2", "– → 7", "–"))
        for at in range(gold)
    )
    grid = b.Grid(
        tuple((name(stage),) for stage in STAGES),
        (
            b.GridPart(t(f"Hits of {gold} gold, k ="), hits),
            b.GridPart(t("Rank of each gold unit"), ranks),
        ),
    )
    return b.QueryEntry(
        anchor=anchor or f"q-{query_id}",
        cells=tuple(cells),
        keys=tuple(keys),
        search=f"{query_id} {text} {' '.join(groups)}".lower(),
        opened=(grid,) if gold else (),
        lists=(unit_lists(),) if gold else (),
    )


def unit_lists() -> b.UnitLists:
    def units(*marks: str) -> tuple[b.Unit, ...]:
        return tuple(
            b.Unit(
                id_(f"handbook-{at:02}#{at + 3}"),
                mark,
                mark.replace("-", " "),
                b.Data("Employees abroad submit receipts within ninety days of…", b.DataKind.TEXT),
            )
            for at, mark in enumerate(marks)
        )

    return b.UnitLists(
        t("context: the first units of both lists"),
        (
            b.UnitList((name("bm25"),), units("not-relevant", "gold", "unjudged"), t("and 2 more")),
            b.UnitList((name("hybrid-rerank"),), units("gold", "gold", "low", "unjudged")),
        ),
    )


def b_join(lines: Sequence[b.Line]) -> b.Line:
    joined: list[b.Inline] = []
    for at, line in enumerate(lines):
        joined += [*([b.Text(" ")] if at else []), *line]
    return tuple(joined)


def query_table(*entries: b.QueryEntry) -> b.QueryTable:
    """A query table with a column a cell of `query_entry`."""
    number = b.Align.NUMBER
    columns = [
        b.Column("id", t("query")),
        b.Column("text", t("text")),
        b.Column("groups", t("groups")),
        b.Column("gold", t("gold"), number),
        b.Column("ceiling", t("ceiling"), number),
    ]
    for stage in STAGES:
        group = (name(stage),)
        columns += [
            b.Column(f"{stage}-b", t("baseline"), number, group),
            b.Column(f"{stage}-c", t("candidate"), number, group),
            b.Column(f"{stage}-d", t("delta"), number, group),
            b.Column(f"{stage}-u", t("unjudged"), number, group),
        ]
    counted = [
        b.Filter(key, t(words), sum(key in entry.keys for entry in entries))
        for key, words in (
            ("better", "better"),
            ("same", "same"),
            ("worse", "worse"),
            ("excluded", "excluded"),
            ("ceiling", "ceiling below 1"),
            ("unjudged", "unjudged differ"),
        )
    ]
    return b.QueryTable(
        anchor="queries",
        caption=t("at k = 5; sorted by delta at the last stage, then id"),
        columns=tuple(columns),
        entries=entries,
        filters=tuple(counted),
        total=len(entries),
        showing=t(f"showing {len(entries)} of {len(entries)}"),
        words=TABLE_WORDS,
        lists_elsewhere=t("The lists of this query stand in report.json."),
    )


def handbook_queries() -> b.QueryTable:
    rows = [
        query_entry(id_, text=text, groups=groups, gold=gold, baseline=before, candidate=after)
        for id_, text, groups, gold, before, after in QUERIES
    ]
    return query_table(*rows)


def matrix_table() -> b.Table:
    columns = [b.Column("measure", t("delta at k ="))]
    columns += [
        b.Column(f"{stage}-{k}", t(k), b.Align.NUMBER, (name(stage),))
        for stage in STAGES
        for k in CUTOFFS
    ]
    rows = []
    for at, (measure, *_) in enumerate(MEASURES):
        cells: list[b.Cell] = [b.Words(t(measure))]
        for place in range(len(STAGES) * len(CUTOFFS)):
            delta = round(((at * 7 + place * 5) % 13 - 5) / 100, 3)
            target = f"at-{STAGES[place // 5]}.{CUTOFFS[place % 5]}"
            cells.append(delta_cell(delta, weight=abs(delta) / 0.1, target=target))
        if measure == "Precision":
            cells[5] = b.Delta("–", b.Direction.UNDEFINED)
        rows.append(b.Row(tuple(cells)))
    caption = t("candidate − baseline, 38 queries; blue is higher, orange is lower")
    return b.Table("deltas-table", caption, tuple(columns), tuple(rows), style="matrix")


def measures_table(stage: str = "context", cutoff: str = "3") -> b.Table:
    number = b.Align.NUMBER
    columns = (
        b.Column("measure", t("measure")),
        b.Column("baseline", t("baseline"), number),
        b.Column("candidate", t("candidate"), number),
        b.Column("strip", t("○ baseline ● candidate | ceiling"), b.Align.CENTER),
        b.Column("delta", t("delta"), number),
        b.Column("interval", t("95 % interval"), b.Align.CENTER),
        b.Column("counts", t("better · same · worse"), b.Align.CENTER),
        b.Column("ceiling", t("ceiling"), number),
        b.Column("n", t("n"), number),
    )
    rows = []
    for at, (measure, detail, before, after, ceiling) in enumerate(MEASURES):
        delta = round(after - before, 3)
        rows.append(
            b.Row(
                (
                    b.Words((b.Link("def-recall", t(measure)),), sub=t(detail)),
                    b.Value(level(before), sort=before),
                    b.Value(level(after), sort=after),
                    b.Strip(before, after, ceiling, f"{before} to {after}, ceiling {ceiling}"),
                    delta_cell(delta),
                    b.Range(delta - 0.06, delta + 0.07, delta, 0.2, "[−0.004, +0.126]", "interval"),
                    b.Counts(11, 21, 6, "11 better, 21 same, 6 worse", sort=5.0),
                    b.Value(level(ceiling), sort=ceiling),
                    b.Value("38", sort=38.0),
                ),
                anchor=f"m-{at}.{stage}.{cutoff}",
                notes=(t("The interval contains zero."),) if at == 3 else (),
            )
        )
    return b.Table(
        f"measures-{stage}.{cutoff}",
        b_join([(name(stage),), t(f"k = {cutoff}, 38 queries")]),
        columns,
        tuple(rows),
        style="measures",
        signature=f"recall@{cutoff}|stage:{stage}|unit:passage|level:1|labels:sha256:ab12cd34|n:38",
    )


def measures_tabs() -> b.Tabs:
    choices = [(stage, k) for stage in STAGES for k in CUTOFFS]
    return b.Tabs(
        "cells",
        (
            b.Dial("stage", "stage", tuple((it, (name(it),)) for it in STAGES), "context"),
            b.Dial("cutoff", "k", tuple((it, t(it)) for it in CUTOFFS), "3"),
        ),
        tuple(b.Panel(it, (measures_table(*it),), anchor=f"at-{it[0]}.{it[1]}") for it in choices),
        headings=tuple(b_join([(name(stage),), t(f"k = {k}")]) for stage, k in choices),
    )


def groups_table() -> b.Table:
    columns = (
        b.Column("group", t("type")),
        b.Column("n", t("n"), b.Align.NUMBER),
        b.Column("share", t("share of gold"), b.Align.CENTER),
        b.Column("baseline", t("baseline"), b.Align.NUMBER),
        b.Column("candidate", t("candidate"), b.Align.NUMBER),
        b.Column("strip", t("recall@5"), b.Align.CENTER),
        b.Column("delta", t("delta"), b.Align.NUMBER),
    )
    rows = [
        b.Row(
            (
                b.Words((name(row.label),)),
                b.Value(str(row.n), sort=row.n),
                b.Bar(row.n / 38, f"{row.n}/38", "share", sort=row.n / 38),
                *(
                    b.Value("undefined", undefined=True) if it is None else b.Value(level(it))
                    for it in (row.baseline, row.candidate)
                ),
                b.Strip(row.baseline, row.candidate, row.ceiling, ""),
                b.Delta("undefined", b.Direction.UNDEFINED)
                if row.baseline is None or row.candidate is None
                else delta_cell(round(row.candidate - row.baseline, 3)),
            ),
            quiet=row.n < 6,
        )
        for row in charts.dumbbell_chart().rows
    ]
    return b.Table("groups-type", t("by type"), columns, tuple(rows), style="groups")


def flow_bar() -> b.StackedBar:
    def parts(*counts: int) -> tuple[b.Part, ...]:
        kinds = ("kept", "lost-later", "lost", "missed")
        labels = ("in context", "lost at budget", "lost at reranking", "never retrieved")
        return tuple(
            b.Part(t(label), count, kind)
            for label, count, kind in zip(labels, counts, kinds, strict=True)
        )

    return b.StackedBar(
        "Where the 94 gold passages of each run went",
        (
            ((name("bm25"),), parts(53, 9, 14, 18)),
            ((name("hybrid-rerank"),), parts(57, 13, 13, 11)),
        ),
        t("94 gold passages of 38 queries"),
    )


def report_view(
    *,
    lang: str = "en",
    title: str = "hybrid-rerank compared with bm25",
    baseline: str = "bm25",
    candidate: str = "hybrid-rerank",
    queries: b.QueryTable | None = None,
    figures: bool = True,
) -> b.ReportView:
    """The page of an invented comparison; its numbers do not add up."""
    return b.ReportView(
        lang=lang,
        title=title,
        heading=(name(candidate), b.Text(" compared with "), name(baseline)),
        subheading=(
            (
                b.Text("labels "),
                name("handbook-2026-11"),
                b.Text(" "),
                b.Data("sha256:ab12cd34", b.DataKind.ID, full="sha256:" + "ab12cd34" * 8),
                b.Text(" · corpus "),
                name("handbook@2026-11-20"),
                b.Text(" · unit passage · relevance level ≥ 1"),
            ),
        ),
        sections=tuple(sections(queries or handbook_queries(), figures=figures)),
        words=WORDS,
    )


def sections(queries: b.QueryTable, *, figures: bool) -> list[b.Section]:
    facts = b.Sentences(
        (
            b.Sentence(
                (
                    b.Text("At the context, k = 3: "),
                    b.Link(
                        "queries", t("11 queries better, 21 the same, 6 worse"), filter="better"
                    ),
                    b.Text("; 24 lists differ, 17 of them without changing a hit."),
                )
            ),
            b.Sentence(
                (
                    b.Link("measures", t("Directions disagree")),
                    b.Text(": recall rises (macro "),
                    b.Change("+0.056", b.Direction.UP),
                    b.Text(", pooled "),
                    b.Change("+0.043", b.Direction.UP),
                    b.Text(") while evidence met falls ("),
                    b.Change("−0.026", b.Direction.DOWN),
                    b.Text(")."),
                ),
                anchor="finding-1",
                details=(t("19 of 38 queries before, 18 after."),),
            ),
            b.Sentence(
                t(
                    "The gain arises in the pool: 7 gold passages more; 4 of them are lost again later."
                )
            ),
            b.Sentence(
                t("The labels leave it open: 41 unjudged passages; macro delta −0.034 to +0.163.")
            ),
        )
    )
    scatter = b.Figure(
        "fig-scatter",
        charts.scatter_chart(),
        "recall@3 of 38 queries: 11 better, 21 same, 6 worse",
        t("recall@3, context: 38 queries; ◆ has a ceiling below 1"),
        table="queries",
    )
    accounting = b.StackedBar(
        "What became of the 48 queries",
        (
            (
                (),
                (
                    b.Part(t("scored"), 38, "scored", "queries"),
                    b.Part(t("unreviewed"), 6, "excluded"),
                    b.Part(t("no answer"), 4, "other"),
                ),
            ),
        ),
        t("Both runs returned something for every scored query. 94 gold passages."),
    )
    chips = b.Chips(
        "Comparability",
        (
            b.Chip(t("same corpus"), b.ChipState.SAME),
            b.Chip(t("same query set"), b.ChipState.SAME),
            b.Chip(t("same unit"), b.ChipState.SAME),
            b.Chip(t("order rule undeclared"), b.ChipState.UNDECLARED),
            b.Chip(t("judged share differs: 0.91 and 0.78"), b.ChipState.DIFFERS, target="note-1"),
        ),
    )
    gold = b.Histogram(
        "gold per query: 1: 17, 2: 10, 3: 7, 4 or more: 4",
        (("1", 17), ("2", 10), ("3", 7), ("4+", 4)),
        t("gold per query; at k = 3, 7 of 38 queries cannot reach recall 1"),
    )
    some_figures: list[b.Block] = (
        []
        if not figures
        else [
            b.Figure(
                "fig-sorted",
                charts.sorted_deltas_chart(),
                "sorted deltas",
                t("recall@5 by query: 11 rose, 6 fell, 21 stayed"),
            ),
            b.Figure(
                "fig-grid",
                charts.delta_grid_chart(),
                "delta grid",
                t("every delta over the cutoffs"),
            ),
        ]
    )
    return [
        b.Section(
            "identity",
            t("Comparability"),
            (
                chips,
                b.Note(
                    t("0.91 of the baseline's units are judged, 0.78 of the candidate's."),
                    anchor="note-1",
                    back="identity",
                ),
            ),
            in_index=False,
        ),
        b.Section("accounting", t("Accounting"), (b.SideBySide((accounting,), (gold,)),)),
        b.Section(
            "changed", t("What changed"), (b.SideBySide((facts,), (scatter,) if figures else ()),)
        ),
        b.Section(
            "deltas",
            t("Every delta"),
            (matrix_table(),),
            subtitle=(b.Number("38"), *t(" queries, "), b.Strong(t("candidate − baseline"))),
        ),
        b.Section("measures", t("Measures"), (measures_tabs(),)),
        b.Section(
            "lost",
            t("Where gold is lost"),
            (
                flow_bar(),
                *(
                    (
                        b.Figure(
                            "fig-flow",
                            charts.flow_chart(),
                            "flow",
                            t("the same, with what was gained on the way"),
                        ),
                    )
                    if figures
                    else ()
                ),
            ),
        ),
        b.Section(
            "groups",
            t("Groups"),
            (
                groups_table(),
                *(
                    (
                        b.Figure(
                            "fig-groups",
                            charts.dumbbell_chart(),
                            "groups",
                            t("recall@5 by type"),
                            table="groups-type",
                        ),
                    )
                    if figures
                    else ()
                ),
            ),
        ),
        b.Section(
            "paired", t("Paired queries"), tuple(some_figures) or (b.Paragraph(t("No figures.")),)
        ),
        b.Section("query", t("Query by query"), (queries,)),
        b.Section(
            "computed",
            t("How each number is computed"),
            (
                b.Definitions(
                    (
                        b.Definition(
                            "def-recall",
                            t("Recall, macro"),
                            (
                                b.Paragraph(
                                    (
                                        b.Text("The mean over queries of "),
                                        b.Code("hits / gold"),
                                        b.Text("."),
                                    )
                                ),
                                b.Paragraph(t("For q17: 3/3 = 1."), quiet=True),
                            ),
                        ),
                    )
                ),
            ),
        ),
        b.Section(
            "provenance",
            t("Provenance"),
            (
                b.Details(
                    "inputs",
                    t("Input files"),
                    (
                        b.Paragraph(
                            (b.Code("reportgen compare bm25 hybrid-rerank --labels labels"),)
                        ),
                    ),
                ),
                b.Paragraph(
                    (b.Text("All rows: "), b.Link("queries.csv", t("queries.csv"), is_file=True))
                ),
            ),
        ),
    ]
