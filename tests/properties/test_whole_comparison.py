"""Whole comparisons, from files to the report, hold against a plain one that shares no line with reportgen."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

import reportgen
from reportgen.model.report import Aggregate, Report
from tests.builders import Ranked, write_json, write_json_lines, write_labels, write_rankings
from tests.properties.plain_comparison import (
    Cutoff,
    PlainLabels,
    PlainStage,
    PlainWorld,
    Row,
    sign_flip,
)

WORLDS = 24
UNITS = [*"abcdefgh", "B", "é", "10", "9"]
STAGES = ("pool", "reranked", "context")
MOST_FLIPPED = 10  # changed queries up to which p is enumerated here


class Maker:
    """One random pair of runs with labels: what stands in its files, and the same for the plain comparison."""

    def __init__(self, seed: int, folder: Path) -> None:
        self.random = random.Random(seed)
        self.folder = folder
        self.queries = [f"q{at}" for at in range(self.random.choice((1, 2, 5, 9, 14)))]
        self.stages = STAGES[: self.random.choice((1, 1, 2, 3))]
        self.cutoffs: list[Cutoff] = sorted(self.random.sample(range(1, 8), 3))
        self.snapshot_level = self.random.choice((1, 1, 2))
        self.level = self.random.choice((None, None, 1, 2, 3))
        self.absent = self.random.choice((None, None, None, "not-run", "returned-nothing"))
        self.orders = {stage: self.random.choice(("listed", "score")) for stage in self.stages}
        self.by_cutoff = {stage: self.random.random() < 0.2 for stage in self.stages}

    def labels(self) -> tuple[Path, PlainLabels]:
        choose = self.random
        grades: dict[str, dict[str, int]] = {}
        queries: dict[str, dict[str, Any]] = {}
        for query in ("anchor", *self.queries):
            state = choose.choice(("relevant",) * 6 + ("no-answer", "unreviewed"))
            judged = {unit: choose.randint(-1, 3) for unit in choose.sample(UNITS, 5)}
            if state == "no-answer":
                judged = {
                    unit: min(grade, self.snapshot_level - 1) for unit, grade in judged.items()
                }
            if query == "anchor" or state == "relevant":
                state = "relevant"
                judged[choose.choice(UNITS)] = 3
            entry: dict[str, Any] = {"state": state, "groups": {"type": choose.choice("xyz")}}
            if state != "unreviewed":
                grades[query] = judged
                entry["verdicts"] = choose.choice(("explicit", "explicit", "complete"))
                if choose.random() < 0.3:
                    entry["evidence"] = [
                        choose.sample(sorted(judged), choose.randint(1, 3)) for _ in range(2)
                    ]
            queries[query] = entry
        path = write_labels(
            self.folder,
            grades,
            format=choose.choice(("tsv", "trec", "jsonl", "parquet")),
            queries=queries,
            relevance_level=self.snapshot_level,
        )
        return path, PlainLabels(
            grades=grades,
            states={query: entry["state"] for query, entry in queries.items()},
            evidence={query: entry.get("evidence", ()) for query, entry in queries.items()},
            groups={query: entry["groups"]["type"] for query, entry in queries.items()},
            judged_all=frozenset(q for q, e in queries.items() if e.get("verdicts") == "complete"),
        )

    def run(self, name: str) -> tuple[Path, Mapping[str, PlainStage], bool]:
        """The run directory, its stages, and whether an absent query returned nothing."""
        nothing = self.random.random() < 0.3
        repeats = self.random.random() < 0.4
        directory = self.folder / name
        directory.mkdir()
        stages, entries = {}, []
        for stage in self.stages:
            lists = self._lists(repeats=repeats)
            files: dict[int | None, Mapping[str, Sequence[Row]]] = {None: lists}
            if self.by_cutoff[stage]:
                kept = self.random.sample(self.cutoffs, 2)
                files = {k: self._lists(repeats=repeats, queries=list(lists)) for k in kept}  # type: ignore[misc]
            names = {key: self._write(directory, f"{stage}-{key}", of) for key, of in files.items()}
            place: dict[str, Any] = {"file": names.get(None)}
            if None not in names:
                place = {"cutoff_files": {str(key): name for key, name in names.items()}}
            entries.append({"name": stage, "order": self.orders[stage], **place})
            stages[stage] = PlainStage(files, self.orders[stage])
        write_json(
            directory / "run.json",
            {
                "schema_version": 1,
                "name": name,
                "stages": entries,
                "duplicates": "keep-first" if repeats else "refuse",
                "absent_queries": "returned-nothing" if nothing else "not-run",
            },
        )
        if self.absent is not None:
            nothing = self.absent == "returned-nothing"
        return directory, stages, nothing

    def _lists(self, *, repeats: bool, queries: Sequence[str] = ()) -> dict[str, list[Row]]:
        lists: dict[str, list[Row]] = {"anchor": [("a", 1.0)]}
        for query in [*self.queries, "stranger"]:
            if query in queries if queries else self.random.random() < 0.85:
                units = self.random.sample(UNITS, self.random.choice((0, 1, 3, 6, 9)))
                if repeats and units:
                    units += self.random.choices(units, k=3)
                lists[query] = [(unit, self.random.choice((-1.5, 0.0, 0.5, 2.0))) for unit in units]
        return lists

    def _write(self, directory: Path, name: str, lists: Mapping[str, Sequence[Row]]) -> str:
        """The file's name. Only JSON lines can say that nothing was returned."""
        formats = ["jsonl"] if not all(lists.values()) else ["jsonl", "parquet"]
        order = self.orders[name.partition("-")[0]]
        if order == "score" and all(lists.values()):
            formats.append("trec")
        if order == "listed":
            formats = ["jsonl"]
        format = self.random.choice(formats)
        shuffled = list(lists.items())
        self.random.shuffle(shuffled)
        rows: dict[str, Sequence[Ranked]] = dict(shuffled)
        file = f"{name}.{format}"
        if format == "jsonl":
            write_json_lines(
                directory / file,
                [
                    {
                        "query_id": query,
                        "ranking": [unit for unit, _ in of],
                        "scores": [score for _, score in of],
                    }
                    for query, of in shuffled
                ],
            )
        else:
            write_rankings(directory / file, rows, format=format)  # type: ignore[arg-type]
        return file


