"""What a unit map leaves out and what it lets a stage reach."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import narwhals as nw

from reportgen.match.arrays import ints
from reportgen.match.source import Source
from reportgen.match.tables import HELD, beside
from reportgen.model.labels import UnitMap
from reportgen.model.matched import UnitCover

LISTED = 10


@dataclass(frozen=True, slots=True)
class Unmapped:
    """Distinct returned ids without an entry in the unit map: how many, and the first of them in
    byte order."""

    count: int
    ids: tuple[str, ...]


def unmapped(sources: Sequence[Source]) -> Unmapped:
    """The ids of a stage that its unit map leaves out; none where no map applies."""
    unit_map = sources[0].unit_map
    if unit_map is None:
        return Unmapped(0, ())
    known = unit_map.frame.select(nw.col("from").alias("unit_id"))
    units = nw.concat([source.rows().select("unit_id") for source in sources])
    ids = units.unique().join(known, on="unit_id", how="anti").collect(HELD).sort("unit_id")
    return Unmapped(len(ids), tuple(ids["unit_id"].head(LISTED).to_list()))


def cover(source: Source, unit_map: UnitMap) -> UnitCover:
    """Every source unit that stands for a gold unit, whether it was returned or not."""
    frame = unit_map.frame
    judged = source.tables.judged.filter(~nw.col("gold_unit").is_null())
    rows = (
        frame.join(beside(judged, frame), left_on="to", right_on="unit_id", how="inner")
        .select("from", "gold_unit")
        .collect(HELD)
        .sort("gold_unit", "from")
    )
    sources = rows.select("from").unique().sort("from").with_row_index("source")
    numbered = rows.join(sources, on="from", how="left")
    most = frame.group_by("from").agg(nw.len().alias("units")).select(nw.col("units").max())
    return UnitCover(
        unit=ints(numbered["gold_unit"]),
        source=ints(numbered["source"]),
        cutoff_counts=unit_map.cutoff_counts,
        one_to_many=(most.collect(HELD)["units"].item() or 0) > 1,
    )


def knows_units(sources: Sequence[Source]) -> bool:
    """Whether some unit of a stage is judged, for whatever query."""
    units = nw.concat([source.members().select("unit_id") for source in sources])
    judged = beside(sources[0].tables.judged.select("unit_id").unique(), units)
    return len(units.join(judged, on="unit_id", how="semi").head(1).collect(HELD)) > 0
