"""The places that Markdown is sent to, and how much each of them holds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from reportgen.rendering.markdown.syntax import BITBUCKET, GFM, GFM_TIGHT, Syntax


@dataclass(frozen=True, slots=True)
class Destination:
    """`characters` and `size` are budgets in code points and in UTF-8 bytes, None without a limit."""

    name: str
    syntax: Syntax = GFM
    characters: int | None = None
    size: int | None = None

    def holds(self, text: str) -> bool:
        return self.limit_passed(text) is None

    def limit_passed(self, text: str) -> tuple[str, int, int] | None:
        """The unit, the size and the budget of the first limit that the text passes."""
        if self.characters is not None and len(text) > self.characters:
            return "characters", len(text), self.characters
        # A text cannot have more bytes than four for each code point.
        if self.size is not None and len(text) * 4 > self.size:
            size = len(text.encode("utf-8"))
            if size > self.size:
                return "bytes", size, self.size
        return None

    @property
    def limit(self) -> tuple[str, int] | None:
        """The unit and number of the budget, as it is told."""
        if self.characters is not None:
            return "characters", self.characters
        return None if self.size is None else ("bytes", self.size)


DEFAULT: Final = "github-comment"
FILE: Final = Destination("file")
DESTINATIONS: Final[Mapping[str, Destination]] = {
    one.name: one
    for one in (
        Destination("github-comment", characters=60_000, size=240_000),
        Destination("github-pr", characters=60_000),
        Destination("github-summary", size=1_000_000),
        Destination("gitlab", size=900_000),
        Destination("bitbucket", BITBUCKET, characters=32_000),
        Destination("azure", GFM_TIGHT, characters=3_900),
        FILE,
    )
}
