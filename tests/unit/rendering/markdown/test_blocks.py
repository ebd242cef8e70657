"""Every kind of block has its macro, and reports of every kind are written."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest

from reportgen.model.report import Report
from reportgen.present import blocks as b
from reportgen.present import present
from reportgen.present.options import PresentOptions
from reportgen.rendering.markdown import render_markdown
from reportgen.rendering.markdown.blocks import BlockWriter
from reportgen.rendering.markdown.docs import FLAVOURS, render_docs
from reportgen.rendering.markdown.syntax import GFM, MKDOCS
from tests import in_memory, reports, view_builder
from tests.unit.rendering.markdown import readers

TEMPLATE = Path(__file__).parents[4] / "templates" / "markdown" / "blocks.md.j2"


def test_every_kind_of_block_has_a_macro() -> None:
    macros = set(re.findall(r"{% macro (\w+)\(block, w\) %}", TEMPLATE.read_text("utf-8")))

    assert {
        re.sub(r"(?<!^)(?=[A-Z])", "_", of.__name__).lower() for of in get_args(b.Block)
    } == macros


def test_the_template_holds_no_words() -> None:
    text = re.sub(r"{#.*?#}|{%.*?%}|{{.*?}}", "", TEMPLATE.read_text("utf-8"), flags=re.DOTALL)

    assert [] == re.findall(r"\w+", text)


@pytest.mark.parametrize("flavour", FLAVOURS)
def test_a_view_of_every_kind_is_written_the_same_twice(flavour: str) -> None:
    view = view_builder.report_view(figures=False)
    first = render_docs(view, flavour=flavour)

    assert first == render_docs(view, flavour=flavour)
    assert first["index.md"].startswith(b"# ")


def test_blank_lines_stand_between_blocks_and_none_inside_a_table() -> None:
    text = render_docs(view_builder.report_view(figures=False), flavour="commonmark")[
        "index.md"
    ].decode()

    assert "\n\n\n" not in text
    for block in text.split("\n\n"):
        rows = [line.startswith("|") for line in block.split("\n")]
        assert all(rows) or not any(rows)


def test_each_figure_is_a_picture_in_a_paragraph_of_its_own_with_two_files() -> None:
    files = render_docs(view_builder.report_view(), flavour="commonmark")
    lines = files["index.md"].decode().split("\n\n")
    pictures = [re.fullmatch(r"!\[(.+)\]\(figures/([a-z0-9_.-]+)\.svg\)", line) for line in lines]
    names = [found[2] for found in pictures if found]

    assert names
    assert {"index.md", *(f"figures/{n}.{end}" for n in names for end in ("svg", "png"))} == set(
        files
    )


def test_only_three_tags_are_written_for_sites() -> None:
    for flavour in FLAVOURS:
        text = render_docs(view_builder.report_view(figures=False), flavour=flavour)["index.md"]
        outside_code = re.sub(r"(`+).+?\1", "", text.decode())
        tags = set(re.findall(r"</?[a-z]+(?: [a-z]+=\"[^\"]*\")*/?>", outside_code))

        assert set() == {
            tag
            for tag in tags
            if not re.fullmatch(r'</?strong>|<br/>|<a id="[a-z0-9_.-]+">|</a>', tag)
        }


def test_a_bar_without_a_name_is_its_sentence_and_no_empty_item() -> None:
    parts = (
        b.Part((b.Text("scored"),), 49, "scored"),
        b.Part((b.Text("unreviewed"),), 11, "excluded"),
    )
    of_all = b.StackedBar("60 queries = 49 scored + 11 unreviewed", (((), parts),))
    of_runs = b.StackedBar("Gold", (((b.Text("old"),), parts), ((b.Text("new"),), parts)))
    writer = BlockWriter(MKDOCS)

    assert "60 queries = 49 scored + 11 unreviewed" == writer.blocks([of_all])
    assert writer.blocks([of_runs]).startswith("- old\n    - scored: 49\n")


def test_what_is_counted_stands_before_the_counts() -> None:
    histogram = b.Histogram("1: 8, 2: 9", (("1", 8), ("2", 9)), (b.Text("gold units per query"),))

    assert "gold units per query\n\n- 1: 8\n- 2: 9" == BlockWriter(MKDOCS).blocks([histogram])


def test_lists_are_nested_by_four_blanks() -> None:
    items = (b.Sentence((b.Text("one"),), details=((b.Text("two"),),)),)

    assert "1. one\n    - two" == BlockWriter(MKDOCS).blocks([b.Sentences(items)])


def test_a_fraction_of_other_numbers_is_not_set_equal_to_the_decimal() -> None:
    writer = BlockWriter(GFM)

    assert "2/5 = 0.400" == writer.cell(b.Value("0.400", "2/5"))
    assert "+2/9 = +0.222" == writer.cell(b.Value("+0.222", "+2/9"))
    assert "0.444 (2/5)" == writer.cell(b.Value("0.444", "2/5"))
    assert "1/1 = 1" == writer.cell(b.Value("1", "1/1"))


def test_a_link_is_its_words_where_its_place_is_not_written() -> None:
    writer = BlockWriter(MKDOCS, targets=frozenset({"here"}))
    line = (b.Link("here", (b.Text("a"),)), b.Text(" "), b.Link("there", (b.Text("b"),)))

    assert "[a](#here) b" == writer.text(line)


def empty_report() -> Report:
    """No query has gold: nothing is scored."""
    run = in_memory.run({"q1": ["a"], "q2": ["b"]})
    return reports.report(run, run, in_memory.labels({"q1": {"a": 0}, "q2": {"b": 0}}))


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_without_a_scored_query_every_value_is_a_word(lang: str) -> None:
    text = render_markdown(empty_report(), lang=lang)
    word = {"en": "undefined", "zh": "无定义"}[lang]
    rows = [line for line in text.split("\n") if line.startswith(("| recall", "| 召回率"))]

    assert rows
    assert all(word in row for row in rows)
    assert "0.000" not in text
    assert "nan" not in text.lower()
    assert render_docs(present(empty_report(), lang), flavour="mkdocs")["index.md"]


def test_a_run_compared_with_itself_moves_nothing() -> None:
    run = in_memory.run({"q1": ["a", "x"], "q2": ["y"]})
    report = reports.report(run, run, in_memory.labels({"q1": {"a": 1}, "q2": {"b": 1}}))
    text = render_markdown(report)

    assert "0 worse, 0 better" in text
    assert "▲" not in text
    assert "▼" not in text


@pytest.mark.parametrize("cutoff", [1, "all"])
def test_one_cell_alone_has_no_matrix(cutoff: int | str) -> None:
    run = in_memory.run({"q1": ["a", "x"], "q2": ["y"]})
    labels = in_memory.labels({"q1": {"a": 1}, "q2": {"b": 1}})
    report = reports.report(run, run, labels)
    options = PresentOptions(cutoffs=(cutoff,))  # type: ignore[arg-type]
    tables = readers.github(render_markdown(report, options=options)).split("<details>")[0]

    assert 1 == tables.count("<table>")
