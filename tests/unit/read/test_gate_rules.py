"""What is refused in the rules of a gate: everything at once, each with its line."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest

from reportgen.errors import Problem, Refused
from reportgen.model.gate import DeltaAtLeast, IntervalLowAtLeast, NeverWorse, WorseAtMost
from reportgen.model.measure import Averaging, Measure, MeasureRow
from reportgen.read import read_gate_rules
from tests.builders import write_text

WHOLE = """\
# What must hold before a merge.
[[rule]]
measure = "recall"
averaging = "macro"
stage = "context"
cutoff = 5
group = "type=multi-hop"          # optional
delta_at_least = -0.02
"""


def problems(tmp_path: Path, text: str) -> tuple[Problem, ...]:
    with pytest.raises(Refused) as refused:
        read_gate_rules(write_text(tmp_path / "rules.toml", text))
    return refused.value.problems


def rule_with(line: str, *, without: str = "delta_at_least") -> str:
    """The whole rule with one line in place of that of a key."""
    kept = [one for one in WHOLE.splitlines() if not one.startswith(without)]
    return "\n".join([*kept, line, ""])


def test_a_rule_is_read_as_it_is_written(tmp_path: Path) -> None:
    (rule,) = read_gate_rules(write_text(tmp_path / "rules.toml", WHOLE))

    assert MeasureRow(Measure.RECALL, Averaging.MACRO) == rule.row
    assert ("context", 5, "type=multi-hop") == (rule.stage, rule.cutoff, rule.group)
    assert DeltaAtLeast(Decimal("-0.02")) == rule.condition
    assert {"measure": 3, "cutoff": 6, "group": 7, "delta_at_least": 8} == {
        key: rule.lines[key] for key in ("measure", "cutoff", "group", "delta_at_least")
    }


@pytest.mark.parametrize(
    ("line", "condition"),
    [
        ("interval_low_at_least = 0", IntervalLowAtLeast(Decimal(0))),
        ("worse_at_most = 3", WorseAtMost(3)),
        ('never_worse = [\n  "q=1", # one\n  "[[rule]]",\n]', NeverWorse(("q=1", "[[rule]]"))),
    ],
)
def test_each_condition_is_read(tmp_path: Path, line: str, condition: object) -> None:
    (rule,) = read_gate_rules(write_text(tmp_path / "rules.toml", rule_with(line)))

    assert condition == rule.condition


def test_everything_wrong_in_all_rules_is_said_at_once_with_its_line(tmp_path: Path) -> None:
    text = """\
[[rule]]
measure = "recal"
averaging = "macro"
stage = "context"
cutof = 5
delta_at_least = -0.02

[[rule]]
measure = "ndcg"
averaging = "pooled"
stage = ""
cutoff = true
never_worse = []

