"""A report as a mail: one message that every mail program reads, and the reader's own tools send."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from reportgen.errors import Problem, Refused
from reportgen.model.report import Report
from reportgen.present.blocks import Code, Line, Link
from reportgen.present.mail import Mail, mail_of
from reportgen.present.options import PresentOptions
from reportgen.rendering.email.addresses import Address, read_addresses
from reportgen.rendering.email.compose import Choice, choices, compose
from reportgen.rendering.email.html import render_html_body
from reportgen.rendering.email.message import Envelope, build_message, encoded_size
from reportgen.rendering.email.parts import Part, Picture
from reportgen.rendering.email.pictures import draw_pictures
from reportgen.rendering.email.plain import render_plain
from reportgen.rendering.links import check_link

HTML_LIMIT: Final = 80_000
"""Bytes of the HTML body as encoded; Gmail cuts a message at about 102 KB."""

_PAGE: Final = "report.html"

__all__ = ["HTML_LIMIT", "check_addresses", "render_email"]


def check_addresses(
    *, to: str | None, sender: str | None
) -> tuple[tuple[Address, ...], Address | None]:
    """Recipients and sender. Raises `Refused` with every address that is none, and for what would begin a header."""
    recipients = [] if to is None else read_addresses("--to", to)
    senders = [] if sender is None else read_addresses("--from", sender, only_one=True)
    problems = [one for one in (*recipients, *senders) if isinstance(one, Problem)]
    if problems:
        raise Refused(problems)
    good = [one for one in recipients if isinstance(one, Address)]
    return tuple(good), next((one for one in senders if isinstance(one, Address)), None)


def render_email(
    report: Report,
    *,
    lang: str = "en",
    options: PresentOptions | None = None,
    to: str | None = None,
    sender: str | None = None,
    link: str | None = None,
    page: bytes | None = None,
) -> bytes:
    """report.eml: the bytes of one message, the same for the same arguments.

    `to` holds addresses separated by commas, `sender` is one; `link` leads to the full report; `page` is report.html,
    attached. Raises `Refused` where a mail or web address is none, and where not even matrix, measures and the first
    findings fit into an HTML body that mail programs show whole.
    """
    check_link(link)
    recipients, from_ = check_addresses(to=to, sender=sender)
    mail = mail_of(report, lang, options=options)
    pictures = draw_pictures(mail)
    where = _report_line(mail, link=link, is_attached=page is not None)
    parts, html = _bodies(mail, pictures, where)
    envelope = Envelope(
        subject=mail.subject,
        seed=[one.sha256 for one in report.provenance.inputs],
        to=recipients,
        sender=from_,
        created=report.scope.candidate.created,
    )
    return build_message(envelope, render_plain(parts), html, list(pictures.values()), page)


def _bodies(
    mail: Mail, pictures: Mapping[str, Picture], where: Line
) -> tuple[tuple[Part, ...], str]:
    """The parts that fit and their HTML: as much as there is room for."""

    def made(choice: Choice) -> tuple[tuple[Part, ...], str]:
        parts = compose(mail, choice, pictures, where)
        return parts, render_html_body(parts, lang=mail.summary.lang, title=mail.subject)

    everything, *fewer = choices()
    parts, html = made(everything)
    if encoded_size(html) <= HTML_LIMIT:
        return parts, html
    # Where not even the least fits, nothing between needs to be tried.
    if (size := encoded_size(made(fewer[-1])[1])) > HTML_LIMIT:
        raise Refused([_too_large(size)])
    return next(found for found in map(made, fewer) if encoded_size(found[1]) <= HTML_LIMIT)


def _report_line(mail: Mail, *, link: str | None, is_attached: bool) -> Line:
    """Where everything is that the mail leaves out."""
    file: Line = (Code(_PAGE),)
    attached = mail.summary.words.line("mail.attached", file=file)
    if link is None:
        return attached if is_attached else file
    return (Link(link, mail.summary.words.line("summary.report")),)


def _too_large(size: int) -> Problem:
    what = (
        f"matrix, measures and findings alone take {size:,} bytes of HTML,"
        f" and mail programs cut off what is beyond {HTML_LIMIT:,}"
    )
    remedy = (
        "show fewer cutoffs or stages, as in: "
        "reportgen render report.json --format email --cutoff 5 --stage NAME"
        " (compare without --format email writes report.json)"
    )
    return Problem("--format email", 0, what, remedy)
