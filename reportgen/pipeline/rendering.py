"""A report in, the bytes of its outputs out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from reportgen.document import encode_report
from reportgen.errors import Problem, Refused, WrongUsage
from reportgen.model.report import Report
from reportgen.pipeline.options import FORMATS, ShowOptions
from reportgen.present import PresentOptions, present
from reportgen.present.blocks import ReportView
from reportgen.read.probing import MANIFESTS, is_missing
from reportgen.write import write_files

_PAGE: Final = "html"
_SITE_PAGE: Final = "docs/index.md"


@dataclass(frozen=True, slots=True)
class Shown:
    """The files of a report, a path below the output folder -> its bytes, and what the caller should be warned of."""

    files: dict[str, bytes]
    warnings: tuple[str, ...]


def render(
    report: Report, *, format: str = "html", lang: str = "en", **options: Any
) -> str | bytes:
    """One output of `report`, the same for the same report: text for `html` and `markdown`, bytes for the others.

    `options` are the other fields of `ShowOptions`. Raises `WrongUsage` for a format or language that there is not, or
    a format that is more than one file (Markdown for a documentation site), and `Refused` as `render_files` does.
    """
    shown = render_files(report, ShowOptions(formats=(format,), lang=lang, **options))
    if len(shown.files) != 1:
        raise WrongUsage(f"{format} is {len(shown.files)} files here: use render_files")
    (content,) = shown.files.values()
    return content.decode("utf-8") if format in {"html", "markdown"} else content


def render_files(
    report: Report, options: ShowOptions, *, progress: Callable[[str], None] = lambda _: None
) -> Shown:
    """Every output that `options` ask for.

    Raises `WrongUsage` for a format or language that there is not and for an option of a format that is not asked for,
    `Refused` for a stage or cutoff that the report does not have, for what is no mail address, and where the report is
    too large for a destination that was named.
    """
    if unknown := set(options.formats) - set(FORMATS):
        raise WrongUsage(f"there is no format {min(unknown)!r}: give some of {', '.join(FORMATS)}")
    if options.lang not in {"en", "zh"}:
        raise WrongUsage(f"there is no language {options.lang!r}: give 'en' or 'zh'")
    _check_mail(options)
    _refuse_unknown_selection(report, options)
    output = _Outputs(report, options)
    for name in dict.fromkeys(options.formats):
        progress(f"writing {name}")
        output.add(name)
    return Shown(output.files, tuple(output.warnings))


def write_report(folder: str | Path, shown: Shown) -> list[Path]:
    """The paths written below `folder`, all of them or none. Raises `Refused` where the folder is a run or label
    directory, where a site's page would replace one that reportgen did not write, and where nothing can be written."""
    _refuse_to_replace(Path(folder), shown.files)
    return write_files(folder, shown.files)


class _Outputs:
    """Makes the files one after the other; the page's view is made once, and a renderer is loaded where it is used."""

    def __init__(self, report: Report, options: ShowOptions) -> None:
        self.files: dict[str, bytes] = {}
        self.warnings: list[str] = []
        self._report = report
        self._options = options
        self._presented = PresentOptions(
            rows=options.rows,
            query_text=options.query_text,
            figures=options.figures,
            stages=options.stages,
            cutoffs=options.cutoffs,
        )

    def add(self, name: str) -> None:
        if name == "html":
            self.files["report.html"] = self._page
        elif name == "markdown":
            self._add_markdown()
        elif name == "email":
            self._add_email()
        elif name == "json":
            self.files["report.json"] = encode_report(self._report)
        else:
            from reportgen.rendering.queries_csv import render_queries_csv

            self.files["queries.csv"] = render_queries_csv(self._report)

    def _add_markdown(self) -> None:
        from reportgen.rendering.markdown import write_markdown
        from reportgen.rendering.markdown.docs import FLAVOURS, render_docs

        options = self._options
        if options.destination is not None and options.destination in FLAVOURS:
            pages = render_docs(self._view, flavour=options.destination)
            self.files.update({f"docs/{path}": content for path, content in pages.items()})
            return
        written = write_markdown(
            self._report,
            lang=options.lang,
            options=self._presented,
            destination=options.destination,
            marker=options.marker,
            link=options.link,
        )
        self.files["report.md"] = written.text.encode("utf-8")
        self.warnings.extend(written.warnings)

    def _add_email(self) -> None:
        from reportgen.rendering.email import render_email

        options = self._options
        if options.to is None:
            self.warnings.append("report.eml has no recipient: name some with --to")
        self.files["report.eml"] = render_email(
            self._report,
            lang=options.lang,
            options=self._presented,
            to=options.to,
            sender=options.sender,
            link=options.link,
            page=self._page if options.attach == _PAGE else None,
        )

    @cached_property
    def _page(self) -> bytes:
        from reportgen.rendering.html import render_html

        return render_html(self._view).encode("utf-8")

    @cached_property
    def _view(self) -> ReportView:
        return present(self._report, self._options.lang, options=self._presented)


def _refuse_to_replace(folder: Path, files: Mapping[str, bytes]) -> None:
    problems = [
        Problem(str(folder), 0, f"is a {kind} directory", "name another folder with --out")
        for manifest, kind in MANIFESTS.items()
        if not is_missing(folder / manifest)
    ]
    page = folder / _SITE_PAGE
    if _SITE_PAGE in files and page.is_file():
        from reportgen.rendering.markdown.docs import is_own_page

        if not is_own_page(page.read_bytes()):
            what = "is there already and was not written by reportgen"
            problems.append(Problem(str(page), 0, what, "move it, or name another --out"))
    if problems:
        raise Refused(problems)


def _check_mail(options: ShowOptions) -> None:
    given = {"--to": options.to, "--from": options.sender, "--attach": options.attach}
    unused = [name for name, value in given.items() if value is not None]
    if unused and "email" not in options.formats:
        raise WrongUsage(f"{' and '.join(unused)} is for the mail alone: add --format email")
    if options.attach not in {None, _PAGE}:
        raise WrongUsage(f"{options.attach!r} cannot be attached: give {_PAGE!r}")


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
