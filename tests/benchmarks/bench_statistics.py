"""Coverage of the nominal 95% interval by simulation: `python tests/benchmarks/bench_statistics.py [DATA_SETS]`.

From five populations of 200,000 queries, samples of 10, 30 and 100 are drawn. A cell is the share of samples
whose interval holds the population's delta; the last columns are the plain paired t interval of macro and the
plain jackknife of pooled with n - 1 degrees of freedom, which the few-changes form and the effective number of
queries repair. In the last population one query in a hundred loses .75: no interval can see what is not in the
sample.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable

import numpy as np
from scipy.special import stdtrit

from reportgen.comparison.exact import IntArray
from reportgen.comparison.uncertainty.interval import estimate
from reportgen.comparison.uncertainty.rows import collapse
from reportgen.comparison.uncertainty.terms import (
    Terms,
    all_hit_terms,
    any_hit_terms,
    macro_terms,
    pooled_terms,
)

POPULATION = 200_000
SIZES = (10, 30, 100)
FOUR = (macro_terms, pooled_terms, any_hit_terms, all_hit_terms)
Hits = tuple[IntArray, IntArray, IntArray]


def zero_inflated(random: np.random.Generator) -> Hits:
    """About one query in twenty changes."""
    gold = random.integers(1, 5, POPULATION)
    baseline = random.binomial(gold, 0.6)
    redrawn = random.binomial(gold, 0.7)
    return baseline, np.where(random.random(POPULATION) < 0.08, redrawn, baseline), gold


def pareto_gold(random: np.random.Generator) -> Hits:
    """Gold counts with a long tail, up to 150."""
    gold = np.minimum(150, np.floor(random.pareto(1.0, POPULATION) + 1)).astype(np.int64)
    return _correlated(random, gold)


def few_own_most(random: np.random.Generator) -> Hits:
    """Three queries in a hundred own most of the gold."""
    giant = random.random(POPULATION) < 0.03
    small, large = random.integers(1, 4, POPULATION), random.integers(100, 151, POPULATION)
    return _correlated(random, np.where(giant, large, small))


def dense_skewed(random: np.random.Generator) -> Hits:
    """Nearly every query changes, most by little and some by much."""
    gold = random.integers(8, 40, POPULATION)
    baseline = random.binomial(gold, 0.4)
    gain = random.binomial(gold - baseline, random.beta(0.5, 4, POPULATION))
    loss = random.binomial(baseline, random.beta(0.5, 6, POPULATION))
    return baseline, baseline + gain - loss, gold


def rare_losses(random: np.random.Generator) -> Hits:
    """A fifth gains .05, one in a hundred loses .75."""
    gold = np.full(POPULATION, 20)
    baseline = np.full(POPULATION, 16)
    draw = random.random(POPULATION)
    change = np.where(draw < 0.2, 1, np.where(draw < 0.21, -15, 0))
    return baseline, baseline + change, gold


def _correlated(random: np.random.Generator, gold: IntArray) -> Hits:
    """Each query has a rate of its own, which the candidate shifts."""
    rate = random.beta(2, 2, POPULATION)
    shifted = np.clip(rate + random.normal(0.05, 0.15, POPULATION), 0, 1)
    return random.binomial(gold, rate), random.binomial(gold, shifted), gold


DATA: tuple[tuple[str, Callable[[np.random.Generator], Hits]], ...] = (
    ("zero-inflated (about 5% of queries change)", zero_inflated),
    ("Pareto gold counts to 150", pareto_gold),
    ("3% of queries own most gold", few_own_most),
    ("dense, skewed (g 8..39)", dense_skewed),
    ("20% gain .05, 1% lose .75", rare_losses),
)


def sample(terms: Terms, places: IntArray) -> Terms:
    """The rows at these places of the population."""
    return Terms(terms.numerator[places], terms.denominator[places], terms.weight[places])


def covers(terms: Terms, truth: float) -> bool:
    """Whether reportgen's interval holds the population's delta."""
    interval = estimate(collapse(terms)).interval
    return interval is not None and interval.low <= truth <= interval.high


def plainly_covers(terms: Terms, truth: float) -> bool:
    """The same for the jackknife with n - 1 degrees of freedom and no pseudo-rows."""
    n = len(terms)
    x, y = terms.numerator / terms.denominator, terms.weight
    left_out = (x.sum() - x) / (y.sum() - y)
    error = np.sqrt((n - 1) / n * np.sum((left_out - left_out.mean()) ** 2))
    return bool(abs(x.sum() / y.sum() - truth) <= stdtrit(n - 1, 0.975) * error)


def main() -> None:
    """Print a row for every population and sample size."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data_sets", nargs="?", type=int, default=400)
    data_sets = parser.parse_args().data_sets
    print(f"{data_sets:,} data sets a cell; s.e. about {(0.95 * 0.05 / data_sets) ** 0.5:.4f}\n")
    print("| data | n | macro | pooled | any-hit | all-hit | plain macro | plain pooled |")
    print("|---|---|---|---|---|---|---|---|")
    for number, (name, populate) in enumerate(DATA):
        random = np.random.default_rng(number)
        hits = populate(random)
        population = [measure(*hits) for measure in FOUR]
        truths = [
            float((terms.numerator / terms.denominator).sum() / terms.weight.sum())
            for terms in population
        ]
        for n in SIZES:
            held = np.zeros(6)
            for _ in range(data_sets):
                places = random.integers(0, POPULATION, n)
                drawn = [sample(terms, places) for terms in population]
                held[:4] += [covers(*pair) for pair in zip(drawn, truths, strict=True)]
                held[4:] += [plainly_covers(*pair) for pair in zip(drawn[:2], truths, strict=False)]
            shares = " | ".join(f"{share:.3f}" for share in held / data_sets)
            print(f"| {name} | {n} | {shares} |", flush=True)


if __name__ == "__main__":
    main()
