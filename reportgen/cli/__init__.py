"""The command line. Every heavy import stands inside the command that needs it, so that `--help` is quick."""

from __future__ import annotations

import gc
import sys

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


def main() -> None:
    """Entry of the `reportgen` command: exits with 0, 1 (refused), 2 (usage), 3 (a gate's rule fails) or 130."""
    tolerate_any_text()
    # What a command makes lives until it ends: looking for cycles among it would take a tenth of the time.
    gc.set_threshold(100_000)
    sys.exit(run_command(lambda: commands.main(prog_name="reportgen", standalone_mode=False)))
