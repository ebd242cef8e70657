"""The tables of one facet at one stage and cutoff: recall in full, and the deltas of the other
measures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from reportgen.model.cutoff import ALL, Cutoff
from reportgen.model.groups import is_member
from reportgen.model.measure import Averaging, Measure
from reportgen.model.report import Aggregate, Facet, Group, Judged
from reportgen.present import anchors, lines, numbers
from reportgen.present.blocks import Align, Cell, Column, Delta, Line, Row, Table, Value, Words
from reportgen.present.page import Page
from reportgen.present.sections.deltas import delta_cell
from reportgen.present.sections.measure_row import amount, counted_of, counts, no_interval

_MOST_ROWS: Final = 30
_SMALLEST: Final = 6
"""Groups of fewer scored queries are given as counts."""
_MACRO: Final = (Measure.RECALL, Averaging.MACRO)
_POOLED: Final = (Measure.RECALL, Averaging.POOLED)
_SIDES: Final = ("baseline", "candidate", "delta")
_NOTHING: Final = Value("–", undefined=True)


def group_table(page: Page, facet: Facet, stage: str, cutoff: Cutoff) -> Table:
    """A row a group: recall in full, or counts alone where the group is small. At the cell shown
    first the queries of a small group stand under its name."""
    shown, left_out = shown_groups(page, facet)
    is_first = (stage, cutoff) == (page.last, page.largest)
    columns = _columns(page, shown)
    rows = []
    for group in shown:
        cells = _cells(page, group, stage, cutoff, names_queries=is_first)
        rows.append(
            Row(
                tuple(cells[column.key] for column in columns),
                anchors.group(facet.name, group.value) if is_first else None,
                quiet=not group.n,
            )
        )
    anchor = anchors.facet(facet.name)
    rest: Line = ()
    if left_out:
        rest = page.words.line(
            "groups.left-out", count=left_out, file=(lines.file_link("report.json"),)
        )
    caption = page.words.line(
        "groups.caption", facet=page.facet(facet.name), cell=page.cell_name(stage, cutoff)
    )
    return Table(
        anchor if is_first else f"{anchor}-{anchors.cell(stage, cutoff)}",
        caption,
        columns,
        tuple(rows),
        style="groups",
        left_out=rest,
    )


def other_measures(page: Page, facet: Facet, stage: str, cutoff: Cutoff) -> Table | None:
    """The deltas of the measures beside recall at one stage and cutoff, a row a group, each with
    the values of both runs; None where no group is large enough."""
    shown = [group for group in shown_groups(page, facet)[0] if group.n >= _SMALLEST]
    others = [row for row in page.measures if row.measure is not Measure.RECALL]
    rows = []
    for group in shown:
        found = _aggregates(group, stage, cutoff)
        cells = [_other(page, found.get((row.measure, row.averaging))) for row in others]
        rows.append(Row((Words(group_name(page, group)), *cells)))
    if not rows:
        return None
    columns = (
        Column("group", page.words.line("column.group")),
        *(
            Column(row.measure, page.measure(row.measure, row.averaging), Align.NUMBER)
            for row in others
        ),
    )
    anchor = f"{anchors.facet(facet.name)}-others-{anchors.cell(stage, cutoff)}"
    caption = page.words.line(
        "groups.others", facet=page.facet(facet.name), cell=page.cell_name(stage, cutoff)
    )
    return Table(anchor, caption, columns, tuple(rows), style="compact")


def shown_groups(page: Page, facet: Facet) -> tuple[list[Group], int]:
    """The groups of a facet that have a row, in the document's order: all, or the largest of very
    many; and how many are left out."""
    mine = [group for group in page.report.groups if group.facet == facet.name]
    if len(mine) <= _MOST_ROWS:
        return mine, 0
    by_size = sorted(range(len(mine)), key=lambda at: (-mine[at].n, at))
    kept = sorted(by_size[:_MOST_ROWS])
    return [mine[at] for at in kept], len(mine) - len(kept)


def macro_recall(group: Group, stage: str, cutoff: Cutoff) -> Aggregate | None:
    """A group's macro recall; None where the group is small and given as counts."""
    if group.n < _SMALLEST:
        return None
    return _aggregates(group, stage, cutoff).get(_MACRO)


def group_name(page: Page, group: Group) -> Line:
    """The value that the queries of a group share."""
    if group.value is None:
        return page.words.line("group.none")
    return (lines.name(group.value),)


def _aggregates(group: Group, stage: str, cutoff: Cutoff) -> Mapping[tuple[str, str], Aggregate]:
    return {
        (row.measure, row.averaging): row
        for row in group.aggregates
        if row.stage == stage and row.cutoff == cutoff
    }


def _columns(page: Page, shown: Sequence[Group]) -> tuple[Column, ...]:
    line = page.words.line
    macro, pooled = (page.measure(*row) for row in (_MACRO, _POOLED))
    excluded = any(group.excluded for group in shown)
    intervals = any(row.interval for group in shown for row in group.aggregates)
    sides = (
        ("baseline", "run.baseline"),
        ("candidate", "run.candidate"),
        ("delta", "column.delta"),
    )
    columns = [
        Column("group", line("column.group")),
        Column("n", line("column.n"), Align.NUMBER),
        Column("excluded", line("filter.excluded"), Align.NUMBER, priority=1),
        Column("gold", line("column.gold"), Align.NUMBER),
        *(Column(f"{key}.macro", line(text), Align.NUMBER, macro) for key, text in sides),
        Column("interval", line("column.interval"), Align.NUMBER, macro),
        Column("ceiling", line("column.ceiling"), Align.NUMBER, macro),
        Column("counts", line("column.counts"), Align.START),
        *(Column(f"{key}.pooled", line(text), Align.NUMBER, pooled) for key, text in sides),
        Column("judged", line("column.judged"), Align.NUMBER, priority=1),
    ]
    there = {"excluded": excluded, "interval": intervals}
    return tuple(column for column in columns if there.get(column.key, True))


