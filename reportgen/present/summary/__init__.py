"""The report as a summary for places that cut, fold or strip: code hosts and mail."""

from reportgen.present.summary.document import Summary, summarise
from reportgen.present.summary.excluded import Excluded
from reportgen.present.summary.movers import Movers

__all__ = ["Excluded", "Movers", "Summary", "summarise"]
