"""Figures: the same bytes whatever the user's settings, harmless labels, both themes."""

from __future__ import annotations

import io
import locale
import re
import subprocess
import sys
import warnings
import xml.etree.ElementTree as ET
from pathlib import Path

import matplotlib as mpl
import pytest
from PIL import Image

from reportgen import plot
from reportgen.plot.palette import DARK, ROLES
from reportgen.present.charts import (
    Chart,
    DeltaHistogramChart,
    DumbbellChart,
    FlowChart,
    Point,
    ScatterChart,
    SortedDeltasChart,
)
from tests.chart_builder import (
    dumbbell_chart,
    every_chart,
    flow_chart,
    scatter_chart,
    sorted_deltas_chart,
)

CHARTS = {type(chart).__name__: chart for chart in every_chart()}
each_chart = pytest.mark.parametrize("chart", CHARTS.values(), ids=CHARTS.keys())


def texts(svg: bytes) -> list[str]:
    return ["".join(it.itertext()) for it in ET.fromstring(svg).iter() if it.tag.endswith("}text")]


def places(svg: bytes) -> int:
    """How many marks a figure holds."""
    return svg.count(b"<use ") + svg.count(b"<path ")


@each_chart
def test_one_chart_gives_one_file(chart: Chart) -> None:
    assert plot.draw(chart) == plot.draw(chart)
    assert plot.draw_png(chart) == plot.draw_png(chart)


@each_chart
def test_the_users_matplotlib_settings_change_nothing_and_stay_as_they_were(chart: Chart) -> None:
    svg, png = plot.draw(chart), plot.draw_png(chart)
    with mpl.rc_context(
        {
            "font.family": "serif",
            "font.size": 30,
            "axes.grid": True,
            "axes.facecolor": "red",
            "svg.fonttype": "path",
            "svg.hashsalt": "other",
            "axes.unicode_minus": False,
            "axes.formatter.use_locale": True,
            "lines.linewidth": 9,
            "savefig.dpi": 300,
            "savefig.bbox": "tight",
            "figure.facecolor": "green",
            "text.usetex": False,
        }
    ):
        mine = dict(mpl.rcParams)

        assert svg == plot.draw(chart)
        assert png == plot.draw_png(chart)
        assert mine == dict(mpl.rcParams)


def test_a_matplotlibrc_changes_nothing(tmp_path: Path) -> None:
    (tmp_path / "matplotlibrc").write_text("font.family: serif\naxes.grid: True\nfont.size: 33\n")
    code = (
        "import hashlib; from reportgen import plot; from tests.chart_builder import every_chart; "
        "print(*(hashlib.sha256(plot.draw(it)).hexdigest() for it in every_chart()))"
    )
    root = Path(__file__).parents[3]
    environment = {"MATPLOTLIBRC": str(tmp_path), "PYTHONPATH": str(root), "PYTHONHASHSEED": "7"}
    run = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    import hashlib

    expected = [hashlib.sha256(plot.draw(it)).hexdigest() for it in every_chart()]

    assert expected == run.stdout.split()


def test_a_locale_with_decimal_comma_changes_nothing() -> None:
    before = [plot.draw(it) for it in every_chart()]
    mine = locale.setlocale(locale.LC_NUMERIC)
    for name in ("de_DE.UTF-8", "fr_FR.UTF-8", "de_DE.utf8"):
        try:
            locale.setlocale(locale.LC_NUMERIC, name)
        except locale.Error:
            continue
        break
    else:
        pytest.skip("no locale with a decimal comma is installed")
    try:
        assert before == [plot.draw(it) for it in every_chart()]
    finally:
        locale.setlocale(locale.LC_NUMERIC, mine)


@each_chart
def test_a_figure_names_no_date_tool_or_address(chart: Chart) -> None:
    svg = plot.draw(chart)

    assert [] == re.findall(rb"[Mm]atplotlib v|<metadata|20\d\d-\d\d", svg)
    assert {b"http://www.w3.org/2000/svg", b"http://www.w3.org/1999/xlink"} >= set(
        re.findall(rb"https?:[^\"]*", svg)
    )


