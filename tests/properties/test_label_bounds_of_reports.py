"""Label bounds, tipping points and one-unit changes of whole reports against every completion of their labels: each
unjudged unit of the two lists is judged both ways, and both runs are scored again."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from reportgen.comparison.bounds.review import unit_changes
from reportgen.model.report import Report
from reportgen.pipeline import compare
from tests import in_memory, reports
from tests.builders import write_labels, write_run
from tests.paired import label_counts

Lists = Mapping[str, list[str]]
Judgments = dict[str, dict[str, int]]
ROWS = (("recall", "macro"), ("recall", "pooled"), ("any-hit", "macro"), ("all-hit", "macro"))
UNITS = "abcdef"
MOST_OPEN = 4


@dataclass(frozen=True)
class Instance:
    """Two runs and a snapshot, cut at k; `open` are the unjudged units of the two top-k lists, by query."""

    baseline: Lists
    candidate: Lists
    judgments: Judgments
    k: int

    @property
    def open(self) -> list[tuple[str, str]]:
        return [
            (query, unit)
            for query, judged in self.judgments.items()
            for unit in sorted({*self.baseline[query][: self.k], *self.candidate[query][: self.k]})
            if unit not in judged
        ]

    def completions(self) -> Iterator[tuple[int, Judgments]]:
        """How many units are relevant, and the labels with that verdict on every open unit."""
        for grades in itertools.product((0, 1), repeat=len(self.open)):
            yield sum(grades), self.judged(dict(zip(self.open, grades, strict=True)))

    def judged(self, verdicts: Mapping[tuple[str, str], int]) -> Judgments:
        return {
            query: {**of, **{unit: grade for (at, unit), grade in verdicts.items() if at == query}}
            for query, of in self.judgments.items()
        }

    def report(self, judgments: Judgments | None = None) -> Report:
        return reports.report(
            in_memory.run(self.baseline, path="one"),
            in_memory.run(self.candidate, path="two"),
            in_memory.labels(self.judgments if judgments is None else judgments),
            cutoffs=(self.k,),
        )


def instance(seed: int) -> Instance:
    """One to three queries with a gold unit each, lists that reach beyond k, and at most `MOST_OPEN` open units."""
    draw = random.Random(seed)
    while True:
        k = draw.randint(1, 3)
        ids = [f"q{at}" for at in range(draw.randint(1, 3))]
        lists = [
            {query: draw.sample(UNITS, draw.randint(0, k + 1)) for query in ids} for _ in range(2)
        ]
        judgments: Judgments = {}
        for query in ids:
            known = draw.sample(UNITS, draw.randint(1, 4))
            judgments[query] = {unit: draw.randint(0, 1) for unit in known} | {known[0]: 1}
        found = Instance(lists[0], lists[1], judgments, k)
        if 2 <= len(found.open) <= MOST_OPEN:
            return found


def value(report: Report, measure: str, averaging: str, what: str) -> float:
    row = next(
        row for row in report.aggregates if (row.measure, row.averaging) == (measure, averaging)
    )
    found = {
        "baseline": reports.amount(row.baseline).value,
        "candidate": reports.amount(row.candidate).value,
        "delta": row.delta,
        "ceiling": row.ceiling,
    }[what]
    assert found is not None
    return found


def bounds(report: Report, measure: str, averaging: str, what: str) -> tuple[float, float]:
    row = next(
        row for row in report.aggregates if (row.measure, row.averaging) == (measure, averaging)
    )
    assert row.label_bounds is not None
    found: tuple[float, float] = getattr(row.label_bounds, what)
    return found


def assert_bounds_are_those_of(report: Report, completed: list[Report]) -> None:
    for measure, averaging in ROWS:
        for what in ("baseline", "candidate", "delta", "ceiling"):
            values = [value(one, measure, averaging, what) for one in completed]
            low, high = bounds(report, measure, averaging, what)

            assert pytest.approx((min(values), max(values))) == (low, high)
            assert low <= value(report, measure, averaging, what) <= high


def losing(deltas: list[tuple[int, float]], lead: float) -> int | None:
    """The smallest number of relevant verdicts after which the lead is gone."""
    return min((count for count, delta in deltas if delta * lead <= 1e-12), default=None)


@pytest.mark.parametrize("seed", range(14))
def test_bounds_and_tipping_points_are_those_of_every_completion(seed: int) -> None:
    drawn = instance(seed)
    report = drawn.report()
    completed = [(count, drawn.report(judgments)) for count, judgments in drawn.completions()]
    (tipping,) = report.labels.tipping

    assert_bounds_are_those_of(report, [one for _, one in completed])
    for averaging, found in (
        ("macro", tipping.macro_needed),
        ("pooled", abs(tipping.lead) if tipping.pooled_removable else None),
    ):
        lead = value(report, "recall", averaging, "delta")
        deltas = [(count, value(one, "recall", averaging, "delta")) for count, one in completed]

        assert found == (losing(deltas, lead) if lead else None)


@pytest.mark.parametrize("seed", range(20, 24))
def test_a_verdict_on_one_unit_never_widens_the_bounds(seed: int) -> None:
    drawn = instance(seed)
    before = drawn.report()
    widened = [
        (unit, grade, measure, averaging, what)
        for unit in drawn.open
        for grade in (0, 1)
        for after in [drawn.report(drawn.judged({unit: grade}))]
        for measure, averaging in ROWS
        for what in ("baseline", "candidate", "delta", "ceiling")
        if bounds(after, measure, averaging, what)[0]
        < bounds(before, measure, averaging, what)[0] - 1e-12
        or bounds(after, measure, averaging, what)[1]
        > bounds(before, measure, averaging, what)[1] + 1e-12
    ]

    assert [] == widened


@pytest.mark.parametrize("seed", range(30, 34))
def test_bounds_collapse_to_the_scored_value_when_everything_is_judged(seed: int) -> None:
    drawn = instance(seed)
    report = drawn.report(drawn.judged(dict.fromkeys(drawn.open, 0)))

    for measure, averaging in ROWS:
        for what in ("baseline", "candidate", "delta", "ceiling"):
            scored = value(report, measure, averaging, what)

            assert (scored, scored) == bounds(report, measure, averaging, what)


@pytest.mark.parametrize("seed", range(40, 44))
def test_one_more_relevant_unit_moves_the_macro_delta_by_what_the_counts_say(seed: int) -> None:
    drawn = instance(seed)
    report = drawn.report()
    before = value(report, "recall", "macro", "delta")
    rows = {row.query_id: row for row in report.queries}
    counts = label_counts(
        [
            (row.cells[0].baseline.hits or 0, row.cells[0].candidate.hits or 0, row.gold, 0, 0, 0)
            for row in report.queries
        ]
    )
    changes = unit_changes(counts)
    place = {query: at for at, query in enumerate(rows)}
    for query, unit in drawn.open:
        in_a, in_b = (
            unit in lists[query][: drawn.k] for lists in (drawn.baseline, drawn.candidate)
        )
        change = (
            changes.shared if in_a and in_b else changes.baseline if in_a else changes.candidate
        )
        moved = change.numerator[place[query]] / change.denominator[place[query]]
        after = value(drawn.report(drawn.judged({(query, unit): 1})), "recall", "macro", "delta")

        assert pytest.approx(moved, abs=1e-12) == after - before


@pytest.mark.parametrize("seed", range(50, 54))
def test_swapping_the_runs_negates_the_bounds_of_the_delta(seed: int) -> None:
    drawn = instance(seed)
    back = Instance(drawn.candidate, drawn.baseline, drawn.judgments, drawn.k)
    there, reverse = drawn.report(), back.report()

    for measure, averaging in ROWS:
        low, high = bounds(there, measure, averaging, "delta")

        assert (-high, -low) == bounds(reverse, measure, averaging, "delta")
        assert bounds(there, measure, averaging, "baseline") == bounds(
            reverse, measure, averaging, "candidate"
        )


def from_files(folder: Path, drawn: Instance) -> Callable[[Judgments, str], Report]:
    one = write_run(folder, "one", {"run": drawn.baseline})
    two = write_run(folder, "two", {"run": drawn.candidate})

    def report(judgments: Judgments, name: str) -> Report:
        labels = write_labels(folder, judgments, name=name)
        return compare(one, two, labels, cutoffs=[drawn.k])

    return report


@pytest.mark.parametrize("seed", [60, 61])
def test_bounds_are_those_of_every_completion_of_the_files(tmp_path: Path, seed: int) -> None:
    drawn = instance(seed)
    report = from_files(tmp_path, drawn)
    completed = [
        report(judgments, f"labels-{at}") for at, (_, judgments) in enumerate(drawn.completions())
    ]

    assert_bounds_are_those_of(report(drawn.judgments, "labels"), completed)
