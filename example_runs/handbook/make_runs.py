"""Execute both retrieval pipelines of the handbook example and write what they ranked.

    python example_runs/handbook/make_runs.py [--out FOLDER]

Reads `corpus/` and `labels/queries.jsonl`; writes `passages.jsonl`, and for `baseline/` and `candidate/` the
manifest, one ranking file a stage and `answers.jsonl`. The committed files were made with bm25s 0.3.16,
scikit-learn 1.9.1, scipy 1.17.1 and numpy 2.4.6 (`pip install bm25s scikit-learn`); nothing is downloaded.
No label is read: the judgments cannot reach the rankings.

Baseline, an older keyword search: BM25 over the passages' text; the 50 best reordered by latent semantic
analysis; the first of them brings along the passage that follows it in its document, and the list ends before
the first passage that exceeds the budget.

Candidate, its intended successor: BM25 and latent semantic analysis, both over title, heading and text, fused
by reciprocal rank; the 50 best reordered by character n-grams of text and headings; one passage of a document,
so that the context is not filled by a single page, and a passage that exceeds the budget is skipped.

Scores are rounded to six decimals before they order anything, ties by passage id descending, so that the
files repeat on another machine.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from itertools import pairwise
from pathlib import Path
from typing import Any

from retrieval import (
    Passage,
    Ranking,
    best,
    bm25,
    character_grams,
    fuse,
    latent_semantics,
    length,
    read_corpus,
)

HERE = Path(__file__).resolve().parent
POOL, RERANKED, CONTEXT = 50, 10, 5

Setting = str | int | float | bool


@dataclass(frozen=True, slots=True)
class Result:
    pool: Ranking
    reranked: Ranking
    context: list[str]


@dataclass(frozen=True, slots=True)
class Pipeline:
    """How one run answers a query, and how its manifest describes it."""

    side: str
    name: str
    description: str
    created: str
    budget: str
    system: Mapping[str, Setting]
    abstain_below: float
    answer: Callable[[str], Result]


def baseline(passages: Sequence[Passage]) -> Pipeline:
    """The older keyword search."""
    ids = [passage.unit_id for passage in passages]
    texts = [passage.text for passage in passages]
    lengths = {passage.unit_id: length(passage.text) for passage in passages}
    follows = {
        one.unit_id: two.unit_id
        for one, two in pairwise(passages)
        if one.document_id == two.document_id
    }
    keyword, semantic = bm25(texts), latent_semantics(texts)
    budget, abstain_below = 220, 0.52

    def answer(query: str) -> Result:
        pool = best(zip(ids, keyword(query), strict=True), POOL)
        similarity = dict(zip(ids, semantic(query), strict=True))
        reranked = best(((unit_id, similarity[unit_id]) for unit_id, _ in pool), RERANKED)
        order = [unit_id for unit_id, _ in reranked]
        if order and order[0] in follows:
            order.insert(1, follows[order[0]])
        context: list[str] = []
        for unit_id in dict.fromkeys(order):
            if (
                sum(map(lengths.__getitem__, [*context, unit_id])) > budget
                or len(context) == CONTEXT
            ):
                break
            context.append(unit_id)
        return Result(pool, reranked, context)

    system: dict[str, Setting] = {
        "pool": "BM25 (Lucene form, k1 1.5, b 0.75)",
        "indexed": "text",
        "reranker": "latent semantic analysis, 80 dimensions",
        "context": "first passage brings its successor",
        "over_budget": "stop",
        "abstain_below": abstain_below,
    }
    return Pipeline(
        "baseline",
        "bm25-lsa",
        "BM25 over the passages' text, reordered by latent semantic analysis.",
        "2026-11-20T09:30:00Z",
        f"at most {CONTEXT} passages and {budget} words or Chinese characters",
        system,
        abstain_below,
        answer,
    )


def candidate(passages: Sequence[Passage]) -> Pipeline:
    """The intended successor."""
    ids = [passage.unit_id for passage in passages]
    everything = [passage.everything for passage in passages]
    lengths = {passage.unit_id: length(passage.text) for passage in passages}
    document = {passage.unit_id: passage.document_id for passage in passages}
    keyword, semantic = bm25(everything), latent_semantics(everything)
    body = character_grams([passage.text for passage in passages])
    headings = character_grams([passage.headings for passage in passages])
    budget, abstain_below = 260, 0.15

    def answer(query: str) -> Result:
        lists = [best(zip(ids, score(query), strict=True), POOL) for score in (keyword, semantic)]
        pool = best(fuse(lists).items(), POOL)
        similarity = dict(zip(ids, 0.6 * body(query) + 0.4 * headings(query), strict=True))
        reranked = best(((unit_id, similarity[unit_id]) for unit_id, _ in pool), RERANKED)
        context: list[str] = []
        for unit_id, _ in reranked:
            known = document[unit_id] in {document[kept] for kept in context}
            fits = sum(map(lengths.__getitem__, [*context, unit_id])) <= budget
            if not known and fits and len(context) < CONTEXT:
                context.append(unit_id)
        return Result(pool, reranked, context)

    system: dict[str, Setting] = {
        "pool": "BM25 and latent semantic analysis, fused by reciprocal rank (60)",
        "indexed": "title, heading and text",
        "reranker": "character 2-5-grams, text 0.6 and headings 0.4",
        "context": "one passage of a document",
        "over_budget": "skip",
        "abstain_below": abstain_below,
    }
    return Pipeline(
        "candidate",
        "hybrid-dedup",
        "BM25 and latent semantic analysis fused, reordered by character n-grams, deduplicated.",
        "2026-11-20T10:15:00Z",
        f"at most {CONTEXT} passages and {budget} words or Chinese characters",
        system,
        abstain_below,
        answer,
    )


def manifest(pipeline: Pipeline) -> dict[str, Any]:
    """What `run.json` says of a pipeline."""
    libraries = {name: version(name) for name in ("bm25s", "scikit-learn", "scipy", "numpy")}
    return {
        "schema_version": 1,
        "name": pipeline.name,
        "description": pipeline.description,
        "created": pipeline.created,
        "corpus_snapshot": "ostrane-handbook@2026-11-01",
        "query_set": "ostrane-questions@3",
        "unit": "passage",
        "labels": {"path": "../labels"},
        "stages": [
            {"name": "pool", "file": "pool.jsonl"},
            {"name": "reranked", "file": "reranked.jsonl"},
            {"name": "context", "file": "context.jsonl", "budget": pipeline.budget},
        ],
        "system": {**pipeline.system, **libraries},
    }


def write_run(pipeline: Pipeline, queries: Sequence[Mapping[str, str]], folder: Path) -> None:
    """Put every query to a pipeline and write its run directory."""
    results = {query["query_id"]: pipeline.answer(query["text"]) for query in queries}
    folder.mkdir(parents=True, exist_ok=True)
    for stage in ("pool", "reranked"):
        _write_lines(
            folder / f"{stage}.jsonl", (_scored(q, getattr(r, stage)) for q, r in results.items())
        )
    # The context is put together and no longer ordered by a score, so it carries none.
    _write_lines(
        folder / "context.jsonl",
        ({"query_id": query_id, "ranking": result.context} for query_id, result in results.items()),
    )
    _write_lines(
        folder / "answers.jsonl",
        (
            {
                "query_id": q,
                "abstained": not r.reranked or r.reranked[0][1] < pipeline.abstain_below,
            }
            for q, r in results.items()
        ),
    )
    text = json.dumps(manifest(pipeline), ensure_ascii=False, indent=2)
    (folder / "run.json").write_text(text + "\n", encoding="utf-8", newline="\n")


def _scored(query_id: str, ranking: Ranking) -> dict[str, Any]:
    return {
        "query_id": query_id,
        "ranking": [u for u, _ in ranking],
        "scores": [s for _, s in ranking],
    }


def _write_lines(path: Path, rows: Iterable[Mapping[str, Any]]) -> None:
    lines = [json.dumps(row, ensure_ascii=False) + "\n" for row in rows]
    path.write_text("".join(lines), encoding="utf-8", newline="\n")


def main() -> None:
    """Read the options, execute both pipelines."""
    parser = argparse.ArgumentParser(description="Write both runs of the handbook example.")
    parser.add_argument(
        "--out", type=Path, default=HERE, help="folder to write into (default: the example's)"
    )
    out = parser.parse_args().out
    passages = read_corpus(HERE / "corpus")
    lines = (HERE / "labels" / "queries.jsonl").read_text("utf-8").splitlines()
    queries = [json.loads(line) for line in lines]
    out.mkdir(parents=True, exist_ok=True)
    _write_lines(
        out / "passages.jsonl",
        ({"unit_id": p.unit_id, "text": f"{p.headings}: {p.text}"} for p in passages),
    )
    for build in (baseline, candidate):
        pipeline = build(passages)
        write_run(pipeline, queries, out / pipeline.side)


if __name__ == "__main__":
    main()
