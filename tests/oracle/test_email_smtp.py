"""A real mail server takes the message and hands it on unchanged."""

from __future__ import annotations

import smtplib
import socket
from collections.abc import Iterator
from email import message_from_bytes, policy

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from reportgen.rendering.email import render_email
from tests.example_reports import staged_report
from tests.unit.rendering.email.opened import named, structure

LOOPBACK = "127.0.0.1"


class Inbox:
    """What the server was given, byte for byte."""

    def __init__(self) -> None:
        self.envelopes: list[Envelope] = []

    async def handle_DATA(self, _server: SMTP, _session: Session, envelope: Envelope) -> str:  # noqa: N802
        self.envelopes.append(envelope)
        return "250 taken"


@pytest.fixture
def server() -> Iterator[Controller]:
    with socket.socket() as free:
        free.bind((LOOPBACK, 0))
        port = free.getsockname()[1]
    # No SMTPUTF8 and no 8BITMIME: the least that a server may know.
    controller = Controller(
        Inbox(), hostname=LOOPBACK, port=port, enable_SMTPUTF8=False, decode_data=False
    )
    controller.start()
    yield controller
    controller.stop()


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_server_takes_the_message_and_returns_it_unchanged(server: Controller, lang: str) -> None:
    report = named(staged_report(), "混合检索" * 60, ".\r\n.\r\nQUIT")
    content = render_email(
        report,
        lang=lang,
        to="张三 <z@x.example>, b@x.example",
        sender="ci@x.example",
        page=b".\n..\n<p>page</p>",
    )
    with smtplib.SMTP(LOOPBACK, server.port, timeout=10) as client:
        refused = client.sendmail("ci@x.example", ["z@x.example", "b@x.example"], content)
    (envelope,) = server.handler.envelopes

    assert {} == refused
    assert content == envelope.original_content
    assert structure(message_from_bytes(content, policy=policy.SMTP)).startswith(
        "multipart/mixed(multipart/alternative(text/plain, multipart/related("
    )


def test_the_headers_name_the_recipients_for_sendmail(server: Controller) -> None:
    """`sendmail -t < report.eml` reads To; a program of Python does so with send_message."""
    content = render_email(
        staged_report(), to='"B, C" <b@x.example>, 张三 <z@x.example>', sender="ci@x.example"
    )
    with smtplib.SMTP(LOOPBACK, server.port, timeout=10) as client:
        client.send_message(message_from_bytes(content, policy=policy.SMTP))
    (envelope,) = server.handler.envelopes

    assert "ci@x.example" == envelope.mail_from
    assert ["b@x.example", "z@x.example"] == envelope.rcpt_tos
