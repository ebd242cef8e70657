"""`reportgen render`."""

from __future__ import annotations

import click

from reportgen.cli.options import FORMATS, output_options
from reportgen.cli.progress import Progress, print_paths
from reportgen.model.cutoff import Cutoff


@click.command()
@click.argument("report_json")
@output_options
def render(
    report_json: str,
    *,
    out: str,
    formats: tuple[str, ...],
    lang: str,
    cutoffs: tuple[Cutoff, ...] | None,
    stages: tuple[str, ...],
    rows: int,
    no_figures: bool,
    no_query_text: bool,
) -> None:
    """Write REPORT_JSON again in other formats or another language: the same bytes as the direct run."""
    from reportgen import pipeline

    show = pipeline.ShowOptions(
        formats=formats or FORMATS,
        lang=lang,
        stages=stages or None,
        cutoffs=cutoffs,
        rows=rows,
        figures=not no_figures,
        query_text=not no_query_text,
    )
    with Progress(quiet=False) as progress:
        report = pipeline.load(report_json)
        shown = pipeline.render_files(report, show, progress=progress.step)
        paths = pipeline.write_report(out, shown)
    progress.warn(shown.warnings)
    print_paths(paths)
