"""Reads the rules of a gate: TOML, checked strictly, every problem at once with the line it stands on."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Mapping
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any, Final

from reportgen.errors import Problems
from reportgen.model.cutoff import ALL, Cutoff
from reportgen.model.gate import (
    Condition,
    DeltaAtLeast,
    IntervalLowAtLeast,
    NeverWorse,
    Rule,
    WorseAtMost,
)
from reportgen.model.measure import Averaging, Measure, MeasureRow
from reportgen.read.conform import nearest
from reportgen.read.text_file import Source, TextFile
from reportgen.read.toml_lines import TableLines, table_lines

CONDITIONS: Final = ("delta_at_least", "interval_low_at_least", "worse_at_most", "never_worse")
NEEDED: Final = ("measure", "averaging", "stage", "cutoff")
KEYS: Final = (*NEEDED, "group", *CONDITIONS)

_RULE: Final = "rule"
_LARGEST: Final = 2**63
_MOST_PLACES: Final = 40
_AT_LINE: Final = re.compile(r" \(at line (\d+), column \d+\)$")
_EXAMPLE: Final = "begin each rule with a line [[rule]]"


def read_gate_rules(path: str | Path) -> tuple[Rule, ...]:
    """The rules in the order of the file, at least one. Raises `Refused` with everything that is wrong."""
    problems = Problems()
    shown = str(path)
    file = TextFile(Source(Path(path), shown, Path(path).name), problems)
    text = b"".join(block.text for block in file.blocks()).decode()
    problems.refuse_if_any()
    content = _parse(text, shown, problems)
    problems.refuse_if_any()
    lines = table_lines(text)
    tables = _rule_tables(content, lines, shown, problems)
    rules = [
        rule
        for table, of in zip(tables, _rule_lines(lines, len(tables)), strict=True)
        for rule in [_Reader(table, of, shown, problems).rule()]
        if rule is not None
    ]
    problems.refuse_if_any()
    return tuple(rules)


def _parse(text: str, path: str, problems: Problems) -> dict[str, Any]:
    try:
        return tomllib.loads(text, parse_float=_decimal)
    except RecursionError:
        problems.add(path, 0, "values are nested too deeply", _EXAMPLE)
    except ValueError as error:  # TOMLDecodeError, or an integer of thousands of digits
        found = _AT_LINE.search(str(error))
        what = _AT_LINE.sub("", str(error))
        if not isinstance(error, tomllib.TOMLDecodeError):
            what = "an integer has thousands of digits"
        problems.add(path, int(found[1]) if found else 0, f"this is no TOML ({what})", "correct it")
    return {}


def _decimal(text: str) -> Decimal:
    """Decimals are kept as written; what cannot be one is not finite."""
    try:
        return Decimal(text)
    except InvalidOperation:
        return Decimal("Infinity")


def _rule_tables(
    content: Mapping[str, Any], lines: list[TableLines], path: str, problems: Problems
) -> list[dict[str, Any]]:
    for key in content:
        if key != _RULE:
            problems.add(path, _line_of(key, lines), f"unknown key `{key}`", nearest(key, [_RULE]))
    tables = content.get(_RULE)
    if isinstance(tables, list) and tables and all(isinstance(one, dict) for one in tables):
        return tables
    if tables is None or tables == []:
        problems.add(path, 0, "the file has no rule", _EXAMPLE)
    else:
        problems.add(path, _line_of(_RULE, lines), "`rule` is no list of tables", _EXAMPLE)
    return []


def _line_of(key: str, lines: list[TableLines]) -> int:
    """The line of a key of the whole file, or of the first table of that name."""
    for table in lines:
        if table.name.partition(".")[0] == key:
            return table.line
        if not table.name and key in table.keys:
            return table.keys[key]
    return 0


def _rule_lines(lines: list[TableLines], count: int) -> list[TableLines]:
    """Where each rule stands; for rules written in one value, where that value begins."""
    found: list[TableLines] = []
    for table in lines:
        if table.name == _RULE:
            found.append(table)
        elif found and table.name.startswith(f"{_RULE}."):
            found[-1].keys[table.name.split(".")[1]] = table.line
    return found if len(found) == count else [TableLines(_RULE, _line_of(_RULE, lines))] * count


class _Reader:
    """One rule: what can be used of it, and what is wrong with it."""

    def __init__(
        self, table: Mapping[str, Any], lines: TableLines, path: str, problems: Problems
    ) -> None:
        self._table = table
        self._lines = {key: lines.keys.get(key, lines.line) for key in (*KEYS, *table)}
        self._line = lines.line
        self._path = path
        self._problems = problems

    def rule(self) -> Rule | None:
        for key in self._table:
            if key not in KEYS:
                self._add(key, f"unknown key `{key}`", nearest(key, list(KEYS)))
        for key in NEEDED:
            if key not in self._table:
                self._problems.add(
                    self._path, self._line, f"the rule has no `{key}`", f"add `{key}` to it"
                )
        row = self._row()
        stage, group = self._text("stage"), self._text("group")
        cutoff = self._cutoff()
        condition = self._condition()
        if group is not None and "=" not in group:
            self._add("group", f"`{group}` names no group", "write it as facet=value")
        if row is None or stage is None or cutoff is None or condition is None:
            return None
        return Rule(row, stage, cutoff, group, condition, self._path, self._lines)

    def _row(self) -> MeasureRow | None:
        measure = self._one_of("measure", [one.value for one in Measure])
        averaging = self._one_of("averaging", [one.value for one in Averaging])
        if measure is None or averaging is None:
            return None
        row = MeasureRow(Measure(measure), Averaging(averaging))
        if row.averaging is Averaging.POOLED and row.measure is not Measure.RECALL:
            self._add(
                "averaging",
                f"`{measure}` is averaged as macro only",
                'write averaging = "macro", or measure = "recall"',
            )
        return row

    def _cutoff(self) -> Cutoff | None:
        if "cutoff" not in self._table:
            return None
        value = self._table["cutoff"]
        if value == ALL:
            return ALL
        if _is_integer(value) and value >= 1:
            return int(value)
        self._refuse("cutoff", 'write an integer of at least 1, or "all"')
        return None

    def _condition(self) -> Condition | None:
        given = [key for key in CONDITIONS if key in self._table]
        if len(given) != 1:
            what = f"the rule has {' and '.join(given)}" if given else "the rule has no condition"
            remedy = f"give it exactly one of {', '.join(CONDITIONS)}"
            self._problems.add(self._path, self._line, what, remedy)
        found = [condition for key in given if (condition := self._one_condition(key)) is not None]
        return found[0] if found and len(given) == 1 else None

    def _one_condition(self, key: str) -> Condition | None:
        if key == "worse_at_most":
            value = self._table[key]
            if _is_integer(value) and value >= 0:
                return WorseAtMost(int(value))
            self._refuse(key, "write a count: an integer of at least 0")
            return None
        if key == "never_worse":
            ids = self._ids(key)
            return None if ids is None else NeverWorse(ids)
        bound = self._bound(key)
        if bound is None:
            return None
        return DeltaAtLeast(bound) if key == "delta_at_least" else IntervalLowAtLeast(bound)

    def _bound(self, key: str) -> Decimal | None:
        value = self._table[key]
        if isinstance(value, bool) or not isinstance(value, int | Decimal):
            self._refuse(key, "write a number from -1 to 1")
            return None
        if isinstance(value, Decimal) and not value.is_finite():
            self._refuse(key, "write a finite number from -1 to 1")
            return None
        # Compared before anything is made of the value: it may be an integer of any size.
        if not -1 <= value <= 1:
            self._refuse(key, "a delta lies between -1 and 1: write 0.02 for two hundredths")
            return None
        bound = Decimal(value)
        exponent = bound.as_tuple().exponent
        if not isinstance(exponent, int) or exponent < -_MOST_PLACES:
            self._refuse(key, f"write it with at most {_MOST_PLACES} places")
            return None
        return bound

    def _ids(self, key: str) -> tuple[str, ...] | None:
        value = self._table[key]
        if not isinstance(value, list) or not value:
            self._refuse(key, "write a list of query ids, at least one")
            return None
        for one in value:
            if not isinstance(one, str) or not one:
                self._add(key, f"{_shown(one)} is no query id", "write each id as a string")
                return None
        for one, count in sorted(Counter(value).items()):
            if count > 1:
                self._add(key, f"`{key}` names {one} {count} times", "name it once")
        return tuple(value)

    def _one_of(self, key: str, allowed: list[str]) -> str | None:
        value = self._text(key)
        if value is None or value in allowed:
            return value
        self._refuse(key, f"write one of {', '.join(allowed)}")
        return None

    def _text(self, key: str) -> str | None:
        if key not in self._table:
            return None
        value = self._table[key]
        if isinstance(value, str) and value:
            return value
        self._refuse(key, "write a string that is not empty")
        return None

    def _refuse(self, key: str, remedy: str) -> None:
        self._add(key, f"`{key}` is {_shown(self._table[key])}", remedy)

    def _add(self, key: str, what: str, remedy: str) -> None:
        self._problems.add(self._path, self._lines[key], what, remedy)


def _is_integer(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) < _LARGEST


def _shown(value: object) -> str:
    """A value as TOML would show it, as far as it is short."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list | dict):
        return "a list" if isinstance(value, list) else "a table"
    if isinstance(value, int) and abs(value) >= _LARGEST:
        return "too large"
    text = f'"{value}"' if isinstance(value, str) else str(value)
    return text if len(text) <= 80 else f"{text[:79]}…"
