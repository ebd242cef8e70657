"""Options that several commands share, and how their values are read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from reportgen.model.cutoff import ALL, Cutoff, cutoff_order

Command = TypeVar("Command", bound=Callable[..., Any])

FORMATS = ("html", "markdown", "json", "csv")
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
    if word.isascii() and word.isdigit() and int(word) >= 1:
        return int(word)
    raise click.BadParameter(f"{word!r} is not a cutoff: give integers of at least 1, or all")


def output_options(command: Command) -> Command:
    """What `compare` and `render` share: where reports go and what they look like."""
    for option in reversed(
        (
            click.option(
                "--out", default="report", metavar="DIR", help="Folder to write to [report/]."
            ),
            click.option(
                "--format",
                "formats",
                multiple=True,
                type=click.Choice(FORMATS),
                help="What to write; may be repeated [html, markdown, json, csv].",
            ),
            click.option(
                "--lang", type=click.Choice(("en", "zh")), default="en", help="Language [en]."
            ),
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
            click.option(
                "--no-figures", is_flag=True, help="Leave the figures out; their tables stay."
            ),
            click.option(
                "--no-query-text", is_flag=True, help="Show ids only: no text of queries or units."
            ),
        )
    ):
        command = option(command)
    return command


cutoff_option = click.option(
    "--cutoff",
    "cutoffs",
    multiple=True,
    metavar="K",
    callback=merge_cutoffs,
    help="Cutoffs, repeated or comma-separated; integers and all [1,3,5,10,all].",
)
