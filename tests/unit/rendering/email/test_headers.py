"""Headers in ASCII that decode to what was written."""

from __future__ import annotations

from email import message_from_bytes, policy
from email.header import decode_header, make_header

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reportgen.errors import Problem
from reportgen.rendering.email.addresses import Address, read_addresses
from reportgen.rendering.email.headers import address_header, encoded_words, text_header

# One line of characters that can be seen, as `make_visible` leaves it.
VISIBLE = st.text(st.characters(exclude_categories=("C", "Zl", "Zp", "Zs"))) | st.sampled_from(
    ["=?utf-8?q?a?=", "→", "混合检索", "👩‍👩‍👧", "a=b", "x" * 300, "检" * 300]
)
LINES = st.lists(VISIBLE.filter(bool), min_size=1, max_size=12).map(" ".join)
MAILBOXES = st.from_regex(r"[a-z0-9!#$%&'*+/=?^_`{|}~-]{1,20}@[a-z]{1,9}\.example", fullmatch=True)


@given(LINES)
def test_a_text_header_decodes_to_its_text_in_two_decoders(text: str) -> None:
    header = text_header("Subject", text).encode("ascii")
    parsed = message_from_bytes(header + b"\r\n", policy=policy.SMTP)
    unfolded = header.decode().removeprefix("Subject: ").replace("\r\n", "")

    assert text == parsed["Subject"]
    assert text == str(make_header(decode_header(unfolded)))
    assert 76 >= max(map(len, header.split(b"\r\n")))


@given(LINES, st.integers(30, 75))
def test_no_encoded_word_is_longer_than_they_may_be_or_ends_within_a_character(
    text: str, first: int
) -> None:
    words = encoded_words(text, first=first)

    assert text == "".join(str(make_header(decode_header(word))) for word in words)
    assert 75 >= max(map(len, words[1:]), default=0)
    assert first >= len(words[0])


NAMES = LINES.map(lambda name: name.replace('"', "").replace("\\", "").strip())


@given(st.lists(st.tuples(st.just("") | NAMES, MAILBOXES), min_size=1, max_size=4))
def test_an_address_header_is_parsed_to_its_addresses(pairs: list[tuple[str, str]]) -> None:
    header = address_header("To", [Address(mailbox, name) for name, mailbox in pairs])
    parsed = message_from_bytes(header.encode("ascii") + b"\r\n", policy=policy.SMTP)["To"]

    assert [mailbox for _, mailbox in pairs] == [one.addr_spec for one in parsed.addresses]
    assert 998 >= max(map(len, header.split("\r\n")))


@given(NAMES.filter(lambda name: len(name.encode()) <= 40), MAILBOXES)
def test_a_name_is_parsed_to_what_was_given(name: str, mailbox: str) -> None:
    header = address_header("From", [Address(mailbox, name)])
    parsed = message_from_bytes(header.encode("ascii") + b"\r\n", policy=policy.SMTP)["From"]

    assert [name] == [one.display_name for one in parsed.addresses]


@given(NAMES.filter(lambda name: len(name.encode()) > 40 and not name.isascii()))
def test_a_long_name_decodes_to_itself(name: str) -> None:
    # The standard library's parser of addresses keeps the space between two encoded words, against RFC 2047.
    header = address_header("From", [Address("a@b.example", name)])
    words = header.removeprefix("From: ").partition("<")[0].replace("\r\n", "").strip()

    assert name == str(make_header(decode_header(words)))


@pytest.mark.parametrize(
    ("given_", "read"),
    [
        ("a@b.example", [("", "a@b.example")]),
        (" a.b+c@x-y.example ", [("", "a.b+c@x-y.example")]),
        ("root@localhost", [("", "root@localhost")]),
        ("<a@b.example>", [("", "a@b.example")]),
        ("Ann B. <a@b.example>", [("Ann B.", "a@b.example")]),
        (
            '"B, Ann" <a@b.example>,张三<c@d.example>',
            [("B, Ann", "a@b.example"), ("张三", "c@d.example")],
        ),
    ],
)
def test_addresses_are_read_with_their_names(given_: str, read: list[tuple[str, str]]) -> None:
    found = read_addresses("--to", given_)

    assert [Address(mailbox, name) for name, mailbox in read] == found


@pytest.mark.parametrize(
    "given_",
    [
        "",
        "a",
        "a@",
        "@b.example",
        "a@b@c.example",
        "a b@c.example",
        "a@b.example c@d.example",
        "a@b.example;c@d.example",
        "a@b.example,",
        "a@b..example",
        "a..b@c.example",
        ".a@b.example",
        "a@-b.example",
        "é@b.example",
        "a@é.example",
        "a@[127.0.0.1]",
        "<a@b.example",
        "team: a@b.example;",
        'Ann "B <a@b.example>',
        "Ann (c) a@b.example",
        f"{'a' * 250}@b.example",
        "a@b.example\r\nBcc: x@y.example",
        "a@b.example\nBcc: x@y.example",
        "Ann\r\n <a@b.example>",
        "a@b.example\x00",
        "a\u202e@b.example",
        "Ann\u2028 <a@b.example>",
    ],
)
def test_what_a_server_could_read_in_another_way_is_refused(given_: str) -> None:
    found = read_addresses("--to", given_)

    assert any(isinstance(one, Problem) for one in found)


def test_a_mail_has_one_sender() -> None:
    (problem,) = read_addresses("--from", "a@b.example, c@d.example", only_one=True)

    assert problem == Problem("--from", 0, "names 2 senders", "name one")
