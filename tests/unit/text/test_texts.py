"""Both languages say the same things, and nothing that a report must not say."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

import reportgen
from reportgen.model.catalogue import FINDINGS, MESSAGES, NOTES, Entry, Kind
from reportgen.text import LANGUAGES, load_texts
from reportgen.text.template import Choice, names, tags, walk

PACKAGE = Path(reportgen.__file__).parent
ENTRIES = [("finding", entry) for entry in FINDINGS] + [("message", entry) for entry in MESSAGES]
# The rows stand in a table, not in the sentence; the fixed sentence gives the share that n makes.
UNSAID = {"absent-as-zero": {"rows"}, "no-change": {"n"}}


def test_both_languages_have_the_same_keys_in_the_same_order() -> None:
    english, chinese = (list(load_texts(lang)) for lang in LANGUAGES)

    assert english == chinese


def test_both_languages_use_the_same_placeholders_and_spans() -> None:
    english, chinese = (load_texts(lang) for lang in LANGUAGES)
    differing = [
        key
        for key in english
        if names(english.template(key)) != names(chinese.template(key))
        or tags(english.template(key)) != tags(chinese.template(key))
    ]

    assert differing == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_plural_has_the_forms_that_its_language_needs(lang: str) -> None:
    texts = load_texts(lang)
    forms = {texts.plural(number) for number in (0, 1, 2, 5, 21, 101)}
    plurals = [
        piece
        for key in texts
        for piece in walk(texts.template(key))
        if isinstance(piece, Choice) and {"one", "other"} & set(piece.options)
    ]

    assert [one for one in plurals if not forms <= set(one.options)] == []


def test_english_says_one_query_and_two_queries() -> None:
    texts = load_texts("en")

    assert [texts.plural(number) for number in (0, 1, 2, 21)] == ["other", "one", "other", "other"]
    assert load_texts("zh").plural(1) == "other"


def test_a_language_that_is_not_there_is_refused() -> None:
    with pytest.raises(KeyError):
        load_texts("fr")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("group", "entry"), ENTRIES, ids=lambda it: getattr(it, "code", it))
def test_every_code_has_a_sentence_with_exactly_its_parameters(
    group: str, entry: Entry, lang: str
) -> None:
    texts = load_texts(lang)
    key = f"{group}.{entry.code}"
    rows = {name for name, param in entry.params.items() if param.kind is Kind.ROWS}
    # A sentence may have a form of its own for one word, e.g. Monte Carlo with its seed.
    forms = [one for one in (key, f"{key}.monte-carlo") if one in texts]
    used = frozenset[str]().union(*(names(texts.template(one)) for one in forms))
    expected = set(entry.params) - UNSAID.get(entry.code, set())

    assert used == expected
    for name in rows:
        if name not in UNSAID.get(entry.code, set()):
            assert names(texts.template(f"{key}.{name}")) <= set(entry.params[name].row)
    if f"{key}.next" in texts:
        assert names(texts.template(f"{key}.next")) <= set(entry.params)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_note_has_a_sentence_without_parameters(lang: str) -> None:
    texts = load_texts(lang)
    used = {code: names(texts.template(f"note.{code}")) for code in NOTES}

    assert used == dict.fromkeys(NOTES, frozenset())


FORBIDDEN = {
    "en": [
        r"\bsignifican",
        r"better overall",
        r"no difference",
        r"\bequivalent",
        r"\bwin(s|ner|ning)?\b",
        r"\blos(er|ing)\b",
        r"\bbeats?\b",
        r"\boutperform",
        r"\bimprovement",
        r"\bregression",
        r"\bverdict:",
        r"\bpass(es|ed)?\b",
        r"\bfail(s|ed)?\b",
        r"\bscore: ",
        r"\bgrade of the",
        r"[+−-]?\d+ ?% (better|worse|higher|lower|more|less)",
        r"large enough|reliable",
    ],
    "zh": [
        "显著",
        "总体更好",
        "没有差异",
        "无差异",
        "等价",
        "等效",
        "胜出",
        "优胜",
        "赢",
        "落败",
        "退步",
        "提升了",
        "可靠",
    ],
}


@pytest.mark.parametrize(
    ("lang", "pattern"), [(lang, one) for lang, found in FORBIDDEN.items() for one in found]
)
def test_no_text_gives_a_verdict(lang: str, pattern: str) -> None:
    texts = load_texts(lang)
    found = [key for key in texts if re.search(pattern, texts.source(key), re.IGNORECASE)]

    assert found == []


BARE = {"total", "average", "hit rate", "accuracy", "mean", "score"}
BARE_CHINESE = {"总计", "平均", "命中率", "准确率", "均值", "得分", "总分"}
LABELS = re.compile(r"^(measure|column|basis|groups|results|lost|split|lists)\.")


def test_no_row_or_column_is_labelled_by_a_bare_word() -> None:
    labels = [
        load_texts(lang).source(key).lower()
        for lang in LANGUAGES
        for key in load_texts(lang)
        if LABELS.match(key)
    ]

    assert set(labels) & (BARE | BARE_CHINESE) == set()


FIXED = tomllib.loads((Path(__file__).parent / "fixed_sentences.toml").read_text("utf-8"))


def _pattern(source: str) -> str:
    """An English text with plural and `queries` chosen and its placeholders emptied."""
    chosen = re.sub(r"\{[a-z_]+\|[^}]*?(?:other|queries):([^|}]*)[^}]*\}", r"\1", source)
    return re.sub(
        r"\{[a-z_]+\}", "{}", re.sub(r"</?[a-z]+>", "", chosen).replace("{counted}", "queries")
    )


@pytest.mark.parametrize("key", list(FIXED))
def test_a_fixed_sentence_stands_word_for_word(key: str) -> None:
    assert FIXED[key] == _pattern(load_texts("en").source(key))


def _sources() -> Iterator[str]:
    for path in sorted(PACKAGE.rglob("*.py")):
        yield path.read_text("utf-8")


def test_no_text_is_left_that_nothing_shows() -> None:
    code = "\n".join(_sources())
    unused = [key for key in load_texts("en") if not _is_used(key, code)]

    assert unused == []


def _is_used(key: str, code: str) -> bool:
    """The key stands in the code, or the beginning of it does, before a part that is filled in."""
    # A renderer's own controls are handed over as a whole.
    if f'"{key}"' in code or key.startswith("control."):
        return True
    parts = key.split(".")
    beginnings = [".".join(parts[:at]) + "." for at in range(1, len(parts))]
    endings = ["." + ".".join(parts[at:]) for at in range(1, len(parts))]
    return any(f'f"{one}{{' in code for one in beginnings) or any(
        f'}}{one}"' in code for one in endings
    )


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_file_holds_texts_and_comments_only(lang: str) -> None:
    content = tomllib.loads((PACKAGE / "text" / f"{lang}.toml").read_text("utf-8"))

    assert {type(value) for value in content.values()} == {str}
