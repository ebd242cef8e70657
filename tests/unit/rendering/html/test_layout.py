"""Spans of headings, legends, blocks of rows."""

from __future__ import annotations

from reportgen.present import blocks as b
from reportgen.rendering import dials, layout, query_layout
from tests.view_builder import measures_tabs, query_entry, query_table, report_view, t


def test_headings_of_groups_span_their_columns() -> None:
    columns = [b.Column("a", t("a"))]
    columns += [b.Column(it, t(it), b.Align.NUMBER, group=t("g")) for it in "bc"]
    above, below = layout.header_rows(columns)

    assert [' scope=col rowspan=2 class="t"', " colspan=2 scope=colgroup class=gr"] == [
        it.attributes for it in above
    ]
    assert [t("b"), t("c")] == [it.line for it in below]
    assert (1, 2) == layout.column_groups(columns)


def test_headings_without_groups_are_one_row() -> None:
    assert 1 == len(layout.header_rows([b.Column("a", t("a")), b.Column("b", t("b"))]))


def test_a_legend_names_every_part_once_with_its_count_in_each_bar() -> None:
    bar = b.StackedBar(
        "",
        (
            (t("x"), (b.Part(t("kept"), 3, "kept"), b.Part(t("lost"), 1, "lost"))),
            (t("y"), (b.Part(t("kept"), 2, "kept"), b.Part(t("gained"), 5, "gained"))),
        ),
    )

    assert [(t("kept"), "3 → 2"), (t("lost"), "1 → 0"), (t("gained"), "0 → 5")] == [
        (it.label, it.counts) for it in layout.legend(bar)
    ]


def test_query_rows_stand_in_blocks_of_100() -> None:
    entries = [query_entry(f"q{at}") for at in range(201)]

    assert [100, 100, 1] == [len(it) for it in query_layout.lay_out(query_table(*entries)).blocks]


def test_a_row_names_its_filters_by_their_places() -> None:
    filters = [b.Filter(key, (), 0) for key in ("better", "same", "worse", "ceiling")]

    assert "0 3" == query_layout.filter_numbers(("ceiling", "better"), filters)


def test_an_id_of_any_length_keeps_the_columns_within_bounds() -> None:
    laid_out = query_layout.lay_out(query_table(query_entry("x" * 300, groups=("g" * 300,))))

    assert float(laid_out.width) < 200


def test_each_panel_carries_a_mark_of_every_dial() -> None:
    panels = dials.panels(measures_tabs())

    assert 15 == len({it.marks for it in panels})
    assert "a0 b0" == panels[0].marks


def test_every_dial_button_has_a_rule() -> None:
    rules = dials.rules(report_view())

    for mark in ("a0", "a1", "a2", "b0", "b1", "b2", "b3", "b4"):
        assert f".tabs:has(.{mark}:checked)>.panel:not(.{mark})" in rules
        assert f".tabs.one:has(.{mark}:checked)>.panel:not(.{mark})" in rules
    assert rules.index("@media screen") < rules.index(".tabs:has") < rules.index("@media print")
    assert rules.index("@media print") < rules.index(".tabs.one")
