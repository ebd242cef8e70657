"""How far missing verdicts could move a delta: sharp bounds, tipping points, and what to review first.

Pure functions on `LabelCounts`, arrays over the scored queries of one stage and integer cutoff. Bounds
are exact ranges over all verdicts on the unjudged units of the two lists, not statements about
chance, and are never merged with an interval of `uncertainty`.
"""
