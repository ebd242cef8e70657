"""A mail as a reader's program opens it, and reports that make mails hard."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage, MIMEPart
from html.parser import HTMLParser
from typing import Any, TypeVar

import msgspec

from reportgen.model.report import Report
from tests.example_reports import staged_report

Part = TypeVar("Part", bound=msgspec.Struct)

_VOID = {"meta", "img", "br"}


def opened(content: bytes) -> EmailMessage:
    """The message as the standard library parses it."""
    message = message_from_bytes(content, policy=policy.SMTP)
    assert isinstance(message, EmailMessage)
    return message


def body(message: EmailMessage, kind: str) -> str:
    """The text of the `html` or `plain` body, with line feeds."""
    found = message.get_body((kind,))
    assert found is not None
    return str(found.get_content()).replace("\r\n", "\n")


def of_type(message: EmailMessage, kind: str) -> list[EmailMessage]:
    return [part for part in message.walk() if part.get_content_type() == kind]


def structure(message: MIMEPart) -> str:
    """`multipart/alternative(text/plain, text/html)`."""
    kind = message.get_content_type()
    if not message.is_multipart():
        return kind
    return f"{kind}({', '.join(structure(part) for part in message.iter_parts())})"


@dataclass
class Html(HTMLParser):
    """Elements with their attributes in order, and all text that is shown, alt texts and the numbers of lists too."""

    page: str
    elements: list[tuple[str, dict[str, str]]] = field(default_factory=list)
    shown: list[str] = field(default_factory=list)
    open: list[str] = field(default_factory=list)
    fact: int = 0

    def __post_init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.feed(self.page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        self.elements.append((tag, found))
        self.shown.append(f" {found.get('alt', '')} " if tag not in {"bdi", "b"} else "")
        if tag == "ol":
            self.fact = int(found["start"])
        elif tag == "li":
            self.shown.append(f"{self.fact}. ")
            self.fact += 1
        if tag not in _VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert tag == self.open.pop()

    def handle_data(self, data: str) -> None:
        self.shown.append(data if "title" not in self.open else "")

    @property
    def text(self) -> str:
        return collapsed("".join(self.shown))


def collapsed(text: str) -> str:
    return " ".join(text.split())


def numbers(text: str) -> set[str]:
    """Every number and fraction in a text."""
    return set(re.findall(r"[+−]?\d+(?:,\d{3})*(?:\.\d+)?(?:/\d+)?", text))


def with_texts(of: Report, text: str) -> Report:
    """The same text, numbered, for every query."""
    texts: list[str | None] = [f"{at} {text}" for at in range(len(of.queries))]
    return changed(of, queries=msgspec.structs.replace(of.queries, text=texts))


def named(of: Report, baseline: str, candidate: str, **more: Any) -> Report:
    """The report under other names of its runs; `more` changes the candidate's declarations."""
    scope = msgspec.structs.replace(
        of.scope,
        baseline=msgspec.structs.replace(of.scope.baseline, name=baseline),
        candidate=msgspec.structs.replace(of.scope.candidate, name=candidate, **more),
    )
    return changed(of, scope=scope)


def changed(of: Part, **fields: Any) -> Part:
    return msgspec.structs.replace(of, **fields)


def with_long_ids(of: Report) -> Report:
    """The same queries under ids of 120 ideographs."""
    ids = [f"{one}{'查' * (120 - len(one))}" for one in of.queries.query_id]
    return changed(of, queries=msgspec.structs.replace(of.queries, query_id=ids))


def many_chinese_queries() -> Report:
    """5,000 queries with texts that fill their rows, three thirds of them moved."""
    return with_texts(staged_report(5_000), "出差途中行李丢失，报销需要哪些凭证？" * 10)
