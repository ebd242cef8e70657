"""What the runs and the labels declare: same, differs or undeclared, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from reportgen.contract import ALLOWED_FIELDS, Declared, check_declarations
from reportgen.errors import Refused
from reportgen.model.labels import Labels
from reportgen.model.run import AbsentRule, DuplicatesRule, LabelsReference, Order, Run, Side
from tests.in_memory import golds, labels, run, stage, unit_map

JUDGED = golds({"q1": "a"})
LISTS = {"q1": ["a"]}


def declared(
    baseline: Run, candidate: Run, snapshot: Labels | None = None, **options: Any
) -> Declared:
    return check_declarations(
        baseline, candidate, snapshot or labels(JUDGED), labels_named=False, **options
    )


def refusal(
    baseline: Run, candidate: Run, snapshot: Labels | None = None, **options: Any
) -> list[str]:
    with pytest.raises(Refused) as refused:
        declared(baseline, candidate, snapshot, **options)
    return [str(problem) for problem in refused.value.problems]


def pair(baseline: dict[str, Any], candidate: dict[str, Any]) -> tuple[Run, Run]:
    return run(LISTS, path="a", **baseline), run(LISTS, path="b", **candidate)


def test_every_field_has_a_row_in_the_order_of_the_specification() -> None:
    assert [
        "labels",
        "unit",
        "corpus_snapshot",
        "query_set",
        "stages",
        "order",
        "duplicates",
        "absent_queries",
    ] == [row.field for row in declared(run(LISTS), run(LISTS)).fields]


@pytest.mark.parametrize("field", ["corpus_snapshot", "query_set", "unit"])
@pytest.mark.parametrize(
    ("values", "status"),
    [
        (("x", "x", "x"), "same"),
        (("x", "x", None), "undeclared"),
        ((None, "x", "x"), "undeclared"),
        ((None, None, None), "undeclared"),
    ],
)
def test_a_field_is_same_only_where_all_three_declare_one_value(
    field: str, values: tuple[str | None, ...], status: str
) -> None:
    runs = pair({field: values[0]}, {field: values[1]})
    declarations: dict[str, Any] = {field: values[2]}
    row = declared(*runs, labels(JUDGED, **declarations)).field(field)

    assert (status, *values) == (row.status, row.baseline, row.candidate, row.labels)


@pytest.mark.parametrize("field", ["corpus_snapshot", "query_set"])
@pytest.mark.parametrize("values", [("x", "y", None), (None, "x", "y"), ("x", None, "y")])
def test_two_declared_values_that_differ_are_refused_unless_allowed(
    field: str, values: tuple[str | None, ...]
) -> None:
    runs = pair({field: values[0]}, {field: values[1]})
    declarations: dict[str, Any] = {field: values[2]}
    snapshot = labels(JUDGED, **declarations)
    allowed = declared(*runs, snapshot, allow=[field])

    (problem,) = refusal(*runs, snapshot)
    assert f"b: {field} differs: baseline {values[0] or 'undeclared'}" in problem
    assert f"--allow {field}" in problem
    assert "differs" == allowed.field(field).status
    assert [
        (
            f"{field.replace('_', '-')}-differs",
            dict(zip(("baseline", "candidate", "labels"), values, strict=True)),
        )
    ] == [(finding.code, finding.params) for finding in allowed.findings]


@pytest.mark.parametrize(
    ("field", "other"),
    [
        ("duplicates", DuplicatesRule.KEEP_FIRST),
        ("absent_queries", AbsentRule.RETURNED_NOTHING),
    ],
)
def test_rules_that_differ_are_refused_unless_allowed(field: str, other: str) -> None:
    runs = pair({}, {field: other})

    assert [f"--allow {field}" in problem for problem in refusal(*runs)] == [True]
    assert [f"{field.replace('_', '-')}-differ"] == [
        finding.code for finding in declared(*runs, allow=[field]).findings
    ]


def test_allowing_one_field_allows_no_other() -> None:
    runs = pair({"query_set": "x"}, {"query_set": "y"})

    for field in ALLOWED_FIELDS:
        if field != "query_set":
            assert len(refusal(*runs, allow=[field])) == 1


def test_everything_that_differs_is_refused_at_once() -> None:
    runs = pair(
        {"corpus_snapshot": "x", "query_set": "x", "unit": "passage"},
        {
            "corpus_snapshot": "y",
            "query_set": "y",
            "duplicates": DuplicatesRule.KEEP_FIRST,
            "absent_queries": AbsentRule.RETURNED_NOTHING,
            "labels": LabelsReference(path="labels", digest="sha256:1"),
        },
    )
    problems = refusal(*runs, labels(JUDGED, unit="document"))

    assert len(problems) == 6


def test_the_override_of_absent_queries_makes_one_rule_of_two_and_is_a_finding() -> None:
    runs = pair({}, {"absent_queries": AbsentRule.RETURNED_NOTHING})
    made = declared(*runs, absent=AbsentRule.NOT_RUN)

    assert {Side.BASELINE: AbsentRule.NOT_RUN, Side.CANDIDATE: AbsentRule.NOT_RUN} == made.absent
    assert "same" == made.field("absent_queries").status
    assert [{"rule": "not-run", "baseline": "not-run", "candidate": "returned-nothing"}] == [
        finding.params for finding in made.findings
    ]


def digests(baseline: str | None, candidate: str | None) -> tuple[Run, Run]:
    def manifest(digest: str | None) -> dict[str, Any]:
        return {"labels": LabelsReference(path="labels", digest=digest)}

    return pair(manifest(baseline), manifest(candidate))


SNAPSHOT = labels(JUDGED, digest="sha256:1")


@pytest.mark.parametrize(
    ("baseline", "candidate", "status"),
    [
        ("sha256:1", "sha256:1", "same"),
        ("sha256:1", None, "undeclared"),
        (None, None, "undeclared"),
    ],
)
def test_digests_that_agree_or_are_missing_pass(
    baseline: str | None, candidate: str | None, status: str
) -> None:
    row = declared(*digests(baseline, candidate), SNAPSHOT).field("labels")

    assert (status, baseline, candidate, "sha256:1") == (
        row.status,
        row.baseline,
        row.candidate,
        row.labels,
    )


@pytest.mark.parametrize(
    ("baseline", "candidate"),
    [("sha256:2", "sha256:1"), (None, "sha256:2"), ("sha256:2", "sha256:2")],
)
def test_another_digest_is_refused_unless_the_labels_are_named(
    baseline: str | None, candidate: str | None
) -> None:
    runs = digests(baseline, candidate)
    named = check_declarations(*runs, SNAPSHOT, labels_named=True)

    (problem,) = refusal(*runs, SNAPSHOT)
    assert "sha256:2" in problem
    assert "sha256:1" in problem
    assert "--labels" in problem
    assert ["labels-named"] == [finding.code for finding in named.findings]


@pytest.mark.parametrize("declared_digest", ["sha256:1", None])
def test_a_snapshot_that_is_not_what_its_run_declared_is_refused(
    declared_digest: str | None,
) -> None:
    runs = digests("sha256:1", declared_digest)
    own = {Side.BASELINE: "sha256:1", Side.CANDIDATE: "sha256:9"}

    assert len(refusal(*runs, SNAPSHOT, own_digests=own)) == 1


def test_a_snapshot_that_is_what_its_run_declared_passes() -> None:
    own = dict.fromkeys(Side, "sha256:1")

    row = declared(*digests("sha256:1", "sha256:1"), SNAPSHOT, own_digests=own).field("labels")
    assert "same" == row.status


def test_a_unit_that_no_map_turns_into_the_labels_is_refused_always() -> None:
    runs = pair({"unit": "passage"}, {"unit": "document"})
    problems = refusal(*runs, labels(JUDGED, unit="document"), allow=ALLOWED_FIELDS)

    assert [
        "a: stage run ranks units of kind passage, the labels judge units of kind document; "
        "add a unit map from passage to document to labels.json, or score on labels of passage"
    ] == problems


def test_a_unit_map_makes_one_unit_of_two() -> None:
    runs = pair({"unit": "passage"}, {"unit": "document"})
    snapshot = labels(JUDGED, unit="document", unit_maps=[unit_map([("p1", "a")])])
    row = declared(*runs, snapshot).field("unit")

    assert ("same", "document", "document") == (row.status, row.baseline, row.candidate)


def test_units_that_differ_between_the_runs_are_refused_where_the_labels_declare_none() -> None:
    (problem,) = refusal(*pair({"unit": "passage"}, {"unit": "document"}))

    assert "unit differs at stage run: baseline passage, candidate document" in problem


def test_a_stages_own_unit_goes_before_the_runs() -> None:
    of_stage = run(stage(LISTS, unit="document"), unit="passage")

    row = declared(of_stage, of_stage, labels(JUDGED, unit="document")).field("unit")
    assert "same" == row.status


def staged(*names: str, **orders: Order) -> Run:
    return run(
        *(stage(LISTS, name=name, order=orders.get(name, Order.LISTED)) for name in names),
        path="+".join(names),
    )


def test_shared_stages_are_compared_in_the_baselines_order_and_the_others_named() -> None:
    made = declared(staged("pool", "fused", "context"), staged("context", "pool", "draft"))

    assert ("pool", "context") == made.stages
    assert [{"baseline": ["fused"], "candidate": ["draft"]}] == [
        finding.params for finding in made.findings
    ]
    assert "differs" == made.field("stages").status


def test_no_shared_stage_is_refused() -> None:
    (problem,) = refusal(staged("pool"), staged("context"))

    assert "the runs share no stage: baseline pool; candidate context" in problem


def test_only_the_stages_asked_for_are_compared() -> None:
    both = staged("pool", "reranked", "context")

    assert ("pool", "context") == declared(both, both, stages=["context", "pool"]).stages


def test_a_stage_asked_for_that_is_not_shared_is_refused() -> None:
    (problem,) = refusal(staged("pool"), staged("pool", "context"), stages=["context"])

    assert "--stage: context is not a shared stage; shared are pool" == problem


def test_orders_are_shown_by_stage_where_they_differ_and_not_refused_here() -> None:
    row = declared(staged("pool", "context", pool=Order.SCORE), staged("pool", "context")).field(
        "order"
    )

    assert ("differs", "pool: score, context: listed", "listed") == (
        row.status,
        row.baseline,
        row.candidate,
    )
