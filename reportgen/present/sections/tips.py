"""What verdicts on unjudged units would remove each lead."""

from __future__ import annotations

from reportgen.model.report import Message
from reportgen.present.blocks import Block, Details, Paragraph
from reportgen.present.page import Page
from reportgen.present.phrases import message_line


def tips(page: Page) -> Details | None:
    """A paragraph a stage and cutoff with a pooled lead, folded; None where no run leads."""
    blocks: list[Block] = []
    for one in page.report.labels.tipping:
        if one.stage not in page.stages or one.cutoff not in page.cutoffs or one.leading is None:
            continue
        said = [page.words.line("labels.tip-cell", cell=page.cell_name(one.stage, one.cutoff))]
        trailing = "candidate" if one.leading == "baseline" else "baseline"
        if one.pooled_removable:
            params = {
                "lead": abs(one.lead),
                "leading": one.leading,
                "trailing": trailing,
                "only_leading": one.only_leading,
                "only_trailing": one.only_trailing,
            }
            said.append(message_line(page, Message(code="tip", params=params)))
        else:
            said.append(message_line(page, Message(code="tip-none", params={})))
        rate = one.equal_rate
        said.append(
            message_line(page, Message(code="equal-rate-none", params={}))
            if rate is None
            else message_line(page, Message(code="equal-rate", params={"rate": rate}))
        )
        key = "labels.macro-none" if one.macro_needed is None else "labels.macro-needed"
        said.append(page.words.line(key, count=one.macro_needed or 0))
        if one.pooled_sign_certain:
            said.append(page.words.line("labels.pooled-certain"))
        if one.macro_sign_certain:
            said.append(page.words.line("labels.macro-certain"))
        blocks.append(Paragraph(page.words.join(said, "join.space")))
    if not blocks:
        return None
    return Details("tipping", page.words.line("labels.tips"), tuple(blocks))
