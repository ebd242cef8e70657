"""The signature that a table of numbers travels with: everything that must be equal for two of
them to be compared."""

from __future__ import annotations

from collections.abc import Sequence

from reportgen.model.cutoff import Cutoff
from reportgen.model.measure import Measure
from reportgen.model.report import Aggregate, Report, StageScope

_DIGEST_SHOWN = 19


def signature(report: Report, rows: Sequence[Aggregate], stage: str, cutoff: Cutoff) -> str:
    """`recall.macro+recall.pooled+any-hit@3|stage:context|unit:passage|level:1|order:listed|duplicates:refuse|label
    s:sha256:ab12…|n:38|reportgen:0.1.0`: every measure of a table, then what they share; a field in which the runs
    differ gives both, baseline first."""
    scope = report.scope
    runs = (scope.baseline, scope.candidate)
    stages = [of for run in runs for of in run.stages if of.name == stage]
    fields = [
        f"{'+'.join(map(_measure, rows))}@{cutoff}",
        f"stage:{stage}",
        f"unit:{scope.labels.unit or scope.baseline.unit or 'undeclared'}",
        *_mapped(stages),
        f"level:{scope.relevance_level}",
        f"order:{_both([of.order for of in stages])}",
        f"duplicates:{_both([run.duplicates for run in runs])}",
        f"labels:{scope.labels.digest[:_DIGEST_SHOWN]}",
        f"n:{_both([str(row.n) for row in rows])}",
        f"{report.generator.name}:{report.generator.version}",
    ]
    return "|".join(fields)


def _measure(row: Aggregate) -> str:
    return f"{row.measure}.{row.averaging}" if row.measure == Measure.RECALL else row.measure


def _both(values: Sequence[str]) -> str:
    return "/".join(dict.fromkeys(values))


def _mapped(stages: Sequence[StageScope]) -> list[str]:
    versions = [of.mapped_by for of in stages if of.mapped_by is not None]
    return [f"map:{_both(versions)}"] if versions else []
