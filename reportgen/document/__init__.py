"""The report as report.json, and back."""
