"""Raw parameters of the catalogue as pieces of text, by their kind."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from reportgen.model.catalogue import Kind
from reportgen.present import lines, numbers
from reportgen.present.blocks import Line, Number
from reportgen.present.page import Page
from reportgen.present.wording import Chosen, Filling


def filling(page: Page, kind: Kind, name: str, value: Any) -> Filling:
    """A raw value as it stands in a sentence. `name` is the parameter's: an interval's `low` and `high` keep their
    side of zero, `floor` is a power of a half, a group's `value` may be none. Rows are not for this function."""
    return _BY_KIND[kind](page, name, value)


def one_or_none(page: Page, parts: Sequence[Line], separator: str = "join.comma") -> Line:
    """Parts as a list, or the word for an empty one."""
    return page.words.join(parts, separator) if parts else page.words.line("none")


def _count(page: Page, _name: str, value: Any) -> Filling:
    return lines.text(page.undefined()) if value is None else int(value)


def _delta(page: Page, name: str, value: Any) -> Filling:
    if name in {"low", "high"}:
        return Number(numbers.end(value))
    return lines.change(value, page.undefined())


def _level(page: Page, _name: str, value: Any) -> Filling:
    return Number(page.level(value))


def _signed(_page: Page, _name: str, value: Any) -> Filling:
    return Number(numbers.covariance(value))


def _number(_page: Page, _name: str, value: Any) -> Filling:
    return Number(numbers.quantity(value))


def _share(page: Page, _name: str, value: Any) -> Filling:
    return Number(page.undefined() if value is None else numbers.percent(value))


def _probability(_page: Page, name: str, value: Any) -> Filling:
    return Number(numbers.floor(value) if name == "floor" else numbers.p_value(value))


def _run(page: Page, _name: str, value: Any) -> Filling:
    return page.run(value)


def _stage(page: Page, _name: str, value: Any) -> Filling:
    return page.stage(value)


def _stages(page: Page, _name: str, value: Any) -> Filling:
    return one_or_none(page, [page.stage(one) for one in value])


def _cutoff(page: Page, _name: str, value: Any) -> Filling:
    return page.cutoff(value)


def _cutoffs(page: Page, _name: str, value: Any) -> Filling:
    return one_or_none(page, [page.cutoff(one) for one in value])


def _measure(page: Page, _name: str, value: Any) -> Filling:
    return page.measure_in_list(value["measure"], value["averaging"])


def _measures(page: Page, _name: str, value: Any) -> Filling:
    return one_or_none(
        page, [page.measure_in_list(one["measure"], one["averaging"]) for one in value]
    )


def _points(_page: Page, _name: str, value: Any) -> Filling:
    return Number(numbers.quantity(100 * value))


def _word(page: Page, _name: str, value: Any) -> Filling:
    return Chosen(value, page.words.line(f"word.{value}"))


def _name(page: Page, name: str, value: Any) -> Filling:
    if value is None:
        return page.words.line("group.none" if name == "value" else "undeclared")
    if name == "facet":
        return page.facet(str(value))
    return lines.name(str(value))


def _names(page: Page, name: str, value: Any) -> Filling:
    # The one list of names that are not the user's: the runs whose file cannot serve a rule.
    if name == "untried":
        return one_or_none(page, [page.run(one) for one in value])
    return one_or_none(page, [(lines.name(one),) for one in value])


def _id(page: Page, name: str, value: Any) -> Filling:
    return page.query_link(value) if name == "query_id" else lines.id_(value)


def _ids(page: Page, _name: str, value: Any) -> Filling:
    return one_or_none(page, [(lines.id_(one),) for one in value])


_BY_KIND: Final[Mapping[Kind, Callable[[Page, str, Any], Filling]]] = {
    Kind.COUNT: _count,
    Kind.DELTA: _delta,
    Kind.VALUE: _level,
    Kind.SIGNED: _signed,
    Kind.NUMBER: _number,
    Kind.SHARE: _share,
    Kind.POINTS: _points,
    Kind.PROBABILITY: _probability,
    Kind.RUN: _run,
    Kind.STAGE: _stage,
    Kind.STAGES: _stages,
    Kind.CUTOFF: _cutoff,
    Kind.CUTOFFS: _cutoffs,
    Kind.MEASURE: _measure,
    Kind.MEASURES: _measures,
    Kind.WORD: _word,
    Kind.NAME: _name,
    Kind.NAMES: _names,
    Kind.ID: _id,
    Kind.IDS: _ids,
}
