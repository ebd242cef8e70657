"""Templates lay out; they hold no words, do no arithmetic and sort nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator

import jinja2
import pytest
from jinja2 import nodes

from reportgen.rendering import html, templates

NAMES = sorted(path.name for path in (templates.folder() / "html").glob("*.j2"))
ARITHMETIC = (
    nodes.Add,
    nodes.Sub,
    nodes.Mul,
    nodes.Div,
    nodes.FloorDiv,
    nodes.Mod,
    nodes.Pow,
    nodes.Neg,
    nodes.Pos,
    nodes.Concat,
)
BUILT_IN_FILTERS = {"length"}
SPOKEN = re.compile(r'\b(?:aria-label|title|alt|placeholder)="?([^">]*)')


def parsed(name: str) -> nodes.Template:
    return environment().parse(templates.read(f"html/{name}"))


def environment() -> jinja2.Environment:
    return html._environment()  # noqa: SLF001


def written(node: nodes.Node) -> Iterator[str]:
    """What a template prints in the order of its source, with U+0001 for each expression."""
    if isinstance(node, nodes.TemplateData):
        yield node.data
    elif isinstance(node, nodes.Output):
        for part in node.nodes:
            yield part.data if isinstance(part, nodes.TemplateData) else "\1"
    else:
        for child in node.iter_child_nodes():
            yield from written(child)


@pytest.mark.parametrize("name", NAMES)
def test_templates_print_no_words_of_their_own(name: str) -> None:
    text = "".join(written(parsed(name))).replace(' data-s="\1"', "")  # a macro of its own
    between_tags = re.sub(r"<[^>]*>", "", text)

    assert [] == re.findall(r"\w+", between_tags.replace("\1", " "))
    assert [] == [it for it in SPOKEN.findall(text) if re.search(r"\w", it.replace("\1", ""))]


@pytest.mark.parametrize("name", NAMES)
def test_templates_print_no_constants(name: str) -> None:
    printed = [child for node in parsed(name).find_all(nodes.Output) for child in node.nodes]

    assert [] == [it for it in printed if isinstance(it, nodes.Const)]


@pytest.mark.parametrize("name", NAMES)
def test_templates_do_no_arithmetic(name: str) -> None:
    assert [] == list(parsed(name).find_all(ARITHMETIC))


@pytest.mark.parametrize("name", NAMES)
def test_templates_use_our_filters_only(name: str) -> None:
    ours = set(environment().filters) - set(jinja2.Environment().filters)
    used = {it.name for it in parsed(name).find_all(nodes.Filter)}

    assert used <= ours | BUILT_IN_FILTERS


@pytest.mark.parametrize("name", NAMES)
def test_no_template_switches_escaping_off(name: str) -> None:
    assert environment().autoescape is True
    assert [] == list(
        parsed(name).find_all((nodes.ScopedEvalContextModifier, nodes.EvalContextModifier))
    )


def test_an_undefined_name_and_none_are_refused() -> None:
    with pytest.raises(jinja2.UndefinedError):
        environment().from_string("{{ nothing }}").render()
    with pytest.raises(TypeError):
        environment().from_string("{{ it }}").render(it=None)


def test_what_cannot_be_seen_is_shown_wherever_a_template_prints_text() -> None:
    shown = (
        environment().from_string('<b title="{{ it }}">{{ it }}</b>').render(it="a\u202e<\ud800")
    )

    assert '<b title="a⟨U+202E⟩&lt;⟨U+D800⟩">a⟨U+202E⟩&lt;⟨U+D800⟩</b>' == shown
