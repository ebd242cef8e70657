"""How long a whole `reportgen compare` takes and how much memory, beside the targets. Prints; no number fails it.

Against pytrec_eval-terrier on two large synthetic runs, then the shared real runs where they are there, then --help.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
CHECKOUT = HERE.parents[1]
sys.path.insert(0, str(CHECKOUT))

from tests.benchmarks.measure import measure, verdict  # noqa: E402  (this file is run as a script)

REPORTGEN: tuple[str | Path, ...] = (sys.executable, "-m", "reportgen")
MTRAG = CHECKOUT.parent / "shared" / "data" / "mtrag"
GIGABYTE = 1e9

RATIO_AT_MOST = 0.5
GIGABYTES_AT_MOST = 1.5
REAL_SECONDS_AT_MOST = 2.5
HELP_SECONDS_AT_MOST = 0.25


def show(label: str, value: str) -> None:
    print(f"  {label:<34}{value}", flush=True)


def compare(*arguments: str | Path) -> list[str | Path]:
    return [*REPORTGEN, "compare", *arguments, "--quiet"]


def bench_large_runs(folder: Path) -> None:
    subprocess.run([sys.executable, HERE / "synthetic_runs.py", folder], check=True)
    baseline, candidate, qrels, report = (
        folder / name for name in ("baseline.trec", "candidate.trec", "qrels.txt", "report")
    )
    size = (baseline.stat().st_size + candidate.stat().st_size) / GIGABYTE
    print(f"Two TREC runs of 6,980 queries x 1,000 units ({size:.2f} GB), cutoffs 10 and 100")
    outputs = ["--format", "html", "--format", "json", "--cutoff", "10,100"]
    ours = measure(compare(baseline, candidate, "--labels", qrels, "--out", report, *outputs))
    show("reportgen compare, html + json", f"{ours.seconds:.2f} s")
    theirs = measure(
        [sys.executable, HERE / "score_with_pytrec_eval.py", qrels, baseline, candidate]
    )
    show("pytrec_eval-terrier", f"{theirs.seconds:.2f} s")
    show("ratio", verdict(ours.seconds / theirs.seconds, RATIO_AT_MOST))
    show("peak memory, reportgen", verdict(ours.peak_bytes / GIGABYTE, GIGABYTES_AT_MOST, " GB"))
    show("peak memory, pytrec_eval-terrier", f"{theirs.peak_bytes / GIGABYTE:.2f} GB")


def bench_real_runs(folder: Path) -> None:
    if not MTRAG.is_dir():
        print("The shared real runs are not beside this checkout: not measured")
        return
    labels = _write_labels(folder / "labels")
    baseline, candidate = (
        _write_run(folder / name, name) for name in ("bge_rewrite", "bm25_then_bge_rerank_rewrite")
    )
    command = compare(baseline, candidate, "--labels", labels, "--out", folder / "real-report")
    taken = measure(command, repeat=5)
    print("Two real runs of 576 queries, every default output with figures, median of 5")
    show("reportgen compare", verdict(taken.seconds, REAL_SECONDS_AT_MOST, " s"))
    show("peak memory", f"{taken.peak_bytes / GIGABYTE:.2f} GB")


def bench_help() -> None:
    taken = measure([*REPORTGEN, "--help"], repeat=11)
    print("reportgen --help, median of 11")
    show("wall", verdict(taken.seconds, HELP_SECONDS_AT_MOST, " s"))


def _write_run(folder: Path, name: str) -> Path:
    folder.mkdir()
    (folder / "run.jsonl").write_bytes((MTRAG / "runs" / f"{name}.jsonl").read_bytes())
    fields = {"query_id": "task_id", "ranking": "retrieved_ids", "scores": "scores"}
    stage = {"name": "run", "file": "run.jsonl", "fields": fields}
    _write_json(folder / "run.json", {"schema_version": 1, "name": name, "stages": [stage]})
    return folder


def _write_labels(folder: Path) -> Path:
    folder.mkdir()
    judgments = sorted((MTRAG / "labels").glob("*.tsv"))
    for path in judgments:
        (folder / path.name).write_bytes(path.read_bytes())
    with (folder / "queries.jsonl").open("w", encoding="utf-8") as file:
        for line in (MTRAG / "labels" / "questions.jsonl").read_text("utf-8").splitlines():
            query = {**json.loads(line), "state": "relevant"}
            file.write(json.dumps(query, ensure_ascii=False) + "\n")
    manifest = {
        "schema_version": 1,
        "id": "mtrag",
        "verdicts": "positive-only",
        "queries": "queries.jsonl",
        "judgments": [path.name for path in judgments],
    }
    _write_json(folder / "labels.json", manifest)
    return folder


def _write_json(path: Path, content: object) -> None:
    path.write_text(json.dumps(content), encoding="utf-8")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(prefix="reportgen-bench-") as name:
        bench_help()
        bench_real_runs(Path(name))
        bench_large_runs(Path(name))
