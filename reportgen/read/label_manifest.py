"""labels.json: read strictly, every problem found."""

from __future__ import annotations

from pathlib import PurePath
from typing import Any

import msgspec

from reportgen.errors import Problems
from reportgen.model.labels import LabelManifest
from reportgen.model.run import InputFile
from reportgen.read.manifest_values import VERSION, ManifestFile
from reportgen.read.text_file import Source


def read_label_manifest(
    source: Source, problems: Problems
) -> tuple[LabelManifest | None, InputFile]:
    """The manifest and its hash. With problems, a manifest is still given for what can be read by it, where anything
    can."""
    file = ManifestFile(source, LabelManifest, problems)
    content = file.content
    if content is None:
        return None, file.input_file
    file.check(("id",), lambda text: bool(text.strip()), "is empty", "name the snapshot")
    file.check_not_empty(("corpus_snapshot",), ("query_set",), ("unit",))
    file.check_created()
    file.check_digest(("parent",))
    level = content.get("relevance_level", 1)
    if level < 1:
        file.add(
            ("relevance_level",),
            f"`relevance_level` is {level}",
            "write an integer of at least 1; units with a lower grade are never gold",
        )
        del content["relevance_level"]
    for key in ("queries", "judgments"):
        content[key] = _checked_files(content.get(key, []), key, file)
    content["unit_maps"] = _checked_maps(content.get("unit_maps", []), file)
    content.setdefault("id", "(unnamed)")
    content.setdefault("schema_version", VERSION)
    return msgspec.convert(content, type=LabelManifest), file.input_file


def _checked_files(named: str | list[str], key: str, file: ManifestFile) -> list[str]:
    names = [named] if isinstance(named, str) else named
    if named == []:
        file.add((key,), f"`{key}` names no file", "name at least one file")
    usable = []
    for index, name in enumerate(names):
        place = (key,) if isinstance(named, str) else (key, index)
        if _lies_inside(name, f"`{key}`", place, file):
            if name in usable:
                file.add(place, f"`{key}` names {name} twice", "name a file once")
            else:
                usable.append(name)
    return usable


def _lies_inside(name: str, subject: str, place: tuple[str | int, ...], file: ManifestFile) -> bool:
    # Links are not resolved here, as they are for runs: a snapshot may be put together from files kept elsewhere.
    if not name.strip():
        file.add(place, f"{subject} names a file without a name", "name the file")
        return False
    if PurePath(name).is_absolute() or ".." in PurePath(name).parts:
        file.add(
            place,
            f"{subject} names {name}, which lies outside the label directory",
            "copy the file into the label directory",
        )
        return False
    return True


def _checked_maps(maps: list[dict[str, Any]], file: ManifestFile) -> list[dict[str, Any]]:
    usable = []
    pairs: set[tuple[str, str]] = set()
    for index, unit_map in enumerate(maps):
        if not {"from", "to", "version", "file"} <= unit_map.keys():
            continue
        place = ("unit_maps", index)
        pair = (unit_map["from"], unit_map["to"])
        if pair[0] == pair[1]:
            file.add(place, f"a unit map leads from {pair[0]} to itself", "remove the map")
        elif pair in pairs:
            file.add(place, f"two unit maps lead from {pair[0]} to {pair[1]}", "keep one of them")
        elif _lies_inside(unit_map["file"], "a unit map", (*place, "file"), file):
            pairs.add(pair)
            usable.append(unit_map)
    return usable
