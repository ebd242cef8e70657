"""Rules against a report: which of them hold. Nothing is computed anew, and no rule combines measures."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction

from reportgen.comparison.gate_queries import named_queries
from reportgen.errors import Problems
from reportgen.model.gate import (
    ComparedQuery,
    DeltaAtLeast,
    GateOutcome,
    IntervalLowAtLeast,
    NamedQuery,
    NeverWorse,
    Rule,
    RuleOutcome,
    WorseAtMost,
)
from reportgen.model.report import Aggregate, Group, Report

_NONE = "(none)"
_LISTED = 20


def check_gate(report: Report, rules: Sequence[Rule]) -> GateOutcome:
    """What became of every rule. A value that is undefined, an interval that is missing and a query that is not scored
    make a rule not hold.

    Raises `Refused`, with everything, for rules about a stage, cutoff, group, measure or query that the report does not
    have, and for rules that report.json cannot decide.
    """
    problems = Problems()
    outcomes = [_outcome(report, rule, problems) for rule in rules]
    problems.refuse_if_any()
    return GateOutcome(tuple(outcome for outcome in outcomes if outcome is not None))


def _outcome(report: Report, rule: Rule, problems: Problems) -> RuleOutcome | None:
    before = len(problems)
    _check_cell(report, rule, problems)
    group = None if rule.group is None else _group(report, rule.group, rule, problems)
    if len(problems) > before:
        return None
    aggregate = _aggregate(report, group, rule, problems)
    queries = named_queries(report, rule, group, aggregate, problems)
    if aggregate is None or len(problems) > before:
        return None
    return RuleOutcome(rule, group, aggregate, queries, _holds(rule, aggregate, queries))


def _check_cell(report: Report, rule: Rule, problems: Problems) -> None:
    scope = report.scope
    if rule.stage not in scope.stages:
        there = f"choose among {', '.join(scope.stages)}"
        problems.extend([rule.problem("stage", f"the report has no stage {rule.stage}", there)])
    if rule.cutoff not in scope.cutoffs:
        there = f"choose among {', '.join(map(str, scope.cutoffs))}"
        problems.extend([rule.problem("cutoff", f"the report has no cutoff {rule.cutoff}", there)])


def _group(report: Report, written: str, rule: Rule, problems: Problems) -> Group | None:
    """The group that `facet=value` names; names and values may hold `=` themselves."""
    parts = [at for at, character in enumerate(written) if character == "="]
    wanted = {
        (written[:at], value)
        for at in parts
        for value in (
            [written[at + 1 :], None] if written[at + 1 :] == _NONE else [written[at + 1 :]]
        )
    }
    found = [group for group in report.groups if (group.facet, group.value) in wanted]
    if len(found) == 1:
        return found[0]
    if found:
        what = f"{written} names several groups of the report"
        remedy = "rename one of them in the labels"
    else:
        what, remedy = f"the report has no group {written}", _groups_there(report, written)
    problems.extend([rule.problem("group", what, remedy)])
    return None


def _groups_there(report: Report, written: str) -> str:
    facets = [facet.name for facet in report.facets]
    facet = next((one for one in facets if written.startswith(f"{one}=")), None)
    if facet is None:
        return f"the facets there are: {', '.join(facets) if facets else 'none'}"
    values = [
        _NONE if group.value is None else group.value
        for group in report.groups
        if group.facet == facet
    ]
    more = f" and {len(values) - _LISTED} more" if len(values) > _LISTED else ""
    return f"the values of {facet} there are: {', '.join(values[:_LISTED])}{more}"


def _aggregate(
    report: Report, group: Group | None, rule: Rule, problems: Problems
) -> Aggregate | None:
    wanted = (rule.row.measure, rule.row.averaging, rule.stage, rule.cutoff)
    rows = report.aggregates if group is None else group.aggregates
    for row in rows:
        if (row.measure, row.averaging, row.stage, row.cutoff) == wanted:
            return row
    if group is not None and group.hits:
        what = (
            f"{rule.group} has {group.n} scored queries in a facet of more than 30 values: the report gives their hits"
            " and no measures"
        )
        remedy = "write a rule for a group of at least 6 scored queries, or for all queries"
        problems.extend([rule.problem("group", what, remedy)])
    else:
        what = f"the report has no {rule.row.measure}"
        if rule.row.measure.needs_evidence:
            what += ": no query of the labels declares evidence"
        problems.extend([rule.problem("measure", what, "choose another measure")])
    return None


def _holds(rule: Rule, aggregate: Aggregate, queries: Sequence[NamedQuery]) -> bool:
    if aggregate.delta is None:
        return False
    match rule.condition:
        case DeltaAtLeast(bound):
            return _reaches(aggregate.delta, aggregate.delta_exact, bound)
        case IntervalLowAtLeast(bound):
            return aggregate.interval is not None and _reaches(aggregate.interval[0], None, bound)
        case WorseAtMost(count):
            return aggregate.worse <= count
        case NeverWorse():
            return all(isinstance(one, ComparedQuery) and one.sign >= 0 for one in queries)


def _reaches(value: float, exact: str | None, bound: Decimal) -> bool:
    """Whether a value is at least the bound, compared as fractions. A bound written as report.json shows the value is
    that value: -0.3333333333333333 is a little more than -1/3, and is meant as it."""
    number = Fraction(value) if exact is None else Fraction(exact)
    return number >= Fraction(bound) or Decimal(repr(value)) == bound
