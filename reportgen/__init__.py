"""reportgen compares two retrieval runs on one label snapshot and writes a self-contained report of what changed.

    report = reportgen.compare("runs/bm25", "runs/hybrid", labels="labels")
    report.save("report.json")
    html = reportgen.render(report, format="html", lang="en")

Everything heavy is imported on first use.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from reportgen.errors import Refused, ReportgenError, WrongUsage
    from reportgen.model.report import Report
    from reportgen.pipeline import compare, load, render

__all__ = ["Refused", "Report", "ReportgenError", "WrongUsage", "compare", "load", "render"]

_HOMES = {
    "Refused": "reportgen.errors",
    "ReportgenError": "reportgen.errors",
    "WrongUsage": "reportgen.errors",
    "Report": "reportgen.model.report",
    "compare": "reportgen.pipeline",
    "load": "reportgen.pipeline",
    "render": "reportgen.pipeline",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'reportgen' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
