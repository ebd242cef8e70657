"""The mail's templates lay out; they hold no words, do no arithmetic and sort nothing."""

from __future__ import annotations

import re

import jinja2
import pytest
from jinja2 import nodes

from reportgen.rendering import templates
from reportgen.rendering.email import html
from tests.unit.rendering.html.test_templates import ARITHMETIC, BUILT_IN_FILTERS, SPOKEN, written

NAMES = sorted(path.name for path in (templates.folder() / "email").glob("*.j2"))


def parsed(name: str) -> nodes.Template:
    return environment().parse(templates.read(f"email/{name}"))


def environment() -> jinja2.Environment:
    return html._environment()  # noqa: SLF001


@pytest.mark.parametrize("name", NAMES)
def test_templates_print_no_words_of_their_own(name: str) -> None:
    text = "".join(written(parsed(name)))
    between_tags = re.sub(r"<[^>]*>", "", text)

    assert [] == re.findall(r"\w+", between_tags.replace("\1", " "))
    assert [] == [it for it in SPOKEN.findall(text) if re.search(r"\w", it.replace("\1", ""))]


@pytest.mark.parametrize("name", NAMES)
def test_templates_do_no_arithmetic_and_use_our_filters_only(name: str) -> None:
    ours = set(environment().filters) - set(jinja2.Environment().filters)
    used = {it.name for it in parsed(name).find_all(nodes.Filter)}

    assert [] == list(parsed(name).find_all(ARITHMETIC))
    assert used <= ours | BUILT_IN_FILTERS


@pytest.mark.parametrize("name", NAMES)
def test_no_template_switches_escaping_off(name: str) -> None:
    assert environment().autoescape is True
    assert [] == list(
        parsed(name).find_all((nodes.ScopedEvalContextModifier, nodes.EvalContextModifier))
    )
