from __future__ import annotations

import gzip
import hashlib
import json
import re
from pathlib import Path
from typing import Any, Literal

import pytest

from reportgen.read import read_labels
from tests.builders import write_json_lines, write_labels, write_text

JUDGMENTS = {"q1": {"a": 1, "b": 0}, "q2": {"a": 2, "c": 1}}
QUERIES: dict[str, dict[str, Any]] = {
    "q2": {"evidence": [["a", "c"], ["c"]]},
    "q3": {"state": "no-answer"},
}
MAP = {"from": "passage", "to": "document", "version": "1", "file": "map.tsv"}
MAP_ROWS = [("p1", "a"), ("p2", "b")]


def digest(
    folder: Path,
    judgments: dict[str, dict[str, int]] = JUDGMENTS,
    queries: dict[str, dict[str, Any]] = QUERIES,
    *,
    name: str = "labels",
    map_rows: list[tuple[str, str]] = MAP_ROWS,
    unit_map: dict[str, Any] = MAP,
    **manifest: Any,
) -> str:
    directory = write_labels(
        folder,
        judgments,
        name=name,
        queries=queries,
        unit_map_rows={unit_map["file"]: map_rows},
        unit_maps=[unit_map],
        **manifest,
    )
    return read_labels(directory).digest


def test_a_digest_is_sha256_and_64_hexadecimal_digits(tmp_path: Path) -> None:
    assert re.fullmatch("sha256:[0-9a-f]{64}", digest(tmp_path))


@pytest.mark.parametrize("format", ["tsv", "trec", "jsonl", "parquet"])
def test_the_format_of_the_judgments_does_not_matter(
    tmp_path: Path, format: Literal["tsv", "trec", "jsonl", "parquet"]
) -> None:
    assert digest(tmp_path, name="a") == digest(tmp_path, name="b", format=format)


def test_names_texts_groups_clusters_and_identities_do_not_matter(tmp_path: Path) -> None:
    queries = {
        "q3": QUERIES["q3"] | {"text": "Why?", "cluster": "c"},
        "q2": QUERIES["q2"] | {"groups": {"type": "x"}},
    }
    unit_map = MAP | {"file": "other.tsv", "version": "2"}
    changed = digest(
        tmp_path,
        queries=queries,
        name="other",
        unit_map=unit_map,
        created="2026-11-01T12:00:00Z",
        corpus_snapshot="x",
        unit="document",
        query_set="dev",
    )

    assert digest(tmp_path) == changed


def test_the_order_of_rows_and_repeats_do_not_matter(tmp_path: Path) -> None:
    plain = digest(tmp_path)
    directory = tmp_path / "labels"
    for name in ("queries.jsonl", "judgments.tsv", "map.tsv"):
        path = directory / name
        lines = path.read_text(encoding="utf-8").splitlines()
        header, rows = (lines[:1], lines[1:]) if name == "judgments.tsv" else ([], lines)
        again = rows[-1:] if name != "queries.jsonl" else []
        write_text(path, "\r\n".join([*header, *reversed(rows), *again]) + "\n")

    assert plain == read_labels(directory).digest


def test_the_order_of_keys_files_and_compression_do_not_matter(tmp_path: Path) -> None:
    plain = digest(tmp_path)
    directory = tmp_path / "labels"
    content = json.loads((directory / "labels.json").read_text(encoding="utf-8"))
    content["judgments"] = ["part2.tsv.gz", "part1.tsv"]
    write_json_lines(directory / "labels.json", [dict(reversed(content.items()))])
    header, *rows = (directory / "judgments.tsv").read_text(encoding="utf-8").splitlines(True)
    write_text(directory / "part1.tsv", "".join(rows[:2]))
    (directory / "part2.tsv.gz").write_bytes(gzip.compress((header + "".join(rows[2:])).encode()))

    assert plain == read_labels(directory).digest


def test_the_order_inside_evidence_does_not_matter(tmp_path: Path) -> None:
    queries = QUERIES | {"q2": {"evidence": [["c"], ["c", "a", "a"]]}}

    assert digest(tmp_path, name="a") == digest(tmp_path, queries=queries, name="b")


def test_verdicts_that_every_query_overrides_are_the_same_as_verdicts_for_all(
    tmp_path: Path,
) -> None:
    queries = {
        query: {**QUERIES.get(query, {}), "verdicts": "complete"} for query in ("q1", "q2", "q3")
    }

    assert digest(tmp_path, name="a", verdicts="complete") == digest(
        tmp_path, queries=queries, name="b"
    )


@pytest.mark.parametrize(
    "changes",
    [
        {"judgments": {"q1": {"a": 1, "b": 0}, "q2": {"a": 1, "c": 1}}},
        {"judgments": {"q1": {"a": 1, "b": -1}, "q2": {"a": 2, "c": 1}}},
        {"judgments": {"q1": {"a": 1}, "q2": {"a": 2, "c": 1}}},
        {"judgments": {"q1": {"b": 1, "a": 0}, "q2": {"a": 2, "c": 1}}},
        {"queries": QUERIES | {"q3": {"state": "unreviewed"}}},
        {"queries": QUERIES | {"q4": {"state": "no-answer"}}},
        {"queries": QUERIES | {"q2": {"evidence": [["a"], ["c"]]}}},
        {"queries": QUERIES | {"q2": {"evidence": [["a", "c"]]}}},
        {"queries": QUERIES | {"q2": {"evidence": [["a", "c"], ["c"], ["c"]]}}},
        {"queries": QUERIES | {"q2": {}}},
        {"queries": QUERIES | {"q1": {"verdicts": "complete"}}},
        {"verdicts": "positive-only"},
        {"relevance_level": 2, "queries": QUERIES | {"q1": {"state": "no-answer"}}},
        {"map_rows": [("p1", "a"), ("p2", "c")]},
        {"map_rows": [("p1", "a")]},
        {"unit_map": MAP | {"cutoff_counts": "to"}},
        {"unit_map": MAP | {"from": "chunk"}},
    ],
)
def test_everything_that_can_change_a_score_changes_the_digest(
    tmp_path: Path, changes: dict[str, Any]
) -> None:
    assert digest(tmp_path, name="a") != digest(tmp_path, name="b", **changes)


def test_ids_that_join_to_one_text_have_two_digests(tmp_path: Path) -> None:
    bare = {
        text: read_labels(write_text(tmp_path / "qrels.tsv", text)).digest
        for text in ("a\tbc\t1\n", "ab\tc\t1\n", "a\tb\t1\n", "a\tb\t11\n", "a\tb1\t1\n")
    }

    assert len(bare) == len(set(bare.values()))


def test_a_bare_file_has_one_digest_whatever_its_layout(tmp_path: Path) -> None:
    texts = ["q1 0 a 1\nq2 0 b 0\n", "# c\nq2\t0  b 0\r\nq1 0 a 1\n\n", "q2\tb\t0\nq1\ta\t1\n"]
    digests = {read_labels(write_text(tmp_path / "qrels", text)).digest for text in texts}

    assert 1 == len(digests)


def test_the_digest_is_that_of_its_rows_written_out(tmp_path: Path) -> None:
    labels = read_labels(write_text(tmp_path / "qrels", "q2 0 b 0\nq1 0 a 1\n"))
    rows = (
        ("level", "1"),
        ("query", "q1", "relevant", "explicit"),
        ("query", "q2", "", "explicit"),
        ("judgment", "q1", "a", "1"),
        ("judgment", "q2", "b", "0"),
    )
    written = "".join("\0".join(row) + "\n" for row in rows)

    assert f"sha256:{hashlib.sha256(written.encode()).hexdigest()}" == labels.digest
