"""What reportgen refuses, and how it says so: every problem with its place and its remedy."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """One thing that is wrong: where it stands, what it is, and what to do about it.

    `path` is a path as the user spelled it, or an option such as `--group`; `line` counts from 1 (in Parquet, rows)
    and is 0 where the problem has no line.
    """

    path: str
    line: int
    what: str
    remedy: str

    def __str__(self) -> str:
        place = f"{self.path}:{self.line}" if self.line else self.path
        return f"{place}: {self.what}; {self.remedy}"


class ReportgenError(Exception):
    """Base of everything that reportgen raises on purpose."""


class Refused(ReportgenError):
    """The input cannot be used as it stands. Carries every problem found, in order of path and line."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(sorted(set(problems)))
        super().__init__("\n".join(str(problem) for problem in self.problems))


class WrongUsage(ReportgenError):
    """The call itself is incomplete or contradicts itself; the command line exits with 2."""


class Problems:
    """Collects problems until a step is done, then refuses with all of them at once."""

    def __init__(self) -> None:
        self._found: list[Problem] = []

    def __bool__(self) -> bool:
        return bool(self._found)

    def __len__(self) -> int:
        return len(self._found)

    def __iter__(self) -> Iterator[Problem]:
        return iter(self._found)

    def add(self, path: str, line: int, what: str, remedy: str) -> None:
        self._found.append(Problem(path, line, what, remedy))

    def extend(self, problems: Iterable[Problem]) -> None:
        self._found.extend(problems)

    def refuse_if_any(self) -> None:
        """Raise `Refused` with all that was collected; return where there is nothing."""
        if self._found:
            raise Refused(self._found)
