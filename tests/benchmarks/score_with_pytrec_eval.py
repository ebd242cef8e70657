"""What a user's own script does today: read two TREC runs and score both with trec_eval's measures.

`python score_with_pytrec_eval.py QRELS BASELINE CANDIDATE`
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytrec_eval

MEASURES = {
    *(f"{name}.10,100" for name in ("recall", "P", "success", "map_cut", "ndcg_cut")),
    "recip_rank",
}


def score(qrels: Path, runs: list[Path]) -> None:
    with qrels.open() as file:
        judgments = pytrec_eval.parse_qrel(file)
    evaluator = pytrec_eval.RelevanceEvaluator(judgments, MEASURES)
    for path in runs:
        with path.open() as file:
            run = pytrec_eval.parse_run(file)
        results = evaluator.evaluate(run)
        for measure in sorted(next(iter(results.values()))):
            values = [result[measure] for result in results.values()]
            print(
                path.stem,
                measure,
                pytrec_eval.compute_aggregated_measure(measure, values),
            )


if __name__ == "__main__":
    score(Path(sys.argv[1]), [Path(argument) for argument in sys.argv[2:]])
