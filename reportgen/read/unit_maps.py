"""Unit maps: rows `from<TAB>to` without a header."""

from __future__ import annotations

import narwhals as nw
import polars as pl

from reportgen.errors import Problems
from reportgen.model.labels import UnitMap, UnitMapManifest
from reportgen.model.run import InputFile
from reportgen.read.line_problems import LineProblems
from reportgen.read.numbered_lines import numbered_lines
from reportgen.read.text_file import Source, TextFile
from reportgen.read.trec import NUL_IN_ID

_PAIR = r"^([^\t]+)\t([^\t]+)$"


def read_unit_map(
    source: Source, manifest: UnitMapManifest, problems: Problems
) -> tuple[UnitMap, InputFile]:
    """The map with its distinct rows, sorted, and the file's hash."""
    file = TextFile(source, problems)
    frames = []
    with LineProblems(problems, source.shown) as wrong:
        for block in file.blocks():
            lines = numbered_lines(block, wrong)
            groups = pl.col("text").str.extract_groups(_PAIR).struct
            pairs = lines.select(
                "line", "text", groups.field("1").alias("from"), groups.field("2").alias("to")
            )
            is_pair = pl.col("from").is_not_null()
            wrong.add_rows(
                pairs.filter(~is_pair).select("line", "text"),
                lambda _: (
                    "this is not a row `from<TAB>to`",
                    "write two ids with a tab between them",
                ),
            )
            has_nul = pl.col("text").str.contains("\0", literal=True)
            wrong.add_rows(pairs.filter(has_nul).select("line", "text"), lambda _: NUL_IN_ID)
            frames.append(pairs.filter(is_pair & ~has_nul).select("from", "to"))
    schema = {"from": pl.String, "to": pl.String}
    frame = pl.concat(frames) if frames else pl.DataFrame(schema=schema)
    frame = frame.unique().sort("from", "to")
    unit_map = UnitMap(
        manifest.from_unit,
        manifest.to_unit,
        manifest.version,
        manifest.cutoff_counts,
        nw.from_native(frame.lazy()),
    )
    return unit_map, file.input_file()
