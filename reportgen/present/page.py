"""What every section looks things up in: one report, in one language, with what the reader asked
for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self, TypeVar

from reportgen.model.cutoff import ALL, Cutoff
from reportgen.model.finding import Finding
from reportgen.model.measure import Averaging, Measure, MeasureRow, rows
from reportgen.model.report import Aggregate, Amount, CellColumns, Report
from reportgen.present import anchors, lines, numbers
from reportgen.present.blocks import Inline, Line, Link, Number, Text
from reportgen.present.options import PresentOptions
from reportgen.present.selection import shown_rows
from reportgen.present.wording import Wording
from reportgen.text.loading import load_texts

T = TypeVar("T")

AggregateKey = tuple[str, str, str, Cutoff]


@dataclass(frozen=True, slots=True)
class Page:
    """`stages` and `cutoffs` are those shown. `last` and `largest` name the cell that is shown
    first: the last stage and its largest integer cutoff (`all` where there is no integer one).
    `shown` holds the indices of the queries that get a row."""

    report: Report
    words: Wording
    options: PresentOptions
    stages: tuple[str, ...]
    cutoffs: tuple[Cutoff, ...]
    aggregates: dict[AggregateKey, Aggregate]
    columns: dict[tuple[str, Cutoff], CellColumns]
    index: dict[str, int]
    shown: frozenset[int]

    @classmethod
    def of(cls, report: Report, lang: str, options: PresentOptions) -> Self:
        """The page of a report. KeyError for a language, stage or cutoff that there is not."""
        stages = _selected(options.stages, tuple(report.scope.stages))
        cutoffs = _selected(options.cutoffs, tuple(report.scope.cutoffs))
        columns = {(cell.stage, cell.cutoff): cell for cell in report.queries.cells}
        return cls(
            report=report,
            words=Wording(load_texts(lang)),
            options=options,
            stages=stages,
            cutoffs=cutoffs,
            aggregates={
                (row.measure, row.averaging, row.stage, row.cutoff): row
                for row in report.aggregates
            },
            columns=columns,
            index={id_: at for at, id_ in enumerate(report.queries.query_id)},
            shown=shown_rows(
                report.queries, columns.get((stages[-1], largest_cutoff(cutoffs))), options.rows
            ),
        )

    @property
    def last(self) -> str:
        return self.stages[-1]

    @property
    def largest(self) -> Cutoff:
        return largest_cutoff(self.cutoffs)

    @property
    def measures(self) -> tuple[MeasureRow, ...]:
        """The rows of the measures table that this report has."""
        evidence = (Measure.EVIDENCE_MET, Averaging.MACRO, self.last, self.largest)
        return rows(evidence=evidence in self.aggregates)

    def aggregate(self, row: MeasureRow, stage: str, cutoff: Cutoff) -> Aggregate | None:
        return self.aggregates.get((row.measure, row.averaging, stage, cutoff))

    def findings(self, *codes: str) -> list[tuple[int, Finding]]:
        """The findings of these codes with their places in the report, in its order."""
        return [
            (at, finding)
            for at, finding in enumerate(self.report.findings)
            if finding.code in codes
        ]

    # Names

    @property
    def same_name(self) -> bool:
        return self.report.scope.baseline.name == self.report.scope.candidate.name

    def run(self, side: str) -> Line:
        """A run's name; two runs of one name are told apart by their roles."""
        scope = self.report.scope
        own = scope.baseline.name if side == "baseline" else scope.candidate.name
        if not self.same_name:
            return (lines.name(own),)
        role = self.words.line(f"run.{side}")
        return lines.concat((lines.name(own), Text(" (")), role, (Text(")"),))

    def stage(self, name: str) -> Line:
        return (lines.name(name),)

    def cutoff(self, cutoff: Cutoff) -> Line:
        if cutoff == ALL:
            return self.words.line("cutoff.all")
        return (Number(str(cutoff)),)

    def cell_name(self, stage: str, cutoff: Cutoff) -> Line:
        """`context, k = 3`."""
        return self.words.line("cell", stage=self.stage(stage), cutoff=self.cutoff(cutoff))

    def measure(self, measure: str, averaging: str) -> Line:
        """A measure's full name, averaging included where it has two."""
        return self.words.line(measure_key(measure, averaging))

    def facet(self, name: str) -> Line:
        """A facet's name; the one that reportgen makes is named in our words."""
        if any(facet.name == name and facet.automatic for facet in self.report.facets):
            return self.words.line("facet.automatic")
        return (lines.name(name),)

    def measure_in_list(self, measure: str, averaging: str) -> Line:
        """A measure's name as it stands in a list: one without a comma."""
        key = measure_key(measure, averaging)
        return self.words.line(f"{key}.listed" if f"{key}.listed" in self.words.texts else key)

    def undefined(self) -> str:
        return self.words.plain("undefined")

    def query_link(self, query_id: str) -> Inline:
        """The id, leading to its row where it has one."""
        shown = lines.id_(query_id)
        if self.index.get(query_id) not in self.shown:
            return shown
        return Link(anchors.query(query_id), (shown,))

    def level(self, value: float | Amount | None) -> str:
        """A value of a run, or a ceiling, to three places, or the word for undefined."""
        if value is None:
            return self.undefined()
        return numbers.level(value.value if isinstance(value, Amount) else value)


def largest_cutoff(cutoffs: tuple[Cutoff, ...]) -> Cutoff:
    """The largest integer cutoff; `all` where it is the only one."""
    integers = [cutoff for cutoff in cutoffs if cutoff != ALL]
    return integers[-1] if integers else ALL


def measure_key(measure: str, averaging: str) -> str:
    """The text that names a measure."""
    suffix = f".{averaging}" if measure == Measure.RECALL else ""
    return f"measure.{measure}{suffix}"


def _selected(chosen: tuple[T, ...] | None, there: tuple[T, ...]) -> tuple[T, ...]:
    """Those chosen, in the report's order."""
    if chosen is None:
        return there
    missing = [one for one in chosen if one not in there]
    if missing:
        raise KeyError(missing[0])
    return tuple(one for one in there if one in chosen)