[[rule]]
"""
    found = problems(tmp_path, text)

    assert [
        (1, "the rule has no `cutoff`"),
        (2, '`measure` is "recal"'),
        (5, "unknown key `cutof`"),
        (10, "`ndcg` is averaged as macro only"),
        (11, '`stage` is ""'),
        (12, "`cutoff` is true"),
        (13, "`never_worse` is a list"),
        (15, "the rule has no `averaging`"),
        (15, "the rule has no `cutoff`"),
        (15, "the rule has no `measure`"),
        (15, "the rule has no `stage`"),
        (15, "the rule has no condition"),
    ] == [(one.line, one.what) for one in found]
    assert "write `cutoff`, or remove it" == found[2].remedy
    assert all(one.path == str(tmp_path / "rules.toml") for one in found)


@pytest.mark.parametrize("key", ["measure", "averaging", "stage", "cutoff"])
def test_a_rule_without_one_of_the_four_is_refused(tmp_path: Path, key: str) -> None:
    text = "\n".join(line for line in WHOLE.splitlines() if not line.startswith(key))

    assert [(2, f"the rule has no `{key}`")] == [
        (one.line, one.what) for one in problems(tmp_path, text)
    ]


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("delta_at_least = nan", "`delta_at_least` is NaN"),
        ("delta_at_least = -inf", "`delta_at_least` is -Infinity"),
        ("delta_at_least = 1e99999999999999999999", "`delta_at_least` is Infinity"),
        ("delta_at_least = -2", "`delta_at_least` is -2"),
        ("delta_at_least = 1.0000001", "`delta_at_least` is 1.0000001"),
        ("delta_at_least = 1e-99999999", "`delta_at_least` is 1E-99999999"),
        ("delta_at_least = 0x" + "f" * 9000, "`delta_at_least` is too large"),
        ('delta_at_least = "0"', '`delta_at_least` is "0"'),
        ("delta_at_least = false", "`delta_at_least` is false"),
        ("delta_at_least = 2026-11-01", "`delta_at_least` is 2026-11-01"),
        ("interval_low_at_least = [0]", "`interval_low_at_least` is a list"),
        ("worse_at_most = -1", "`worse_at_most` is -1"),
        ("worse_at_most = 1.0", "`worse_at_most` is 1.0"),
        ("worse_at_most = true", "`worse_at_most` is true"),
        ('never_worse = "q7"', '`never_worse` is "q7"'),
        ('never_worse = ["q7", 7]', "7 is no query id"),
        ('never_worse = ["q7", ""]', '"" is no query id'),
        ('never_worse = ["q7", "q7"]', "`never_worse` names q7 2 times"),
    ],
)
def test_a_condition_that_cannot_be_one_is_refused_at_its_line(
    tmp_path: Path, line: str, what: str
) -> None:
    assert [(8, what)] == [(one.line, one.what) for one in problems(tmp_path, rule_with(line))]


@pytest.mark.parametrize(
    "value", ["0", "-1", "1.0", "true", '"5"', '"al"', "[5]", "0x8" + "0" * 16]
)
def test_what_is_no_cutoff_is_refused(tmp_path: Path, value: str) -> None:
    text = WHOLE.replace("cutoff = 5", f"cutoff = {value}")

    assert [6] == [one.line for one in problems(tmp_path, text)]


@pytest.mark.parametrize("measure", [one for one in Measure if one is not Measure.RECALL])
def test_only_recall_is_pooled(tmp_path: Path, measure: Measure) -> None:
    text = WHOLE.replace('"recall"', f'"{measure}"').replace('"macro"', '"pooled"')

    assert [(4, f"`{measure}` is averaged as macro only")] == [
        (one.line, one.what) for one in problems(tmp_path, text)
    ]


def test_two_conditions_in_one_rule_are_refused(tmp_path: Path) -> None:
    (problem,) = problems(tmp_path, f"{WHOLE}worse_at_most = 2\n")

    assert (2, "the rule has delta_at_least and worse_at_most") == (problem.line, problem.what)


def test_a_group_without_an_equals_sign_is_refused(tmp_path: Path) -> None:
    text = WHOLE.replace("type=multi-hop", "multi-hop")

    assert [7] == [one.line for one in problems(tmp_path, text)]


@pytest.mark.parametrize(
    ("text", "line", "what"),
    [
        ("", 0, "the file is empty (0 bytes)"),
        ("# nothing yet\n", 0, "the file has no rule"),
        ("rule = []\n", 0, "the file has no rule"),
        ("\nrule = 3\n", 2, "`rule` is no list of tables"),
        ('\n\n[rule]\nmeasure = "recall"\n', 3, "`rule` is no list of tables"),
        ("x = [\n" + "[" * 9000, 0, "values are nested too deeply"),
        (f"x = {'9' * 5000}\n", 0, "this is no TOML (an integer has thousands of digits)"),
    ],
    ids=range(7),
)
def test_a_file_without_rules_is_refused(tmp_path: Path, text: str, line: int, what: str) -> None:
    assert [(line, what)] == [(one.line, one.what) for one in problems(tmp_path, text)]


def test_a_wrong_name_of_the_list_names_the_right_one(tmp_path: Path) -> None:
    found = problems(tmp_path, WHOLE.replace("[[rule]]", "[[rules]]"))

    assert [(0, "the file has no rule"), (2, "unknown key `rules`")] == [
        (one.line, one.what) for one in found
    ]
    assert found[1].remedy.startswith("write `rule`")


def test_what_is_no_toml_is_refused_with_its_line(tmp_path: Path) -> None:
    (problem,) = problems(tmp_path, WHOLE.replace("cutoff = 5", "cutoff = five"))

    assert 6 == problem.line
    assert problem.what.startswith("this is no TOML (")


def test_bytes_that_are_no_utf_8_are_refused_with_their_line(tmp_path: Path) -> None:
    path = tmp_path / "rules.toml"
    path.write_bytes(WHOLE.replace("context", "caf\xe9").encode("latin-1"))
    with pytest.raises(Refused) as refused:
        read_gate_rules(path)

    assert [(5, "byte 0xE9 is not UTF-8")] == [
        (one.line, one.what) for one in refused.value.problems
    ]


def test_lines_are_right_beside_strings_that_look_like_rules(tmp_path: Path) -> None:
    text = '''\
[[rule]]
"measure" = "recall" # "averaging" = [
averaging = "macro"
stage = """
[[rule]]
cutoff = 1 """
cutoff = 5
never_worse = ["a", "]", 'b
'''.replace("'b", "'b'").replace("'b'\n", "'b',\n  \"\"]\n")

    assert [(8, '"" is no query id')] == [(one.line, one.what) for one in problems(tmp_path, text)]


def test_rules_in_one_value_are_read_and_their_problems_stand_at_that_value(tmp_path: Path) -> None:
    rule = '{measure = "recall", averaging = "macro", stage = "run", cutoff = 1, worse_at_most = 0}'
    (read,) = read_gate_rules(write_text(tmp_path / "rules.toml", f"\nrule = [{rule}]\n"))
    found = problems(tmp_path, f"\nrule = [{rule.replace('cutoff', 'cut')}]\n")

    assert WorseAtMost(0) == read.condition
    assert {2} == {one.line for one in found}
