"""Turns what went wrong into words on stderr and an exit code; nothing else does."""

from __future__ import annotations

import sys
from collections.abc import Callable

import click

from reportgen.errors import Refused, WrongUsage

REFUSED = 1
USAGE = 2
DOES_NOT_HOLD = 3
INTERRUPTED = 130


def run_command(command: Callable[[], object]) -> int:
    """The exit code of `command` (what it returns, where that is an integer); its refusals are printed, one a line."""
    try:
        result = command()
    except Refused as refusal:
        for problem in refusal.problems:
            click.echo(one_line(str(problem)), err=True)
        return REFUSED
    except WrongUsage as error:
        click.echo(f"Error: {error}", err=True)
        return USAGE
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except (click.Abort, KeyboardInterrupt):
        click.echo("interrupted; nothing was written", err=True)
        return INTERRUPTED
    return result if isinstance(result, int) else 0


def tolerate_any_text() -> None:
    """A stream that cannot show a character shows its code instead of failing, whatever the locale says."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def one_line(text: str) -> str:
    """Control characters from a hostile file must neither break the line nor drive the terminal."""
    return "".join(
        c if c.isprintable() or c == " " else c.encode("unicode_escape").decode() for c in text
    )
