"""One measure at one stage and cutoff as a row."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from typing import Final

from reportgen.model.cutoff import ALL
from reportgen.model.measure import Averaging, Measure, MeasureRow
from reportgen.model.report import Aggregate, Amount
from reportgen.present import anchors, lines, numbers
from reportgen.present.blocks import (
    Cell,
    Column,
    Counts,
    Delta,
    Line,
    Link,
    Number,
    Range,
    Row,
    Strip,
    Value,
    Words,
)
from reportgen.present.page import Page
from reportgen.present.phrases import message_line, note_line

FOLDED: Final = frozenset(
    {
        *("interval", "p", "wide-interval", "detectable", "bounds"),
        *("tip", "tip-none", "equal-rate", "equal-rate-none"),
    }
)
"""Messages that explain a number of the row; they stand folded under the table, the others in the
row itself."""

_LIMITS: Final = (0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1.0)


def measure_row(
    page: Page,
    aggregate: Aggregate,
    columns: Sequence[Column],
    common: AbstractSet[str],
    limit: float,
) -> Row:
    """The cells of `columns`; notes of `common` stand under the table and not here. `limit` is the
    scale of the intervals."""
    cells: dict[str, Cell] = {
        "measure": _name(page, aggregate),
        "baseline": amount(page, aggregate.baseline, counted_of(aggregate)),
        "candidate": amount(page, aggregate.candidate, counted_of(aggregate)),
        "strip": strip(page, aggregate),
        "delta": _delta(page, aggregate),
        "interval": interval(page, aggregate, limit),
        "p": p(page, aggregate),
        "counts": counts(page, aggregate),
        "ceiling": ceiling(page, aggregate),
    }
    said = [message_line(page, one) for one in aggregate.messages if one.code not in FOLDED]
    said += [note_line(page, code) for code in aggregate.notes if code not in common]
    notes = [page.words.join(said, "join.space")] if said else []
    anchor = anchors.measure(
        aggregate.measure, aggregate.averaging, aggregate.stage, aggregate.cutoff
    )
    return Row(tuple(cells[column.key] for column in columns), anchor, tuple(notes))


def scale(rows: Sequence[Aggregate]) -> float:
    """A round limit that holds every interval and label bound of these rows."""
    ends = [abs(end) for row in rows for end in row.interval or ()]
    ends += [abs(end) for row in rows if row.label_bounds for end in row.label_bounds.delta]
    ends += [abs(row.delta) for row in rows if row.delta is not None]
    largest = max(ends, default=0.0)
    return next((limit for limit in _LIMITS if largest <= limit), 1.0)


def amount(page: Page, value: Amount | None, denominator: int | None = None) -> Value:
    """A run's value with its fraction, over the `denominator` that was counted."""
    if value is None:
        return Value(page.undefined(), undefined=True)
    return Value(numbers.level(value.value), fraction_of(value, denominator), value.value)


def fraction_of(value: Amount, denominator: int | None = None) -> str | None:
    """The fraction beside a decimal: the two counts where it is a proportion, else the exact value
    while it is readable, over the `denominator` that was counted."""
    if value.numerator is not None and value.denominator is not None:
        return numbers.fraction(value.numerator, value.denominator)
    if value.exact is None or ("/" not in value.exact and denominator is None):
        return None
    return numbers.scaled(value.exact, denominator)


def counted_of(aggregate: Aggregate) -> int | None:
    """The denominator of a row whose values are a count of a count: gold units, queries, or k places a query; None for
    a mean of unlike ratios. The values, ceiling and delta of a row all stand over it, so that they add up."""
    for side in (aggregate.baseline, aggregate.candidate):
        if side is not None and side.numerator is not None and side.denominator is not None:
            return side.denominator
    if aggregate.measure == Measure.EVIDENCE_MET:
        return aggregate.n
    if aggregate.measure == Measure.PRECISION and aggregate.cutoff != ALL:
        return aggregate.n * aggregate.cutoff
    return None


def delta_fraction(aggregate: Aggregate) -> str | None:
    """The exact difference beside a decimal one, over the row's own denominator; None where it is whole or not
    readable."""
    exact = aggregate.delta_exact
    if exact is None or "/" not in exact:
        return None
    shown = numbers.scaled(exact, counted_of(aggregate))
    return shown if shown.startswith(numbers.MINUS) else f"+{shown}"


def strip(page: Page, aggregate: Aggregate) -> Strip:
    """Both runs on a scale of 0 to 1, with the ceiling."""
    label = page.words.plain(
        "strip.label",
        measure=page.measure(aggregate.measure, aggregate.averaging),
        baseline=Number(page.level(aggregate.baseline)),
        candidate=Number(page.level(aggregate.candidate)),
        ceiling=Number(page.level(aggregate.ceiling)),
    )
    baseline, candidate = (
        None if side is None else side.value for side in (aggregate.baseline, aggregate.candidate)
    )
    return Strip(baseline, candidate, aggregate.ceiling, label)


