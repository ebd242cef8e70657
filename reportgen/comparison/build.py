"""Two matched and scored runs become the one result document."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from reportgen.comparison.absent import absent_findings
from reportgen.comparison.accounting import account
from reportgen.comparison.basis import Basis, cluster_numbers, results_by_rule
from reportgen.comparison.change_findings import (
    better_same_worse,
    groups_against_total,
    list_findings,
    pipeline_findings,
    sample_findings,
)
from reportgen.comparison.context_findings import (
    answer_context,
    label_context,
    list_context,
    measure_context,
    nothing_scored,
    stage_context,
)
from reportgen.comparison.direction_findings import direction_findings
from reportgen.comparison.facets import choose_facets
from reportgen.comparison.group_findings import group_context
from reportgen.comparison.groups import build_groups
from reportgen.comparison.label_section import build_label_section
from reportgen.comparison.macro_pooled import identities_at, identity_rows, weights
from reportgen.comparison.no_answer import build_no_answer
from reportgen.comparison.pairs import build_totals
from reportgen.comparison.previous import previous_labels
from reportgen.comparison.queries import Heads, query_columns
from reportgen.comparison.scope import scope_of
from reportgen.comparison.stages import build_stages, run_flows
from reportgen.model.catalogue import FINDING_ORDER
from reportgen.model.classified import Classified
from reportgen.model.cutoff import Cutoff, cutoff_order
from reportgen.model.finding import Finding
from reportgen.model.labels import Labels
from reportgen.model.matched import Matched
from reportgen.model.report import (
    SCHEMA_VERSION,
    Comparability,
    Family,
    Generator,
    Input,
    ParentLabels,
    Provenance,
    Report,
)
from reportgen.model.run import AbsentRule, Run, Side
from reportgen.model.scores import Scores


def build_report(
    *,
    baseline: Run,
    candidate: Run,
    labels: Labels,
    matched: Matched,
    scores: Scores,
    classified: Classified,
    comparability: Sequence[Comparability],
    absent: Mapping[Side, AbsentRule],
    findings: Sequence[Finding] = (),
    cutoffs: Sequence[Cutoff],
    relevance_level: int,
    groups: Sequence[str] | None = None,
    title: str | None = None,
    margin: float | None = None,
    census: bool = False,
    seed: int = 0,
    with_query_text: bool = True,
    heads: Heads | None = None,
    unit_texts: Mapping[str, str] | None = None,
    previous: Report | None = None,
    options: Mapping[str, Any],
    generator: Generator,
    versions: Mapping[str, str],
) -> Report:
    """The report of a comparison: pure, the same for the same arguments.

    `matched` and `scores` hold the shared stages at least at the report's `cutoffs`; where they also hold `all`,
    full lists are told apart too. `absent` is the rule that holds for each run; `findings` are those of the
    contract. `groups`: facets, None for all of them. `heads`: the first units of the lists of the queries that
    `queries_to_open` names. `options` and `versions` are echoed.

    Raises `Refused` for a group field that no query has, and for a `previous` report that cannot be compared.
    """
    facet_names = choose_facets(labels, groups)
    basis = Basis(
        baseline=baseline,
        candidate=candidate,
        labels=labels,
        matched=matched,
        scores=scores,
        classified=classified,
        scored=np.flatnonzero(classified.scored),
        absent=absent,
        has_result=results_by_rule(matched, absent),
        stages=tuple(pair.baseline.stage for pair in matched.stages),
        cutoffs=tuple(sorted(set(cutoffs), key=cutoff_order)),
        clusters=cluster_numbers(labels),
        margin=None if margin is None else Fraction(str(margin)),
        census=census,
        seed=seed,
    )
    scope = scope_of(basis, relevance_level=relevance_level, comparability=comparability)
    provenance = _provenance(basis, options, versions)
    queries = query_columns(
        basis, with_text=with_query_text, heads=heads or {}, unit_texts=unit_texts or {}
    )
    before = (
        None
        if previous is None
        else previous_labels(previous, queries, scope=scope, inputs=provenance.inputs)
    )
    identities = {
        cell: found
        for cell in basis.cells()
        for found in [identities_at(basis, *cell)]
        if found is not None
    }
    totals = build_totals(basis, identities)
    tables = build_groups(basis, totals, facet_names)
    flows = run_flows(basis)
    stages = build_stages(basis, flows)
    label_section = build_label_section(
        basis, totals, relevance_level=relevance_level, previous=before
    )
    no_answer = build_no_answer(basis, flows)
    found = [
        *findings,
        *nothing_scored(basis),
        *direction_findings(basis, totals.rows, identities, tables.directions),
        *groups_against_total(totals, tables.groups, basis),
        *better_same_worse(basis, totals),
        *list_findings(basis),
        *pipeline_findings(basis, flows, stages),
        *absent_findings(basis),
        *label_context(basis, totals, label_section),
        *sample_findings(basis, totals),
        *measure_context(basis, relevance_level),
        *list_context(basis),
        *stage_context(basis, stages),
        *group_context(basis, tables),
        *answer_context(no_answer),
        *_labels_changed(label_section.previous),
    ]
    return Report(
        schema_version=SCHEMA_VERSION,
        generator=generator,
        title=title,
        scope=scope,
        accounting=account(basis),
        aggregates=totals.aggregates,
        identities=[
            row
            for (stage, cutoff), of in identities.items()
            for row in identity_rows(stage, cutoff, of)
        ],
        weights=weights(basis),
        family=None
        if census
        else Family(
            cells=totals.family.cells,
            tests=totals.family.tests,
            not_testable=totals.family.not_testable,
        ),
        queries=queries,
        facets=tables.facets,
        groups=tables.groups,
        stages=stages,
        labels=label_section,
        no_answer=no_answer,
        # Stable: findings of one code stay in the order of stages, cutoffs and runs.
        findings=sorted(found, key=lambda finding: FINDING_ORDER[finding.code]),
        provenance=provenance,
    )


def _provenance(
    basis: Basis, options: Mapping[str, Any], versions: Mapping[str, str]
) -> Provenance:
    files = {
        (file.path, file.sha256)
        for part in (basis.baseline, basis.candidate, basis.labels)
        for file in part.inputs
    }
    return Provenance(
        inputs=[Input(path=path, sha256=sha256) for path, sha256 in sorted(files)],
        options=dict(options),
        versions=dict(versions),
    )


def _labels_changed(previous: ParentLabels | None) -> list[Finding]:
    if previous is None:
        return []
    params: dict[str, Any] = {
        "parent": previous.id,
        "queries": previous.queries,
        "changed_gold": len(previous.changed_gold),
    }
    return [Finding(code="labels-changed", params=params)]
