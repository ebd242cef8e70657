"""`reportgen check`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from reportgen.cli.failures import REFUSED, one_line

if TYPE_CHECKING:
    from reportgen.read import Inspection


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
def check(paths: tuple[str, ...]) -> int:
    """Show what is in each run or label snapshot, and everything that is wrong with it.

    Exits with 1 when a problem was found.
    """
    from reportgen.cli.inspection_lines import describe
    from reportgen.read import inspect_path

    sound = True
    for number, path in enumerate(paths):
        inspection = inspect_path(path)
        if number:
            click.echo("")
        for line in describe(inspection):
            click.echo(one_line(line))
        sound = not _print_problems(inspection) and sound
    return 0 if sound else REFUSED


def _print_problems(inspection: Inspection) -> bool:
    for problem in inspection.problems:
        click.echo(one_line(str(problem)), err=True)
    return bool(inspection.problems)
