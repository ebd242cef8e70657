"""The handbook reviewed: exported, filled in by a fixed rule, applied, and compared with the report before."""

from __future__ import annotations

import hashlib
import json
import shutil
from pathlib import Path
from typing import NamedTuple

import pytest

from reportgen.errors import Refused
from reportgen.model.report import Aggregate, ParentLabels, Report
from reportgen.pipeline import Applied, apply_review, compare, export_review, render
from reportgen.read import inspect_path
from tests.unit.examples.handbook import EXAMPLE
from tests.worksheets import Row, fill, read_sheet, save_sheet

BASELINE, CANDIDATE, LABELS = (EXAMPLE / name for name in ("baseline", "candidate", "labels"))
BOUNDED = (("recall", "macro"), ("recall", "pooled"), ("any-hit", "macro"), ("all-hit", "macro"))


class Reviewed(NamedTuple):
    before: Report
    applied: Applied
    after: Report


def rule(row: Row) -> int:
    """A third of the units is relevant, whatever they are."""
    return int(hashlib.sha256(row["unit_id"].encode()).digest()[0] % 3 == 0)


def rule_for_reviewed(row: Row) -> int | None:
    return None if row["state_before"] == "unreviewed" else rule(row)


@pytest.fixture(scope="module")
def report_before(tmp_path_factory: pytest.TempPathFactory) -> tuple[Report, Path, Path]:
    folder = tmp_path_factory.mktemp("before")
    report = compare(BASELINE, CANDIDATE, LABELS)
    sheet = export_review(
        BASELINE, CANDIDATE, LABELS, folder / "sheet.csv", units=EXAMPLE / "passages.jsonl"
    )
    return report, report.save(folder / "report.json"), sheet.path


def review(report_before: tuple[Report, Path, Path], folder: Path, *, unreviewed: bool) -> Reviewed:
    before, saved, sheet = report_before
    rows = fill(read_sheet(sheet), rule if unreviewed else rule_for_reviewed)
    filled = save_sheet(folder / "filled.csv", rows, delimiter=";", mark=False)
    applied = apply_review(filled, LABELS, folder / "labels", id="second")
    return Reviewed(before, applied, compare(BASELINE, CANDIDATE, applied.path, previous=saved))


@pytest.fixture(scope="module")
def whole(
    report_before: tuple[Report, Path, Path], tmp_path_factory: pytest.TempPathFactory
) -> Reviewed:
    return review(report_before, tmp_path_factory.mktemp("whole"), unreviewed=True)


@pytest.fixture(scope="module")
def reviewed_only(
    report_before: tuple[Report, Path, Path], tmp_path_factory: pytest.TempPathFactory
) -> Reviewed:
    return review(report_before, tmp_path_factory.mktemp("part"), unreviewed=False)


def previous(of: Reviewed) -> ParentLabels:
    assert of.after.labels.previous is not None
    return of.after.labels.previous


def at_context(report: Report) -> dict[tuple[str, str, object], Aggregate]:
    return {
        (row.measure, row.averaging, row.cutoff): row
        for row in report.aggregates
        if row.stage == "context"
    }


def test_the_new_labels_are_sound_and_name_their_parent(whole: Reviewed) -> None:
    assert () == inspect_path(whole.applied.path).problems
    assert whole.before.scope.labels.digest == whole.after.scope.labels.parent
    assert whole.applied.digest == whole.after.scope.labels.digest
    assert whole.before.scope.labels.digest == previous(whole).digest


def test_after_the_review_nothing_in_the_reviewed_lists_is_unjudged(whole: Reviewed) -> None:
    shares = [share for share in whole.after.labels.judged if share.stage == "context"]

    assert [(0, 0, 0)] * 4 == [
        (share.only_baseline, share.only_candidate, share.both) for share in shares
    ]
    for (measure, averaging, cutoff), row in at_context(whole.after).items():
        if (measure, averaging) in BOUNDED and cutoff != "all":
            assert row.label_bounds is not None
            assert (row.delta, row.delta) == row.label_bounds.delta


def test_what_the_review_found_lies_inside_the_bounds_before(reviewed_only: Reviewed) -> None:
    # The same queries are scored, so that the bounds speak of these very numbers.
    before, after = at_context(reviewed_only.before), at_context(reviewed_only.after)
    moved = 0
    for measure, averaging in BOUNDED:
        row, now = before[measure, averaging, 10], after[measure, averaging, 10]
        assert row.label_bounds is not None
        assert now.delta is not None
        low, high = row.label_bounds.delta
        moved += row.delta != now.delta

        assert low <= now.delta <= high
    assert moved > 0


def test_the_effect_of_the_labels_joins_both_reports(reviewed_only: Reviewed) -> None:
    before, after = at_context(reviewed_only.before), at_context(reviewed_only.after)
    rows = [row for row in previous(reviewed_only).rows if row.stage == "context"]

    assert {*before} == {(row.measure, row.averaging, row.cutoff) for row in rows}
    for row in rows:
        key = row.measure, row.averaging, row.cutoff

        assert pytest.approx(row.delta_before) == before[key].delta
        assert pytest.approx(row.delta_after) == after[key].delta


def test_the_queries_that_the_review_touched_are_named(whole: Reviewed) -> None:
    changes = whole.applied.changes
    states = {of.query_id: of.after for of in changes.states}

    assert [of.query_id for of in changes.gold if of.before] == previous(whole).changed_gold
    assert [query for query, state in states.items() if state == "relevant"] == previous(
        whole
    ).newly_scored
    assert [] == previous(whole).no_longer_scored
    assert 6 == len(states)


def test_the_outputs_tell_it_in_both_languages(whole: Reviewed) -> None:
    for lang, said in (("en", "whose gold changed"), ("zh", "个问题的金标发生变化")):
        for format in ("html", "markdown"):
            text = render(whole.after, format=format, lang=lang, figures=False)

            assert isinstance(text, str)
            assert said in text


def test_another_run_is_refused(
    report_before: tuple[Report, Path, Path], whole: Reviewed, tmp_path: Path
) -> None:
    changed = shutil.copytree(CANDIDATE, tmp_path / "candidate")
    lines = (changed / "context.jsonl").read_text("utf-8").splitlines()
    row = json.loads(lines[0])
    row["ranking"].reverse()
    (changed / "context.jsonl").write_text(
        "\n".join([json.dumps(row, ensure_ascii=False), *lines[1:]]) + "\n", "utf-8"
    )

    with pytest.raises(Refused, match="the candidate's files are not those of the previous"):
        compare(BASELINE, changed, whole.applied.path, previous=report_before[1])
