"""A report view as one HTML file that asks for nothing from anywhere."""

from __future__ import annotations

import base64
import hashlib
import re
from functools import cache
from typing import Any, Final

import jinja2
from markupsafe import Markup

from reportgen.present.blocks import Paragraph, QueryTable, ReportView
from reportgen.rendering import dials, layout, marks, query_layout, templates, unit_lists
from reportgen.rendering.drawings import drawing
from reportgen.rendering.drawn_once import drawn_once

_POLICY: Final = (
    "default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'sha256-{}'; "
    "base-uri 'none'; form-action 'none'"
)


_STYLES: Final = ("html/page.css", "html/print.css")
PAGE_LIMIT: Final = 5_000_000


def render_html(view: ReportView) -> str:
    """The page: the text of one UTF-8 file, complete without its script, the same for the same view.

    Unit lists of opened rows are left out, and said to be, where the file would reach 5,000,000 bytes.
    """
    environment = _environment()
    script = _without_comments(templates.read("html/page.js"))
    page = environment.get_template("page.html.j2").render(
        view=view,
        words=view.words,
        policy=_POLICY.format(_sha256(script)),
        script=Markup(script),  # ours, from a file
        style=Markup("".join(map(templates.read, _STYLES)) + dials.rules(view)),
    )
    macros: Any = environment.get_template("blocks.html.j2").make_module({"words": view.words})
    table = _query_table(view)
    return unit_lists.fill(
        page + "\n",
        table,
        limit=PAGE_LIMIT,
        draw=lambda entry: str(macros.draw(entry.lists)),
        elsewhere="" if table is None else str(macros.draw((Paragraph(table.lists_elsewhere),))),
    )


def _query_table(view: ReportView) -> QueryTable | None:
    return next(
        (
            block
            for section in view.sections
            for block in section.blocks
            if isinstance(block, QueryTable)
        ),
        None,
    )


def _without_comments(script: str) -> str:
    """The script without lines of comment and indentation; a string of it never runs over lines."""
    return re.sub(r"^[ ]+|^[ ]*//.*\n", "", script, flags=re.MULTILINE)


def _sha256(text: str) -> str:
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


@cache
def _environment() -> jinja2.Environment:
    environment = templates.html_environment(
        {
            "attribute": marks.attribute,
            "bar_style": marks.bar_style,
            "column_groups": layout.column_groups,
            "class_name": marks.class_name,
            "counts_style": marks.counts_style,
            "decimal_columns": layout.decimal_columns,
            "delta_class": marks.delta_class,
            "dials": dials.dials,
            "drawing": drawing,
            "drawn_once": drawn_once,
            "filter_numbers": query_layout.filter_numbers,
            "grid_cells": layout.grid_cells,
            "header_rows": layout.header_rows,
            "kind": marks.kind,
            "largest_count": layout.largest_count,
            "legend": layout.legend,
            "longest_bar": layout.longest_bar,
            "panels": dials.panels,
            "query_layout": query_layout.lay_out,
            "range_class": marks.range_class,
            "range_style": marks.range_style,
            "share": marks.share,
            "short_attribute": marks.short_attribute,
            "sign": marks.sign,
            "sort_key": marks.sort_key,
            "strip_class": marks.strip_class,
            "strip_style": marks.strip_style,
            "total": layout.total,
            "value_class": marks.value_class,
        }
    )
    environment.tests["breakable"] = marks.is_breakable
    environment.tests["plain_data"] = marks.is_plain_data
    return environment
