"""A report and the rules that its user wrote down: which of them hold."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from reportgen.comparison import check_gate
from reportgen.document import load
from reportgen.errors import Problems
from reportgen.model.gate import GateOutcome
from reportgen.model.report import Report
from reportgen.pipeline.inputs import attempt
from reportgen.present.gate import present_gate
from reportgen.read import read_gate_rules


def gate(report: Report | str | Path, rules: str | Path) -> tuple[Report, GateOutcome]:
    """The report (read where a path is given) and what became of every rule of the file `rules`.

    Raises `Refused` with what is wrong in either of them, and for rules that the report cannot decide.
    """
    problems = Problems()
    read = attempt(lambda: read_gate_rules(rules), problems)
    loaded = report if isinstance(report, Report) else attempt(lambda: load(report), problems)
    problems.refuse_if_any()
    if read is None or loaded is None:
        raise RuntimeError("what was read without a problem is there")
    return loaded, check_gate(loaded, read)


def render_gate(
    report: Report, outcome: GateOutcome, *, format: Literal["text", "markdown"], lang: str
) -> str:
    """Every rule of a gate with its numbers."""
    from reportgen.rendering.gate import render_gate_markdown, render_gate_text

    view = present_gate(report, outcome, lang)
    return render_gate_markdown(view) if format == "markdown" else render_gate_text(view)
