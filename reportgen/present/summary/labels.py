"""What new labels changed, in a few rows."""

from __future__ import annotations

from reportgen.present.blocks import Block, Paragraph
from reportgen.present.page import Page
from reportgen.present.sections.previous import parent_line, previous_table


def blocks(page: Page) -> tuple[Block, ...]:
    """The labels' effect on recall, any-hit and all-hit at the last stage and largest integer cutoff, and how many
    queries' gold changed; () without a previous report."""
    previous = page.report.labels.previous
    if previous is None:
        return ()
    tested = [row for row in page.measures if row.tested]
    cells = [(page.last, page.largest)]
    table = previous_table(page, previous, cells, "summary-labels", measures=tested)
    counts = [
        page.words.line(f"labels.{key}", count=len(ids))
        for key, ids in (
            ("changed-gold", previous.changed_gold),
            ("newly-scored", previous.newly_scored),
            ("no-longer-scored", previous.no_longer_scored),
        )
    ]
    return (
        table,
        Paragraph(page.words.join(counts, "join.semicolon")),
        Paragraph(parent_line(page, previous)),
    )
