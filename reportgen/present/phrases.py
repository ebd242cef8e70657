"""Findings, notes and messages in words: their raw parameters become lines by what the catalogue says they are."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, cast

from reportgen.model.catalogue import FINDINGS, MESSAGES, Entry, Kind, Param, Place
from reportgen.model.cutoff import Cutoff
from reportgen.model.finding import Finding
from reportgen.model.report import Message
from reportgen.present import anchors
from reportgen.present.blocks import Line, Link
from reportgen.present.fillings import filling, one_or_none
from reportgen.present.page import Page

SECTIONS: Final[Mapping[Place, str]] = {
    Place.WHAT_CHANGED: "changed",
    Place.MEASURES: "measures",
    Place.IDENTITY: "identity",
    Place.ACCOUNTING: "accounting",
    Place.STAGES: "lost",
    Place.GROUPS: "groups",
    Place.LABELS: "labels",
    Place.QUERIES: "queries",
    Place.NO_ANSWER: "no-answer",
}
FEW_ROWS: Final = 3
"""How many rows of a finding a sentence at the top names."""

TABLED: Final = frozenset({"absent-as-zero"})
"""Findings whose rows stand in a table of their own."""

# Their ids are those of queries that have rows.
_OF_QUERIES: Final = frozenset({"stages-not-nested"})
# Their rows are the parts of a whole, whichever stages are shown.
_PARTS: Final = frozenset({"gold-lost", "difference-arises"})
_NEVER_CUT: Final = frozenset({"better-same-worse", *_PARTS})

Raw = Mapping[str, Any]
RowFilter = Callable[[Raw], bool]


@cache
def entries() -> Mapping[str, Entry]:
    """Every finding of the catalogue by its code."""
    return {entry.code: entry for entry in FINDINGS}


@cache
def message_entries() -> Mapping[str, Entry]:
    """Every message of the catalogue by its code."""
    return {entry.code: entry for entry in MESSAGES}


def finding_line(
    page: Page,
    finding: Finding,
    *,
    limit: int | None = None,
    keep: RowFilter | None = None,
    follows: bool = False,
) -> Line:
    """A finding as a sentence. `limit`: so many of its rows are named, and the number of the others; `keep`: only
    these rows."""
    entry = entries()[finding.code]
    if finding.code in _NEVER_CUT:
        limit = None
    rows = _Rows(page, finding.params, limit, keep, is_whole=finding.code in _PARTS)
    key = f"finding.{finding.code}"
    if follows and f"{key}.next" in page.words.texts:
        return _sentence(page, key, entry, finding.params, rows, form=f"{key}.next")
    return _sentence(page, key, entry, finding.params, rows)


def message_line(page: Page, message: Message) -> Line:
    """A sentence of an aggregate's own row."""
    entry = message_entries()[message.code]
    rows = _Rows(page, message.params, None, None)
    return _sentence(page, f"message.{message.code}", entry, message.params, rows)


def note_line(page: Page, code: str) -> Line:
    """A note beside a value."""
    return page.words.line(f"note.{code}")


def rows_of(finding: Finding, name: str) -> list[dict[str, Any]]:
    """The objects of a parameter of kind ROWS."""
    return cast("list[dict[str, Any]]", finding.params[name])


def is_about(finding: Finding, page: Page) -> bool:
    """Whether a finding speaks of something that is shown: a stage that was not selected has no sentence."""
    return _is_shown(page, finding.params)


def at_cell(stage: str, cutoff: Cutoff) -> RowFilter:
    """Rows about one stage and cutoff."""
    return lambda row: row.get("stage") == stage and row.get("cutoff") == cutoff


