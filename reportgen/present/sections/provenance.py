"""Where the numbers come from: inputs with digests, options, versions, and the command that makes
the report again."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping
from typing import Any, Final

from reportgen.present import lines
from reportgen.present.blocks import (
    Block,
    Code,
    Column,
    Line,
    Paragraph,
    Row,
    Section,
    SideBySide,
    Table,
    Words,
)
from reportgen.present.page import Page

FILES: Final = ("queries.csv", "report.json")
# The options of `compare` that change a number or a shown value, by their names in the document.
_FLAGS: Final[Mapping[str, str]] = {
    "stages": "--stage",
    "cutoffs": "--cutoff",
    "groups": "--group",
    "relevance_level": "--relevance-level",
    "absent": "--absent",
    "allow": "--allow",
    "units": "--units",
    "previous": "--previous",
    "margin": "--margin",
    "census": "--census",
    "seed": "--seed",
    "title": "--title",
}


def provenance(page: Page) -> Section:
    """Inputs, what was asked for, versions, and how to make the report again."""
    source = page.report.provenance
    blocks: list[Block] = [
        Paragraph(page.words.line("provenance.command", command=Code(command(source.options)))),
        SideBySide(
            (
                _table(
                    page,
                    "inputs",
                    ("provenance.path", "provenance.digest"),
                    [(_named(one.path), (Code(one.sha256),)) for one in source.inputs],
                ),
            ),
            (
                _table(
                    page,
                    "versions",
                    ("provenance.part", "provenance.version"),
                    [
                        (_named(name), (Code(version),))
                        for name, version in sorted(source.versions.items())
                    ],
                ),
            ),
        ),
        _table(
            page,
            "options",
            ("provenance.option", "provenance.value"),
            [
                (_named(name), (Code(_spelled(value)),))
                for name, value in sorted(source.options.items())
            ],
        ),
        Paragraph(
            page.words.line(
                "provenance.files",
                files=page.words.all_of([(lines.file_link(name),) for name in FILES]),
            )
        ),
    ]
    return Section("provenance", page.words.line("section.provenance"), tuple(blocks))


def command(options: Mapping[str, Any]) -> str:
    """The command line that gives this report again, from the folder that holds the inputs by
    their roles."""
    words = ["reportgen", "compare", "baseline", "candidate", "--labels", "labels"]
    for name, flag in _FLAGS.items():
        words += _arguments(flag, options.get(name))
    if options.get("query_text") is False:
        words.append("--no-query-text")
    return shlex.join(words)


def _arguments(flag: str, value: Any) -> Iterator[str]:
    match value:
        case None | False | [] | ():
            return
        case True:
            yield flag
        case list() | tuple() if flag == "--cutoff":
            yield from (flag, ",".join(map(str, value)))
        case list() | tuple():
            for one in value:
                yield from (flag, str(one))
        case _:
            yield from (flag, str(value))


def _table(
    page: Page, name: str, headings: tuple[str, str], rows: list[tuple[Line, Line]]
) -> Table:
    return Table(
        f"provenance-{name}",
        page.words.line(f"provenance.{name}"),
        tuple(Column(key, page.words.line(key)) for key in headings),
        tuple(Row((Words(left), Words(right))) for left, right in rows),
        style="compact",
    )


def _named(value: str) -> Line:
    return (lines.name(value),)


def _spelled(value: Any) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(map(_spelled, value)) or "–"
    if isinstance(value, bool):
        return "true" if value else "false"
    return "–" if value is None else str(value)
