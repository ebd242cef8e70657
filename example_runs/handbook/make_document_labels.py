"""Derive the document labels of the handbook example from its passage labels.

    python example_runs/handbook/make_document_labels.py [--out FOLDER]

A document's grade is the best grade of its judged passages, and a part of an evidence requirement is met by the
documents of its passages; parts that thereby become equal are one. Writes `queries.jsonl`, `judgments.tsv` and
`passage-to-document.tsv`; needs no library.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable
from pathlib import Path

HERE = Path(__file__).resolve().parent


def document_of(unit_id: str) -> str:
    """The document that a passage was cut from."""
    return unit_id.rsplit("#", 1)[0]


def document_judgments(lines: Iterable[str]) -> list[str]:
    """Rows of the best grade for every query and document, in the order of the first passage."""
    grades: dict[tuple[str, str], int] = {}
    for line in lines:
        query_id, unit_id, grade = line.split("\t")
        key = (query_id, document_of(unit_id))
        grades[key] = max(int(grade), grades.get(key, int(grade)))
    return [f"{query_id}\t{document}\t{grade}" for (query_id, document), grade in grades.items()]


def document_evidence(evidence: list[list[str]]) -> list[list[str]]:
    """Every part with documents for passages, no document twice in a part and no part twice."""
    parts = [list(dict.fromkeys(map(document_of, part))) for part in evidence]
    return [part for number, part in enumerate(parts) if part not in parts[:number]]


def main() -> None:
    """Read the passage labels and write those of the documents."""
    parser = argparse.ArgumentParser(description="Derive the document labels of the handbook.")
    parser.add_argument(
        "--out", type=Path, default=HERE / "labels-documents", help="folder to write into"
    )
    out = parser.parse_args().out
    out.mkdir(parents=True, exist_ok=True)

    queries = []
    for line in (HERE / "labels" / "queries.jsonl").read_text("utf-8").splitlines():
        query = json.loads(line)
        if "evidence" in query:
            query["evidence"] = document_evidence(query["evidence"])
        queries.append(json.dumps(query, ensure_ascii=False))
    header, *rows = (HERE / "labels" / "judgments.tsv").read_text("utf-8").splitlines()
    passages = (HERE / "passages.jsonl").read_text("utf-8").splitlines()
    units = [json.loads(line)["unit_id"] for line in passages]

    _write(out / "queries.jsonl", queries)
    _write(out / "judgments.tsv", [header, *document_judgments(rows)])
    _write(out / "passage-to-document.tsv", [f"{unit}\t{document_of(unit)}" for unit in units])


def _write(path: Path, lines: Iterable[str]) -> None:
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
