from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from reportgen.model.run import Order
from reportgen.read import read_run
from tests.builders import write_json_lines, write_run, write_text
from tests.unit.read.refusals import only, run_problems
from tests.unit.read.tables import rankings_of, rows_of


def lines_run(tmp_path: Path, text: str, **stage: Any) -> Path:
    """A run directory whose only stage is a JSON lines file with this text."""
    directory = write_run(tmp_path, "run", {"pool": {"q": ["u"]}}, stage_settings={"pool": stage})
    write_text(directory / "pool.jsonl", text)
    return directory


def test_lists_become_rows_in_their_order_with_scores_and_positions(tmp_path: Path) -> None:
    text = (
        '{"query_id": "q2", "ranking": ["b", "a"], "scores": [1, 2.5], "note": {"x": [1]}}\r\n'
        "\n"
        '{"ranking": ["a"], "scores": [-1e2], "query_id": "q1"}'
    )
    path = write_text(tmp_path / "a.jsonl", text)

    rankings = rankings_of(path)

    assert [("q2", "b", 0, 1.0), ("q2", "a", 1, 2.5), ("q1", "a", 0, -100.0)] == rows_of(
        rankings, "query_id", "unit_id", "position", "score"
    )
    assert (False, True) == (rankings.has_rank, rankings.has_score)
    assert Order.LISTED is read_run(path).stages[0].order


def test_an_empty_list_means_returned_nothing(tmp_path: Path) -> None:
    path = write_json_lines(
        tmp_path / "a.jsonl",
        [
            {"query_id": "q2", "ranking": []},
            {"query_id": "q1", "ranking": ["a"], "scores": [1]},
            {"query_id": "q0", "ranking": [], "scores": []},
        ],
    )

    rankings = rankings_of(path)

    assert ("q0", "q2") == rankings.empty
    assert [("q1", "a")] == rows_of(rankings)
    assert rankings.has_score


def test_a_file_in_which_nothing_was_returned_is_read(tmp_path: Path) -> None:
    path = write_json_lines(tmp_path / "a.jsonl", [{"query_id": "q1", "ranking": []}])

    rankings = rankings_of(path)

    assert (("q1",), []) == (rankings.empty, rows_of(rankings))


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ('{"query_id": "q", "ranking": null}', "`ranking` is null"),
        ('{"query_id": "q", "ranking": "a"}', "`ranking` is no list"),
        ('{"query_id": "q"}', "`ranking` is missing"),
        ('{"ranking": ["a"]}', "`query_id` is missing"),
        ('{"query_id": null, "ranking": ["a"]}', "`query_id` is null, not a string"),
        ('{"query_id": 5, "ranking": ["a"]}', "`query_id` is the number 5, not a string"),
        ('{"query_id": "", "ranking": ["a"]}', "an id under `query_id` is empty"),
        (
            '{"query_id": "q", "ranking": ["d1", null]}',
            "unit 2 of `ranking` is null, not a string",
        ),
        (
            '{"query_id": "q", "ranking": ["d1", 7]}',
            "unit 2 of `ranking` is the number 7, not a string",
        ),
        (
            '{"query_id": "q", "ranking": [true]}',
            "unit 1 of `ranking` is a boolean, not a string",
        ),
        ('{"query_id": "q", "ranking": [["a"]]}', "unit 1 of `ranking` is a list, not a string"),
        ('{"query_id": "q", "ranking": ["a", ""]}', "an id under `ranking` is empty"),
        ('{"query_id": "q", "ranking": ["a\\u0000"]}', "id 'a\\x00' holds the character NUL"),
        ('{"query_id": "q\\n", "ranking": ["a"]}', "id 'q\\n' holds the character LF"),
        ('{"query_id": "q", "ranking": ["\\r"]}', "id '\\r' holds the character CR"),
        (
            '{"query_id": "q", "ranking": ["\\ud800"]}',
            "a string holds half of a surrogate pair",
        ),
        (
            '{"query_id": "q", "ranking": ["a"], "scores": [NaN]}',
            "NaN is not a JSON number (`scores[0]`)",
        ),
        (
            '{"query_id": "q", "ranking": ["a"], "scores": [-Infinity]}',
            "-Infinity is not a JSON number (`scores[0]`)",
        ),
        ('{"query_id": "q", "ranking": ["a"], "note": NaN}', "NaN is not a JSON number (`note`)"),
        (
            '{"query_id": "q", "ranking": ["a"], "scores": [1e999]}',
            "the number 1e999 is too large",
        ),
        (
            '{"query_id": "q", "ranking": ["a"], "scores": ["1"]}',
            "score 1 of `scores` is no number",
        ),
        (
            '{"query_id": "q", "ranking": ["a"], "scores": [true]}',
            "score 1 of `scores` is no number",
        ),
        (
            '{"query_id": "q", "ranking": ["a"], "scores": [null]}',
            "score 1 of `scores` is no number",
        ),
        ('{"query_id": "q", "ranking": ["a"], "scores": 1}', "`scores` is no list"),
        (
            '{"query_id": "q", "ranking": ["a", "b"], "scores": [1]}',
            "query q has 2 units but 1 scores",
        ),
        ('{"query_id": "q", "ranking": [], "scores": [1]}', "query q has 0 units but 1 scores"),
        ('["q", ["a"]]', "the line is not a JSON object"),
        ('{"query_id": "q", "ranking": ["a"]', "this is not valid JSON: `,` or `}` is missing"),
        (
            '{"query_id": "q", "ranking": ["a"]} x',
            "this is not valid JSON: text follows the end of the JSON value",
        ),
        (
            '{"query_id": "q", "ranking": ["a"], "ranking": []}',
            "key `ranking` stands twice in one object",
        ),
        (
            '{"query_id": "q", "query_id": "r", "ranking": []}',
            "key `query_id` stands twice in one object",
        ),
        ("q Q0 a 1 2 t", "this is not valid JSON: a value is missing or malformed"),
    ],
)
def test_a_line_that_is_not_a_ranking_is_refused_with_its_number(
    tmp_path: Path, line: str, what: str
) -> None:
    good = '{"query_id": "good", "ranking": ["a"]}\n'
    path = write_text(tmp_path / "a.jsonl", good + line + "\n")

    problem = only(run_problems(path))

    assert (str(path), 2, what) == (problem.path, problem.line, problem.what)
    assert problem.remedy


