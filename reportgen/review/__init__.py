"""Reviewing what is unjudged: which queries first, the worksheet that a reviewer fills in, and the next label snapshot.

Pure; the worksheet is written by `rendering`, read by `read`, and the snapshot written by `write`.
"""
