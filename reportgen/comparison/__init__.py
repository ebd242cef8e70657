"""What two runs, scored on the same labels, differ in, and how far that can be trusted."""

from reportgen.comparison.build import build_report
from reportgen.comparison.facets import choose_facets
from reportgen.comparison.gate import check_gate
from reportgen.comparison.queries import queries_to_open

__all__ = ["build_report", "check_gate", "choose_facets", "queries_to_open"]
