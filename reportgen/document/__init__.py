"""Report <-> report.json."""

from reportgen.document.encoding import (
    NotFinite,
    decode_report,
    encode_report,
    load,
    report_schema,
)

__all__ = ["NotFinite", "decode_report", "encode_report", "load", "report_schema"]
