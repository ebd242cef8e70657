"""What both pipelines of the handbook example are built from: passages, terms, scorers, ranked lists."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import bm25s  # type: ignore[import-untyped]
import numpy as np
from numpy.typing import NDArray
from sklearn.decomposition import TruncatedSVD  # type: ignore[import-untyped]
from sklearn.feature_extraction.text import TfidfVectorizer  # type: ignore[import-untyped]

# Words that stand in nearly every passage; without them "what happens to it" matches everything.
STOP_WORDS = frozenset(
    re.findall(
        r"\w+",
        "a an and are as at be been by can do does for from had has have how i if in is it its may me my no not "
        "of on or so that the their them then there they this to us was we what when where which who will with "
        "you your",
    )
)

Scores = NDArray[np.float64]
Ranking = list[tuple[str, float]]
Scorer = Callable[[str], Scores]


@dataclass(frozen=True, slots=True)
class Passage:
    unit_id: str
    document_id: str
    headings: str
    text: str

    @property
    def everything(self) -> str:
        return f"{self.headings}\n{self.text}"


def read_corpus(folder: Path) -> list[Passage]:
    """The passages in the order of the files: `# id: title` opens a document, `## heading` a passage."""
    passages = []
    for path in sorted(folder.glob("*/*.md")):
        for document in re.split(r"^# ", path.read_text("utf-8"), flags=re.MULTILINE)[1:]:
            first, *sections = re.split(r"^## ", document, flags=re.MULTILINE)
            document_id, title = first.strip().split(": ", 1)
            for number, section in enumerate(sections, start=1):
                heading, text = section.split("\n", 1)
                passages.append(
                    Passage(
                        f"{document_id}#{number}", document_id, f"{title} · {heading}", text.strip()
                    )
                )
    return passages


def terms(text: str) -> list[str]:
    """Lower-case words without a plural s; Chinese, written without blanks, as pairs of characters."""
    found: list[str] = []
    for word, chinese in re.findall(r"([a-z0-9]+)|([\u4e00-\u9fff]+)", text.lower()):
        if word in STOP_WORDS:
            continue
        if len(word) > 3 and word.endswith("s") and not word.endswith("ss"):
            found.append(word.removesuffix("s"))
        elif word or len(chinese) == 1:
            found.append(word or chinese)
        else:
            found.extend(chinese[i : i + 2] for i in range(len(chinese) - 1))
    return found


def length(text: str) -> int:
    """Words, and Chinese characters one by one: about what a language model counts."""
    return len(re.findall(r"[\u4e00-\u9fff]|[^\W\u4e00-\u9fff]+", text))


def bm25(texts: Sequence[str]) -> Scorer:
    """Scores of every text for a query, by BM25."""
    # In float32 the sixth decimal of a score would hang on the order of summation.
    index = bm25s.BM25(method="lucene", k1=1.5, b=0.75, dtype="float64")
    index.index([terms(text) for text in texts], show_progress=False)

    def scores(query: str) -> Scores:
        return np.asarray(index.get_scores(terms(query)), dtype=np.float64)

    return scores


def latent_semantics(texts: Sequence[str], dimensions: int = 80) -> Scorer:
    """Cosines of every text with a query in the space of the largest singular values."""
    weights = TfidfVectorizer(analyzer=terms, sublinear_tf=True)
    # ARPACK converges to machine precision; the randomized solver's sixth decimal depends on the library.
    space = TruncatedSVD(dimensions, algorithm="arpack", random_state=0)
    vectors = _unit_length(space.fit_transform(weights.fit_transform(texts)))

    def scores(query: str) -> Scores:
        return vectors @ _unit_length(space.transform(weights.transform([query])))[0]

    return scores


def character_grams(texts: Sequence[str]) -> Scorer:
    """Cosines of every text with a query over short runs of characters, within words."""
    weights = TfidfVectorizer(analyzer="char_wb", ngram_range=(2, 5), sublinear_tf=True)
    vectors = weights.fit_transform(texts)

    def scores(query: str) -> Scores:
        return np.asarray((vectors @ weights.transform([query]).T).todense()).ravel()

    return scores


def _unit_length(rows: Scores) -> Scores:
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    return rows / np.where(lengths > 0, lengths, 1)


def best(scored: Iterable[tuple[str, float]], limit: int) -> Ranking:
    """The highest positive scores, rounded, descending; ties by id descending, as trec_eval breaks them."""
    rounded = [(unit_id, round(float(score), 6)) for unit_id, score in scored]
    positive = [(unit_id, score) for unit_id, score in rounded if score > 0]
    return sorted(positive, key=lambda pair: (pair[1], pair[0].encode()), reverse=True)[:limit]


def fuse(rankings: Iterable[Ranking], constant: int = 60) -> dict[str, float]:
    """Reciprocal rank fusion: the sum of 1 / (constant + rank)."""
    fused: dict[str, float] = {}
    for ranking in rankings:
        for rank, (unit_id, _) in enumerate(ranking, start=1):
            fused[unit_id] = fused.get(unit_id, 0.0) + 1 / (constant + rank)
    return fused
