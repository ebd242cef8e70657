"""Text that a reader of Markdown shows as it is: no mention, link, formula, picture or element arises from it.

Escapes end where Markdown ends: a host that looks for `@name`, `#12`, a commit hash, `:emoji:` or an address looks at
the text after parsing, where the backslash is gone. Code spans are the one place that every host leaves alone, so what
comes from data stands in one unless nothing in it could be taken for anything.
"""

from __future__ import annotations

import html
import re
from typing import Final
from urllib.parse import quote

from reportgen.present.visible import make_visible
from reportgen.rendering.markdown.syntax import Place, Syntax

# Letters and digits of any script, and between them a blank, `-` (one: two become a dash on some sites), a slash, a dot
# that no address has, a comma, a colon before a blank (no emoji), brackets around words.
_TAME: Final = re.compile(
    r"[^\W_](?:[^\W_]|[ /-](?=[^\W_])|\.(?=\d)|[,:](?= [^\W_])| (?=\([^\W_])|\((?=[^\W_])|\)(?=[ ,:]|$))*"
)
# What hosts link in plain letters and digits: commit hashes, GH-12, keys of trackers, www.
_LINKED: Final = re.compile(
    r"(?<![0-9A-Za-z])(?:[0-9a-fA-F]{7,}(?![0-9A-Za-z])|[gG][hH]-\d|[A-Z][A-Z0-9]*-\d)|[wW]{3}\."
)
_BREAKS: Final = re.compile(r"[\t\n\r]+")
_TICKS: Final = re.compile("`+")
_PIPES: Final = re.compile(r"( *(?:\| *)+)")
# What makes a line that begins with it something else than a paragraph.
_START: Final = re.compile(
    r"(?P<number>\d{1,9})(?=[.)](?:\s|$))|(?=#{1,6}(?:\s|$)|[-+*](?:\s|$)|>|[-=_*](?:\s*[-=_*])+\s*$|=+\s*$"
    r"|[:~]{3}|[!?]{3}|\+{3}|%|: |\([^)]*\)=)"
)


def one_line(text: str) -> str:
    """The text with unseen characters shown and every line break a blank."""
    return _BREAKS.sub(" ", make_visible(text))


def words(text: str, syntax: Syntax, place: Place) -> str:
    """Words of ours, or numbers: shown as they are. They hold nothing that a host links."""
    shown = one_line(text)
    if place is Place.HTML:
        return html.escape(shown, quote=False)
    return "".join(
        _referenced(character, shown[at + 1 : at + 2], syntax)
        if character in syntax.referenced
        else character
        for at, character in enumerate(shown)
    )


def data(text: str, syntax: Syntax, place: Place) -> str:
    """A name from the data: plain where it is letters, digits and little else, in a code span otherwise."""
    if _TAME.fullmatch(text) and not _LINKED.search(text):
        return text
    return code(text, syntax, place)


def code(text: str, syntax: Syntax, place: Place) -> str:
    """The text in a code span; where a table's span cannot hold a pipe, the pipe stands between two spans."""
    shown = one_line(text)
    if not shown:
        return ""
    if place is Place.HTML:
        return f"<code>{html.escape(shown, quote=False)}</code>"
    if place is not Place.CELL or "|" not in shown:
        return _span(shown)
    # `\\|` is one character for some tables; for others its backslash is escaped and the pipe ends the cell.
    if syntax.pipe_in_code and r"\|" not in shown:
        return _span(shown.replace("|", r"\|"))
    return "".join(
        words(part, syntax, place) if at % 2 else _span(part)
        for at, part in enumerate(_PIPES.split(shown))
        if part
    )


def line_start(line: str) -> str:
    """A line that a paragraph or list item begins with, with whatever would make it a heading, list, rule or
    comment written as a character reference."""
    found = _START.match(line)
    if not found:
        return line
    at = found.end()
    return f"{line[:at]}&#{ord(line[at])};{line[at + 1 :]}"


def destination(url: str) -> str:
    """An address as the target of a link, with whatever could end the target percent-encoded."""
    return quote(url, safe="/:?#@!$&'*+,;=%-._~")


def _span(text: str) -> str:
    fence = "`" * (max((len(run) for run in _TICKS.findall(text)), default=0) + 1)
    blank = " " if text[0] in "` " or text[-1] in "` " else ""
    return f"{fence}{blank}{text}{blank}{fence}"


def _referenced(character: str, following: str, syntax: Syntax) -> str:
    if character == ":" and not following.isalpha():
        return character
    if syntax.entities:
        return f"&#{ord(character)};"
    if character in "<&":
        return character if _is_harmless(character, following) else html.escape(character)
    return "\\" + character


def _is_harmless(character: str, following: str) -> bool:
    """Neither a tag nor a character reference begins here."""
    begins = following.isalpha() or following in tuple("/!?" if character == "<" else "#")
    return not begins
