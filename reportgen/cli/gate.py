"""`reportgen gate`."""

from __future__ import annotations

from typing import Literal

import click

from reportgen.cli.failures import DOES_NOT_HOLD


@click.command()
@click.argument("report_json")
@click.option("--rules", required=True, metavar="RULES_TOML", help="The rules, a TOML file.")
@click.option(
    "--format",
    "format_",
    type=click.Choice(("text", "markdown")),
    default="text",
    help="How the rules are printed [text].",
)
@click.option("--lang", type=click.Choice(("en", "zh")), default="en", help="Language [en].")
def gate(report_json: str, *, rules: str, format_: Literal["text", "markdown"], lang: str) -> int:
    """Print every rule of RULES_TOML with its numbers in REPORT_JSON, and whether it holds.

    Exits with 3 when a rule does not hold. What is undefined, and an interval that is missing, does not hold.
    """
    from reportgen import pipeline

    report, outcome = pipeline.gate(report_json, rules)
    click.echo(pipeline.render_gate(report, outcome, format=format_, lang=lang), nl=False)
    return 0 if outcome.all_hold else DOES_NOT_HOLD
