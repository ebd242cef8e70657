"""Reports made in memory from runs and labels, by the same steps as a comparison from files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from reportgen.comparison import build_report
from reportgen.contract import check_declarations, check_matched, classify_queries
from reportgen.match import match_runs
from reportgen.model.cutoff import ALL, Cutoff
from reportgen.model.labels import Labels
from reportgen.model.report import Aggregate, Amount, Generator, Group, Report
from reportgen.model.run import AbsentRule, Run
from reportgen.score import score

GENERATOR = Generator(name="reportgen", version="0")


def report(
    baseline: Run,
    candidate: Run,
    labels: Labels,
    *,
    cutoffs: Sequence[Cutoff] = (1, 2, 3, ALL),
    relevance_level: int | None = None,
    absent: AbsentRule | None = None,
    allow: Sequence[str] = (),
    labels_named: bool = True,
    **options: Any,
) -> Report:
    """The report of two runs on one snapshot; `options` are those of `build_report`."""
    level = labels.manifest.relevance_level if relevance_level is None else relevance_level
    declared = check_declarations(
        baseline, candidate, labels, labels_named=labels_named, allow=allow, absent=absent
    )
    wide: list[Cutoff] = [*(cutoff for cutoff in cutoffs if cutoff != ALL), ALL]
    matched = match_runs(
        baseline,
        candidate,
        labels,
        stages=declared.stages,
        cutoffs=wide,
        relevance_level=level,
    )
    found = check_matched(baseline, candidate, labels, matched, allow=allow)
    return build_report(
        baseline=baseline,
        candidate=candidate,
        labels=labels,
        matched=matched,
        scores=score(matched, labels, cutoffs=wide),
        classified=classify_queries(matched, labels, absent=declared.absent),
        comparability=declared.fields,
        absent=declared.absent,
        findings=[*declared.findings, *found],
        cutoffs=cutoffs,
        relevance_level=level,
        options={},
        generator=GENERATOR,
        versions={},
        **options,
    )


def cell(
    of: Report | Group,
    measure: str,
    cutoff: Cutoff,
    *,
    averaging: str = "macro",
    stage: str = "run",
) -> Aggregate:
    """One row of a report's totals, or of a group's."""
    wanted = (measure, averaging, stage, cutoff)
    return next(
        row
        for row in of.aggregates
        if (row.measure, row.averaging, row.stage, row.cutoff) == wanted
    )


def codes(of: Report) -> list[str]:
    """The codes of the findings, in order, each once."""
    return list(dict.fromkeys(finding.code for finding in of.findings))


def params(of: Report, code: str) -> Mapping[str, Any]:
    """The parameters of the first finding of a code."""
    return next(finding.params for finding in of.findings if finding.code == code)


def amount(side: Amount | None) -> Amount:
    """The value of a run that is known to have one."""
    if side is None:
        raise AssertionError("this side has no value")
    return side
