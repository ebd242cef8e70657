"""The parts of a mail as one message: ASCII on the wire, the same bytes for the same parts."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from email import policy
from email.message import EmailMessage
from typing import Final

from reportgen.rendering.email.addresses import Address
from reportgen.rendering.email.headers import address_header, date_header, text_header
from reportgen.rendering.email.parts import Picture

_WIRE: Final = policy.SMTP.clone(cte_type="7bit", max_line_length=76)
_ENCODINGS: Final = ("quoted-printable", "base64")
_HOST: Final = "reportgen.invalid"
"""No host has this name (RFC 2606), so no machine's name is told."""


@dataclass(frozen=True, slots=True)
class Envelope:
    """`to` is () and `sender` and `created` are None where nobody said; `seed` is what the comparison read."""

    subject: str
    seed: Sequence[str]
    to: tuple[Address, ...] = ()
    sender: Address | None = None
    created: str | None = None


def encoded_size(html: str) -> int:
    """Bytes of an HTML body with its own headers as it stands in the message."""
    return len(_text_part(html, "html").as_bytes())


def build_message(
    envelope: Envelope,
    plain: str,
    html: str,
    pictures: Sequence[Picture],
    attachment: bytes | None,
) -> bytes:
    """The message: alternatives of plain text and HTML, the HTML with its pictures; with `attachment`, report.html,
    both inside multipart/mixed."""
    headers = _headers(envelope)
    digest = _digest(headers, envelope.seed, (plain, html), pictures, attachment)
    message = _text_part(plain, "plain")
    message.make_alternative(boundary=_boundary("alternative", digest))
    body = _text_part(html, "html")
    if pictures:
        body.make_related(boundary=_boundary("related", digest))
        body.set_param("type", "text/html")
        for at, picture in enumerate(pictures, 1):
            body.add_related(
                picture.png,
                "image",
                "png",
                cid=f"<{picture.cid}>",
                filename=f"figure-{at}.png",
                disposition="inline",
            )
    message.attach(body)
    if attachment is not None:
        message.make_mixed(boundary=_boundary("mixed", digest))
        message.add_attachment(
            attachment, "text", "html", filename="report.html", params={"charset": "utf-8"}
        )
    for part in message.walk():
        if part is not message:
            del part["MIME-Version"]
    headers += f"Message-ID: <{digest}@{_HOST}>\r\n"
    return headers.encode("ascii") + message.as_bytes()


def _headers(envelope: Envelope) -> str:
    headers = []
    if envelope.sender is not None:
        headers.append(address_header("From", [envelope.sender]))
    if envelope.to:
        headers.append(address_header("To", envelope.to))
    headers.append(text_header("Subject", envelope.subject))
    headers.append(date_header(envelope.created))
    return "".join(headers)


def _text_part(text: str, subtype: str) -> EmailMessage:
    """The text in the shorter of the two encodings; the standard library would decide by the first ten lines."""
    parts = []
    for encoding in _ENCODINGS:
        part = EmailMessage(_WIRE)
        part.set_content(text, subtype, charset="utf-8", cte=encoding)
        parts.append(part)
    return min(parts, key=lambda part: len(part.as_bytes()))


def _boundary(kind: str, digest: str) -> str:
    """`=_` stands in no part: both encodings write `=` before hexadecimal digits or an end only."""
    return f"=_{kind}_{digest}"


def _digest(
    headers: str,
    seed: Sequence[str],
    bodies: Sequence[str],
    pictures: Sequence[Picture],
    attachment: bytes | None,
) -> str:
    """Of all that the message is made of: mail programs drop a second message of one id, so another text, language or
    recipient is another message."""
    found = hashlib.sha256()
    texts = [headers, *seed, *bodies, *(picture.cid for picture in pictures)]
    for content in [*(text.encode() for text in texts), attachment or b""]:
        found.update(hashlib.sha256(content).digest())
    return found.hexdigest()[:32]
