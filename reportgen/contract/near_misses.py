"""Ids that are nearly the same: the likeliest reason why nothing matches."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

SHOWN = 3


class Nearness(StrEnum):
    """What two ids have to do with each other."""

    PART = "part"  # one begins with the whole other: `doc1#c3` and `doc1`
    SPELLING = "spelling"  # the same letters and digits: `2f67<::>1` and `2f67::1`
    NONE = "none"


@dataclass(frozen=True, slots=True)
class IdPair:
    """An id of a run beside an id of the labels."""

    returned: str
    known: str
    nearness: Nearness

    @property
    def is_near(self) -> bool:
        return self.nearness is not Nearness.NONE


def id_pairs(samples: Iterable[tuple[Sequence[str], Sequence[str]]]) -> tuple[IdPair, ...]:
    """Up to three pairs of an id that a run returned and one that the labels hold, near misses
    first; no id twice."""
    near: dict[str, IdPair] = {}
    others: dict[str, IdPair] = {}
    for returned, known in samples:
        for pair in _near(returned, known):
            near.setdefault(pair.returned, pair)
        for mine, theirs in zip(returned[:SHOWN], known[:SHOWN], strict=False):
            others.setdefault(mine, IdPair(mine, theirs, Nearness.NONE))
        if len(near) >= SHOWN:
            break
    pairs = [*near.values(), *(pair for id_, pair in others.items() if id_ not in near)]
    return tuple(pairs[:SHOWN])


def _near(returned: Sequence[str], known: Sequence[str]) -> Iterator[IdPair]:
    by_letters = {_letters(id_): id_ for id_ in reversed(known)}
    by_returned = {_letters(id_): id_ for id_ in reversed(returned)}
    for id_ in returned:
        spelled = by_letters.get(_letters(id_))
        whole = next((by_letters[part] for part in _beginnings(id_) if part in by_letters), None)
        if spelled is not None:
            yield IdPair(id_, spelled, Nearness.SPELLING)
        elif whole is not None:
            yield IdPair(id_, whole, Nearness.PART)
    for id_ in known:
        whole = next((by_returned[part] for part in _beginnings(id_) if part in by_returned), None)
        if whole is not None:
            yield IdPair(whole, id_, Nearness.PART)


def _letters(id_: str) -> str:
    """Letters and digits alone, without case and leading zeros; an id without any stays as it
    is."""
    letters = "".join(sign for sign in id_.casefold() if sign.isalnum())
    return letters.lstrip("0") or letters or id_


def _beginnings(id_: str) -> Iterator[str]:
    """What stands before each sign that is no letter or digit, the longest first: the document in
    `doc1#c3`."""
    for end in range(len(id_) - 1, 0, -1):
        if not id_[end].isalnum():
            yield _letters(id_[:end])
