"""Makes report.schema.json from the types.

Run as `python -m reportgen.document.schema > reportgen/document/report.schema.json`.
"""

from __future__ import annotations

import json
import sys

import msgspec

from reportgen.model.report import Report


def make_schema() -> str:
    """The JSON Schema (draft 2020-12) of report.json, indented."""
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "reportgen report.json",
        **msgspec.json.schema(Report),
    }
    return json.dumps(schema, indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    sys.stdout.write(make_schema())
