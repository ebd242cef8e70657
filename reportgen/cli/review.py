"""`reportgen review export` and `reportgen review apply`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from reportgen.cli.failures import one_line
from reportgen.cli.progress import Progress, print_paths
from reportgen.model.cutoff import LARGEST

if TYPE_CHECKING:
    from reportgen.pipeline import Applied, Exported

BOTH_SIDES = "Reviewing only the candidate's new units would favour the candidate; review both sides of a query."
CHANGES_SHOWN = 20


@click.group()
def review() -> None:
    """Have unjudged units judged: export a worksheet, and apply it once it is filled in."""


@review.command()
@click.argument("baseline")
@click.argument("candidate")
@click.option("--labels", required=True, metavar="L", help="The label snapshot to complete.")
@click.option("--out", required=True, metavar="FILE", help="The worksheet to write, a CSV file.")
@click.option("--stage", metavar="S", help="Whose lists to review [the last shared stage].")
@click.option(
    "--cutoff",
    type=click.IntRange(min=1, max=LARGEST),
    default=10,
    metavar="K",
    help="Top units of each list [10].",
)
@click.option(
    "--limit",
    type=click.IntRange(min=1),
    metavar="N",
    help="Units at most, cut between queries; at least one query [all].",
)
@click.option("--units", metavar="FILE", help="Texts of the units, JSON lines.")
@click.option(
    "--seed",
    type=click.IntRange(min=0, max=2**32 - 1),
    default=0,
    metavar="N",
    help="Seed of the order of a query's units [0].",
)
def export(
    baseline: str,
    candidate: str,
    *,
    labels: str,
    out: str,
    stage: str | None,
    cutoff: int,
    limit: int | None,
    units: str | None,
    seed: int,
) -> None:
    """Write a worksheet of the unjudged units of both runs, without their names and ranks.

    Queries stand in the order in which verdicts could move the recall delta most; unreviewed queries follow. Fill in
    `grade`, and for unreviewed queries `state` (relevant or no-answer). The path written is printed.
    """
    from reportgen import pipeline

    with Progress(quiet=False) as progress:
        done = pipeline.export_review(
            baseline,
            candidate,
            labels,
            out,
            stage=stage,
            cutoff=cutoff,
            limit=limit,
            units=units,
            seed=seed,
            progress=progress.step,
        )
    for line in _exported(done):
        click.echo(one_line(line), err=True)
    print_paths([done.path])


@review.command()
@click.argument("worksheet")
@click.option("--labels", required=True, metavar="L", help="The snapshot it was exported for.")
@click.option("--out", required=True, metavar="NEW_LABELS", help="A new folder.")
@click.option("--id", "id_", required=True, metavar="ID", help="Id of the new snapshot.")
def apply(worksheet: str, *, labels: str, out: str, id_: str) -> None:
    """Write the label snapshot that the filled WORKSHEET makes of the labels, and print what changed.

    The old snapshot stays as it is.
    """
    from reportgen import pipeline

    done = pipeline.apply_review(worksheet, labels, out, id=id_)
    print_paths([done.path])
    for line in _applied(done):
        click.echo(one_line(line))


def _exported(done: Exported) -> Iterator[str]:
    sheet, plan = done.sheet, done.plan
    unreviewed = sum(query.record.state == "unreviewed" for query in sheet.queries)
    yield (
        f"{_count(sheet.units, 'unit')} of {_count(len(sheet.queries), 'query', 'queries')} to review, "
        f"{unreviewed} of them unreviewed (stage {done.stage}, cutoff {done.cutoff}, seed {sheet.seed})"
    )
    if sheet.left_out:
        yield (
            f"left out by the limit: {_count(sheet.units_left_out, 'unit')} of "
            f"{_count(sheet.left_out, 'query', 'queries')}"
        )
    if plan.not_comparable:
        yield (
            f"left out: {_count(plan.not_comparable, 'unreviewed query', 'unreviewed queries')} "
            "without a result of both runs"
        )
    if plan.empty:
        yield (
            f"left out: {_count(plan.empty, 'unreviewed query', 'unreviewed queries')} "
            "for which neither run returned a unit"
        )
    yield BOTH_SIDES


def _applied(done: Applied) -> Iterator[str]:
    changes, review = done.changes, done.review
    yield f"labels {done.id} {done.digest}"
    yield f"parent {changes.parent_id} {changes.parent_digest}"
    grades = ", ".join(f"grade {grade}: {count}" for grade, count in changes.by_grade.items())
    yield f"judgments added: {len(changes.verdicts)} ({grades})"
    yield f"queries whose state changed: {len(changes.states)}"
    yield from _some([f"  {of.query_id}: {of.before} -> {of.after}" for of in changes.states])
    yield f"queries whose gold changed: {len(changes.gold)}"
    yield from _some([f"  {of.query_id}: {of.before} -> {of.after} gold" for of in changes.gold])
    yield (
        f"left as they were: {_count(review.left_open, 'unit')} without a grade, "
        f"{_count(review.still_unreviewed, 'unreviewed query', 'unreviewed queries')}"
    )


def _some(lines: list[str]) -> Iterator[str]:
    yield from lines[:CHANGES_SHOWN]
    if len(lines) > CHANGES_SHOWN:
        yield f"  and {len(lines) - CHANGES_SHOWN} more (changes.json has them all)"


def _count(count: int, one: str, many: str | None = None) -> str:
    return f"{count} {one if count == 1 else many or f'{one}s'}"