def compared(seed: int, folder: Path) -> tuple[PlainWorld, Report]:
    maker = Maker(seed, folder)
    labels, plain_labels = maker.labels()
    baseline, first, first_nothing = maker.run("one")
    candidate, second, second_nothing = maker.run("two")
    level = maker.level or maker.snapshot_level
    world = PlainWorld(
        runs=(first, second),
        absent_is_nothing=(first_nothing, second_nothing),
        labels=plain_labels,
        level=level,
        cutoffs=[*maker.cutoffs, "all"],
    )
    report = reportgen.compare(
        baseline,
        candidate,
        labels,
        cutoffs=world.cutoffs,
        relevance_level=maker.level,
        absent=maker.absent,
        allow=("duplicates", "absent_queries", "order"),
    )
    return world, report


def close(expected: float | None, actual: float | None) -> bool:
    if expected is None or actual is None:
        return expected is actual
    return abs(expected - actual) < 1e-12


def differences_of(
    world: PlainWorld, rows: Sequence[Aggregate], queries: Sequence[str]
) -> list[str]:
    """Everything in which aggregates are not those of the plain comparison of these queries."""
    wrong = []
    for row in rows:
        place = f"{row.measure} {row.averaging} {row.stage} {row.cutoff}"
        plain = world.aggregate(row.measure, row.averaging, row.stage, row.cutoff, queries)
        if plain is None:
            if row.baseline is not None and row.candidate is not None:
                wrong.append(f"{place} is defined")
            if (row.delta, row.p, row.interval) != (None, None, None) or not row.notes:
                wrong.append(f"{place} has a delta, or no note")
            continue
        if row.baseline is None or row.candidate is None:
            wrong.append(f"{place} is undefined")
            continue
        actual = (row.baseline.value, row.candidate.value, row.delta)
        expected = (plain["baseline"], plain["candidate"], plain["delta"])
        if not all(map(close, expected, actual)):
            wrong.append(f"{place}: {expected} {actual}")
        counts = tuple(plain[name] for name in ("n", "better", "same", "worse"))
        if counts != (row.n, row.better, row.same, row.worse):
            wrong.append(f"{place}: {counts} {(row.n, row.better, row.same, row.worse)}")
        if row.measure == "recall" and not close(
            world.ceiling(row.averaging, row.cutoff, queries), row.ceiling
        ):
            wrong.append(f"{place}: ceiling {row.ceiling}")
        if row.p is not None and row.better + row.worse <= MOST_FLIPPED:
            p = sign_flip(plain["differences"])
            if not close(p, row.p):
                wrong.append(f"{place}: p {p} {row.p}")
    return wrong


