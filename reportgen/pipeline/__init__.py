"""The rooms put one after the other: what the command line and the Python API call."""

from reportgen.document import load
from reportgen.pipeline.comparing import compare
from reportgen.pipeline.gating import gate, render_gate
from reportgen.pipeline.options import ShowOptions
from reportgen.pipeline.rendering import Shown, render, render_files, write_report
from reportgen.pipeline.reviewing import Applied, Exported, apply_review, export_review

__all__ = [
    "Applied",
    "Exported",
    "ShowOptions",
    "Shown",
    "apply_review",
    "compare",
    "export_review",
    "gate",
    "load",
    "render",
    "render_files",
    "render_gate",
    "write_report",
]
