"""What a row of the query table opens to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from reportgen.model.report import OpenedList, RankColumns
from reportgen.present import lines, numbers
from reportgen.present.blocks import (
    Block,
    Direction,
    Grid,
    GridPart,
    GridRow,
    Line,
    Note,
    Unit,
    UnitList,
    UnitLists,
)
from reportgen.present.page import Page

_ARROW: Final = " → "
_MISSING: Final = "–"
_UNIT_TEXT: Final = 160
Ranks = Sequence[int | None] | None
Hits = tuple[int | None, int | None] | None


class Opener:
    """Makes the opened part of rows; what all of them share is looked up once. A row costs a few
    objects and some strings."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.queries = page.report.queries
        line = page.words.line
        self.stage_names = tuple(page.stage(stage) for stage in page.stages)
        self.cutoff_names = [page.cutoff(cutoff) for cutoff in page.cutoffs]
        ranks = {columns.stage: columns for columns in self.queries.ranks}
        self.ranks = [ranks.get(stage) for stage in page.stages]
        self.ranks_caption = line("opened.ranks")
        self.evidence_caption = line("opened.evidence")
        self.lost, self.gained = page.words.plain("opened.lost"), page.words.plain("opened.gained")
        self.absent, self.undefined = page.words.plain("absent"), page.undefined()
        self.no_part = page.words.plain("opened.not-met")
        self.cells = [
            [page.columns.get((stage, cutoff)) for stage in page.stages] for cutoff in page.cutoffs
        ]
        self.hits_captions: dict[int, Line] = {}
        self.hits_rows: dict[tuple[int, tuple[Hits, ...]], GridRow] = {}
        self.opened = {one.query: one for one in self.queries.opened}
        self.marks = {
            mark: page.words.plain(f"mark.{mark}")
            for mark in ("gold", "low", "not-relevant", "unjudged")
        }

    def blocks(self, at: int) -> tuple[Block, ...]:
        """Hits at every stage and cutoff, ranks of every gold unit, evidence."""
        blocks: list[Block] = []
        text = None if self.queries.text is None else self.queries.text[at]
        if text is not None and self.page.options.query_text and lines.is_shortened(text):
            blocks.append(Note(self.page.words.line("opened.shortened", count=len(text))))
        parts = tuple(self._parts(at))
        if parts:
            blocks.append(Grid(self.stage_names, parts))
        return tuple(blocks)

    def lists(self, at: int) -> tuple[UnitLists, ...]:
        """The first units of both runs, stage by stage, where the document keeps them."""
        opened = self.opened.get(at)
        if opened is None:
            return ()
        gold = set(self.queries.gold_units[at])
        found = []
        for stage in self.page.stages:
            both = [one for one in opened.lists if one.stage == stage]
            if both:
                shown = tuple(self._list(one, gold) for one in both)
                found.append(UnitLists(self.page.stage(stage), shown))
        return tuple(found)

    def list_order(self, order: Sequence[int]) -> tuple[int, ...]:
        """Places in `order` of the rows that have lists, in the document's order: the largest
        change first."""
        places = {at: place for place, at in enumerate(order)}
        return tuple(places[one.query] for one in self.queries.opened if one.query in places)

    def _parts(self, at: int) -> Iterator[GridPart]:
        if not self.queries.gold[at]:
            return
        yield self._hits(at)
        if any(self.ranks) and self.queries.gold_units[at]:
            yield self._ranks(at)
            if self.queries.evidence is not None and self.queries.evidence.parts[at]:
                yield self._evidence(at, self.queries.evidence.parts[at])

    def _hits(self, at: int) -> GridPart:
        gold = self.queries.gold[at]
        caption = self.hits_captions.get(gold)
        if caption is None:
            caption = self.hits_captions[gold] = self.page.words.line("opened.hits", gold=gold)
        rows = tuple(self._hits_row(place, at) for place in range(len(self.cells)))
        return GridPart(caption, rows)

    def _hits_row(self, place: int, at: int) -> GridRow:
        """Hits of both runs at every stage within one cutoff; queries with the same hits share it."""
        hits = tuple(
            None if cell is None else (cell.baseline.hits[at], cell.candidate.hits[at])
            for cell in self.cells[place]
        )
        made = self.hits_rows.get((place, hits))
        if made is None:
            made = self.hits_rows[place, hits] = GridRow(
                self.cutoff_names[place],
                tuple(self._hits_cell(pair) for pair in hits),
                tuple(_direction(pair) for pair in hits),
            )
        return made

    def _hits_cell(self, pair: Hits) -> str:
        if pair is None:
            return self.undefined
        baseline, candidate = (self.absent if one is None else str(one) for one in pair)
        return _both(baseline, candidate)

    def _ranks(self, at: int) -> GridPart:
        units = self.queries.gold_units[at]
        baseline, candidate = self._fates(at, "baseline"), self._fates(at, "candidate")
        rows = tuple(
            GridRow(
                (lines.id_(unit),),
                tuple(
                    _both(before[place], after[place])
                    for before, after in zip(baseline, candidate, strict=True)
                ),
            )
            for place, unit in enumerate(units)
        )
        return GridPart(self.ranks_caption, rows)

    def _fates(self, at: int, side: str) -> list[list[str]]:
        """By stage, then gold unit: its rank, or that it is lost here, or was not there; a unit
        that the stage before did not hold is marked as gained."""
        fates: list[list[str]] = []
        before: Ranks = None
        count = len(self.queries.gold_units[at])
        for columns in self.ranks:
            if columns is None:
                fates.append([self.undefined] * count)
                continue
            ranks = _of(columns, side)[at]
            if ranks is None:
                fates.append([self.absent] * count)
            else:
                fates.append(
                    [
                        self._fate(rank, rank if before is None else before[place])
                        for place, rank in enumerate(ranks)
                    ]
                )
            before = ranks
        return fates

    def _fate(self, rank: int | None, before: int | None) -> str:
        if rank is None:
            return _MISSING if before is None else self.lost
        return str(rank) if before is not None else f"{rank} {self.gained}"

    def _evidence(self, at: int, parts: Sequence[Sequence[str]]) -> GridPart:
        """Which part of the requirement is met at which stage, by the unit that stands first."""
        rows = tuple(
            GridRow(
                lines.join(
                    [(lines.id_(unit),) for unit in part], self.page.words.texts.source("join.or")
                ),
                tuple(
                    _both(
                        *(self._met(columns, side, at, part) for side in ("baseline", "candidate"))
                    )
                    for columns in self.ranks
                ),
            )
            for part in parts
        )
        return GridPart(self.evidence_caption, rows)

    def _met(self, columns: RankColumns | None, side: str, at: int, part: Sequence[str]) -> str:
        if columns is None:
            return self.undefined
        ranks = _of(columns, side)[at]
        if ranks is None:
            return self.absent
        units = self.queries.gold_units[at]
        found = [
            (rank, unit)
            for unit, rank in zip(units, ranks, strict=True)
            if rank is not None and unit in part
        ]
        return numbers.count(min(found)[0]) if found else self.no_part

    def _list(self, one: OpenedList, gold: set[str]) -> UnitList:
        units = tuple(self._unit(unit, grade, gold) for unit, grade in one.units)
        rest = one.returned - len(units)
        more: Line = ()
        if one.returned == 0:
            more = self.page.words.line("opened.nothing")
        elif rest > 0:
            more = self.page.words.line("opened.more", count=rest)
        return UnitList(self.page.run(one.run), units, more)

    def _unit(self, unit: str, grade: int | None, gold: set[str]) -> Unit:
        mark = _mark(unit, grade, gold)
        text = self.queries.unit_texts.get(unit) if self.page.options.query_text else None
        shown = None if text is None else lines.beginning(text, _UNIT_TEXT)
        return Unit(lines.id_(unit), mark, self.marks[mark], shown)


def _both(baseline: str, candidate: str) -> str:
    """What both runs have; said once where it is the same."""
    return baseline if baseline == candidate else f"{baseline}{_ARROW}{candidate}"


def _mark(unit: str, grade: int | None, gold: set[str]) -> str:
    if unit in gold:
        return "gold"
    if grade is None:
        return "unjudged"
    return "low" if grade > 0 else "not-relevant"


def _of(columns: RankColumns, side: str) -> Sequence[Ranks]:
    return columns.baseline if side == "baseline" else columns.candidate


def _direction(pair: Hits) -> Direction:
    if pair is None or pair[0] is None or pair[1] is None:
        return Direction.UNDEFINED
    return lines.direction(pair[1] - pair[0])
