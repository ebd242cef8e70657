"""Two run directories and a label snapshot in, a report out."""

from __future__ import annotations

import platform
from collections.abc import Callable, Collection, Mapping, Sequence
from importlib import metadata
from typing import Any

import msgspec

from reportgen.comparison import build_report, choose_facets, queries_to_open
from reportgen.comparison.queries import Heads
from reportgen.contract import ALLOWED_FIELDS, check_declarations, check_matched, classify_queries
from reportgen.document import load
from reportgen.errors import WrongUsage
from reportgen.match import collect_heads, match_runs
from reportgen.model.cutoff import ALL, DEFAULT_CUTOFFS, LARGEST, Cutoff, cutoff_order
from reportgen.model.report import Generator, Input, Report
from reportgen.model.run import AbsentRule, InputFile, Side
from reportgen.pipeline.inputs import Inputs, PathLike, input_file, read_inputs
from reportgen.read import is_text, read_units, written_name
from reportgen.score import score

_COMPUTING = ("reportgen", "matplotlib", "msgspec", "narwhals", "numpy", "polars", "scipy")


def compare(
    baseline: PathLike,
    candidate: PathLike,
    labels: PathLike | None = None,
    *,
    cutoffs: Sequence[Cutoff] | None = None,
    stages: Sequence[str] | None = None,
    groups: Sequence[str] | None = None,
    title: str | None = None,
    relevance_level: int | None = None,
    absent: str | None = None,
    allow: Collection[str] = (),
    units: PathLike | None = None,
    previous: PathLike | None = None,
    margin: float | None = None,
    census: bool = False,
    seed: int = 0,
    query_text: bool = True,
    progress: Callable[[str], None] = lambda _: None,
) -> Report:
    """The report of what changed between two runs, scored on one label snapshot.

    `baseline` and `candidate` are run directories or single ranking files; `labels` is a label directory or a single
    judgments file, by default what the runs name. `cutoffs`: integers of at least 1 and "all", default 1, 3, 5, 10,
    all. `stages`: those to compare, default every shared one. `groups`: facets, default every one. `relevance_level`:
    least grade that counts as gold, default the snapshot's. `absent`: "not-run" or "returned-nothing" for both runs.
    `allow`: fields that may differ. `units`: JSON lines with unit texts. `previous`: the report.json of the parent
    snapshot. `margin`: in recall points. `progress` is called with the name of each step.

    Raises `Refused` with every problem that was found, `WrongUsage` where the arguments contradict themselves.
    """
    options = _resolve(
        cutoffs=cutoffs,
        stages=stages,
        groups=groups,
        relevance_level=relevance_level,
        absent=absent,
        allow=allow,
        margin=margin,
        census=census,
        seed=seed,
        title=title,
        units=units,
        previous=previous,
        query_text=query_text,
    )
    inputs = read_inputs(baseline, candidate, labels, progress)
    level = relevance_level or inputs.labels.manifest.relevance_level
    choose_facets(inputs.labels, groups or None)
    before = None if previous is None else load(previous)
    declared = check_declarations(
        inputs.baseline,
        inputs.candidate,
        inputs.labels,
        labels_named=inputs.labels_named,
        own_digests=inputs.own_digests,
        allow=allow,
        stages=stages or None,
        absent=None if absent is None else AbsentRule(absent),
    )
    progress("matching rankings with judgments")
    # The full lists are matched whether `all` is shown or not: where gold is lost is told of them.
    matched_cutoffs = sorted({*options["cutoffs"], ALL}, key=cutoff_order)
    matched = match_runs(
        inputs.baseline,
        inputs.candidate,
        inputs.labels,
        stages=declared.stages,
        cutoffs=matched_cutoffs,
        relevance_level=level,
    )
    findings = check_matched(inputs.baseline, inputs.candidate, inputs.labels, matched, allow=allow)
    classified = classify_queries(matched, inputs.labels, absent=declared.absent)
    progress("scoring")
    scores = score(matched, inputs.labels, cutoffs=matched_cutoffs)
    heads = _heads(inputs, declared.stages, queries_to_open(matched, scores, classified))
    texts = _unit_texts(units, heads, query_text)
    progress("comparing")
    report = build_report(
        baseline=inputs.baseline,
        candidate=inputs.candidate,
        labels=inputs.labels,
        matched=matched,
        scores=scores,
        classified=classified,
        comparability=declared.fields,
        absent=declared.absent,
        findings=(*declared.findings, *findings),
        cutoffs=options["cutoffs"],
        relevance_level=level,
        groups=groups or None,
        title=title,
        margin=margin,
        census=census,
        seed=seed,
        with_query_text=query_text,
        heads=heads,
        unit_texts=texts,
        previous=before,
        options=options,
        generator=Generator(name="reportgen", version=metadata.version("reportgen")),
        versions=_versions(),
    )
    extra = [
        input_file(path, role)
        for path, role in ((units, "units"), (previous, "previous"))
        if path is not None
    ]
    return _with_inputs(report, extra)


