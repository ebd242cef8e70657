"""`reportgen render`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from reportgen.cli.options import output_options
from reportgen.cli.progress import Progress, print_paths

if TYPE_CHECKING:
    from reportgen.pipeline import ShowOptions


@click.command()
@click.argument("report_json")
@output_options
def render(report_json: str, *, out: str, show: ShowOptions) -> None:
    """Write REPORT_JSON again in other formats or another language: the same bytes as the direct run."""
    from reportgen import pipeline

    with Progress(quiet=False) as progress:
        report = pipeline.load(report_json)
        shown = pipeline.render_files(report, show, progress=progress.step)
        paths = pipeline.write_report(out, shown)
    progress.warn(shown.warnings)
    print_paths(paths)
