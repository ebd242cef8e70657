"""A report in, the bytes of its outputs out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from reportgen.document import encode_report
from reportgen.errors import Problem, Refused, WrongUsage
from reportgen.model.cutoff import Cutoff
from reportgen.model.report import Report
from reportgen.pipeline.options import FORMATS, ShowOptions
from reportgen.present import PresentOptions, present
from reportgen.present.blocks import ReportView
from reportgen.write import write_files


@dataclass(frozen=True, slots=True)
class Shown:
    """The files of a report, a path below the output folder -> its bytes, and what the caller should be warned of."""

    files: dict[str, bytes]
    warnings: tuple[str, ...]


def render(
    report: Report,
    *,
    format: str = "html",
    lang: str = "en",
    cutoffs: Sequence[Cutoff] | None = None,
    stages: Sequence[str] | None = None,
    rows: int = 5000,
    figures: bool = True,
    query_text: bool = True,
) -> str | bytes:
    """One output of `report`: text for `html` and `markdown`, bytes for `json` and `csv`; the same for the same report.

    `stages` and `cutoffs` select among the report's. Raises `WrongUsage` for a format or language that there is not,
    and `Refused` for a stage or cutoff that the report does not have.
    """
    options = ShowOptions(
        formats=(format,),
        lang=lang,
        stages=None if stages is None else tuple(stages),
        cutoffs=None if cutoffs is None else tuple(cutoffs),
        rows=rows,
        figures=figures,
        query_text=query_text,
    )
    (content,) = render_files(report, options).files.values()
    return content.decode("utf-8") if format in {"html", "markdown"} else content


def render_files(
    report: Report, options: ShowOptions, *, progress: Callable[[str], None] = lambda _: None
) -> Shown:
    """Every output that `options` ask for. Raises as `render` does."""
    if unknown := set(options.formats) - set(FORMATS):
        raise WrongUsage(f"there is no format {min(unknown)!r}: give some of {', '.join(FORMATS)}")
    if options.lang not in {"en", "zh"}:
        raise WrongUsage(f"there is no language {options.lang!r}: give 'en' or 'zh'")
    _refuse_unknown_selection(report, options)
    files: dict[str, bytes] = {}
    page: ReportView | None = None
    for name in dict.fromkeys(options.formats):
        progress(f"writing {name}")
        if name == "html":
            from reportgen.rendering.html import render_html

            page = page or _view(report, options)
            files["report.html"] = render_html(page).encode("utf-8")
        elif name == "markdown":
            from reportgen.rendering.markdown import render_markdown

            files["report.md"] = render_markdown(report, lang=options.lang).encode("utf-8")
        elif name == "json":
            files["report.json"] = encode_report(report)
        elif name == "csv":
            from reportgen.rendering.queries_csv import render_queries_csv

            files["queries.csv"] = render_queries_csv(report)
    return Shown(files, ())


def write_report(folder: str | Path, shown: Shown) -> list[Path]:
    """The paths written below `folder`, all of them or none."""
    return write_files(folder, shown.files)


def _view(report: Report, options: ShowOptions) -> ReportView:
    return present(
        report,
        options.lang,
        options=PresentOptions(
            rows=options.rows,
            query_text=options.query_text,
            figures=options.figures,
            stages=options.stages,
            cutoffs=options.cutoffs,
        ),
    )


def _refuse_unknown_selection(report: Report, options: ShowOptions) -> None:
    problems = []
    for stage in options.stages or ():
        if stage not in report.scope.stages:
            there = ", ".join(report.scope.stages)
            problems.append(
                Problem("--stage", 0, f"the report has no stage {stage}", f"choose among {there}")
            )
    for cutoff in options.cutoffs or ():
        if cutoff not in report.scope.cutoffs:
            there = ", ".join(map(str, report.scope.cutoffs))
            problems.append(
                Problem(
                    "--cutoff", 0, f"the report has no cutoff {cutoff}", f"choose among {there}"
                )
            )
    if problems:
        raise Refused(problems)
