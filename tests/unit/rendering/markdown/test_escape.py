"""The law of the escaper: a reader shows the input, white space collapsed, and makes nothing of it."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from reportgen.present.visible import make_visible
from reportgen.rendering.markdown import escape
from reportgen.rendering.markdown.syntax import (
    BITBUCKET,
    COMMONMARK,
    DOCUSAURUS,
    GFM,
    MKDOCS,
    MYST,
    Place,
    Syntax,
)
from tests.unit.rendering.markdown import readers, strings

READERS = {
    "github": (GFM, readers.github),
    "azure": (GFM, readers.commonmark_it),
    "bitbucket": (BITBUCKET, readers.github),
    "bitbucket, Python-Markdown": (BITBUCKET, readers.python_markdown),
    "mkdocs": (MKDOCS, readers.python_markdown),
    "myst": (MYST, readers.commonmark_it),
    "docusaurus without JSX": (DOCUSAURUS, readers.github),
    "commonmark": (COMMONMARK, readers.commonmark_it),
}
every_reader = pytest.mark.parametrize(("syntax", "reader"), READERS.values(), ids=READERS.keys())


def table(cells: list[str]) -> str:
    return "\n".join(
        ["| a | b | c |", "| --- | --- | ---: |", "| " + " | ".join(cells) + " |", "| x | y | z |"]
    )


def check_row(given_: list[str], source: str, reader: readers.Reader) -> None:
    cells = readers.read(reader(source), "td")

    assert len(given_) + 3 == len(cells), source
    shown = [readers.collapsed(cell.text) for cell in cells]
    assert [readers.collapsed(make_visible(text)) for text in given_] == shown[:-3], source
    assert ["x", "y", "z"] == shown[-3:]
    assert {"code"} >= {element for cell in cells for element in cell.elements}, source
    for cell in cells:
        for text in cell.outside:
            assert [] == readers.linked(text), source


@every_reader
@pytest.mark.parametrize("text", strings.NASTY)
def test_a_cell_shows_exactly_what_came_from_the_data(
    text: str, syntax: Syntax, reader: readers.Reader
) -> None:
    row = [text, "plain", text]
    check_row(row, table([escape.data(cell, syntax, Place.CELL) for cell in row]), reader)
    check_row(row, table([escape.code(cell, syntax, Place.CELL) for cell in row]), reader)


@every_reader
@settings(max_examples=60, deadline=None)
@given(row=st.lists(strings.hostile, min_size=3, max_size=3), as_code=st.booleans())
def test_any_text_comes_through_a_table_unchanged(
    row: list[str], as_code: bool, syntax: Syntax, reader: readers.Reader
) -> None:
    write = escape.code if as_code else escape.data
    check_row(row, table([write(cell, syntax, Place.CELL) for cell in row]), reader)


@every_reader
@settings(max_examples=40, deadline=None)
@given(text=strings.hostile)
def test_any_name_comes_through_a_heading_and_a_paragraph(
    text: str, syntax: Syntax, reader: readers.Reader
) -> None:
    source = (
        f"## {escape.data(text, syntax, Place.HEADING)}\n\n"
        f"{escape.line_start(escape.data(text, syntax, Place.TEXT))}\n\n"
        f"- {escape.line_start(escape.data(text, syntax, Place.TEXT))}\n\nend\n"
    )
    nodes = readers.read(reader(source), "h2", "p", "li")

    assert ["h2", "p", "li", "p"] == [node.tag for node in nodes], source
    expected = readers.collapsed(make_visible(text))
    assert [expected] * 3 == [readers.collapsed(node.text) for node in nodes[:3]], source
    for node in nodes:
        assert {"code"} >= set(node.elements), source
        assert [] == [name for text in node.outside for name in readers.linked(text)], source


# What our own words may hold: everything but what hosts look for after parsing.
own_words = (
    st.lists(
        st.sampled_from(
            [
                "word",
                "1",
                "12",
                "混合",
                "−0.2",
                "<0.001",
                "k = 3",
                *"`|\\<>&*_[](){}!~-+=.%^; \"'/,",
                " ",
                " ",
            ]
        ),
        min_size=1,
        max_size=8,
    )
    .map("".join)
    .filter(lambda text: bool(text.strip()) and not readers.linked(text))
)


@every_reader
@settings(max_examples=60, deadline=None)
@given(text=own_words, place=st.sampled_from([Place.CELL, Place.TEXT]))
def test_our_words_stand_literally_wherever_a_line_begins(
    text: str, place: Place, syntax: Syntax, reader: readers.Reader
) -> None:
    # Python-Markdown knows no escape for these three.
    assume(reader is not readers.python_markdown or syntax.entities or not set("~<&") & set(text))
    line = escape.line_start(escape.words(text.strip(), syntax, place))
    source = table(["a", line, "b"]) if place is Place.CELL else f"{line}\n\n- {line}\n\nend\n"
    nodes = readers.read(reader(source), "p", "li", "td")
    at = 1 if place is Place.CELL else 0

    assert (["td"] * 6 if place is Place.CELL else ["p", "li", "p"]) == [n.tag for n in nodes]
    assert readers.collapsed(text) == readers.collapsed(nodes[at].text), source
    assert [] == nodes[at].elements, source


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("hybrid-rerank", "hybrid-rerank"),
        ("混合 v1.2", "混合 v1.2"),
        ("Nightly: BM25 (k1 1.5, b 0.75)", "Nightly: BM25 (k1 1.5, b 0.75)"),
        ("multi_hop", "`multi_hop`"),
        ("a:b", "`a:b`"),
        (":a b:", "`:a b:`"),
        ("f(x)y", "`f(x)y`"),
        ("deadbeef", "`deadbeef`"),
        ("a.py", "`a.py`"),
        ("a--b", "`a--b`"),
        ("q|1", "`q\\|1`"),
        ("`x`", "`` `x` ``"),
        ("a\\|b", "`a\\`\\|`b`"),
    ],
)
def test_a_name_is_plain_only_while_no_host_could_take_it_for_anything(
    text: str, expected: str
) -> None:
    assert expected == escape.data(text, GFM, Place.CELL)


def test_between_the_tags_of_an_html_block_code_is_an_element_and_no_tag_arises() -> None:
    assert "<code>@a &lt;b&gt; `|`</code>" == escape.data("@a <b> `|`", GFM, Place.HTML)
    assert "a &lt; b" == escape.words("a < b", GFM, Place.HTML)


def test_an_address_cannot_end_its_link() -> None:
    url = "https://a.example/x y)|<b>[c]`d`\n\\e?f=1&g=%20#h"

    expected = "https://a.example/x%20y%29%7C%3Cb%3E%5Bc%5D%60d%60%0A%5Ce?f=1&g=%20#h"
    assert expected == escape.destination(url)
