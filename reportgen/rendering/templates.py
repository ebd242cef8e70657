"""Where the templates are, and an environment that refuses what a template must not do by itself."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import jinja2
from markupsafe import Markup

from reportgen.present.visible import make_visible


@cache
def folder() -> Path:
    """The folder `templates`: inside an installed package, beside the package in a checkout."""
    package = Path(str(resources.files("reportgen")))
    installed = package / "templates"
    if installed.is_dir():
        return installed
    checkout = package.parent
    if (checkout / "pyproject.toml").is_file():
        return checkout / "templates"
    raise FileNotFoundError(f"no templates in {package}; install reportgen again")


def read(path: str) -> str:
    """The text of a file below `templates`, with line feeds whatever the checkout made of them."""
    return (folder() / path).read_text(encoding="utf-8").replace("\r\n", "\n")


def html_environment(
    filters: dict[str, Callable[..., Any]], *, room: str = "html"
) -> jinja2.Environment:
    """An environment on a folder of templates for HTML: escapes everything, refuses undefined names and None, and shows
    characters that cannot be seen."""
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(folder() / room),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        finalize=_finalize,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=False,
    )
    environment.filters.update(filters)
    return environment


def _finalize(value: object) -> object:
    if isinstance(value, Markup):
        return value
    if value is None:
        raise TypeError("a template printed None")
    return make_visible(value) if isinstance(value, str) else value
