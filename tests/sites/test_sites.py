"""Documentation sites build the folder strictly, and their pages show what came from the data."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest

from reportgen.present.visible import make_visible
from tests.unit.rendering.markdown import hostile as given_
from tests.unit.rendering.markdown import readers

Page = Callable[[str, str], str]

# What may stand in a cell: ours, what Sphinx wraps around words of code, and MkDocs' own table of keys.
_IN_CELLS = {"code", "a", "strong", "br", "span", "p", "kbd"}
every_site = pytest.mark.parametrize("flavour", ["mkdocs", "myst", "docusaurus"])


def shown(text: str, longest: int) -> str:
    text = text if len(text) <= longest else text[: longest - 1] + "…"
    return readers.collapsed(make_visible(text))


@every_site
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_built_page_shows_every_id_and_text(flavour: str, lang: str, page: Page) -> None:
    html = page(flavour, lang)
    nodes = readers.read(html, "td")
    pairs = set(pairwise(readers.collapsed(node.text) for node in nodes))
    texts = {**given_.query_ids(), **{query: query for query in given_.UNREVIEWED}}

    assert set() == {(shown(one, 120), shown(text, 240)) for one, text in texts.items()} - pairs
    assert set() == {tag for node in nodes for tag in node.elements} - _IN_CELLS


@every_site
def test_every_link_of_the_page_finds_its_place(flavour: str, page: Page) -> None:
    html = page(flavour, "en")
    found = readers.elements(html)
    ids = {attributes.get("id") for _, attributes in found}
    targets = {
        target[1:]
        for tag, attributes in found
        if tag == "a" and (target := attributes.get("href") or "").startswith("#")
    }

    assert 10 < len(targets)
    assert set() == targets - ids - {""}


@every_site
def test_names_from_the_data_are_shown_in_the_heading(flavour: str, page: Page) -> None:
    headings = [node.text for node in readers.read(page(flavour, "en"), "h1")]

    assert any(given_.BASELINE in text and given_.CANDIDATE in text for text in headings)
