"""The steps in order: from paths to a report, and from a report to files."""
