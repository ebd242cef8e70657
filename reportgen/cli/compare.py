"""`reportgen compare`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from reportgen.cli.options import COMPARABLE_FIELDS, output_options
from reportgen.cli.progress import Progress, print_paths

if TYPE_CHECKING:
    from reportgen.pipeline import ShowOptions


@click.command()
@click.argument("baseline")
@click.argument("candidate")
@click.argument("others", nargs=-1, metavar="")
@click.option("--labels", metavar="PATH", help="Label snapshot [the one the runs name].")
@output_options
@click.option("--title", metavar="T", help="Title of the report.")
@click.option(
    "--group", "groups", multiple=True, metavar="FIELD", help="A facet; may be repeated [all]."
)
@click.option(
    "--relevance-level",
    type=click.IntRange(min=1),
    metavar="N",
    help="Least grade that counts as gold [the snapshot's].",
)
@click.option(
    "--absent",
    type=click.Choice(("not-run", "returned-nothing")),
    help="What a query without a row means, for both runs [as each run says].",
)
@click.option(
    "--allow",
    multiple=True,
    type=click.Choice(COMPARABLE_FIELDS),
    help="Compare although this field differs; may be repeated.",
)
@click.option(
    "--units", metavar="FILE", help="Texts of the units, JSON lines, shown in opened rows."
)
@click.option(
    "--previous",
    metavar="REPORT_JSON",
    help="Report on the parent snapshot, to tell what the labels changed.",
)
@click.option(
    "--margin",
    type=click.FloatRange(min=0, max=1, min_open=True),
    metavar="M",
    help="A margin in recall points (above 0, at most 1) to hold the 90 % interval against.",
)
@click.option("--census", is_flag=True, help="The queries are all there are: no interval and no p.")
@click.option(
    "--seed",
    type=click.IntRange(min=0, max=2**32 - 1),
    default=0,
    metavar="N",
    help="Seed of Monte Carlo tests [0].",
)
@click.option("--quiet", is_flag=True, help="No progress and no warnings.")
def compare(
    baseline: str,
    candidate: str,
    others: tuple[str, ...],
    *,
    out: str,
    show: ShowOptions,
    quiet: bool,
    **compared: Any,
) -> None:
    """Compare the runs BASELINE and CANDIDATE and write the report.

    A run is a run directory or a single ranking file. The paths written are printed.
    """
    if others:
        raise click.UsageError(
            f"two runs are compared, and {others[0]} is a third argument: give labels with --labels"
        )
    from reportgen import pipeline

    with Progress(quiet=quiet) as progress:
        report = pipeline.compare(
            baseline,
            candidate,
            cutoffs=show.cutoffs,
            stages=show.stages,
            query_text=show.query_text,
            progress=progress.step,
            **compared,
        )
        # The report holds nothing but what was asked for: there is nothing left to select.
        shown = pipeline.render_files(
            report, replace(show, stages=None, cutoffs=None), progress=progress.step
        )
        paths = pipeline.write_report(out, shown)
    progress.warn(shown.warnings)
    print_paths(paths)