def interval(page: Page, aggregate: Aggregate, limit: float) -> Range:
    """The 95 % interval of the delta; the label bounds, where there are any, as the outer range."""
    bounds = None if aggregate.label_bounds is None else aggregate.label_bounds.delta
    if aggregate.interval is None:
        none = no_interval(page, aggregate)
        return Range(None, None, aggregate.delta, limit, none, none, bounds)
    low, high = aggregate.interval
    shown = numbers.interval(low, high)
    label = page.words.plain("interval.label", interval=Number(shown))
    return Range(low, high, aggregate.delta, limit, shown, label, bounds)


def no_interval(page: Page, aggregate: Aggregate | None) -> str:
    """The word for an interval that there is not, with the reason where it is the number of queries or clusters."""
    for code in () if aggregate is None else aggregate.notes:
        if f"interval.none.{code}" in page.words.texts:
            return page.words.plain(f"interval.none.{code}")
    return page.words.plain("interval.none")


def counts(page: Page, aggregate: Aggregate) -> Counts | Value:
    """Better · same · worse; no query is any of them where the delta is undefined."""
    if aggregate.delta is None:
        return Value(page.undefined(), undefined=True)
    label = page.words.plain(
        "counts.label", better=aggregate.better, same=aggregate.same, worse=aggregate.worse
    )
    sort = float(aggregate.better - aggregate.worse)
    return Counts(aggregate.better, aggregate.same, aggregate.worse, label, sort)


def ceiling(page: Page, aggregate: Aggregate) -> Value:
    """The largest value that any ranking could have here."""
    if aggregate.ceiling is None:
        return Value(page.undefined(), undefined=True)
    exact = aggregate.ceiling_exact
    fraction = (
        numbers.scaled(exact, counted_of(aggregate)) if exact is not None and "/" in exact else None
    )
    return Value(numbers.level(aggregate.ceiling), fraction, aggregate.ceiling)


def _name(page: Page, aggregate: Aggregate) -> Words:
    row = MeasureRow(Measure(aggregate.measure), Averaging(aggregate.averaging))
    target = anchors.definition(aggregate.measure, aggregate.averaging)
    name = page.measure(aggregate.measure, aggregate.averaging)
    return Words((Link(target, name),), sub=_basis(page, row, aggregate))


def _basis(page: Page, row: MeasureRow, aggregate: Aggregate) -> Line:
    """What is averaged or divided, and over how many queries."""
    key = f"basis.{row.measure}" + (f".{row.averaging}" if row.measure is Measure.RECALL else "")
    if aggregate.cutoff == ALL and f"{key}.all" in page.words.texts:
        key += ".all"
    return page.words.line(
        key,
        n=aggregate.n,
        gold=page.report.accounting.gold,
        cutoff=page.cutoff(aggregate.cutoff),
    )


def _delta(page: Page, aggregate: Aggregate) -> Delta:
    change = lines.change(aggregate.delta, page.undefined())
    return Delta(
        change.text,
        change.direction,
        sort=aggregate.delta,
        note=lines.plain(differing(page, aggregate)) or None,
        fraction=delta_fraction(aggregate),
    )


def differing(page: Page, aggregate: Aggregate) -> Line:
    """How many queries differ, by how much on average, and at `all` how long the lists are."""
    if aggregate.delta is None:
        return ()
    changed = aggregate.better + aggregate.worse
    parts = [page.words.line("delta.changed", changed=changed, n=aggregate.n)]
    if aggregate.changed_mean is not None and changed:
        mean = lines.change(aggregate.changed_mean, page.undefined())
        parts.append(page.words.line("delta.mean", mean=mean))
    if aggregate.sizes_baseline is not None and aggregate.sizes_candidate is not None:
        parts.append(
            page.words.line(
                "delta.sizes",
                baseline=Number(numbers.quantity(aggregate.sizes_baseline.mean)),
                candidate=Number(numbers.quantity(aggregate.sizes_candidate.mean)),
            )
        )
    return page.words.join(parts, "join.clause")


def p(page: Page, aggregate: Aggregate) -> Words:
    """p with its adjusted value, or why there is none: too few changes, or a measure that is not
    tested."""
    row = MeasureRow(Measure(aggregate.measure), Averaging(aggregate.averaging))
    if aggregate.p is not None:
        sub: Line = ()
        if aggregate.p_adjusted is not None:
            adjusted = Number(numbers.p_value(aggregate.p_adjusted))
            sub = page.words.line("p.adjusted", p=adjusted)
        return Words(lines.number(numbers.p_value(aggregate.p)), sub, sort=aggregate.p)
    return Words(page.words.line("p.not-testable" if row.tested else "p.none"))
