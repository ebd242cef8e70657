"""May these two runs be compared on these labels? Every refusal at once, and a finding for every
difference that was allowed.

The findings made here are `labels-named`, `corpus-snapshot-differs`, `query-set-differs`, `duplicates-differ`,
`absent-queries-differ`, `absent-overridden`, `other-stages`, `order-differs` and `run-knows-no-unit`; the catalogue
(`reportgen.model.catalogue`) says what their parameters mean.
"""

from reportgen.contract.declarations import Declared, check_declarations
from reportgen.contract.fields import ALLOWED_FIELDS
from reportgen.contract.queries import classify_queries
from reportgen.contract.rankings import check_matched

__all__ = ["ALLOWED_FIELDS", "Declared", "check_declarations", "check_matched", "classify_queries"]
