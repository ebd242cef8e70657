"""Every file of odd_formats is read to the right table, or refused with the right message, by the rules of formats."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from reportgen.errors import Refused
from reportgen.read import inspect_path, read_labels, read_run
from reportgen.read.kinds import InputKind
from tests.builders import write_json

NO_INPUT = {"README.md"}

# Queries and rows of every run that is read.
RUNS = {
    "anserini/run1": (2, 6),
    "anserini/run3": (2, 6),
    "anserini/run4": (2, 4),
    "anserini/run.sample.msmarco-v2.1-doc-segmented.txt": (1, 1),
    "anserini/run_mixed_scores": (2, 6),
    "anserini/run_same_scores": (2, 5),
    "derived/blank_lines.run": (2, 6),
    "derived/bom.run": (2, 6),
    "derived/comment_header.run": (2, 6),
    "derived/crlf.run": (2, 6),
    "derived/plain.run": (2, 6),
    "derived/query_id_without_brackets.run": (2, 6),
    "derived/rank_reversed.run": (2, 6),
    "derived/rank_zero_everywhere.run": (2, 6),
    "derived/scientific.run": (2, 6),
    "derived/seven_columns.run": (2, 6),
    "derived/tabs_and_spaces.run": (2, 6),
    "ir_measures/cwl.run": (3, 30),
    "lightning-ir/lightning-ir.tsv": (2, 10),
    "pyserini/simple_trec_run_filter.txt": (4, 6),
    "pyserini/simple_trec_run_fusion_1.txt": (2, 3),
    "pyserini/simple_trec_run_fusion_2.txt": (2, 3),
    "pyserini/simple_trec_run_read.txt": (2, 2),
    "ranx/run.trec": (2, 5),
    "ranx/run.trec.gz": (2, 5),
    "tira/cranfield_run.txt": (1, 5),
    "tira/web09_run.txt": (2, 10),
    "tira/wows26_run.txt.gz": (26, 201),
    "trectools/r1.run": (2, 6),
    "trectools/r2.run": (2, 6),
    "trectools/r4.run": (3, 9),
}

# Queries and judgments of every judgments file that is read.
LABELS = {
    "anserini/qrels.Microblog": (1, 6),
    "anserini/qrels.Trec": (1, 3),
    "derived/blank_line_qrels.trec": (2, 4),
    "derived/headerless_beir_qrels.tsv": (2, 4),
    "derived/one_comment_qrels.trec": (2, 4),
    "derived/qrels.trec": (2, 4),
    "derived/two_comments_qrels.trec": (2, 4),
    "ir_measures/cwl.qrels": (3, 23),
    "lucene/trecQRels.first46lines.txt": (1, 8),
    "ranx/qrels.trec": (2, 5),
    "ranx/qrels.trec.gz": (2, 5),
    "ranx/small_qrels.trec": (2, 4),
    "tira/qrels.txt": (3, 10),
    "trectools/qrel1.txt": (3, 30),
}

# Runs that are refused: the first problem's line, and a part of what it says.
REFUSED_RUNS = {
    "continuous-eval/invalid.jsonl": (1, "`query_id` is missing"),
    "continuous-eval/retrieval_sm.jsonl": (1, "`query_id` is missing"),
    "derived/decimal_comma.run": (1, "score 0,8474714756011963 is not a finite decimal number"),
    "derived/empty.run": (0, "the file is empty (0 bytes)"),
    "derived/five_columns.run": (1, "5 columns where a TREC run has six"),
    "derived/gzip_without_suffix.run": (0, "the content is gzip, but the name does not say so"),
    "derived/msmarco_three_columns.tsv": (1, "3 columns where a TREC run has six"),
    "derived/nan_score.run": (4, "score nan is not a finite decimal number"),
    "lightning-ir/run.jsonl": (1, "`query_id` is the number 5, not a string"),
    "open-rag-eval/csv_results.csv": (1, "1 column where a TREC run has six"),
    "open-rag-eval/test_csv_connector.csv": (1, "1 column where a TREC run has six"),
    "ranx/run.json": (1, "this is JSON, not a row of a TREC run"),
    "ranx/run.lz4": (0, "the content is LZ4, which is not read"),
    "ranx/run.parquet": (0, "column `query_id` is missing"),
    "tira/duplicate_documents_run.txt": (11, "query 5, unit doc-1 (lines 4, 11)"),
    "tira/rerank.jsonl.gz": (1, "`query_id` is missing"),
    "tira/too_few_columns_run.txt": (4, "4 columns where a TREC run has six"),
}

# Judgments that are refused, likewise.
REFUSED_LABELS = {
    "derived/float_grades_qrels.trec": (1, "grade 0.5 is not an integer"),
    "lightning-ir/qrels.tsv": (5, "query query_id_1, unit doc_id_6 has grade 5 here and 0 in"),
    "ranx/qrels.json": (1, "this is JSON, not a row of judgments"),
    "ranx/qrels.parquet": (0, "column `query_id` is missing"),
}


@pytest.fixture
def folder(shared_data: Path) -> Path:
    return shared_data / "odd_formats"


def lines_of(path: Path) -> list[str]:
    """The lines that are neither blank nor comments, by the means of this test."""
    content = path.read_bytes()
    text = (gzip.decompress(content) if path.suffix == ".gz" else content).decode("utf-8-sig")
    lines = [line.rstrip("\r") for line in text.split("\n")]
    return [line for line in lines if line.strip() and not line.startswith("#")]


def assert_first_line_says(refused: Refused, path: Path, expected: tuple[int, str]) -> None:
    """The first line with problems is the expected one, one of its problems says what is expected, and all have
    a remedy."""
    line, what = expected
    first = [problem for problem in refused.problems if problem.line == refused.problems[0].line]

    assert {(str(path), line)} == {(problem.path, problem.line) for problem in first}
    assert any(what in problem.what for problem in first)
    assert all(problem.remedy for problem in refused.problems)


def test_no_file_is_forgotten(folder: Path) -> None:
    found = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    named = [*RUNS, *LABELS, *REFUSED_RUNS, *REFUSED_LABELS, *NO_INPUT]

    assert sorted(found) == sorted(named)


@pytest.mark.parametrize("name", sorted(RUNS))
def test_a_run_is_read_to_its_rows(folder: Path, name: str) -> None:
    rankings = read_run(folder / name).stages[0].rankings[None]
    rows = list(rankings.frame.select("query_id", "unit_id", "score").collect().iter_rows())
    parts = [line.split() for line in lines_of(folder / name)]

    assert [(row[0], row[2], float(row[4])) for row in parts] == rows
    assert RUNS[name] == (len({query for query, _, _ in rows}), len(rows))


@pytest.mark.parametrize("name", sorted(LABELS))
def test_judgments_are_read_to_their_rows(folder: Path, name: str) -> None:
    labels = read_labels(folder / name)
    parts = [line.split() for line in lines_of(folder / name)]
    expected = {(row[0], row[-2], int(row[-1])) for row in parts}

    assert expected == set(labels.judgments.collect().iter_rows())
    assert LABELS[name] == (len(labels.queries), len(expected))


@pytest.mark.parametrize("name", sorted(REFUSED_RUNS))
def test_a_run_is_refused_with_line_and_remedy(folder: Path, name: str) -> None:
    with pytest.raises(Refused) as refused:
        read_run(folder / name)

    assert_first_line_says(refused.value, folder / name, REFUSED_RUNS[name])


@pytest.mark.parametrize("name", sorted(REFUSED_LABELS))
def test_judgments_are_refused_with_line_and_remedy(folder: Path, name: str) -> None:
    with pytest.raises(Refused) as refused:
        read_labels(folder / name)

    assert_first_line_says(refused.value, folder / name, REFUSED_LABELS[name])


@pytest.mark.parametrize("name", sorted({**RUNS, **LABELS}))
def test_runs_and_judgments_are_told_apart(folder: Path, name: str) -> None:
    inspection = inspect_path(folder / name)

    assert (InputKind.RUN if name in RUNS else InputKind.LABELS) is inspection.kind
    assert () == inspection.problems


@pytest.mark.parametrize("name", sorted({**REFUSED_RUNS, **REFUSED_LABELS}))
def test_checking_a_refused_file_finds_a_problem_unless_its_layout_is_that_of_judgments(
    folder: Path, name: str
) -> None:
    inspection = inspect_path(folder / name)

    # Query, unit and an integer between tabs are BEIR judgments by the format, though these are ranks.
    assert (name == "derived/msmarco_three_columns.tsv") == (inspection.problems == ())


@pytest.mark.parametrize(
    "name",
    [
        "seven_columns",
        "comment_header",
        "blank_lines",
        "bom",
        "crlf",
        "tabs_and_spaces",
        "rank_zero_everywhere",
        "rank_reversed",
    ],
)
def test_layouts_of_the_plain_run_are_its_table(folder: Path, name: str) -> None:
    tables = [
        read_run(folder / "derived" / f"{one}.run").stages[0].rankings[None].frame.collect()
        for one in ("plain", name)
    ]
    columns = ["query_id", "unit_id", "score", "position"]

    assert tables[0].select(columns).rows() == tables[1].select(columns).rows()


def test_the_compressed_run_is_that_of_the_plain_one(folder: Path) -> None:
    plain, compressed = (
        read_run(folder / "ranx" / name).stages[0].rankings[None].frame.collect().rows()
        for name in ("run.trec", "run.trec.gz")
    )

    assert plain == compressed


def test_other_tools_parquet_is_read_through_fields(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "run.parquet").write_bytes((folder / "ranx" / "run.parquet").read_bytes())
    fields = {"query_id": "q_id", "unit_id": "doc_id"}
    stage = {"name": "pool", "file": "run.parquet", "fields": fields}
    write_json(tmp_path / "run.json", {"schema_version": 1, "name": "ranx", "stages": [stage]})

    rankings = read_run(tmp_path).stages[0].rankings[None]
    trec = read_run(folder / "ranx" / "run.trec").stages[0].rankings[None]

    columns = ["query_id", "unit_id", "score"]
    assert (
        trec.frame.select(columns).collect().rows()
        == rankings.frame.select(columns).collect().rows()
    )


def test_ties_and_orders_are_those_that_were_measured(folder: Path) -> None:
    facts = {}
    for name in ("tira/wows26_run.txt.gz", "anserini/run_same_scores", "derived/rank_reversed.run"):
        run = inspect_path(folder / name).run
        facts[name] = None if run is None else run.stages[0].facts

    counted = {
        name: None if one is None else (one.tied_queries, one.rank_differs)
        for name, one in facts.items()
    }
    assert {
        "tira/wows26_run.txt.gz": (3, 0),
        "anserini/run_same_scores": (2, 2),
        "derived/rank_reversed.run": (0, 2),
    } == counted
