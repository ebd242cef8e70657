"""Runs: a run directory, or a single ranking file in its place."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from reportgen.errors import Problems
from reportgen.model.run import InputFile, Order, Run, RunManifest, Stage, StageManifest
from reportgen.read.answers import read_answers
from reportgen.read.manifest_values import path_inside
from reportgen.read.probing import (
    is_directory,
    is_manifest,
    is_missing,
    not_its_folder,
    written_name,
    written_path,
)
from reportgen.read.rankings import RankingFile, as_rankings, read_ranking_file
from reportgen.read.run_manifest import read_run_manifest
from reportgen.read.text_file import Source

MANIFEST = "run.json"
ANSWERS = "answers.jsonl"


@dataclass(frozen=True, slots=True)
class StageFiles:
    """A stage with its ranking files as read, keyed like `Stage.rankings`."""

    manifest: StageManifest
    files: dict[int | None, RankingFile]


@dataclass(frozen=True, slots=True)
class RunFiles:
    """A run as far as it could be read. `manifest` is None where run.json could not be used at all."""

    manifest: RunManifest | None
    stages: tuple[StageFiles, ...]
    answers: dict[str, bool] | None
    inputs: tuple[InputFile, ...]


def read_run(path: Path | str, *, role: str = "baseline") -> Run:
    """The run at `path`: a run directory, or a single ranking file as a run of one stage `run`, named after the file.

    `role` begins the names of the input files: `baseline/pool.jsonl`. Raises `Refused` with every problem found.
    """
    problems = Problems()
    read = read_run_files(Path(path), role, problems)
    problems.refuse_if_any()
    if read.manifest is None:
        raise RuntimeError("a run without problems has a manifest")
    return Run(str(path), read.manifest, tuple(map(_stage, read.stages)), read.answers, read.inputs)


def read_run_files(path: Path, role: str, problems: Problems) -> RunFiles:
    """What can be read of the run at `path`; whatever is wrong is added to `problems`."""
    if is_directory(path):
        return _read_directory(path, role, problems)
    if is_manifest(path) and not is_missing(path):
        problems.add(str(path), 0, *not_its_folder(path))
        return RunFiles(None, (), None, ())
    source = Source(path, str(path), f"{role}/{written_name(path)}")
    manifest = RunManifest(
        schema_version=1,
        name=name_after(path),
        stages=(StageManifest(name="run", file=written_name(path)),),
    )
    file = read_ranking_file(
        source, fields=None, order=None, duplicates=manifest.duplicates, problems=problems
    )
    stage = StageFiles(manifest.stages[0], {None: file})
    return RunFiles(manifest, (stage,), None, _inputs([stage], []))


def name_after(path: Path) -> str:
    """The name of a run or snapshot that is a single file: the file's, without the suffixes that tell its format."""
    name = written_name(path)
    for suffixes in (
        (".gz", ".zst"),
        (".jsonl", ".parquet", ".trec", ".run", ".txt", ".tsv", ".qrels"),
    ):
        for suffix in suffixes:
            if name.lower().endswith(suffix) and len(name) > len(suffix):
                name = name[: -len(suffix)]
                break
    return name


def _read_directory(path: Path, role: str, problems: Problems) -> RunFiles:
    manifest_path = path / MANIFEST
    source = Source(manifest_path, str(manifest_path), f"{role}/{MANIFEST}")
    if is_missing(manifest_path):
        problems.add(
            str(path),
            0,
            f"the directory holds no {MANIFEST}",
            "this is a label directory: name it as the labels"
            if not is_missing(path / "labels.json")
            else "name a run directory, or a single ranking file",
        )
        return RunFiles(None, (), None, ())
    manifest, manifest_file = read_run_manifest(source, problems)
    stages = []
    if manifest is not None:
        stages = [
            StageFiles(stage, _stage_files(path, role, stage, manifest, problems))
            for stage in manifest.stages
        ]
    others = [manifest_file]
    answers = None
    if not is_missing(path / ANSWERS):
        answers_source = Source(path / ANSWERS, str(path / ANSWERS), f"{role}/{ANSWERS}")
        answers, answers_file = read_answers(answers_source, problems)
        others.append(answers_file)
    return RunFiles(manifest, tuple(stages), answers, _inputs(stages, others))


def _stage_files(
    path: Path, role: str, stage: StageManifest, manifest: RunManifest, problems: Problems
) -> dict[int | None, RankingFile]:
    named: dict[int | None, str]
    if stage.cutoff_files is not None:
        named = {int(cutoff): file for cutoff, file in stage.cutoff_files.items()}
    else:
        named = {None: stage.file or ""}
    files: dict[int | None, RankingFile] = {}
    for cutoff in sorted(named, key=lambda cutoff: cutoff or 0):
        name = named[cutoff]
        inside = path_inside(path, name) or Path(name)  # the manifest names no file outside
        source = Source(path / name, str(path / name), f"{role}/{written_path(inside)}")
        files[cutoff] = read_ranking_file(
            source,
            fields=stage.fields,
            order=stage.order,
            duplicates=manifest.duplicates,
            problems=problems,
        )
    _refuse_mixed_orders(path, stage, files, problems)
    return files


def _refuse_mixed_orders(
    path: Path, stage: StageManifest, files: dict[int | None, RankingFile], problems: Problems
) -> None:
    orders = {file.order for file in files.values()}
    if len(orders) > 1:
        problems.add(
            str(path / MANIFEST),
            0,
            f"the files of stage {stage.name} would be ordered differently: {', '.join(sorted(orders))}",
            "give the stage an `order` that all its files can serve",
        )


def _stage(stage: StageFiles) -> Stage:
    order = next((file.order for file in stage.files.values()), Order.SCORE)
    rankings = {
        cutoff: as_rankings(file.table, file.order)
        for cutoff, file in stage.files.items()
        if file.table is not None
    }
    manifest = stage.manifest
    return Stage(manifest.name, order, manifest.unit, manifest.budget, rankings)


def _inputs(stages: list[StageFiles], others: list[InputFile]) -> tuple[InputFile, ...]:
    files = [
        file.input_file
        for stage in stages
        for file in stage.files.values()
        if file.input_file is not None
    ]
    return tuple(sorted(set(others + files), key=lambda file: file.path))
