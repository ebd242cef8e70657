"""Every code that can stand in a report, with the parameters its text may use and the place where it is shown.

The texts hold a sentence for each: `finding.<code>`, `note.<code>`, `message.<code>`. Parameters are raw values
(numbers unrounded, ids unescaped); their kind says how they are put into words. A parameter of kind ROWS is a list of
objects: each becomes a phrase by the text `finding.<code>.<parameter>` with the row's own parameters, and the phrases
are joined.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from reportgen.model.catalogue.beside import MESSAGES, NOTES
from reportgen.model.catalogue.changes import CHANGES
from reportgen.model.catalogue.context import CONTEXT
from reportgen.model.catalogue.directions import DIRECTIONS
from reportgen.model.catalogue.entries import Entry, Kind, Param, Place

FINDINGS: Final = (*DIRECTIONS, *CHANGES, *CONTEXT)
"""In the order in which they are shown."""

FINDING_ORDER: Final[Mapping[str, int]] = {entry.code: at for at, entry in enumerate(FINDINGS)}

__all__ = [
    "FINDINGS",
    "FINDING_ORDER",
    "MESSAGES",
    "NOTES",
    "Entry",
    "Kind",
    "Param",
    "Place",
]
