"""Holds a JSON value against a msgspec type and finds every difference, where msgspec stops at the first."""

from __future__ import annotations

import difflib
from collections.abc import Callable
from typing import Any, Final

import msgspec
from msgspec import inspect as types

from reportgen.read.json_text import UNREADABLE, ParsedJson, Place, place_name

INVALID: Final = object()

Report = Callable[[int, str, str], None]
"""Takes a line, what is wrong, and what to do."""


def conform(parsed: ParsedJson, struct: type[msgspec.Struct], report: Report, name: str) -> Any:
    """The value without what `struct` does not allow, so that what is left can still be used; every difference goes to
    `report`. `INVALID` if the value is no object. `name` says what the object is: `run.json`."""
    return _Conformer(parsed, report, name).check(parsed.value, types.type_info(struct), ())


def nearest(name: str, known: list[str]) -> str:
    """What to do about an unknown name: the known one that it may mean, or all of them."""
    near = [other for other in known if name and other.startswith(name.lower())]
    near = near or difflib.get_close_matches(name.lower(), known, 1, 0.6)
    if near:
        return f"write `{near[0]}`, or remove it"
    return "remove it; known are " + ", ".join(f"`{other}`" for other in known)


class _Conformer:
    def __init__(self, parsed: ParsedJson, report: Report, name: str) -> None:
        self._lines = parsed.lines
        self._report = report
        self._name = name

    def check(self, value: Any, wanted: types.Type, place: Place) -> Any:
        if value is UNREADABLE:
            return INVALID  # reported when it was parsed
        if isinstance(wanted, types.StructType):
            return self._struct(value, wanted, place)
        if isinstance(wanted, types.UnionType):
            return self._union(value, wanted, place)
        if isinstance(wanted, types.DictType) and isinstance(value, dict):
            checked = {
                key: self.check(item, wanted.value_type, (*place, key))
                for key, item in value.items()
            }
            return {key: item for key, item in checked.items() if item is not INVALID}
        if isinstance(wanted, types.VarTupleType) and isinstance(value, list):
            items = [
                self.check(item, wanted.item_type, (*place, index))
                for index, item in enumerate(value)
            ]
            return [item for item in items if item is not INVALID]
        if _fits(value, wanted):
            return value
        return self._refuse(value, [wanted], place)

    def _struct(self, value: Any, wanted: types.StructType, place: Place) -> Any:
        if not isinstance(value, dict):
            return self._refuse(value, [wanted], place)
        fields = {field.encode_name: field for field in wanted.fields}
        for key in value:
            if key not in fields:
                self._add(
                    (*place, key),
                    f"unknown key {self._named((*place, key))}",
                    nearest(key, list(fields)),
                )
        checked = {}
        for key, field in fields.items():
            if key in value and not (value[key] is None and _may_be_null(field.type)):
                item = self.check(value[key], field.type, (*place, key))
                if item is not INVALID:
                    checked[key] = item
            elif field.required:
                self._add(place, f"{self._named((*place, key))} is missing", f"add `{key}`")
        return checked

    def _union(self, value: Any, wanted: types.UnionType, place: Place) -> Any:
        for option in wanted.types:
            if isinstance(option, types.VarTupleType | types.DictType | types.StructType):
                kind = list if isinstance(option, types.VarTupleType) else dict
                if isinstance(value, kind):
                    return self.check(value, option, place)
            elif _fits(value, option):
                return value
        return self._refuse(value, list(wanted.types), place)

    def _refuse(self, value: Any, wanted: list[types.Type], place: Place) -> Any:
        kinds = [option for option in wanted if not isinstance(option, types.NoneType)]
        if any(isinstance(option, types.FloatType) for option in kinds):
            kinds = [option for option in kinds if not isinstance(option, types.IntType)]
        named = [_named_type(option) for option in kinds]
        subject = self._named(place) if place else self._name
        self._add(place, f"{subject} is {_shown(value)}", f"write {' or '.join(named)}")
        return INVALID

    def _named(self, place: Place) -> str:
        return f"`{place_name(place)}`"

    def _add(self, place: Place, what: str, remedy: str) -> None:
        self._report(self._lines.get(place, 0), what, remedy)


def _fits(value: Any, wanted: types.Type) -> bool:
    if isinstance(wanted, types.EnumType):
        return value in [member.value for member in wanted.cls]
    if isinstance(wanted, types.BoolType):
        return isinstance(value, bool)
    if isinstance(wanted, types.IntType):
        return isinstance(value, int) and not isinstance(value, bool) and abs(value) < 2**63
    if isinstance(wanted, types.FloatType):
        return isinstance(value, int | float) and not isinstance(value, bool)
    return isinstance(wanted, types.StrType) and isinstance(value, str)


def _may_be_null(wanted: types.Type) -> bool:
    """Null is then the same as leaving the key out: other programs write what they do not know as null."""
    return isinstance(wanted, types.UnionType) and wanted.includes_none


def _named_type(wanted: types.Type) -> str:
    if isinstance(wanted, types.EnumType):
        return " or ".join(f"`{member.value}`" for member in wanted.cls)
    if isinstance(wanted, types.VarTupleType):
        return "a list"
    names: dict[type[types.Type], str] = {
        types.StrType: "a string",
        types.IntType: "an integer",
        types.FloatType: "a number",
        types.BoolType: "a boolean",
    }
    return names.get(type(wanted), "an object")


def _shown(value: Any) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list | dict):
        return "a list" if isinstance(value, list) else "an object"
    text = repr(value) if isinstance(value, int | float) else f"`{value}`"
    return text if len(text) <= 80 else f"{text[:79]}…"
