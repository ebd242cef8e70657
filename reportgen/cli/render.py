"""`reportgen render`."""

from __future__ import annotations

from typing import Any

import click

from reportgen.cli.options import output_options
from reportgen.cli.progress import Progress, print_paths


@click.command()
@click.argument("report_json")
@output_options
def render(report_json: str, *, out: str, **options: Any) -> None:
    """Write REPORT_JSON again in other formats or another language: the same bytes as the direct run."""
    from reportgen import pipeline

    with Progress(quiet=False) as progress:
        report = pipeline.load(report_json)
        files, warnings = pipeline.render_files(
            report, pipeline.ShowOptions(**options), progress=progress.step
        )
        paths = pipeline.write_report(out, files)
    progress.warn(warnings)
    print_paths(paths)