def test_everything_wrong_with_a_line_comes_together(tmp_path: Path) -> None:
    line = '{"query_id": 5, "ranking": [1], "scores": "x", "note": 1}'

    problems = run_problems(write_text(tmp_path / "a.jsonl", line))

    assert [
        "`query_id` is the number 5, not a string",
        "`scores` is no list",
        "unit 1 of `ranking` is the number 1, not a string",
    ] == [problem.what for problem in problems]


def test_two_objects_of_one_query_are_refused_with_both_lines(tmp_path: Path) -> None:
    text = '{"query_id":"q7","ranking":["a"]}\n\n{"query_id":"q7","ranking":["b"]}\n'
    path = write_text(tmp_path / "a.jsonl", text)

    problem = only(run_problems(path))

    assert (3, "query q7 stands already in line 1") == (problem.line, problem.what)


def test_an_empty_list_and_a_list_of_one_query_are_two_objects_too(tmp_path: Path) -> None:
    text = '{"query_id":"q7","ranking":[]}\n{"query_id":"q7","ranking":["b"]}\n'
    path = write_text(tmp_path / "a.jsonl", text)

    assert "query q7 stands already in line 1" == only(run_problems(path)).what


def test_a_key_of_any_letters_that_stands_twice_is_refused(tmp_path: Path) -> None:
    text = '{"query_id":"q","\u5217\u8868":["a"],"\u5217\u8868":[]}'
    directory = lines_run(tmp_path, text, fields={"ranking": "\u5217\u8868"})

    assert "stands twice" in only(run_problems(directory)).what


def test_a_key_that_repeats_in_an_object_nobody_reads_is_no_matter(tmp_path: Path) -> None:
    line = '{"query_id":"q","ranking":["a"],"more":{"ranking":["x"],"query_id":1}}'
    path = write_text(tmp_path / "a.jsonl", line)

    assert [("q", "a")] == rows_of(rankings_of(path))


def test_lists_without_scores_leave_the_file_without_scores(tmp_path: Path) -> None:
    path = write_json_lines(
        tmp_path / "a.jsonl",
        [
            {"query_id": "q1", "ranking": ["a"], "scores": [1.5]},
            {"query_id": "q2", "ranking": ["b"]},
        ],
    )

    rankings = rankings_of(path)

    assert not rankings.has_score
    assert "score" not in rankings.frame.collect_schema().names()


def test_the_order_by_score_needs_a_score_for_every_unit(tmp_path: Path) -> None:
    text = (
        '{"query_id":"q1","ranking":["a"],"scores":[1]}\n'
        '{"query_id":"q2","ranking":[]}\n{"query_id":"q3","ranking":["a"]}\n'
    )

    problem = only(run_problems(lines_run(tmp_path, text, order="score")))

    assert 3 == problem.line
    assert "query q3 has no scores, but the stage is ordered by score" == problem.what


