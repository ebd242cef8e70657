"""What is said while work goes on: steps on a terminal, warnings on stderr, paths on stdout."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType

import click


class Progress:
    """Names the step at hand on one line of a terminal and wipes it at the end; silent elsewhere."""

    def __init__(self, *, quiet: bool) -> None:
        self._quiet = quiet
        self._shown = not quiet and sys.stderr.isatty()

    def __enter__(self) -> Progress:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._replace("")

    def step(self, name: str) -> None:
        self._replace(f"{name} …")

    def warn(self, warnings: Iterable[str]) -> None:
        if not self._quiet:
            for warning in warnings:
                click.echo(f"warning: {warning}", err=True)

    def _replace(self, line: str) -> None:
        if self._shown:
            click.echo(f"\r\x1b[K{line}", nl=False, err=True)


def print_paths(paths: Iterable[Path]) -> None:
    """A line of stdout for each path, and nothing else."""
    for path in paths:
        click.echo(str(path))
