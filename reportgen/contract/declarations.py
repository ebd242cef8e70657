"""What the runs and the labels declare: may they be compared at all?"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from reportgen.contract.fields import (
    absent_rules,
    compared,
    labels_field,
    order_field,
    unit_after_maps,
    unit_field,
)
from reportgen.errors import Problems
from reportgen.model.finding import Finding
from reportgen.model.labels import Labels
from reportgen.model.report import Comparability
from reportgen.model.run import AbsentRule, Run, Side

UNDECLARED = "undeclared"

_ALLOWED = {
    "labels": "labels-named",
    "corpus_snapshot": "corpus-snapshot-differs",
    "query_set": "query-set-differs",
    "duplicates": "duplicates-differ",
    "absent_queries": "absent-queries-differ",
}
_DECLARED_BY_LABELS = ("labels", "corpus_snapshot", "query_set")


@dataclass(frozen=True, slots=True)
class Declared:
    """What was declared: a row a field, in the order of formats.md; the stages that are compared,
    in the baseline's order; the rule for absent queries that holds for each run; findings about
    differences that were allowed."""

    fields: tuple[Comparability, ...]
    stages: tuple[str, ...]
    absent: Mapping[Side, AbsentRule]
    findings: tuple[Finding, ...]

    def field(self, name: str) -> Comparability:
        return next(field for field in self.fields if field.field == name)


def check_declarations(
    baseline: Run,
    candidate: Run,
    labels: Labels,
    *,
    labels_named: bool,
    own_digests: Mapping[Side, str] | None = None,
    allow: Collection[str] = (),
    stages: Sequence[str] | None = None,
    absent: AbsentRule | None = None,
) -> Declared:
    """Compare every field that is declared (formats.md 4); `Refused` with every difference that is
    not allowed.

    `labels_named`: `--labels` named the snapshot. `own_digests`: those of the snapshots at the
    runs' own label paths. `stages`: those asked for, None for every shared one. `absent` overrides
    both runs' rule. Whether differing orders matter needs the rankings: `check_matched`.
    """
    runs = {Side.BASELINE: baseline, Side.CANDIDATE: candidate}
    problems = Problems()
    findings: list[Finding] = []
    shared = _shared_stages(runs, stages, problems, findings)
    rules = absent_rules(runs, absent)
    label_row = labels_field(runs, labels, own_digests or {})
    unit_row = unit_field(runs, labels, shared)
    manifests = [run.manifest for run in runs.values()]
    snapshot = compared(
        "corpus_snapshot",
        *(manifest.corpus_snapshot for manifest in manifests),
        labels.manifest.corpus_snapshot,
    )
    query_set = compared(
        "query_set", *(manifest.query_set for manifest in manifests), labels.manifest.query_set
    )
    duplicates = compared("duplicates", *(str(manifest.duplicates) for manifest in manifests))
    absent_row = compared("absent_queries", *(str(rule) for rule in rules.values()))

    if label_row.status == "differs":
        if labels_named:
            findings.append(_finding(label_row))
        else:
            problems.add(
                candidate.path,
                0,
                f"the labels differ: {_values(label_row)}",
                "name the snapshot to score both runs on with --labels",
            )
    for stage in shared:
        _check_unit(runs, labels, stage, problems)
    for row in (snapshot, query_set, duplicates, absent_row):
        if row.status == "differs":
            if row.field in allow:
                findings.append(_finding(row))
            else:
                problems.add(
                    candidate.path,
                    0,
                    f"{row.field} differs: {_values(row)}",
                    f"use two runs with the same {row.field}, or compare these all the same with "
                    f"--allow {row.field}",
                )
    if absent is not None:
        findings.append(_overridden(runs, absent))
    problems.refuse_if_any()
    names = {side: [stage.name for stage in run.stages] for side, run in runs.items()}
    return Declared(
        fields=(
            label_row,
            unit_row,
            snapshot,
            query_set,
            compared("stages", *(", ".join(of_run) for of_run in names.values())),
            order_field(runs, shared),
            duplicates,
            absent_row,
        ),
        stages=tuple(shared),
        absent=rules,
        findings=tuple(findings),
    )


def _shared_stages(
    runs: Mapping[Side, Run],
    wanted: Sequence[str] | None,
    problems: Problems,
    findings: list[Finding],
) -> list[str]:
    ours, theirs = ([stage.name for stage in run.stages] for run in runs.values())
    shared = [name for name in ours if name in theirs]
    if not shared:
        problems.add(
            runs[Side.CANDIDATE].path,
            0,
            f"the runs share no stage: baseline {', '.join(ours)}; candidate {', '.join(theirs)}",
            "give the stages that measure the same point one name in both run.json",
        )
        return []
    for name in dict.fromkeys(wanted or ()):
        if name not in shared:
            problems.add(
                "--stage", 0, f"{name} is not a shared stage", f"shared are {', '.join(shared)}"
            )
    only = {"baseline": _without(ours, theirs), "candidate": _without(theirs, ours)}
    if any(only.values()):
        findings.append(Finding(code="other-stages", params={**only}))
    return shared if wanted is None else [name for name in shared if name in wanted]


def _without(names: Sequence[str], others: Collection[str]) -> list[object]:
    return [name for name in names if name not in others]


def _check_unit(runs: Mapping[Side, Run], labels: Labels, stage: str, problems: Problems) -> None:
    target = labels.manifest.unit
    units = {side: unit_after_maps(run, labels, stage) for side, run in runs.items()}
    for side, unit in units.items():
        if unit is not None and target is not None and unit != target:
            problems.add(
                runs[side].path,
                0,
                f"stage {stage} ranks units of kind {unit}, the labels judge units of kind {target}",
                f"add a unit map from {unit} to {target} to labels.json, or score on labels of {unit}",
            )
    declared = {unit for unit in units.values() if unit is not None}
    if target is None and len(declared) > 1:
        problems.add(
            runs[Side.CANDIDATE].path,
            0,
            f"unit differs at stage {stage}: baseline {units[Side.BASELINE]}, "
            f"candidate {units[Side.CANDIDATE]}",
            "compare runs of one unit, or declare the labels' unit and a unit map in labels.json",
        )


def _finding(row: Comparability) -> Finding:
    values = {"baseline": row.baseline, "candidate": row.candidate}
    of_labels = {"labels": row.labels} if row.field in _DECLARED_BY_LABELS else {}
    return Finding(code=_ALLOWED[row.field], params={**values, **of_labels})


def _values(row: Comparability) -> str:
    values = [f"baseline {row.baseline or UNDECLARED}", f"candidate {row.candidate or UNDECLARED}"]
    if row.labels is not None:
        values.append(f"labels {row.labels}")
    return ", ".join(values)


def _overridden(runs: Mapping[Side, Run], absent: AbsentRule) -> Finding:
    declared = {str(side): str(run.manifest.absent_queries) for side, run in runs.items()}
    return Finding(code="absent-overridden", params={"rule": str(absent), **declared})