@each_chart
def test_every_colour_has_a_partner_for_dark(chart: Chart) -> None:
    svg = plot.draw(chart).decode()
    body = svg[svg.index("</style>") :]

    assert set(ROLES) == set(DARK)
    assert [] == re.findall(r"#[0-9a-f]{6}|fill: black|stroke: black", body)
    assert "@media screen and (prefers-color-scheme:dark)" in svg


@each_chart
def test_width_and_height_are_those_announced(chart: Chart) -> None:
    width, height = plot.size(chart)
    root = ET.fromstring(plot.draw(chart))
    image = Image.open(io.BytesIO(plot.draw_png(chart, scale=2)))

    assert (width, height) == (float(root.attrib["width"]), float(root.attrib["height"]))
    assert (2 * width, 2 * height) == image.size


@each_chart
def test_texts_are_at_least_10_pixels_high(chart: Chart) -> None:
    sizes = re.findall(r"font(?:-size)?: (?:bold )?(\d+)px", plot.draw(chart).decode())

    assert sizes
    assert min(map(int, sizes)) >= 10


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("$\\foo$", "$\\foo$"),
        ("cost $5 vs $10", "cost $5 vs $10"),
        ("a\u0007\u202eb", "a␇⟨U+202E⟩b"),
        ("</text><script>", "</text><script>"),
        ("a\nb", "a b"),
        ("差旅", "差旅"),
        ("x" * 300, "x" * 21 + "…"),
        ("\ud800", "⟨U+D800⟩"),
    ],
)
def test_names_are_literal_text(name: str, shown: str) -> None:
    found = texts(plot.draw(dumbbell_chart(name)))

    assert shown in found
    plot.draw_png(dumbbell_chart(name))


def test_names_that_a_png_cannot_draw_become_row_numbers() -> None:
    assert plot.draw_png(dumbbell_chart("差", "旅")) == plot.draw_png(dumbbell_chart("1", "2"))
    assert plot.draw_png(dumbbell_chart("差", "b")) != plot.draw_png(dumbbell_chart("a", "b"))


def test_nothing_is_warned_of_for_any_letter() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        plot.draw(dumbbell_chart("差旅报销", "مرحبا", "👩‍👩‍👧"))
        plot.draw_png(flow_chart("差旅", "报销"))


def test_above_500_marks_are_drawn_together() -> None:
    points = tuple(Point(at / 3000, (at * 7 % 3000) / 3000, 1, 1) for at in range(3000))
    deltas = tuple((at % 1000 + 1) / 1000 * (1 if at % 2 else -1) for at in range(5000))

    assert places(plot.draw(ScatterChart("recall@5", points, 1, 1, 1))) <= 500
    assert len(plot.draw(SortedDeltasChart("recall@5", deltas, 9))) < 120_000


def test_counts_stand_in_the_figure_with_their_signs() -> None:
    for chart in (scatter_chart(), sorted_deltas_chart()):
        assert {"▲ 11", "= 21", "▼ 6"} <= set(texts(plot.draw(chart)))


@pytest.mark.parametrize(
    "chart",
    [
        ScatterChart("recall@5", (), 0, 0, 0),
        SortedDeltasChart("recall@5", (), 5),
        DeltaHistogramChart("recall@5", (-1.0, 0.0, 1.0), (0, 0), 3),
        DumbbellChart("recall@5", ()),
        FlowChart((), 0, ()),
    ],
)
def test_a_chart_without_marks_is_still_a_figure(chart: Chart) -> None:
    assert plot.draw(chart).startswith(b"<svg")
    assert plot.draw_png(chart).startswith(b"\x89PNG")


def test_no_figure_uses_pyplot() -> None:
    for chart in every_chart():
        plot.draw(chart)
    code = (
        "import sys; from reportgen import plot; from tests.chart_builder import every_chart; "
        "[plot.draw(it) for it in every_chart()]; print('matplotlib.pyplot' in sys.modules)"
    )
    root = Path(__file__).parents[3]
    run = subprocess.run(
        [sys.executable, "-c", code],
        env={"PYTHONPATH": str(root)},
        capture_output=True,
        text=True,
        check=True,
    )

    assert "False" == run.stdout.strip()