def wrong_cells(world: PlainWorld, report: Report) -> list[str]:
    wrong = []
    for row in report.queries:
        gold = world.gold(row.query_id)
        if (len(gold), world.excluded(row.query_id)) != (row.gold, row.excluded):
            wrong.append(f"{row.query_id}: {row.gold} {row.excluded}")
        for cell in row.cells:
            unjudged: list[set[str]] = []
            for side, given in ((0, cell.baseline), (1, cell.candidate)):
                stage = world.runs[side][cell.stage]
                top = stage.top(row.query_id, cell.cutoff)
                is_absent = not stage.has(row.query_id) and not world.absent_is_nothing[side]
                if is_absent or not world.compares(cell.stage, cell.cutoff):
                    top = None
                hits = None if top is None else len(gold & set(top))
                if (hits, None if top is None else len(top)) != (given.hits, given.returned):
                    wrong.append(f"{row.query_id} {cell.stage} {cell.cutoff} {side}: {given}")
                if top is not None:
                    unjudged.append(world.unjudged(row.query_id, top))
                    expected = None if cell.cutoff == "all" else len(unjudged[-1])
                    if expected != given.unjudged:
                        wrong.append(f"{row.query_id} {cell.stage} {cell.cutoff}: {given}")
            if len(unjudged) == 2 and cell.cutoff != "all":
                both = len(unjudged[0] & unjudged[1])
                if both != cell.unjudged_both:
                    wrong.append(f"{row.query_id} {cell.stage} {cell.cutoff}: both {both}")
    return wrong


def wrong_flows(world: PlainWorld, report: Report) -> list[str]:
    if len(report.scope.stages) == 1:
        return ["a flow with one stage"] if report.stages.flows else []
    wrong = []
    for side, flow in enumerate(report.stages.flows):
        plain = world.flow(side)
        steps = [(step.lost, step.forced, step.gained) for step in flow.steps]
        actual = {
            "gold": flow.gold,
            "missed": flow.missed,
            "reached": flow.reached,
            "steps": steps,
        }
        if plain != actual:
            wrong.append(f"{plain} {actual}")
    return wrong


@pytest.mark.parametrize("seed", range(WORLDS))
def test_a_report_says_what_a_plain_comparison_says(tmp_path: Path, seed: int) -> None:
    world, report = compared(seed, tmp_path)
    scored = world.scored()
    excluded = {one.reason: 0 for one in report.accounting.excluded}
    for one in report.accounting.excluded:
        excluded[one.reason] += one.count
    reasons = [world.excluded(query) for query in world.labels.states]

    assert (len(reasons), len(scored)) == (report.accounting.queries, report.accounting.scored)
    assert excluded == {reason: reasons.count(reason) for reason in set(reasons) - {None}}
    assert [] == differences_of(world, report.aggregates, scored)
    assert [] == wrong_cells(world, report)
    assert [] == wrong_flows(world, report)
    for group in report.groups:
        if group.facet == "type":
            members = [query for query in scored if world.labels.groups[query] == group.value]

            assert (len(members), sum(len(world.gold(query)) for query in members)) == (
                group.n,
                group.gold,
            )
            assert [] == differences_of(world, group.aggregates, members)
