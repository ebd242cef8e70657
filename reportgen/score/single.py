"""One list against one gold: the definitions in their plainest form, for worked examples and
programmers."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from fractions import Fraction

from reportgen.errors import WrongUsage
from reportgen.model.cutoff import ALL


@dataclass(frozen=True, slots=True)
class ListScore:
    """`hits` of `gold` units within the cutoff, of which `reachable` could be reached."""

    hits: int
    gold: int
    reachable: int
    first_rank: int | None
    precision_sum: Fraction

    @property
    def recall(self) -> Fraction:
        return Fraction(self.hits, self.gold)

    @property
    def ceiling(self) -> Fraction:
        return Fraction(self.reachable, self.gold)

    @property
    def share_of_ceiling(self) -> Fraction:
        return Fraction(self.hits, self.reachable)

    @property
    def reciprocal_rank(self) -> Fraction:
        return Fraction(0) if self.first_rank is None else Fraction(1, self.first_rank)

    @property
    def average_precision(self) -> Fraction:
        return self.precision_sum / self.gold


def score_list(ranking: Sequence[str], gold: Collection[str], k: object) -> ListScore:
    """The score of `ranking` within cutoff `k`; WrongUsage where `k` is no cutoff, a unit is
    listed twice or the gold is empty."""
    limit = len(ranking) if k == ALL else _integer(k)
    if not gold:
        raise WrongUsage("the gold is empty: such a query is excluded, not scored")
    repeated = sorted({unit for unit in ranking if ranking.count(unit) > 1})
    if repeated:
        raise WrongUsage(f"listed twice in one ranking: {', '.join(repeated)}")
    wanted = set(gold)
    ranks = [rank for rank, unit in enumerate(ranking[:limit], 1) if unit in wanted]
    return ListScore(
        hits=len(ranks),
        gold=len(wanted),
        reachable=len(wanted) if k == ALL else min(limit, len(wanted)),
        first_rank=ranks[0] if ranks else None,
        precision_sum=sum((Fraction(n, rank) for n, rank in enumerate(ranks, 1)), Fraction(0)),
    )


def _integer(cutoff: object) -> int:
    # bool is an int to Python; True as a cutoff is a slip of the caller's.
    if isinstance(cutoff, bool) or not isinstance(cutoff, int) or cutoff < 1:
        raise WrongUsage(f"a cutoff is an integer of at least 1 or 'all', not {cutoff!r}")
    return cutoff
