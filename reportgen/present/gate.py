"""The rules of a gate with the numbers behind each. It is no report: it says how many rules hold, and nothing of the
whole."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from reportgen.model.gate import (
    ComparedQuery,
    DeltaAtLeast,
    ExcludedQuery,
    GateOutcome,
    IntervalLowAtLeast,
    NamedQuery,
    NeverWorse,
    RuleOutcome,
    UncoveredQuery,
    WorseAtMost,
)
from reportgen.model.report import Aggregate, Amount, Group, Report
from reportgen.present import lines, numbers
from reportgen.present.blocks import Align, Column, Line, Number, Row, Table, Text, Words
from reportgen.present.options import PresentOptions
from reportgen.present.page import Page
from reportgen.present.phrases import finding_line, note_line
from reportgen.present.sections.measure_row import counted_of, delta_fraction, fraction_of

_EQUALS = " = "


@dataclass(frozen=True, slots=True)
class GateView:
    """`held` says how many rules hold; `scope` what they were checked against.

    The table has a row a rule; its notes say why the rule does not hold, and what became of the queries that it names.
    `paragraphs` say the same in lines: the condition and whether it holds, the numbers, the notes.
    """

    title: Line
    held: Line
    scope: tuple[Line, ...]
    table: Table
    paragraphs: tuple[tuple[Line, ...], ...]


def present_gate(report: Report, outcome: GateOutcome, lang: str) -> GateView:
    """The outcome of `report`'s gate in one language."""
    page = Page.of(report, lang, PresentOptions())
    words, scope = page.words, report.scope
    with_groups = any(one.group is not None for one in outcome.rules)
    keys = ["measure", "cell", *(["group"] if with_groups else [])]
    keys += ["baseline", "candidate", "delta", "interval", "counts", "n"]
    columns = (
        Column("rule", words.line("gate.rule")),
        Column("holds", words.line("gate.outcome")),
        *(
            Column(
                key,
                words.line(f"column.{key}"),
                Align.START if key in {"measure", "cell", "group"} else Align.NUMBER,
            )
            for key in keys
        ),
    )
    rows = tuple(_row(page, number, one, keys) for number, one in enumerate(outcome.rules, 1))
    table = Table("gate-rules", words.line("gate.caption"), columns, rows)
    labels = scope.labels
    return GateView(
        title=words.line("gate.title"),
        held=words.line("gate.held", held=outcome.held, rules=len(outcome.rules)),
        scope=(
            words.line("heading", baseline=page.run("baseline"), candidate=page.run("candidate")),
            words.line(
                "gate.scope",
                labels=lines.name(labels.id),
                digest=lines.name(labels.digest),
                level=Number(str(scope.relevance_level)),
                scored=report.accounting.scored,
                queries=report.accounting.queries,
            ),
        ),
        table=table,
        paragraphs=tuple(_paragraph(page, table, row) for row in rows),
    )


def _row(page: Page, number: int, of: RuleOutcome, keys: Sequence[str]) -> Row:
    aggregate, words = of.aggregate, page.words
    numbered = lines.concat(lines.text(f"{number}. "), _condition(page, of))
    cells = {
        "measure": page.measure(aggregate.measure, aggregate.averaging),
        "cell": page.cell_name(aggregate.stage, aggregate.cutoff),
        "group": words.line("gate.all-queries") if of.group is None else _group(page, of.group),
        "baseline": _amount(page, aggregate.baseline, counted_of(aggregate)),
        "candidate": _amount(page, aggregate.candidate, counted_of(aggregate)),
        "delta": _delta(page, aggregate),
        "interval": words.line("interval.none")
        if aggregate.interval is None
        else lines.number(numbers.interval(*aggregate.interval)),
        "counts": _counts(page, aggregate),
        "n": lines.number(numbers.count(aggregate.n)),
    }
    holds = words.line("gate.holds" if of.holds else "gate.does-not-hold")
    notes = (*_why(page, of), *_named(page, of.queries))
    return Row((Words(numbered), Words(holds), *(Words(cells[key]) for key in keys)), notes=notes)


def _paragraph(page: Page, table: Table, row: Row) -> tuple[Line, ...]:
    said = [cell.line for cell in row.cells if isinstance(cell, Words)]
    facts = [
        page.words.line("gate.fact", name=column.heading, said=line)
        for column, line in zip(table.columns[2:], said[2:], strict=True)
    ]
    first = page.words.line("gate.fact", name=said[0], said=said[1])
    return (first, page.words.join(facts, "join.semicolon"), *row.notes)


