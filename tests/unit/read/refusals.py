"""What reading refuses, as the lines that the user sees."""

from __future__ import annotations

from pathlib import Path

import pytest

from reportgen.errors import Problem, Refused
from reportgen.read import read_labels, read_run


def run_problems(path: Path) -> tuple[Problem, ...]:
    """The problems of a run that must be refused."""
    with pytest.raises(Refused) as refused:
        read_run(path)
    return refused.value.problems


def label_problems(path: Path) -> tuple[Problem, ...]:
    """The problems of a label snapshot that must be refused."""
    with pytest.raises(Refused) as refused:
        read_labels(path)
    return refused.value.problems


def only(problems: tuple[Problem, ...]) -> Problem:
    """The one problem that there is."""
    (problem,) = problems
    return problem
