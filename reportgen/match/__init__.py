"""Rankings x judgments: found gold, sizes, unjudged units, and which lists are the same.

Written once against the Narwhals lazy API: the same expressions run on the engine that holds the
runs. Only what is small is collected.
"""

from reportgen.match.heads import collect_heads
from reportgen.match.runs import match_runs
from reportgen.match.unjudged_units import collect_unjudged

__all__ = ["collect_heads", "collect_unjudged", "match_runs"]
