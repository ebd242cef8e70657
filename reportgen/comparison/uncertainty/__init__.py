"""How sure a delta is: intervals, exact tests, their adjustment, and which sentences apply.

Pure functions on integer arrays: `terms` (what a query contributes) -> `cluster_terms` where the
queries are clustered -> `collapse` to rows -> `estimate` and `sign_flip`; `run_tests` for all
cells of the totals table together; `cell_messages` and its siblings for the sentences.
"""