def test_json_lines_are_refused_in_the_order_by_rank(tmp_path: Path) -> None:
    problem = only(run_problems(lines_run(tmp_path, "", order="rank")))

    assert "JSON lines have no ranks to order by" == problem.what


@pytest.mark.parametrize(
    ("fields", "line"),
    [
        (
            {"query_id": "task_id", "ranking": "contexts.document_id", "scores": "contexts.score"},
            {
                "task_id": "q",
                "contexts": [
                    {"document_id": "b", "score": 2, "text": "…"},
                    {"document_id": "a", "score": 3.5},
                ],
            },
        ),
        (
            {"query_id": "task_id", "ranking": "retrieved_ids"},
            {"task_id": "q", "retrieved_ids": ["b", "a"], "scores": [2, 3.5]},
        ),
        (
            {"query_id": "meta.id", "ranking": "out.docs.id", "scores": "out.scores"},
            {"meta": {"id": "q"}, "out": {"docs": [{"id": "b"}, {"id": "a"}], "scores": [2, 3.5]}},
        ),
        (
            {"query_id": "a.b", "ranking": "c.d", "scores": "e.f"},
            {"a.b": "q", "c.d": ["b", "a"], "e.f": [2, 3.5], "a": 1, "c": [], "e": None},
        ),
    ],
)
def test_fields_name_keys_dotted_into_lists_of_objects(
    tmp_path: Path, fields: dict[str, str], line: dict[str, Any]
) -> None:
    directory = lines_run(tmp_path, json.dumps(line), fields=fields)

    assert [("q", "b", 2.0), ("q", "a", 3.5)] == rows_of(
        rankings_of(directory), "query_id", "unit_id", "score"
    )


def test_an_empty_list_of_objects_means_returned_nothing(tmp_path: Path) -> None:
    fields = {"ranking": "contexts.id"}
    directory = lines_run(tmp_path, '{"query_id":"q","contexts":[]}', fields=fields)

    assert ("q",) == rankings_of(directory).empty


@pytest.mark.parametrize(
    ("contexts", "what"),
    [
        (None, "`contexts.id` is missing"),
        ([{"id": "a"}, {"text": "x"}], "`contexts.id` is missing"),
        ([{"id": "a"}, {"id": 5}], "unit 2 of `contexts.id` is the number 5, not a string"),
        ([{"id": "a"}, None], "`contexts.id` is missing"),
        ([[{"id": "a"}]], "unit 1 of `contexts.id` is a list, not a string"),
        ({"id": "a"}, "`contexts.id` is no list"),
    ],
)
def test_objects_without_the_named_id_are_refused_with_their_line(
    tmp_path: Path, contexts: object, what: str
) -> None:
    text = json.dumps({"query_id": "q", "contexts": contexts})
    directory = lines_run(tmp_path, text, fields={"ranking": "contexts.id"})

    problem = only(run_problems(directory))

    assert (1, what) == (problem.line, problem.what)


def test_missing_keys_are_refused_with_the_keys_there_are(tmp_path: Path) -> None:
    path = write_text(tmp_path / "a.jsonl", '{"task_id": "q", "retrieved_ids": ["a"]}\n')

    problems = run_problems(path)

    assert ["`query_id` is missing", "`ranking` is missing"] == [
        problem.what for problem in problems
    ]
    assert all("`task_id`, `retrieved_ids`" in problem.remedy for problem in problems)
    assert all("`fields`" in problem.remedy for problem in problems)


def test_surrogate_pairs_and_escapes_become_characters(tmp_path: Path) -> None:
    path = write_text(
        tmp_path / "a.jsonl", '{"query_id":"\\ud83d\\ude00","ranking":["\\u95ee\\t1","\\\\"]}\n'
    )

    assert [("\U0001f600", "问\t1"), ("\U0001f600", "\\")] == rows_of(rankings_of(path))


def test_lists_longer_than_a_chunk_keep_their_rows(tmp_path: Path) -> None:
    sizes = [150_000, 1, 0, 260_000, 3]
    path = write_json_lines(
        tmp_path / "a.jsonl",
        [
            {"query_id": f"q{place}", "ranking": [f"u{unit}" for unit in range(size)]}
            for place, size in enumerate(sizes)
        ],
    )

    expected = [
        (f"q{place}", f"u{unit}", unit) for place, size in enumerate(sizes) for unit in range(size)
    ]
    assert expected == rows_of(rankings_of(path), "query_id", "unit_id", "position")
