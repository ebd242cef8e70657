"""The message as an object: its parts, its bytes, its headers."""

from __future__ import annotations

import re
from email.message import EmailMessage
from itertools import combinations
from typing import Any

import pytest

from reportgen.errors import Refused
from reportgen.model.report import Report
from reportgen.present.options import PresentOptions
from reportgen.rendering.email import render_email
from tests.example_reports import teaching_report
from tests.unit.rendering.email.opened import body, named, of_type, opened, structure

PAGE = '<!doctype html>\n<title>页面</title>\r\n<p>"\x00 = é\n'.encode()


def test_text_html_and_pictures_stand_in_the_parts_that_mail_programs_expect(
    mail: EmailMessage,
) -> None:
    related = "multipart/related(text/html, image/png, image/png)"

    assert f"multipart/alternative(text/plain, {related})" == structure(mail)
    assert "text/html" == of_type(mail, "multipart/related")[0].get_param("type")


def test_the_page_is_attached_as_it_is_where_it_is_asked_for(staged: Report) -> None:
    message = opened(render_email(staged, page=PAGE))
    attached = list(message.iter_attachments())

    assert structure(message).startswith("multipart/mixed(multipart/alternative(text/plain, ")
    assert ["report.html"] == [part.get_filename() for part in attached]
    assert PAGE == attached[0].get_payload(decode=True)
    assert "utf-8" == attached[0].get_content_charset()


def test_without_figures_there_is_no_part_for_pictures(staged: Report) -> None:
    message = opened(render_email(staged, options=PresentOptions(figures=False)))

    assert "multipart/alternative(text/plain, text/html)" == structure(message)
    assert "<img" not in body(message, "html")


def test_one_stage_and_one_cutoff_are_a_mail_too() -> None:
    message = opened(render_email(teaching_report()))

    assert "multipart/related(text/html, image/png)" in structure(message)
    assert "4/9" in body(message, "plain")


@pytest.mark.parametrize(
    "name", ["bm25", "混合检索", "é" * 300, "x" * 300, "\u202e=?utf-8?q?a?=\x07"]
)
def test_the_wire_sees_ascii_in_lines_that_every_server_takes(staged: Report, name: str) -> None:
    content = render_email(
        named(staged, name, "候选"), lang="zh", to="张三 <z@x.example>", page=PAGE
    )
    lines = content.split(b"\r\n")

    assert content.isascii()
    assert 78 >= max(map(len, lines))
    assert b"\n" not in b"".join(lines)
    assert b"\r" not in b"".join(lines)
    assert not opened(content).defects


def test_boundaries_stand_in_no_part(staged: Report) -> None:
    message = opened(render_email(staged, page=PAGE))
    boundaries = [part.get_boundary() for part in message.walk() if part.is_multipart()]
    leaves = [part.as_bytes() for part in message.walk() if not part.is_multipart()]

    assert 3 == len(set(boundaries))
    assert not any(str(one).encode() in leaf for one in boundaries for leaf in leaves)
    assert not any(str(a).startswith(str(b)) for a, b in combinations(boundaries, 2))


def test_every_picture_is_shown_where_the_html_names_it(mail: EmailMessage) -> None:
    named_there = re.findall(r'src="cid:([^"]+)"', body(mail, "html"))
    attached = [part["Content-ID"].strip("<>") for part in of_type(mail, "image/png")]

    assert named_there == attached
    assert 2 == len(set(attached))


def test_the_same_report_is_the_same_message(staged: Report, lang: str) -> None:
    first, again = (render_email(staged, lang=lang, page=PAGE) for _ in range(2))

    assert first == again


def test_another_text_recipient_or_attachment_is_another_message(staged: Report) -> None:
    bare = PresentOptions(figures=False)
    given: list[dict[str, Any]] = [
        {"options": PresentOptions()},
        {"options": bare},
        {"options": PresentOptions(figures=False, query_text=False)},
        {"options": bare, "lang": "zh"},
        {"options": bare, "to": "a@b.example"},
        {"options": bare, "sender": "a@b.example"},
        {"options": bare, "link": "https://a.example"},
        {"options": bare, "page": b"1"},
        {"options": bare, "page": b"2"},
    ]
    ids = {opened(render_email(staged, **one))["Message-ID"] for one in given}

    assert len(given) == len(ids)


def test_nothing_of_the_machine_is_told(staged: Report) -> None:
    message = opened(render_email(staged))

    assert {"Subject", "Message-ID", "MIME-Version", "Content-Type"} == set(message.keys())
    assert re.fullmatch(r"<[0-9a-f]{32}@reportgen\.invalid>", message["Message-ID"])


@pytest.mark.parametrize(
    ("created", "date"),
    [
        ("2026-11-01T12:00:00Z", "Sun, 01 Nov 2026 12:00:00 +0000"),
        ("2026-11-01t12:00:00.25z", "Sun, 01 Nov 2026 12:00:00 +0000"),
        ("2026-11-01 12:00:00+08:00", "Sun, 01 Nov 2026 12:00:00 +0800"),
        ("2016-12-31T23:59:60Z", "Sat, 31 Dec 2016 23:59:59 +0000"),
        ("1889-01-01T00:00:00Z", None),
        (None, None),
    ],
)
def test_the_date_is_the_candidates(staged: Report, created: str | None, date: str | None) -> None:
    report = named(staged, "a", "b", created=created)
    message = opened(render_email(report, options=PresentOptions(figures=False)))

    assert date == message["Date"]


def test_recipients_and_sender_stand_where_they_are_asked_for(staged: Report) -> None:
    message = opened(
        render_email(staged, to='张 三 <z@x.example>, "B, C" <b@x.example>', sender="ci@x.example")
    )

    assert [("张 三", "z@x.example"), ("B, C", "b@x.example")] == [
        (one.display_name, one.addr_spec) for one in message["To"].addresses
    ]
    assert "ci@x.example" == message["From"]


def test_all_addresses_that_are_none_are_refused_at_once(staged: Report) -> None:
    with pytest.raises(Refused) as refused:
        render_email(staged, to="a@b.example, c", sender="x\r\nBcc: y@z.example")

    assert ["--from", "--to"] == [one.path for one in refused.value.problems]


@pytest.mark.parametrize("link", ["javascript:alert(1)", "report.html", "https://a b", "ftp://a"])
def test_a_link_that_no_reader_could_follow_is_refused(staged: Report, link: str) -> None:
    with pytest.raises(Refused, match="--link"):
        render_email(staged, link=link)
