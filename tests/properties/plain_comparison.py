"""A comparison in plain Python, query by query, written from the definitions and from nothing else: the yardstick.

It takes what stands in the input files and knows none of reportgen's types.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any, Literal

Row = tuple[str, float]
"""Unit id and score, as they stand in a file."""
Cutoff = int | Literal["all"]
Number = Fraction | float


@dataclass(frozen=True)
class PlainStage:
    """`files`: cutoff (None: one file for all) -> query id -> rows as written; `order`: score or listed."""

    files: Mapping[int | None, Mapping[str, Sequence[Row]]]
    order: str

    def top(self, query: str, cutoff: Cutoff) -> list[str] | None:
        """The units within a cutoff, each once where it stands first; None without a list for that cutoff."""
        key = (
            None
            if None in self.files
            else max(filter(None, self.files))
            if cutoff == "all"
            else cutoff
        )
        if key not in self.files:
            return None
        rows = list(self.files[key].get(query, ()))
        if self.order == "score":
            rows.sort(key=lambda row: (row[1], row[0].encode()), reverse=True)
        units = list(dict.fromkeys(unit for unit, _ in rows))
        return units if cutoff == "all" else units[:cutoff]

    def has(self, query: str) -> bool:
        return all(query in file for file in self.files.values())


@dataclass(frozen=True)
class PlainLabels:
    """Query id -> unit id -> grade, declared state, requirement and groups; `judged_all`: queries whose verdicts are
    complete."""

    grades: Mapping[str, Mapping[str, int]]
    states: Mapping[str, str]
    evidence: Mapping[str, Sequence[Sequence[str]]]
    groups: Mapping[str, str]
    judged_all: frozenset[str]


@dataclass(frozen=True)
class PlainWorld:
    """Both runs by stage name, and how they are compared; `absent_is_nothing` says so of each run."""

    runs: tuple[Mapping[str, PlainStage], Mapping[str, PlainStage]]
    absent_is_nothing: tuple[bool, bool]
    labels: PlainLabels
    level: int
    cutoffs: Sequence[Cutoff]

    def compares(self, stage: str, cutoff: Cutoff) -> bool:
        """Whether both runs have lists for a cutoff."""
        return all(run[stage].top("", cutoff) is not None for run in self.runs)

    def gold(self, query: str) -> set[str]:
        grades = self.labels.grades.get(query, {})
        return {unit for unit, grade in grades.items() if grade >= self.level}

    def results(self, side: int, query: str) -> list[bool]:
        """Whether there is a result, by stage."""
        if self.absent_is_nothing[side]:
            return [True for _ in self.runs[side]]
        return [stage.has(query) for stage in self.runs[side].values()]

    def excluded(self, query: str) -> str | None:
        state = self.labels.states[query]
        if state in {"unreviewed", "no-answer"}:
            return state
        if not self.gold(query):
            return "no-gold-at-level"
        baseline, candidate = self.results(0, query), self.results(1, query)
        if not any(baseline) and not any(candidate):
            return "absent-from-both"
        if not any(baseline):
            return "absent-from-baseline"
        if not any(candidate):
            return "absent-from-candidate"
        return None if all(baseline) and all(candidate) else "stage-missing"

    def scored(self) -> list[str]:
        return [query for query in sorted(self.labels.states) if self.excluded(query) is None]

    def unjudged(self, query: str, units: Sequence[str]) -> set[str]:
        if query in self.labels.judged_all:
            return set()
        return set(units) - set(self.labels.grades.get(query, {}))

    def measures(self, side: int, stage: str, query: str, cutoff: Cutoff) -> dict[str, Number]:
        """Every macro measure of one query; without those that are undefined."""
        top = self.runs[side][stage].top(query, cutoff)
        if top is None:
            return {}
        gold = self.gold(query)
        hits = [at for at, unit in enumerate(top, 1) if unit in gold]
        reach = len(gold) if cutoff == "all" else min(cutoff, len(gold))
        found: dict[str, Number] = {
            "recall": Fraction(len(hits), len(gold)),
            "any-hit": Fraction(bool(hits)),
            "all-hit": Fraction(len(hits) == len(gold)),
            "share-of-ceiling": Fraction(len(hits), reach),
            "reciprocal-rank": Fraction(1, hits[0]) if hits else Fraction(0),
            "average-precision": sum(
                (Fraction(so_far, at) for so_far, at in enumerate(hits, 1)), Fraction(0)
            )
            / len(gold),
            "ndcg": self._ndcg(query, top, cutoff),
        }
        if cutoff != "all":
            found["precision"] = Fraction(len(hits), cutoff)
        parts = self.labels.evidence.get(query, ())
        if parts:
            met = sum(any(unit in top for unit in part) for part in parts)
            found["evidence-met"] = Fraction(met == len(parts))
            found["evidence-coverage"] = Fraction(met, len(parts))
        return found

    def _ndcg(self, query: str, top: Sequence[str], cutoff: Cutoff) -> float:
        grades = self.labels.grades[query]
        ideal = sorted((grade for grade in grades.values() if grade > 0), reverse=True)
        ideal = ideal if cutoff == "all" else ideal[:cutoff]

        def gain(of: Sequence[int]) -> float:
            return math.fsum(max(grade, 0) / math.log2(at + 1) for at, grade in enumerate(of, 1))

        return gain([grades.get(unit, 0) for unit in top]) / gain(ideal)

    def aggregate(
        self, measure: str, averaging: str, stage: str, cutoff: Cutoff, queries: Sequence[str]
    ) -> dict[str, Any] | None:
        """n, both values, and how many queries are better, the same and worse; None where it is undefined."""
        found = [
            [self.measures(side, stage, query, cutoff).get(measure) for side in (0, 1)]
            for query in queries
            if measure[:8] != "evidence" or self.labels.evidence.get(query)
        ]
        pairs = [[value for value in pair if value is not None] for pair in found]
        if not pairs or any(len(pair) < 2 for pair in pairs):
            return None
        gold = [len(self.gold(query)) for query in queries]
        weights = gold if averaging == "pooled" else [1] * len(pairs)
        values = [
            sum(weight * pair[side] for weight, pair in zip(weights, pairs, strict=True))
            / sum(weights)
            for side in (0, 1)
        ]
        differences: list[Any] = [pair[1] - pair[0] for pair in pairs]
        changed = [x for x in differences if abs(x) > (1e-12 if measure == "ndcg" else 0)]
        return {
            "n": len(pairs),
            "baseline": float(values[0]),
            "candidate": float(values[1]),
            "delta": float(values[1] - values[0]),
            "better": sum(x > 0 for x in changed),
            "same": len(pairs) - len(changed),
            "worse": sum(x < 0 for x in changed),
            "differences": [w * x for w, x in zip(weights, differences, strict=True)],
        }

    def ceiling(self, averaging: str, cutoff: Cutoff, queries: Sequence[str]) -> float:
        """Of recall."""
        gold = [len(self.gold(query)) for query in queries]
        reach = gold if cutoff == "all" else [min(cutoff, g) for g in gold]
        if averaging == "pooled":
            return float(Fraction(sum(reach), sum(gold)))
        return float(sum(map(Fraction, reach, gold)) / len(gold))

    def flow(self, side: int) -> dict[str, Any]:
        """gold, missed, and lost, forced, gained at every stage after the first, in units over the scored queries."""
        stages = list(self.runs[side])
        total: dict[str, Any] = {"gold": 0, "missed": 0, "reached": 0}
        steps = [[0, 0, 0] for _ in stages[1:]]
        for query in self.scored():
            lists = [set(self.runs[side][stage].top(query, "all") or ()) for stage in stages]
            gold = self.gold(query)
            total["gold"] += len(gold)
            total["missed"] += len(gold - lists[0])
            total["reached"] += len(gold & lists[-1])
            for step, before, after in zip(steps, lists, lists[1:], strict=False):
                step[0] += len(gold & before - after)
                step[1] += max(0, len(gold & before) - len(after))
                step[2] += len(gold & after - before)
        return {**total, "steps": [tuple(step) for step in steps]}


def sign_flip(differences: Sequence[Fraction]) -> float:
    """p of the sum of the changed differences over all patterns of signs."""
    changed = [abs(x) for x in differences if x]
    observed = abs(sum(differences, Fraction()))
    sums = [
        abs(sum((s * x for s, x in zip(signs, changed, strict=True)), Fraction()))
        for signs in product((1, -1), repeat=len(changed))
    ]
    return float(Fraction(sum(x >= observed for x in sums), len(sums)))