def _cells(
    page: Page, group: Group, stage: str, cutoff: Cutoff, *, names_queries: bool
) -> dict[str, Cell]:
    excluded = sum(one.count for one in group.excluded)
    small = 0 < group.n < _SMALLEST
    queries = _queries(page, group) if small and names_queries else ()
    rows = _aggregates(group, stage, cutoff)
    macro, pooled = rows.get(_MACRO), rows.get(_POOLED)
    cells: dict[str, Cell] = {
        "group": Words(group_name(page, group), queries),
        "n": Value(numbers.count(group.n), sort=group.n),
        "excluded": Value(numbers.count(excluded), sort=excluded),
        "gold": Value(numbers.count(group.gold), sort=group.gold),
        "counts": _NOTHING if macro is None else counts(page, macro),
        "judged": _judged(page, macro, cutoff),
    }
    if small or not group.aggregates:
        return cells | _counted(page, group, pooled, stage, cutoff)
    return cells | {
        **_sides(page, "macro", macro),
        "interval": _interval(page, macro),
        "ceiling": _ceiling(page, macro),
        **_sides(page, "pooled", pooled),
    }


def _queries(page: Page, group: Group) -> Line:
    """The scored queries of a small group: with so few, they are the evidence."""
    queries = page.report.queries
    members = [
        (page.query_link(id_),)
        for at, id_ in enumerate(queries.query_id)
        if queries.excluded[at] is None and is_member(page.report, group, at)
    ]
    return page.words.join(members)


def _counted(
    page: Page, group: Group, pooled: Aggregate | None, stage: str, cutoff: Cutoff
) -> dict[str, Cell]:
    """Hits of the gold in both runs, and no share of it."""
    cells: dict[str, Cell] = dict.fromkeys(
        (*(f"{key}.macro" for key in _SIDES), "interval", "ceiling"), _NOTHING
    )
    hits = _hits(group, pooled, stage, cutoff)
    if hits is None:
        nothing = Value(page.undefined(), undefined=True) if pooled is not None else _NOTHING
        return cells | {f"{key}.pooled": nothing for key in _SIDES}
    difference = hits[1] - hits[0]
    return cells | {
        "baseline.pooled": Value(numbers.fraction(hits[0], group.gold), sort=hits[0]),
        "candidate.pooled": Value(numbers.fraction(hits[1], group.gold), sort=hits[1]),
        "delta.pooled": Delta(
            _of_gold(difference, group.gold), lines.direction(difference), sort=difference
        ),
    }


def _of_gold(difference: int, gold: int) -> str:
    """A difference of hits beside shares of the gold: "+2/9", "0"."""
    return f"{numbers.signed_count(difference)}/{numbers.count(gold)}" if difference else "0"


def _hits(
    group: Group, pooled: Aggregate | None, stage: str, cutoff: Cutoff
) -> tuple[int, int] | None:
    for one in group.hits:
        if one.stage == stage and one.cutoff == cutoff:
            return one.baseline, one.candidate
    sides = () if pooled is None else (pooled.baseline, pooled.candidate)
    found = [side.numerator for side in sides if side is not None and side.numerator is not None]
    return (found[0], found[1]) if len(found) == 2 else None


def _sides(page: Page, averaging: str, row: Aggregate | None) -> dict[str, Cell]:
    if row is None:
        undefined = Value(page.undefined(), undefined=True)
        return {f"{key}.{averaging}": undefined for key in _SIDES}
    change = lines.change(row.delta, page.undefined())
    return {
        f"baseline.{averaging}": amount(page, row.baseline, counted_of(row)),
        f"candidate.{averaging}": amount(page, row.candidate, counted_of(row)),
        f"delta.{averaging}": Delta(change.text, change.direction, sort=row.delta),
    }


def _interval(page: Page, row: Aggregate | None) -> Value:
    if row is None or row.interval is None:
        return Value(no_interval(page, row), undefined=True)
    return Value(numbers.interval(*row.interval), sort=row.delta)


def _ceiling(page: Page, row: Aggregate | None) -> Value:
    if row is None or row.ceiling is None:
        return Value(page.undefined(), undefined=True)
    return Value(numbers.level(row.ceiling), sort=row.ceiling)


def _other(page: Page, row: Aggregate | None) -> Delta:
    """The delta of another measure with both values under it."""
    cell = delta_cell(page, row, 1.0)
    if row is None or row.delta is None:
        return Delta(cell.text, cell.direction)
    levels = f"{page.level(row.baseline)} → {page.level(row.candidate)}"
    return Delta(cell.text, cell.direction, cell.sort, note=levels)


def _judged(page: Page, row: Aggregate | None, cutoff: Cutoff) -> Value:
    if cutoff == ALL or row is None or row.judged_baseline is None or row.judged_candidate is None:
        return _NOTHING
    shares = [_judged_share(page, one) for one in (row.judged_baseline, row.judged_candidate)]
    return Value(" · ".join(shares))


def _judged_share(page: Page, judged: Judged) -> str:
    if not judged.returned:
        return page.undefined()
    return numbers.percent(judged.judged / judged.returned)
