"""Parameters for every code of the catalogue, made by their kinds, so that each sentence can be looked at."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from reportgen.model.catalogue import Entry, Kind, Param

_MEASURE: Final = {"measure": "recall", "averaging": "pooled"}
_WORDS: Final[Mapping[str, str]] = {
    "direction": "lower",
    "counted": "queries",
    "cause": "overlapping-groups",
    "method": "enumeration",
    "order": "score",
    "rule": "not-run",
    "counts": "from",
    "averaging": "macro",
}
_VALUES: Final[Mapping[Kind, Any]] = {
    Kind.COUNT: 7,
    Kind.DELTA: -0.125,
    Kind.VALUE: 0.375,
    Kind.SIGNED: -0.25,
    Kind.NUMBER: 10.5,
    Kind.SHARE: 0.6,
    Kind.POINTS: 0.05,
    Kind.PROBABILITY: 0.25,
    Kind.RUN: "candidate",
    Kind.STAGE: "context",
    Kind.STAGES: ["pool", "context"],
    Kind.CUTOFF: 2,
    Kind.CUTOFFS: [1, 2],
    Kind.MEASURE: _MEASURE,
    Kind.MEASURES: [_MEASURE],
    Kind.NAME: "a name",
    Kind.NAMES: ["one name", "another"],
    Kind.ID: "q000",
    Kind.IDS: ["q000", "q001"],
}


def sample(entry: Entry, **given: Any) -> dict[str, Any]:
    """Parameters of one code; `given` replaces some."""
    return {name: _value(name, param) for name, param in entry.params.items()} | given


def _value(name: str, param: Param) -> Any:
    if param.kind is Kind.ROWS:
        return [{key: _value(key, part) for key, part in param.row.items()}]
    if param.kind is Kind.WORD:
        if name in {"baseline", "candidate"}:
            return "refuse" if "refuse" in param.meaning else _declared(param)
        if name == "direction" and "up" in param.meaning:
            return "up"
        return _WORDS[name]
    if param.kind is Kind.NAME and name in _MEASURE:
        return _MEASURE[name]
    if param.kind is Kind.NAMES and name == "untried":
        return ["baseline"]
    return _VALUES[param.kind]


def _declared(param: Param) -> str:
    return "score" if "score" in param.meaning else "not-run"
