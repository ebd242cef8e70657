"""A worksheet of what is unjudged, and the label snapshot that a filled one makes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from reportgen.contract import ALLOWED_FIELDS, check_declarations, check_matched, classify_queries
from reportgen.errors import Problem, Problems, Refused, WrongUsage
from reportgen.match import collect_unjudged, match_runs
from reportgen.model.cutoff import LARGEST
from reportgen.model.labels import Labels
from reportgen.model.matched import Matched
from reportgen.pipeline.inputs import PathLike, attempt, read_inputs
from reportgen.read import read_labels, read_review, read_units
from reportgen.read.probing import is_missing, is_regular_file, lies_inside
from reportgen.read.worksheet import holds_review
from reportgen.rendering.worksheet_csv import LONGEST_TEXT, render_worksheet
from reportgen.review.plan import Plan, plan_review
from reportgen.review.snapshot import Changes, next_snapshot
from reportgen.review.verdicts import Review
from reportgen.review.worksheet import Worksheet, make_worksheet
from reportgen.score import score
from reportgen.write import write_file, write_new_folder
from reportgen.write.snapshot import snapshot_files

DEFAULT_CUTOFF = 10


@dataclass(frozen=True, slots=True)
class Exported:
    """The worksheet that was written to `path`, and how it came about."""

    path: Path
    sheet: Worksheet
    plan: Plan
    stage: str
    cutoff: int


@dataclass(frozen=True, slots=True)
class Applied:
    """The snapshot that was written to `path`, with its digest, and what sets it apart from its parent."""

    path: Path
    id: str
    digest: str
    review: Review
    changes: Changes


def export_review(
    baseline: PathLike,
    candidate: PathLike,
    labels: PathLike,
    out: PathLike,
    *,
    stage: str | None = None,
    cutoff: int = DEFAULT_CUTOFF,
    limit: int | None = None,
    units: PathLike | None = None,
    seed: int = 0,
    progress: Callable[[str], None] = lambda _: None,
) -> Exported:
    """Write the worksheet of the unjudged units that both runs return at a stage (default: the last shared one) within
    an integer `cutoff`; `limit` so many units, cut between queries; `units` JSON lines with their texts.

    Raises `Refused` where the runs or labels cannot be used, or where `out` is a worksheet that somebody filled in.
    """
    if not 1 <= cutoff <= LARGEST:
        raise WrongUsage(f"cutoff is {cutoff}: give an integer from 1 to {LARGEST:,}")
    inputs = read_inputs(baseline, candidate, labels, progress)
    declared = check_declarations(
        inputs.baseline,
        inputs.candidate,
        inputs.labels,
        labels_named=True,
        # What may differ for a comparison says nothing about which units are unjudged.
        allow=ALLOWED_FIELDS,
        stages=None if stage is None else [stage],
    )
    chosen = declared.stages[-1]
    progress("matching rankings with judgments")
    matched = match_runs(
        inputs.baseline,
        inputs.candidate,
        inputs.labels,
        stages=[chosen],
        cutoffs=[cutoff],
        relevance_level=inputs.labels.manifest.relevance_level,
    )
    _refuse_missing_list(matched, cutoff)
    check_matched(inputs.baseline, inputs.candidate, inputs.labels, matched, allow=ALLOWED_FIELDS)
    plan = plan_review(
        matched,
        score(matched, inputs.labels, cutoffs=[cutoff]),
        classify_queries(matched, inputs.labels, absent=declared.absent),
        inputs.labels,
        absent=declared.absent,
        cutoff=cutoff,
    )
    progress("collecting units")
    unjudged = collect_unjudged(
        inputs.baseline,
        inputs.candidate,
        inputs.labels,
        stage=chosen,
        cutoff=cutoff,
        queries=plan.queries,
    )
    sheet = make_worksheet(
        [(inputs.labels.queries[at], unjudged[at]) for at in plan.queries],
        labels_digest=inputs.labels.digest,
        seed=seed,
        limit=limit,
    )
    if units is not None:
        sheet = sheet.with_texts(read_units(units, sheet.unit_ids, longest=LONGEST_TEXT + 1))
    _refuse_to_overwrite(out)
    return Exported(write_file(out, render_worksheet(sheet)), sheet, plan, chosen, cutoff)


def apply_review(worksheet: PathLike, labels: PathLike, out: PathLike, *, id: str) -> Applied:
    """Write the label snapshot that a filled worksheet makes of `labels` to the new folder `out`, with its own `id`.

    Raises `Refused` with every problem of the worksheet, and where `out` exists.
    """
    if not id.strip():
        raise WrongUsage("--id is empty: name the new snapshot")
    before = read_labels(labels)
    problems = Problems()
    problems.extend(_wrong_target(before, out, id))
    problems.extend(_undeclared(before))
    review = attempt(lambda: read_review(worksheet, before), problems)
    problems.refuse_if_any()
    if review is None:
        raise RuntimeError("what was read without a problem is there")
    snapshot = next_snapshot(before, review, id=id)
    path = write_new_folder(out, snapshot_files(snapshot))
    return Applied(path, id, read_labels(path).digest, review, snapshot.changes)


def _refuse_missing_list(matched: Matched, cutoff: int) -> None:
    (pair,) = matched.stages
    sides = {"baseline": pair.baseline, "candidate": pair.candidate}
    problems = [
        Problem(
            "--cutoff",
            0,
            f"the {side} recorded no list for cutoff {cutoff} at stage {stage.stage}",
            f"choose among {', '.join(str(own) for own in stage.lists if own != 'all') or 'its own cutoffs'}",
        )
        for side, stage in sides.items()
        if cutoff not in stage.lists
    ]
    if problems:
        raise Refused(problems)


def _refuse_to_overwrite(out: PathLike) -> None:
    if is_regular_file(Path(out)) and holds_review(out):
        what = "is a worksheet that somebody filled in"
        raise Refused([Problem(str(out), 0, what, "apply it, move it, or name another --out")])


def _wrong_target(before: Labels, out: PathLike, id_: str) -> list[Problem]:
    problems = []
    if lies_inside(Path(out), Path(before.path)):
        what = "lies inside the labels it would follow"
        problems.append(Problem(str(out), 0, what, "name a folder beside them with --out"))
    elif not is_missing(Path(out)):
        what = "exists already"
        problems.append(Problem(str(out), 0, what, "name a new folder with --out"))
    if id_ == before.id:
        what = f"{id_} is the id of the snapshot it follows"
        problems.append(Problem("--id", 0, what, "give the new snapshot an id of its own"))
    return problems


def _undeclared(before: Labels) -> list[Problem]:
    """A judgments file says nothing about a query without gold, but a label directory has to give its state."""
    silent = [record.query_id for record in before.queries if record.state is None]
    if not silent:
        return []
    what = (
        f"the file declares no states, and {len(silent)} of its queries have no gold "
        f"({', '.join(silent[:5])}{', …' if len(silent) > 5 else ''})"
    )
    remedy = (
        "make a label directory of it that gives their states, and export the worksheet from that"
    )
    return [Problem(before.path, 0, what, remedy)]
