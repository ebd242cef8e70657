"""What every part of the document has in common."""

from __future__ import annotations

import msgspec


class Part(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base of every part of the document: immutable, unknown keys refused on reading."""
