"""What was compared: the two runs, the labels, and whether they belong together."""

from __future__ import annotations

from collections.abc import Sequence

from reportgen.comparison.basis import Basis
from reportgen.model.labels import Labels
from reportgen.model.report import (
    Comparability,
    LabelScope,
    RunScope,
    Scope,
    SettingDifference,
    StageScope,
)
from reportgen.model.run import Run, Side, Stage


def scope_of(
    basis: Basis, *, relevance_level: int, comparability: Sequence[Comparability]
) -> Scope:
    """Names, declarations and settings; of `system` only what differs."""
    return Scope(
        baseline=_run_scope(basis, Side.BASELINE),
        candidate=_run_scope(basis, Side.CANDIDATE),
        labels=_label_scope(basis.labels),
        stages=list(basis.stages),
        cutoffs=list(basis.cutoffs),
        relevance_level=relevance_level,
        snapshot_relevance_level=basis.labels.manifest.relevance_level,
        comparability=list(comparability),
        system=_differing_settings(basis.baseline, basis.candidate),
    )


def _run_scope(basis: Basis, side: Side) -> RunScope:
    run = basis.run(side)
    manifest = run.manifest
    return RunScope(
        name=manifest.name,
        description=manifest.description,
        created=manifest.created,
        corpus_snapshot=manifest.corpus_snapshot,
        query_set=manifest.query_set,
        unit=manifest.unit,
        duplicates=manifest.duplicates.value,
        absent_queries=basis.absent[side].value,
        labels_digest=None if manifest.labels is None else manifest.labels.digest,
        stages=[
            StageScope(
                name=stage.stage,
                order=stage.order.value,
                unit=stage.unit,
                mapped_by=stage.mapped_by,
                budget=run.stage(stage.stage).budget,
                longest=stage.longest,
                cutoff_files=_own_cutoffs(run.stage(stage.stage)),
            )
            for stage in (pair.side(side) for pair in basis.matched.stages)
        ],
        other_stages=[stage.name for stage in run.stages if stage.name not in basis.stages],
    )


def _own_cutoffs(stage: Stage) -> list[int] | None:
    own = sorted(cutoff for cutoff in stage.rankings if cutoff is not None)
    return own or None


def _label_scope(labels: Labels) -> LabelScope:
    manifest = labels.manifest
    return LabelScope(
        id=labels.id,
        digest=labels.digest,
        created=manifest.created,
        corpus_snapshot=manifest.corpus_snapshot,
        query_set=manifest.query_set,
        unit=manifest.unit,
        parent=manifest.parent,
        verdicts=manifest.verdicts.value,
        declares_states=labels.declares_states,
    )


def _differing_settings(baseline: Run, candidate: Run) -> list[SettingDifference]:
    settings = [run.manifest.system for run in (baseline, candidate)]
    return [
        SettingDifference(key=key, baseline=settings[0].get(key), candidate=settings[1].get(key))
        for key in sorted(settings[0].keys() | settings[1].keys())
        # True == 1 in Python, but they are two settings.
        if repr(settings[0].get(key)) != repr(settings[1].get(key))
    ]
