"""A report becomes a file."""

from __future__ import annotations

from pathlib import Path

from reportgen.document import encode_report
from reportgen.model.report import Report
from reportgen.write import write_file


def save_report(report: Report, path: str | Path) -> Path:
    """The path written: report.json, whole or not at all."""
    return write_file(path, encode_report(report))