@dataclass(frozen=True, slots=True)
class _Rows:
    """How the rows of a finding are put into words: `around` are its own parameters. Where not `is_whole`, rows about a
    stage or cutoff that is not shown are left out."""

    page: Page
    around: Raw
    limit: int | None
    keep: RowFilter | None
    is_whole: bool = False

    def line(self, key: str, param: Param, rows: list[Raw]) -> Line:
        seen = [row for row in rows if self.is_whole or _is_shown(self.page, row)]
        if rows and not seen:
            return self.page.words.line("none-shown")
        kept = [row for row in seen if not self.keep or self.keep(row)]
        shown = _one_for_several_cutoffs(kept)
        # One more row is as short as saying that there is one more, but where a single one fills the line.
        is_cut = self.limit is not None and len(shown) > self.limit + (self.limit > 1)
        named = sorted(shown, key=self._is_elsewhere)[: self.limit] if is_cut else shown
        phrases = [self._phrase(key, param, row, cutoffs) for row, cutoffs in named]
        if is_cut:
            phrases.append(self.page.words.line("more", count=len(shown) - len(named)))
        return one_or_none(self.page, phrases, "join.semicolon")

    def _is_elsewhere(self, item: tuple[Raw, list[Cutoff]]) -> bool:
        """Whether rows with places do not speak of the one that the page shows first."""
        row, cutoffs = item
        here = row.get("stage", self.page.last) == self.page.last
        return not (here and (not cutoffs or self.page.largest in cutoffs))

    def _phrase(self, key: str, param: Param, row: Raw, cutoffs: list[Cutoff]) -> Line:
        fillings = {
            name: filling(self.page, part.kind, name, row[name]) for name, part in param.row.items()
        }
        if len(cutoffs) > 1:
            fillings["cutoff"] = filling(self.page, Kind.CUTOFFS, "cutoff", cutoffs)
        if row.get("gained_baseline") == row.get("gained_candidate") == 0:
            key = f"{key}.without-gains"
        return self.page.words.linked(key, _links(self.page, {**self.around, **row}), fillings)


def _one_for_several_cutoffs(rows: list[Raw]) -> list[tuple[Raw, list[Cutoff]]]:
    """Rows that say the same of several cutoffs, as the first of them with all its cutoffs."""
    found: list[tuple[Raw, Raw, list[Cutoff]]] = []
    for row in rows:
        rest = {name: value for name, value in row.items() if name != "cutoff"}
        twin = next((cutoffs for _, other, cutoffs in found if other == rest), None)
        if twin is not None and "cutoff" in row:
            twin.append(row["cutoff"])
        else:
            found.append((row, rest, [row["cutoff"]] if "cutoff" in row else []))
    return [(row, cutoffs) for row, _, cutoffs in found]


def _sentence(
    page: Page, key: str, entry: Entry, params: Raw, rows: _Rows, *, form: str | None = None
) -> Line:
    fillings = {
        name: rows.line(f"{key}.{name}", param, params[name])
        if param.kind is Kind.ROWS
        else filling(page, param.kind, name, params[name])
        for name, param in entry.params.items()
        if not (param.kind is Kind.ROWS and entry.code in TABLED)
    }
    if entry.code in _OF_QUERIES:
        fillings["ids"] = page.words.join([(page.query_link(one),) for one in params["ids"]])
    links = {"go": Link(SECTIONS[entry.places[-1]], ()), **_links(page, params)}
    return page.words.linked(form or _variant(page, key, entry, params), links, fillings)


def _variant(page: Page, key: str, entry: Entry, params: Raw) -> str:
    """A sentence may have another form for one value of a word of ours: its key ends in that value; or where one of
    its counts is zero: its key ends in `no-` and the count's name."""
    for name, param in entry.params.items():
        if (
            param.kind is Kind.COUNT
            and params[name] == 0
            and f"{key}.no-{name}" in page.words.texts
        ):
            return f"{key}.no-{name}"
        if param.kind is Kind.WORD and f"{key}.{params[name]}" in page.words.texts:
            return f"{key}.{params[name]}"
    return key


def _links(page: Page, params: Raw) -> dict[str, Link]:
    """Where the spans of a sentence or of one of its rows lead: `go` to the place it speaks of; `better`, `same`,
    `worse` to the queries it counts, where the query table shows that very cell."""
    stage, cutoff, facet = params.get("stage"), params.get("cutoff"), params.get("facet")
    found = {section: Link(section, ()) for section in ("deltas", "queries")}
    if facet is not None and "value" in params:
        found["go"] = Link(anchors.group(facet, params["value"]), ())
    elif facet is not None:
        found["go"] = Link(anchors.facet(facet), ())
    elif stage in page.stages and cutoff in page.cutoffs:
        found["go"] = Link(anchors.cell(str(stage), cast("Cutoff", cutoff)), ())
    if (stage, cutoff) == (page.last, page.largest):
        found |= {key: Link("queries", (), filter=key) for key in ("better", "same", "worse")}
    return found


def _is_shown(page: Page, params: Raw) -> bool:
    """Whether the stage and cutoff that something speaks of are among those shown."""
    stage, cutoff = params.get("stage"), params.get("cutoff")
    return (stage is None or stage in page.stages) and (cutoff is None or cutoff in page.cutoffs)
