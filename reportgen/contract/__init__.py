"""May these two runs be compared on these labels? Every refusal at once, and a finding for every
difference that was allowed.

Findings made here, with their parameters and place:

| code | params | where |
|---|---|---|
| `labels-differ` | field, baseline, candidate, labels (digests or null) | |
| `difference-allowed` | field, baseline, candidate, labels (null where the field has no such value) | |
| `stages-not-shared` | baseline, candidate: lists of stage names | |
| `absent-overridden` | rule; baseline, candidate: what they declare | |
| `knows-no-unit` | returned: distinct unit ids; pairs: up to three [returned id, judged id] | run |
| `order-differs` | baseline, candidate: rules; baseline_queries, candidate_queries (see below) | stage |

`baseline_queries` and `candidate_queries` say how many queries of that run have another top k by
the other run's rule, null where the file cannot serve that rule, so that it was not tried.
"""

from reportgen.contract.declarations import Declared, check_declarations
from reportgen.contract.fields import ALLOWED_FIELDS
from reportgen.contract.queries import classify_queries
from reportgen.contract.rankings import check_matched

__all__ = ["ALLOWED_FIELDS", "Declared", "check_declarations", "check_matched", "classify_queries"]
