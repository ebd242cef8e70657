"""Reads run directories and label snapshots: manifests checked strictly, rankings and judgments as columns."""

from reportgen.read.gate_rules import read_gate_rules
from reportgen.read.inspection import Inspection, inspect_path
from reportgen.read.labels import read_labels
from reportgen.read.probing import is_text, written_name
from reportgen.read.review import read_review
from reportgen.read.run import read_run
from reportgen.read.units import read_units

__all__ = [
    "Inspection",
    "inspect_path",
    "is_text",
    "read_gate_rules",
    "read_labels",
    "read_review",
    "read_run",
    "read_units",
    "written_name",
]
