"""`reportgen check`."""

from __future__ import annotations

import click


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
def check(paths: tuple[str, ...]) -> int:
    """Show what is in each run or label snapshot, and everything that is wrong with it.

    Exits with 1 when a problem was found.
    """
    raise NotImplementedError
