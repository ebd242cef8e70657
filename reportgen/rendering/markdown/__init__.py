"""Summaries and reports as Markdown: for code hosts, which cut and rewrite, and for documentation sites."""
