"""report.json against the schema that ships with the package, and against the names that others read."""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import reportgen
from reportgen.document.schema import make_schema
from tests.unit.comparison.cases import CASES

EXAMPLES = Path(__file__).parents[3] / "example_runs"
SCHEMA = files("reportgen.document").joinpath("report.schema.json").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def examples(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    folder = tmp_path_factory.mktemp("reports")
    written = {}
    for name, cutoffs in (("teaching", [2]), ("handbook", None)):
        example = EXAMPLES / name
        report = reportgen.compare(
            example / "baseline", example / "candidate", example / "labels", cutoffs=cutoffs
        )
        report.save(folder / f"{name}.json")
        written[name] = json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))
    return written


def faults(document: Any) -> list[str]:
    found = Draft202012Validator(json.loads(SCHEMA)).iter_errors(document)
    return [f"{error.json_path}: {error.message[:200]}" for error in found]


def holds(whole: Any, part: Any) -> bool:
    """Whether everything of `part` stands in `whole`, with equal values; lists match in order."""
    if isinstance(part, Mapping):
        return all(key in whole and holds(whole[key], value) for key, value in part.items())
    if isinstance(part, list):
        return len(whole) == len(part) and all(map(holds, whole, part))
    return bool(whole == part)


def test_the_schema_that_ships_is_that_of_the_types() -> None:
    assert make_schema() == SCHEMA


@pytest.mark.parametrize("name", ["teaching", "handbook"])
def test_the_report_of_an_example_follows_the_schema(examples: dict[str, Any], name: str) -> None:
    assert [] == faults(examples[name])


@pytest.mark.parametrize("name", CASES)
def test_an_unusual_report_follows_the_schema(name: str, tmp_path: Path) -> None:
    CASES[name]().save(tmp_path / "report.json")

    assert [] == faults(json.loads((tmp_path / "report.json").read_text(encoding="utf-8")))


def test_the_schema_refuses_a_number_where_a_name_belongs(examples: dict[str, Any]) -> None:
    row = {**examples["teaching"]["aggregates"][0], "measure": 1}

    assert faults({**examples["teaching"], "aggregates": [row]})


def test_the_teaching_report_has_the_documented_names_and_shapes(
    examples: dict[str, Any],
) -> None:
    report = examples["teaching"]
    documented: dict[str, Any] = {
        "schema_version": 1,
        "generator": {"name": "reportgen"},
        "scope": {"stages": ["run"], "cutoffs": [2], "relevance_level": 1},
        "accounting": {
            "queries": 5,
            "scored": 3,
            "gold": 5,
            "excluded": [
                {"reason": "unreviewed", "count": 1, "queries": ["D"]},
                {"reason": "no-answer", "count": 1, "queries": ["E"]},
            ],
        },
        "stages": {"flows": []},
    }
    macro: dict[str, Any] = {
        "measure": "recall",
        "averaging": "macro",
        "stage": "run",
        "cutoff": 2,
        "n": 3,
        "baseline": {"value": 4 / 9, "exact": "4/9", "numerator": None, "denominator": 3},
        "candidate": {"value": 2 / 3, "exact": "2/3", "numerator": None, "denominator": 3},
        "delta": 2 / 9,
        "ceiling": 8 / 9,
        "better": 1,
        "same": 1,
        "worse": 1,
        "interval": None,
        "p": None,
        "p_adjusted": None,
        "label_bounds": {
            "baseline": [4 / 9, 4 / 9],
            "candidate": [2 / 3, 2 / 3],
            "delta": [2 / 9, 2 / 9],
            "ceiling": [8 / 9, 8 / 9],
        },
        "notes": ["n-below-6"],
    }

    assert holds(report, documented)
    assert holds(report["aggregates"][0], macro)
    assert {"labels", "no_answer", "groups", "findings", "provenance"} <= set(report)
    assert {"inputs", "options", "versions"} <= set(report["provenance"])
    assert all({"code", "params", "where"} == set(one) for one in report["findings"])
    assert all({"path", "sha256"} == set(one) for one in report["provenance"]["inputs"])
    assert {"field", "status", "baseline", "candidate", "labels"} == set(
        report["scope"]["comparability"][0]
    )


def test_a_query_iterates_with_the_documented_fields(tmp_path: Path) -> None:
    example = EXAMPLES / "teaching"
    report = reportgen.compare(
        example / "baseline", example / "candidate", example / "labels", cutoffs=[2]
    )
    report.save(tmp_path / "report.json")
    row = next(iter(reportgen.load(tmp_path / "report.json").queries))
    (cell,) = row.cells
    sides = [(side.hits, side.returned, side.unjudged) for side in (cell.baseline, cell.candidate)]

    assert ("A", "relevant", None, 3, {}) == (
        row.query_id,
        row.state,
        row.excluded,
        row.gold,
        row.groups,
    )
    assert ("run", 2, 2 / 3, 0) == (cell.stage, cell.cutoff, cell.ceiling, cell.unjudged_both)
    assert [(1, 2, 0), (0, 2, 0)] == sides


def test_stage_flows_have_a_step_for_every_stage_after_the_first(examples: dict[str, Any]) -> None:
    flows = examples["handbook"]["stages"]["flows"]

    assert ["baseline", "candidate"] == [flow["run"] for flow in flows]
    for flow in flows:
        assert {"run", "n", "gold", "missed", "steps", "reached"} == set(flow)
        assert ["reranked", "context"] == [step["stage"] for step in flow["steps"]]
        assert {"stage", "lost", "forced", "gained"} == set(flow["steps"][0])
        lost = sum(step["lost"] - step["gained"] for step in flow["steps"])
        assert flow["gold"] - flow["reached"] == flow["missed"] + lost


def test_groups_and_undefined_values_have_the_documented_shape(examples: dict[str, Any]) -> None:
    handbook = examples["handbook"]
    group = handbook["groups"][0]
    precision = next(
        row
        for row in handbook["aggregates"]
        if row["measure"] == "precision" and row["cutoff"] == "all"
    )

    assert {"facet", "value", "n", "excluded", "aggregates"} <= set(group)
    assert {"reason", "count"} == set(group["excluded"][0])
    assert [None] * 6 == [
        precision[name]
        for name in ("baseline", "candidate", "delta", "ceiling", "interval", "label_bounds")
    ]
    assert ["undefined-at-all"] == precision["notes"]
