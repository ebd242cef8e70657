"""Writes two large TREC runs and their qrels, the same bytes every time.

Run as a process of its own, `python synthetic_runs.py FOLDER`: a child's peak memory as the kernel tells it starts from
that of its parent, so the process that measures stays small.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import polars as pl

QUERIES = 6_980
DEPTH = 1_000
CORPUS = 8_388_593  # a prime, so that stepping through the ids never repeats one within a query
CANDIDATES = 1_600  # units that either run may rank
SEED = 20_260_101


def write_runs(folder: Path) -> None:
    """Write baseline.trec, candidate.trec and qrels.txt: about five sixths of each list are shared, and every query
    has 1 to 5 gold units, most of them near the top, some returned by neither run.
    """
    generator = np.random.default_rng(SEED)
    queries = np.sort(generator.choice(1_200_000, QUERIES, replace=False)) + 1
    start = generator.integers(0, CORPUS, (QUERIES, 1))
    step = generator.integers(1, CORPUS, (QUERIES, 1))
    units = (start + step * np.arange(CANDIDATES)) % CORPUS
    strength = generator.standard_normal((QUERIES, CANDIDATES))
    for name in ("baseline", "candidate"):
        scores = 12 + strength + 0.5 * generator.standard_normal((QUERIES, CANDIDATES))
        _write_run(folder / f"{name}.trec", name, queries, units, scores)
    _write_qrels(folder / "qrels.txt", queries, units, strength, generator)


def _write_run(
    path: Path, tag: str, queries: np.ndarray, units: np.ndarray, scores: np.ndarray
) -> None:
    best = np.argsort(-scores, axis=1)[:, :DEPTH]
    pl.DataFrame(
        {
            "query": np.repeat(queries, DEPTH),
            "q0": pl.repeat("Q0", QUERIES * DEPTH, eager=True),
            "unit": np.take_along_axis(units, best, axis=1).ravel(),
            "rank": np.tile(np.arange(1, DEPTH + 1), QUERIES),
            "score": np.take_along_axis(scores, best, axis=1).ravel(),
            "tag": pl.repeat(tag, QUERIES * DEPTH, eager=True),
        }
    ).write_csv(path, separator=" ", include_header=False, float_precision=5)


def _write_qrels(
    path: Path,
    queries: np.ndarray,
    units: np.ndarray,
    strength: np.ndarray,
    generator: np.random.Generator,
) -> None:
    strongest = np.argsort(-strength, axis=1)
    near_the_top = 1 / np.arange(1, 201)
    near_the_top /= near_the_top.sum()
    with path.open("w", encoding="ascii", newline="\n") as file:
        for row, query in enumerate(queries):
            gold = generator.integers(1, 6)
            ranks = generator.choice(200, gold, replace=False, p=near_the_top)
            for unit in units[row, strongest[row, ranks]]:
                # One gold unit in ten stands outside of what the pipelines see.
                known = generator.random() < 0.9
                file.write(f"{query} 0 {unit if known else CORPUS + unit} 1\n")


if __name__ == "__main__":
    write_runs(Path(sys.argv[1]))
