"""What `reportgen check` says of a run or a label snapshot, as lines of text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from reportgen.read.inspection import (
    Inspection,
    LabelInspection,
    RunInspection,
    StageInspection,
)
from reportgen.read.ranking_facts import RankingFacts, Spread

FACET_VALUES_SHOWN = 12


def describe(inspection: Inspection) -> Iterator[str]:
    """The lines about one input: what it is, its stages or labels, and how many problems there are."""
    if inspection.run is not None:
        yield f"{inspection.path}: run {inspection.run.manifest.name}"
        yield from _indent(_run(inspection.run))
    elif inspection.labels is not None:
        yield f"{inspection.path}: label snapshot {inspection.labels.manifest.id}"
        yield from _indent(_labels(inspection.labels))
    else:
        yield f"{inspection.path}: not readable"
    yield f"  {_count(len(inspection.problems), 'problem')}"


def _run(run: RunInspection) -> Iterator[str]:
    manifest = run.manifest
    yield f"corpus snapshot {_declared(manifest.corpus_snapshot)}; query set {_declared(manifest.query_set)}"
    yield f"duplicates {manifest.duplicates}; absent queries {manifest.absent_queries}"
    if manifest.labels is not None:
        digest = manifest.labels.digest or "no digest declared"
        yield f"labels {manifest.labels.path} ({digest})"
    for stage in run.stages:
        yield from _stage(stage)
    if run.answers is not None:
        yield f"answers: {_count(run.answers, 'query', 'queries')}, {run.abstained} abstained"


def _stage(stage: StageInspection) -> Iterator[str]:
    at = "" if stage.cutoff is None else f" at cutoff {stage.cutoff}"
    budget = "" if stage.budget is None else f"; budget {stage.budget}"
    yield f"stage {stage.name}{at}: {stage.file}; order {stage.order}; unit {_declared(stage.unit)}{budget}"
    if stage.facts is None:
        yield "  not readable"
    else:
        yield from _indent(_facts(stage.facts))


def _facts(facts: RankingFacts) -> Iterator[str]:
    yield (
        f"{_count(facts.queries, 'query', 'queries')} ({facts.returned_nothing} returned nothing), "
        f"{_count(facts.rows, 'row')}, units a query {_spread(facts.lengths)}"
    )
    yield f"duplicates: {_count(facts.repeated_rows, 'row')}; comments: {facts.comments}"
    if facts.tied_queries is not None:
        yield f"tied scores in {_count(facts.tied_queries, 'query', 'queries')}"
    if facts.equal_rank_queries:
        yield f"equal ranks in {_count(facts.equal_rank_queries, 'query', 'queries')}: the ranks give no order"
    if facts.rank_differs is not None:
        yield f"order by rank differs from order by score in {_count(facts.rank_differs, 'query', 'queries')}"
    if facts.listed_differs is not None:
        yield f"order as listed differs from order by score in {_count(facts.listed_differs, 'query', 'queries')}"


def _labels(labels: LabelInspection) -> Iterator[str]:
    manifest = labels.manifest
    yield f"digest {labels.digest}"
    yield (
        f"corpus snapshot {_declared(manifest.corpus_snapshot)}; query set {_declared(manifest.query_set)}; "
        f"unit {_declared(manifest.unit)}"
    )
    if manifest.parent is not None:
        yield f"parent {manifest.parent}"
    states = "" if labels.declares_states else " (a judgments file declares no states)"
    yield f"{_count(labels.queries, 'query', 'queries')}: {_tally(labels.states)}{states}"
    yield f"verdicts: {_tally(labels.verdicts)}; relevance level {manifest.relevance_level}"
    yield (
        f"{_count(labels.judgments, 'judgment')} ({labels.repeated} repeated and collapsed; "
        f"{_count(labels.comments, 'comment')}); by grade: "
        f"{_tally({str(grade): count for grade, count in sorted(labels.grades.items())})}"
    )
    yield f"gold a query {_spread(labels.gold)}; judged a query {_spread(labels.judged)}"
    yield f"texts for {_count(labels.with_text, 'query', 'queries')}"
    for facet, values in sorted(labels.facets.items()):
        yield f"group {facet}: {_tally(values, FACET_VALUES_SHOWN)}"
    if labels.clusters:
        yield f"{_count(labels.clusters, 'cluster')} over {_count(labels.clustered_queries, 'query', 'queries')}"
    if labels.evidence_queries:
        yield f"evidence for {_count(labels.evidence_queries, 'query', 'queries')}, {labels.evidence_parts} parts"
    for unit_map in labels.unit_maps:
        yield (
            f"unit map {unit_map.from_unit} to {unit_map.to_unit}, version {unit_map.version}: "
            f"{_count(unit_map.rows, 'row')}; cutoffs count {unit_map.cutoff_counts}"
        )


def _indent(lines: Iterator[str]) -> Iterator[str]:
    return (f"  {line}" for line in lines)


def _declared(value: str | None) -> str:
    return "undeclared" if value is None else value


def _count(count: int, one: str, many: str | None = None) -> str:
    return f"{count} {one if count == 1 else many or f'{one}s'}"


def _spread(spread: Spread) -> str:
    if spread.least is None or spread.middle is None or spread.most is None:
        return "none"
    if spread.least == spread.most:
        return f"{spread.most}"
    return f"{spread.least} to {spread.most}, median {spread.middle:g}"


def _tally(counts: Mapping[str, int], most: int | None = None) -> str:
    """`counts` as words, the first `most` of them."""
    shown = list(counts.items())[:most]
    text = ", ".join(f"{name} {count}" for name, count in shown)
    hidden = len(counts) - len(shown)
    return (text or "none") + (f", and {hidden} more values" if hidden else "")
