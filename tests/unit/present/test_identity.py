"""Whether two runs may be compared, in one line of chips."""

from __future__ import annotations

import msgspec
import pytest

from reportgen.model.catalogue import FINDINGS
from reportgen.model.finding import Finding
from reportgen.model.report import Comparability, Report
from reportgen.present import PresentOptions, lines
from reportgen.present.blocks import Chips
from reportgen.present.page import Page
from reportgen.present.sections.identity import identity
from tests.catalogue_samples import sample
from tests.example_reports import staged_report, with_findings


def _chips(report: Report, lang: str = "en") -> list[str]:
    page = Page.of(report, lang, PresentOptions())
    chips = next(block for block in identity(page).blocks if isinstance(block, Chips))
    return [lines.plain(chip.line) for chip in chips.items]


@pytest.mark.parametrize(
    ("field", "declared", "said"),
    [
        ("corpus_snapshot", ("c@1", "c@1", None), "corpus undeclared by the labels"),
        (
            "corpus_snapshot",
            (None, "c@1", None),
            "corpus undeclared by the baseline and the labels",
        ),
        ("corpus_snapshot", (None, None, None), "corpus undeclared"),
        ("query_set", (None, None, "q"), "query set undeclared by the runs"),
        ("labels", (None, None, "sha256:1"), "labels: no digest declared by the runs"),
        ("labels", ("sha256:1", None, "sha256:1"), "labels: no digest declared by the candidate"),
    ],
)
def test_an_undeclared_field_says_who_is_silent(
    field: str, declared: tuple[str | None, str | None, str | None], said: str
) -> None:
    of = Comparability(field, "undeclared", *declared)
    report = staged_report()
    scope = msgspec.structs.replace(report.scope, comparability=[of])

    assert said == _chips(msgspec.structs.replace(report, scope=scope))[0]


def test_shares_that_differ_name_their_cell_and_rather_the_one_shown_first() -> None:
    entry = next(entry for entry in FINDINGS if entry.code == "label-coverage-differs")
    params = sample(entry)
    (row, *_) = params["cells"]
    report = staged_report()
    page = Page.of(report, "en", PresentOptions())
    cells = [
        {**row, "stage": stage, "cutoff": cutoff}
        for stage, cutoff in ((page.stages[0], page.cutoffs[0]), (page.last, page.largest))
    ]

    for listed, said in ((cells, cells[1]), (cells[:1], cells[0])):
        finding = Finding(code=entry.code, params={**params, "cells": listed})
        chip = _chips(with_findings(report, [finding]))[-1]
        assert f"at {said['stage']}, k = {said['cutoff']}: " in chip
