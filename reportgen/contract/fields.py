"""The fields of comparability: what each side declares, and whether that is the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from reportgen.model.labels import Labels
from reportgen.model.report import Comparability
from reportgen.model.run import AbsentRule, Run, Side

ALLOWED_FIELDS = ("corpus_snapshot", "query_set", "order", "duplicates", "absent_queries")
"""What `--allow` takes, in the order of formats.md."""


def compared(
    field: str, baseline: str | None, candidate: str | None, *others: str | None
) -> Comparability:
    """`differs` when two declared values differ, else `undeclared` when one is missing, else
    `same`. `others`: the labels' value, where the field has one."""
    values = (baseline, candidate, *others)
    declared = {value for value in values if value is not None}
    status = "differs" if len(declared) > 1 else "undeclared" if None in values else "same"
    return Comparability(
        field=field,
        status=status,
        baseline=baseline,
        candidate=candidate,
        labels=others[0] if others else None,
    )


def labels_field(
    runs: Mapping[Side, Run], labels: Labels, own_digests: Mapping[Side, str]
) -> Comparability:
    """The digests that the runs declare beside that of the snapshot scored on. `own_digests` are
    those of the snapshots at the runs' own label paths, as far as they could be read; one that is
    not what the run declares is a difference too."""
    declared: dict[Side, str | None] = {}
    strays = False
    for side, run in runs.items():
        digest = None if run.manifest.labels is None else run.manifest.labels.digest
        own = own_digests.get(side)
        strays = strays or (own is not None and digest is not None and own != digest)
        declared[side] = own if digest is None and own != labels.digest else digest
    field = compared("labels", declared[Side.BASELINE], declared[Side.CANDIDATE], labels.digest)
    if not strays:
        return field
    return Comparability(
        field="labels",
        status="differs",
        baseline=field.baseline,
        candidate=field.candidate,
        labels=field.labels,
    )


def unit_after_maps(run: Run, labels: Labels, stage: str) -> str | None:
    """What the units of a stage are when they meet the judgments; None where undeclared."""
    unit = run.unit_of(run.stage(stage))
    unit_map = labels.unit_map_from(unit)
    return unit if unit_map is None else unit_map.to_unit


def unit_field(runs: Mapping[Side, Run], labels: Labels, stages: Sequence[str]) -> Comparability:
    """The units of the compared stages, after unit maps, against the label unit."""
    units = {
        side: [unit_after_maps(run, labels, stage) for stage in stages]
        for side, run in runs.items()
    }
    target = labels.manifest.unit
    per_stage = [
        compared("unit", ours, theirs, target).status
        for ours, theirs in zip(units[Side.BASELINE], units[Side.CANDIDATE], strict=True)
    ]
    status = next((word for word in ("differs", "undeclared") if word in per_stage), "same")
    return Comparability(
        field="unit",
        status=status,
        baseline=by_stage(stages, units[Side.BASELINE]),
        candidate=by_stage(stages, units[Side.CANDIDATE]),
        labels=target,
    )


def order_field(runs: Mapping[Side, Run], stages: Sequence[str]) -> Comparability:
    """The order rules of the compared stages."""
    orders = {
        side: by_stage(stages, [str(run.stage(stage).order) for stage in stages])
        for side, run in runs.items()
    }
    return compared("order", orders[Side.BASELINE], orders[Side.CANDIDATE])


def absent_rules(
    runs: Mapping[Side, Run], override: AbsentRule | None
) -> Mapping[Side, AbsentRule]:
    """What it means, for each run, that a query has no row: the override, else what the run
    declares."""
    return {
        side: run.manifest.absent_queries if override is None else override
        for side, run in runs.items()
    }


def by_stage(stages: Sequence[str], values: Sequence[str | None]) -> str | None:
    """One value where every stage has the same, else `stage: value` for each that declares one."""
    if len(set(values)) <= 1:
        return values[0] if values else None
    named = zip(stages, values, strict=True)
    return ", ".join(f"{stage}: {value}" for stage, value in named if value is not None)
