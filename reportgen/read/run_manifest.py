"""run.json: read strictly, every problem found."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final

import msgspec

from reportgen.errors import Problems
from reportgen.model.run import InputFile, RunManifest
from reportgen.read.json_text import Place
from reportgen.read.manifest_values import VERSION, ManifestFile, path_inside
from reportgen.read.rankings import known_fields
from reportgen.read.text_file import Source

_CUTOFF: Final = re.compile(r"[1-9][0-9]{0,8}")
UNNAMED: Final = "(unnamed)"


def read_run_manifest(source: Source, problems: Problems) -> tuple[RunManifest | None, InputFile]:
    """The manifest and its hash. With problems, a manifest is still given for what can be read by it, where anything
    can: wrong values are left out of it, and stages that name no file."""
    file = ManifestFile(source, RunManifest, problems)
    content = file.content
    if content is None:
        return None, file.input_file
    file.check(("name",), lambda name: bool(name.strip()), "is empty", "name the run")
    file.check_not_empty(("corpus_snapshot",), ("query_set",), ("unit",), ("labels", "path"))
    file.check_created()
    file.check_digest(("labels", "digest"))
    if "labels" in content and "path" not in content["labels"]:
        del content["labels"]
    stages = content.get("stages", [])
    content["stages"] = _checked_stages(stages, file, source.path.parent)
    if file.is_empty_list("stages"):
        file.add(("stages",), "`stages` is empty", "name at least one stage")
    content.setdefault("name", UNNAMED)
    content.setdefault("schema_version", VERSION)
    return msgspec.convert(content, type=RunManifest), file.input_file


def _checked_stages(
    stages: list[dict[str, Any]], file: ManifestFile, directory: Path
) -> list[dict[str, Any]]:
    """The stages that can be read, each problem of any reported."""
    usable = []
    first_places: dict[str, int] = {}
    for index, stage in enumerate(stages):
        place = ("stages", index)
        name = stage.get("name")
        if name is not None and not name.strip():
            file.add((*place, "name"), f"`stages[{index}].name` is empty", "name the stage")
        elif name is not None and name in first_places:
            file.add(
                (*place, "name"),
                f"stage name {name} stands twice, at stages[{first_places[name]}] and stages[{index}]",
                "give every stage a name of its own",
            )
            continue
        if name is not None:
            first_places[name] = index
        is_complete = _names_files(stage, place, file) and _fields_are_known(stage, place, file)
        if is_complete and _files_lie_inside(stage, place, file, directory):
            usable.append({**stage, "name": name or f"stages[{index}]"})
    return usable


def _names_files(stage: dict[str, Any], place: Place, file: ManifestFile) -> bool:
    subject = f"stage {stage.get('name', place[-1])}"
    has_file, has_cutoff_files = "file" in stage, "cutoff_files" in stage
    if has_file and has_cutoff_files:
        file.add(place, f"{subject} has both `file` and `cutoff_files`", "keep one of them")
        return False
    if not has_file and not has_cutoff_files:
        file.add(place, f"{subject} names no file", "add `file`, or `cutoff_files`")
        return False
    if has_file:
        if not stage["file"]:
            file.add((*place, "file"), f"`file` of {subject} is empty", "name the ranking file")
        return bool(stage["file"])
    wrong = [key for key in stage["cutoff_files"] if _CUTOFF.fullmatch(key) is None]
    for key in wrong:
        file.add(
            (*place, "cutoff_files", key),
            f"cutoff `{key}` of {subject} is not an integer of at least 1",
            'write cutoffs like "5"',
        )
    if not stage["cutoff_files"]:
        file.add(place, f"`cutoff_files` of {subject} is empty", "name a file for every cutoff")
    return bool(stage["cutoff_files"]) and not wrong


def _files_lie_inside(
    stage: dict[str, Any], place: Place, file: ManifestFile, directory: Path
) -> bool:
    places: dict[Place, str] = {(*place, "file"): stage.get("file", "")}
    if "cutoff_files" in stage:
        places = {
            (*place, "cutoff_files", key): name for key, name in stage["cutoff_files"].items()
        }
    outside = {where: name for where, name in places.items() if not path_inside(directory, name)}
    for where, name in outside.items():
        file.add(
            where,
            f"stage {stage.get('name', place[-1])} names {name}, which lies outside the run directory",
            "copy the file into the run directory",
        )
    return not outside


def _fields_are_known(stage: dict[str, Any], place: Place, file: ManifestFile) -> bool:
    fields = stage.get("fields", {})
    files = [stage["file"]] if "file" in stage else list(stage["cutoff_files"].values())
    known = {key for name in files for key in known_fields(Source.named(name))}
    subject = f"stage {stage.get('name', place[-1])}"
    wrong = False
    for key, value in fields.items():
        if not known:
            what = (
                f"`fields` of {subject} names columns of a TREC run, which have places and no names"
            )
            remedy = "remove `fields`, or let the file's name end in .jsonl or .parquet"
        elif key not in known:
            what = f"`fields` of {subject} has the unknown key `{key}`"
            remedy = "known are " + ", ".join(f"`{name}`" for name in sorted(known))
        elif not value:
            what, remedy = f"`fields` of {subject} leaves `{key}` empty", "name the column"
        elif sum(other == value for other in fields.values()) > 1:
            what = f"`fields` of {subject} names `{value}` more than once"
            remedy = "name a column for every key"
        else:
            continue
        wrong = True
        file.add((*place, "fields", key), what, remedy)
    return not wrong
