"""Found gold x labels: per-query integers of every measure, in every cell, for both runs."""

from reportgen.score.cells import score
from reportgen.score.ratios import ceilings, exact_average_precision, query_values, signs
from reportgen.score.single import ListScore, score_list

__all__ = [
    "ListScore",
    "ceilings",
    "exact_average_precision",
    "query_values",
    "score",
    "score_list",
    "signs",
]
