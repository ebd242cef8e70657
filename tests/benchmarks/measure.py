"""Wall time and peak memory of whole processes."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median


@dataclass(frozen=True, slots=True)
class Measured:
    """Wall time in seconds and peak resident memory in bytes of one finished process."""

    seconds: float
    peak_bytes: int


def measure(command: Sequence[str | Path], *, repeat: int = 1) -> Measured:
    """The median time and the largest peak of `repeat` runs of `command`, whose stdout is dropped.

    Ends the benchmark where the command exits with anything but 0.
    """
    runs = [_measure_once([str(part) for part in command]) for _ in range(repeat)]
    return Measured(median(run.seconds for run in runs), max(run.peak_bytes for run in runs))


def _measure_once(command: list[str]) -> Measured:
    started = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - started
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"{' '.join(command)} exited with {process.returncode}")
    unit = 1 if sys.platform == "darwin" else 1024
    return Measured(seconds, usage.ru_maxrss * unit)


def verdict(value: float, target: float, unit: str = "") -> str:
    """A measured value beside its target, as text."""
    word = "met" if value <= target else "NOT MET"
    return f"{value:.2f}{unit}  (target at most {target:g}{unit}: {word})"