def _resolve(
    *,
    cutoffs: Sequence[Cutoff] | None,
    stages: Sequence[str] | None,
    groups: Sequence[str] | None,
    relevance_level: int | None,
    absent: str | None,
    allow: Collection[str],
    margin: float | None,
    census: bool,
    seed: int,
    title: str | None,
    units: PathLike | None,
    previous: PathLike | None,
    query_text: bool,
) -> dict[str, Any]:
    """The options as they stand in the report: resolved, sorted, without a path."""
    for cutoff in cutoffs or ():
        if cutoff != ALL and (type(cutoff) is not int or not 1 <= cutoff <= LARGEST):
            raise WrongUsage(
                f"{cutoff!r} is not a cutoff: give integers from 1 to {LARGEST:,}, or 'all'"
            )
    if title is not None and not is_text(title):
        raise WrongUsage(f"title is {title!r}: give text that can be written as UTF-8")
    if relevance_level is not None and relevance_level < 1:
        raise WrongUsage(f"relevance_level is {relevance_level}: give an integer of at least 1")
    if absent is not None and absent not in set(AbsentRule):
        raise WrongUsage(f"absent is {absent!r}: give 'not-run' or 'returned-nothing'")
    for field in allow:
        if field not in ALLOWED_FIELDS:
            raise WrongUsage(f"allow names {field!r}: give some of {', '.join(ALLOWED_FIELDS)}")
    if margin is not None and not 0 < margin <= 1:
        raise WrongUsage(f"margin is {margin}: give recall points, above 0 and at most 1")
    return {
        "cutoffs": sorted(set(cutoffs or DEFAULT_CUTOFFS), key=cutoff_order),
        "stages": list(stages) if stages else None,
        "groups": list(groups) if groups else None,
        "relevance_level": relevance_level,
        "absent": absent,
        "allow": sorted(set(allow)),
        "margin": margin,
        "census": census,
        "seed": seed,
        "title": title,
        "units": None if units is None else f"units/{written_name(units)}",
        "previous": None if previous is None else f"previous/{written_name(previous)}",
        "query_text": query_text,
    }


def _heads(inputs: Inputs, stages: Sequence[str], queries: Sequence[int]) -> Heads:
    return {
        (side, stage): heads
        for side, run in ((Side.BASELINE, inputs.baseline), (Side.CANDIDATE, inputs.candidate))
        for stage, heads in collect_heads(
            run, inputs.labels, stages=stages, queries=queries
        ).items()
    }


def _unit_texts(units: PathLike | None, heads: Heads, wanted: bool) -> Mapping[str, str]:
    if units is None:
        return {}
    shown = {
        unit for of_query in heads.values() for head in of_query.values() for unit, _ in head.units
    }
    texts = read_units(units, shown)
    return texts if wanted else {}


def _versions() -> dict[str, str]:
    versions = {name: metadata.version(name) for name in _COMPUTING}
    return {**versions, "python": platform.python_version()}


def _with_inputs(report: Report, files: Sequence[InputFile]) -> Report:
    if not files:
        return report
    provenance = report.provenance
    added = [Input(path=file.path, sha256=file.sha256) for file in files]
    inputs = sorted([*provenance.inputs, *added], key=lambda file: file.path)
    replaced = msgspec.structs.replace(provenance, inputs=inputs)
    return msgspec.structs.replace(report, provenance=replaced)