def _condition(page: Page, of: RuleOutcome) -> Line:
    match of.rule.condition:
        case DeltaAtLeast(bound):
            return page.words.line("gate.delta", bound=Number(numbers.written(bound)))
        case IntervalLowAtLeast(bound):
            return page.words.line("gate.interval", bound=Number(numbers.written(bound)))
        case WorseAtMost(count):
            return page.words.line("gate.worse", count=count)
        case NeverWorse(queries):
            return page.words.line("gate.never-worse", count=len(queries))


def _group(page: Page, group: Group) -> Line:
    """As the rule writes it: the facet that reportgen makes keeps its name of the document."""
    value = page.words.line("group.none") if group.value is None else (lines.name(group.value),)
    return lines.concat((lines.name(group.facet), Text("=")), value)


def _amount(page: Page, amount: Amount | None, denominator: int | None) -> Line:
    if amount is None:
        return lines.text(page.undefined())
    fraction = fraction_of(amount, denominator)
    beside = "" if fraction is None else fraction + _EQUALS
    return lines.number(beside + numbers.level(amount.value))


def _delta(page: Page, aggregate: Aggregate) -> Line:
    if aggregate.delta is None:
        return lines.text(page.undefined())
    fraction = delta_fraction(aggregate)
    beside = "" if fraction is None else fraction + _EQUALS
    return lines.number(beside + numbers.signed(aggregate.delta))


def _counts(page: Page, aggregate: Aggregate) -> Line:
    if aggregate.delta is None:
        return lines.text(page.undefined())
    counts = (aggregate.better, aggregate.same, aggregate.worse)
    return lines.number(" · ".join(map(numbers.count, counts)))


# Why a rule does not hold


def _why(page: Page, of: RuleOutcome) -> Iterator[Line]:
    if of.holds:
        return
    aggregate, words = of.aggregate, page.words
    if aggregate.delta is None:
        yield _with_notes(page, words.line("gate.undefined"), aggregate.notes)
        return
    match of.rule.condition:
        case DeltaAtLeast(bound):
            delta = Number(numbers.unrounded(aggregate.delta))
            yield words.line("gate.delta-below", delta=delta, bound=Number(numbers.written(bound)))
        case IntervalLowAtLeast(bound):
            if aggregate.interval is None:
                said = words.line("gate.no-interval")
                yield _with_notes(page, said, aggregate.notes)
                # A whole target has no interval, which no note of the row says.
                yield from (finding_line(page, one) for _, one in page.findings("census"))
            else:
                low = Number(numbers.unrounded(aggregate.interval[0]))
                yield words.line("gate.low-below", low=low, bound=Number(numbers.written(bound)))
        case WorseAtMost(count):
            yield words.line("gate.too-many-worse", worse=aggregate.worse, count=count)
        case NeverWorse():
            pass  # its queries say it


def _with_notes(page: Page, said: Line, codes: Sequence[str]) -> Line:
    return page.words.join([said, *(note_line(page, code) for code in codes)], "join.space")


def _named(page: Page, queries: Sequence[NamedQuery]) -> Iterator[Line]:
    """How many of the named queries are better, same and worse; then each that keeps its rule from holding."""
    if not queries:
        return
    signs = [one.sign for one in queries if isinstance(one, ComparedQuery)]
    yield page.words.line(
        "gate.named",
        count=len(queries),
        better=signs.count(1),
        same=signs.count(0),
        worse=signs.count(-1),
        without=len(queries) - len(signs),
    )
    for one in queries:
        match one:
            case ComparedQuery(query_id, baseline, candidate, sign):
                if sign < 0:
                    yield page.words.line(
                        "gate.query-worse",
                        query=lines.id_(query_id),
                        baseline=Number(_value(baseline)),
                        candidate=Number(_value(candidate)),
                    )
            case ExcludedQuery(query_id):
                yield page.words.line(
                    "gate.query-excluded", query=lines.id_(query_id), reason=_reason(page, one)
                )
            case UncoveredQuery(query_id):
                yield page.words.line("gate.query-uncovered", query=lines.id_(query_id))


def _reason(page: Page, one: ExcludedQuery) -> Line:
    reason = page.words.line(f"reason-word.{one.reason}")
    if one.run is None or one.stage is None:
        return reason
    run = page.run(one.run)
    return page.words.line("reason.where", reason=reason, run=run, stage=page.stage(one.stage))


def _value(value: Fraction | float) -> str:
    if isinstance(value, Fraction) and value.denominator > 1:
        return numbers.exact(str(value)) + _EQUALS + numbers.level(float(value))
    return numbers.level(float(value))
