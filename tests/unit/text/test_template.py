"""The small language of the texts."""

from __future__ import annotations

import pytest

from reportgen.text.template import (
    BadTemplate,
    Choice,
    Literal,
    Placeholder,
    Span,
    names,
    parse,
    tags,
)


def test_a_text_is_words_placeholders_choices_and_spans() -> None:
    pieces = parse("<go>{n} {n|one:query|other:queries}</go> at {stage}.")

    assert pieces == (
        Span(
            "go",
            (
                Placeholder("n"),
                Literal(" "),
                Choice("n", {"one": "query", "other": "queries"}),
            ),
        ),
        Literal(" at "),
        Placeholder("stage"),
        Literal("."),
    )


def test_an_option_may_be_empty_or_hold_a_colon() -> None:
    (choice,) = parse("{n|one:|other:the first: }")

    assert choice == Choice("n", {"one": "", "other": "the first: "})


def test_names_and_tags_inside_spans_are_found() -> None:
    template = parse("<b>{a}<go>{b}</go></b>{c|one:x|other:y}")

    assert names(template) == {"a", "b", "c"}
    assert tags(template) == {"b", "go"}


def test_mathematics_is_no_span() -> None:
    assert parse("ranks r ≤ k, h < g") == (Literal("ranks r ≤ k, h < g"),)


@pytest.mark.parametrize("source", ["{n", "n}", "{N}", "<go>x", "x</go>", "<a>x</b>", "{n|one}"])
def test_what_is_left_open_is_refused(source: str) -> None:
    with pytest.raises(BadTemplate):
        parse(source)
