"""Label snapshots: a label directory, or a single judgments file in its place."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import narwhals as nw
import polars as pl

from reportgen.errors import Problems
from reportgen.model.labels import (
    LabelManifest,
    Labels,
    QueryRecord,
    State,
    UnitMap,
    Verdicts,
)
from reportgen.model.run import InputFile
from reportgen.read.judgments import SCHEMA, JudgmentFile, read_judgment_file
from reportgen.read.label_checks import (
    judged_and_gold,
    merged_judgments,
    refuse_contradictions,
)
from reportgen.read.label_digest import label_digest
from reportgen.read.label_manifest import read_label_manifest
from reportgen.read.probing import (
    is_directory,
    is_manifest,
    is_missing,
    not_its_folder,
    written_name,
    written_path,
)
from reportgen.read.queries import QueryList, read_queries
from reportgen.read.run import name_after
from reportgen.read.text_file import Source
from reportgen.read.unit_maps import read_unit_map

MANIFEST = "labels.json"
_NOTHING = pl.DataFrame(schema={name: SCHEMA[name] for name in ("query_id", "unit_id", "grade")})


@dataclass(frozen=True, slots=True)
class LabelFiles:
    """A label snapshot as far as it could be read. `manifest` is None where labels.json could not be used at all."""

    manifest: LabelManifest | None
    queries: tuple[QueryRecord, ...]
    judgments: pl.DataFrame
    unit_maps: tuple[UnitMap, ...]
    files: tuple[JudgmentFile, ...]
    declares_states: bool
    repeated: int
    inputs: tuple[InputFile, ...]

    def counts(self, level: int) -> dict[str, tuple[int, int]]:
        """Query id -> judged units and gold units at `level`, of the queries that have judgments."""
        return judged_and_gold(self.judgments, level)

    def digest(self, manifest: LabelManifest) -> str:
        return label_digest(
            relevance_level=manifest.relevance_level,
            verdicts=manifest.verdicts,
            queries=self.queries,
            judgments=self.judgments,
            unit_maps=[
                (unit_map, unit_map.frame.collect().to_polars()) for unit_map in self.unit_maps
            ],
        )


def read_labels(path: Path | str, *, role: str = "labels") -> Labels:
    """The label snapshot at `path`: a label directory, or a single judgments file as one without declared states.

    `role` begins the names of the input files: `labels/judgments.tsv`. Raises `Refused` with every problem found.
    """
    problems = Problems()
    read = read_label_files(Path(path), role, problems)
    problems.refuse_if_any()
    if read.manifest is None:
        raise RuntimeError("a snapshot without problems has a manifest")
    return Labels(
        path=str(path),
        id=read.manifest.id,
        manifest=read.manifest,
        digest=read.digest(read.manifest),
        queries=read.queries,
        judgments=nw.from_native(read.judgments.lazy()),
        unit_maps=read.unit_maps,
        declares_states=read.declares_states,
        repeated=read.repeated,
        inputs=read.inputs,
    )


def read_label_files(path: Path, role: str, problems: Problems) -> LabelFiles:
    """What can be read of the snapshot at `path`; whatever is wrong is added to `problems`."""
    if is_directory(path):
        return _read_directory(path, role, problems)
    if is_manifest(path) and not is_missing(path):
        problems.add(str(path), 0, *not_its_folder(path))
        return LabelFiles(None, (), _NOTHING, (), (), True, 0, ())
    return _read_bare(path, role, problems)


def _read_bare(path: Path, role: str, problems: Problems) -> LabelFiles:
    source = Source(path, str(path), f"{role}/{written_name(path)}")
    file = read_judgment_file(source, problems)
    if not problems and file.frame.is_empty():
        problems.add(source.shown, 0, "the file holds no judgment", "name a file with judgments")
    judgments, repeated = merged_judgments([file], problems)
    level = 1
    has_lower = bool((judgments.get_column("grade") < level).any())
    manifest = LabelManifest(
        schema_version=1,
        id=name_after(path),
        queries=(),
        judgments=written_name(path),
        relevance_level=level,
        verdicts=Verdicts.EXPLICIT if has_lower else Verdicts.POSITIVE_ONLY,
    )
    best = judgments.group_by("query_id").agg(pl.col("grade").max()).sort("query_id")
    queries = tuple(
        QueryRecord(query_id=query, state=State.RELEVANT if grade >= level else None)
        for query, grade in best.iter_rows()
    )
    inputs = () if file.input_file is None else (file.input_file,)
    return LabelFiles(manifest, queries, judgments, (), (file,), False, repeated, inputs)


def _read_directory(path: Path, role: str, problems: Problems) -> LabelFiles:
    def source_of(name: str) -> Source:
        inside = Path(name)  # a Path drops `./` and doubled slashes
        return Source(path / inside, str(path / inside), f"{role}/{written_path(inside)}")

    manifest_source = source_of(MANIFEST)
    if is_missing(manifest_source.path):
        problems.add(
            str(path),
            0,
            f"the directory holds no {MANIFEST}",
            "this is a run directory: name it as a run"
            if not is_missing(path / "run.json")
            else "name a label directory, or a single judgments file",
        )
        return LabelFiles(None, (), _NOTHING, (), (), True, 0, ())
    manifest, manifest_file = read_label_manifest(manifest_source, problems)
    if manifest is None:
        return LabelFiles(None, (), _NOTHING, (), (), True, 0, (manifest_file,))
    queries = QueryList()
    inputs: list[InputFile | None] = [manifest_file]
    before = len(problems)
    inputs.extend(
        read_queries(source_of(name), queries, problems) for name in file_names(manifest.queries)
    )
    files = [
        read_judgment_file(source_of(name), problems) for name in file_names(manifest.judgments)
    ]
    inputs.extend(file.input_file for file in files)
    everything_was_read = len(problems) == before
    judgments, repeated = merged_judgments(files, problems) if files else (_NOTHING, 0)
    unit_maps = []
    for map_manifest in manifest.unit_maps:
        unit_map, map_file = read_unit_map(source_of(map_manifest.file), map_manifest, problems)
        unit_maps.append(unit_map)
        inputs.append(map_file)
    if everything_was_read and queries.records and files:
        # Otherwise what is missing here may stand in a line that could not be read.
        refuse_contradictions(queries, judgments, files, manifest.relevance_level, problems)
    return LabelFiles(
        manifest,
        tuple(queries.records[query] for query in sorted(queries.records)),
        judgments,
        tuple(unit_maps),
        tuple(files),
        True,
        repeated,
        tuple(sorted({file for file in inputs if file is not None}, key=lambda file: file.path)),
    )


def file_names(named: str | tuple[str, ...]) -> tuple[str, ...]:
    """A file name or several of them, always as several."""
    return (named,) if isinstance(named, str) else named
