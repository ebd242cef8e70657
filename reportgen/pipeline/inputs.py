"""Reads what a comparison needs: two runs and the snapshot that both are scored on, every problem at once."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from reportgen.errors import Problem, Problems, Refused, WrongUsage
from reportgen.model.labels import Labels
from reportgen.model.run import InputFile, Run, Side
from reportgen.read import read_labels, read_run, written_name

PathLike = str | Path
Read = TypeVar("Read")


@dataclass(frozen=True, slots=True)
class Inputs:
    """`own_digests`: those of the snapshots at the runs' own label paths, as far as they could be read."""

    baseline: Run
    candidate: Run
    labels: Labels
    labels_named: bool
    own_digests: Mapping[Side, str]


def read_inputs(
    baseline: PathLike,
    candidate: PathLike,
    labels: PathLike | None,
    progress: Callable[[str], None],
) -> Inputs:
    """Both runs and the labels: those at `labels`, else those that the runs name.

    Raises `Refused` with the problems of all of them, `WrongUsage` where nothing names labels.
    """
    problems = Problems()
    progress("reading the runs")
    # Parsing and hashing leave the interpreter free, so that two threads take half the time.
    with ThreadPoolExecutor(max_workers=2) as threads:
        first, second = threads.map(
            lambda side, path: attempt(lambda: read_run(path, role=str(side)), problems),
            (Side.BASELINE, Side.CANDIDATE),
            (baseline, candidate),
        )
    progress("reading the labels")
    if labels is not None:
        scored_on = attempt(lambda: read_labels(labels), problems)
        problems.refuse_if_any()
    else:
        # What the runs name is known only when they could be read.
        problems.refuse_if_any()
        scored_on = attempt(lambda: read_labels(_named_by_runs(first, second)), problems)
        problems.refuse_if_any()
    if first is None or second is None or scored_on is None:
        raise RuntimeError("what was read without a problem is there")
    own = {
        side: digest
        for side, run in ((Side.BASELINE, first), (Side.CANDIDATE, second))
        for digest in [_own_digest(run, scored_on, labels is not None)]
        if digest is not None
    }
    return Inputs(first, second, scored_on, labels is not None, own)


def input_file(path: PathLike, role: str) -> InputFile:
    """The file at `path`, which was read before, as an input in this role. Raises `Refused` where it is gone."""
    try:
        content = Path(path).read_bytes()
    except OSError as error:
        what = f"reading again failed ({error.strerror})"
        raise Refused([Problem(str(path), 0, what, "leave it in its place")]) from error
    return InputFile(f"{role}/{written_name(path)}", hashlib.sha256(content).hexdigest())


def attempt(read: Callable[[], Read], problems: Problems) -> Read | None:
    """What `read` gives; None where it refuses, with what it said added to `problems`."""
    try:
        return read()
    except Refused as refusal:
        problems.extend(refusal.problems)
        return None


def _named_by_runs(baseline: Run | None, candidate: Run | None) -> Path:
    for run in (baseline, candidate):
        path = None if run is None else _label_path(run)
        if path is not None:
            return path
    raise WrongUsage("neither run names labels: give the label snapshot with --labels")


def _label_path(run: Run) -> Path | None:
    reference = run.manifest.labels
    return None if reference is None else Path(run.path) / reference.path


def _is_same_place(one: Path, other: Path) -> bool:
    try:
        return one.resolve() == other.resolve()
    except (OSError, RuntimeError, ValueError):  # a loop of links, no name: reading it says so
        return False


def _own_digest(run: Run, scored_on: Labels, labels_named: bool) -> str | None:
    """The digest of the snapshot at the run's own path. With `--labels` it only adds to a finding, so that a snapshot
    that is not there is no problem."""
    path = _label_path(run)
    if path is None:
        return None
    if _is_same_place(path, Path(scored_on.path)):
        return scored_on.digest
    try:
        return read_labels(path).digest
    except Refused:
        if labels_named:
            return None
        raise
