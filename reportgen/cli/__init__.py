"""The command line. Every heavy import stands inside the command that needs it, so that `--help` is quick."""

from __future__ import annotations

import gc
import os
import sys
from contextlib import suppress
from typing import NoReturn

import click

from reportgen.cli.check import check
from reportgen.cli.compare import compare
from reportgen.cli.failures import run_command, tolerate_any_text
from reportgen.cli.gate import gate
from reportgen.cli.render import render
from reportgen.cli.review import review


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="reportgen", message="%(prog)s %(version)s")
def commands() -> None:
    """Compares two retrieval runs on one label snapshot and writes a report of what changed."""


commands.add_command(compare)
commands.add_command(render)
commands.add_command(check)
commands.add_command(review)
commands.add_command(gate)


def main() -> NoReturn:
    """Entry of the `reportgen` command: exits with 0, 1 (refused), 2 (usage), 3 (a gate's rule fails) or 130."""
    tolerate_any_text()
    # What a command makes lives until it ends: looking for cycles among it would take a tenth of the time.
    gc.disable()
    code = run_command(lambda: commands.main(prog_name="reportgen", standalone_mode=False))
    # All files are written and closed by now. Taking apart what two large runs left in memory would take as long as
    # scoring them, and the system does it at once.
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError):  # a reader that went away has all it wanted
            stream.flush()
    os._exit(code)
