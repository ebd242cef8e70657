"""Options that several commands share, and how their values are read."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast

import click

from reportgen.model.cutoff import ALL, LARGEST, Cutoff, cutoff_order

Command = TypeVar("Command", bound=Callable[..., Any])

FORMATS = ("html", "markdown", "email", "json", "csv")
# What --for takes, written down here so that --help loads no renderer; a test holds it against the renderers' own.
DESTINATIONS = (
    *("github-comment", "github-pr", "github-summary", "gitlab", "bitbucket", "azure", "file"),
    *("mkdocs", "myst", "docusaurus", "commonmark"),
)
COMPARABLE_FIELDS = ("corpus_snapshot", "query_set", "order", "duplicates", "absent_queries")


def merge_cutoffs(
    _context: click.Context, _parameter: click.Parameter, given: tuple[str, ...]
) -> tuple[Cutoff, ...] | None:
    """Repeated and comma-separated cutoffs, sorted, once each; None where none was given."""
    words = [word.strip() for value in given for word in value.split(",")]
    return tuple(sorted({_cutoff(word) for word in words}, key=cutoff_order)) or None


def _cutoff(word: str) -> Cutoff:
    if word == ALL:
        return ALL
    if word.isascii() and word.isdigit() and len(word) <= len(str(LARGEST)) and int(word) >= 1:
        return int(word)
    raise click.BadParameter(
        f"{word!r} is not a cutoff: give integers of at least 1 (and nine digits), or all"
    )


def output_options(command: Command) -> Command:
    """What `compare` and `render` share, given to the command as `out` and `show`, a `ShowOptions`."""

    @wraps(command)
    def call(*arguments: Any, **options: Any) -> Any:
        from reportgen.pipeline import ShowOptions
        from reportgen.pipeline.options import DEFAULT_FORMATS

        show = ShowOptions(
            formats=options.pop("formats") or DEFAULT_FORMATS,
            lang=options.pop("lang"),
            destination=options.pop("destination"),
            stages=options.pop("stages") or None,
            cutoffs=options.pop("cutoffs"),
            rows=options.pop("rows"),
            figures=not options.pop("no_figures"),
            query_text=not options.pop("no_query_text"),
            link=options.pop("link"),
            marker=options.pop("marker"),
            to=options.pop("to"),
            sender=options.pop("sender"),
            attach=options.pop("attach"),
        )
        return command(*arguments, show=show, **options)

    decorated: Any = call
    for option in reversed(_OUTPUT_OPTIONS):
        decorated = option(decorated)
    return cast(Command, decorated)


cutoff_option = click.option(
    "--cutoff",
    "cutoffs",
    multiple=True,
    metavar="K",
    callback=merge_cutoffs,
    help="Cutoffs, repeated or comma-separated; integers and all [1,3,5,10,all].",
)

_OUTPUT_OPTIONS = (
    click.option("--out", default="report", metavar="DIR", help="Folder to write to [report/]."),
    click.option(
        "--format",
        "formats",
        multiple=True,
        type=click.Choice(FORMATS),
        help="What to write; may be repeated [html, markdown, json, csv].",
    ),
    click.option(
        "--for",
        "destination",
        type=click.Choice(DESTINATIONS),
        help="Where the Markdown goes: a code host, a file, or the folder docs/ for a documentation site "
        "[github-comment].",
    ),
    click.option("--lang", type=click.Choice(("en", "zh")), default="en", help="Language [en]."),
    cutoff_option,
    click.option(
        "--stage",
        "stages",
        multiple=True,
        metavar="S",
        help="A stage; may be repeated [all shared].",
    ),
    click.option(
        "--rows",
        type=click.IntRange(min=1),
        default=5000,
        metavar="N",
        help="Queries that the page lists at most [5000]; queries.csv has them all.",
    ),
    click.option("--no-figures", is_flag=True, help="Leave the figures out; their tables stay."),
    click.option(
        "--no-query-text", is_flag=True, help="Show ids only: no text of queries or units."
    ),
    click.option(
        "--link", metavar="URL", help="Where the full report is, for Markdown and e-mail."
    ),
    click.option(
        "--marker",
        default="default",
        metavar="NAME",
        help="Name in the hidden first line of the Markdown, by which a job finds its comment [default].",
    ),
    click.option("--to", metavar="A", help="Recipients of the mail, separated by commas."),
    click.option("--from", "sender", metavar="A", help="Sender of the mail."),
    click.option(
        "--attach", type=click.Choice(("html",)), help="Attach report.html to the mail [nothing]."
    ),
)
