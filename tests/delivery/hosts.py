"""A small stand-in for the hosts' REST APIs on loopback: comments, pages, tokens, and answers that go wrong."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

TOKEN = "s3cret-token"
GITHUB_LIST = "/repos/owner/repo/issues/7/comments"
GITHUB_ONE = re.compile(r"/repos/owner/repo/issues/comments/(\d+)")
GITLAB_LIST = "/projects/11/merge_requests/5/notes"
GITLAB_ONE = re.compile(r"/projects/11/merge_requests/5/notes/(\d+)")


@dataclass
class Fault:
    """What the next request of a method is answered with; `after` does first what was asked."""

    method: str
    status: int
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b'{"message": "Resource not accessible by integration"}'
    after: bool = False


@dataclass
class FakeHost:
    """`comments` in order of writing, as (id, author, body); `asked` has every request as "METHOD path?query"."""

    url: str
    me: str
    comments: list[tuple[int, str, str]] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)

    def add(self, author: str, body: str, *, count: int = 1) -> None:
        for _ in range(count):
            self.comments.append((len(self.comments) + 100, author, body))

    def by(self, author: str) -> list[str]:
        return [body for _, who, body in self.comments if who == author]

    @property
    def writes(self) -> list[str]:
        return [one.split(" ")[0] for one in self.asked if not one.startswith("GET ")]


@contextmanager
def fake_host(me: str) -> Iterator[FakeHost]:
    """A host that answers while the block runs, on a free port of loopback."""
    host = FakeHost("", me)
    server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(host))
    server.daemon_threads = True
    host.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield host
    finally:
        server.shutdown()
        thread.join(10)
        server.server_close()


def _handler(host: FakeHost) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        timeout = 10

        def do_GET(self) -> None:
            self._handle()

        def do_POST(self) -> None:
            self._handle()

        def do_PATCH(self) -> None:
            self._handle()

        def do_PUT(self) -> None:
            self._handle()

        def do_DELETE(self) -> None:
            self._handle()

        def log_message(self, format: str, *args: object) -> None:
            """Nothing: the test reads `asked`."""

        def _handle(self) -> None:
            host.asked.append(f"{self.command} {self.path}")
            size = int(self.headers.get("Content-Length") or 0)
            content = json.loads(self.rfile.read(size)) if size else {}
            fault = next((one for one in host.faults if one.method == self.command), None)
            if fault is not None:
                host.faults.remove(fault)
                if fault.after:
                    _answer(host, self.command, self.path, content)
                self._send(fault.status, fault.body, fault.headers)
            elif TOKEN not in (
                (self.headers.get("Authorization") or "").removeprefix("Bearer "),
                self.headers.get("PRIVATE-TOKEN"),
            ):
                self._send(401, b'{"message": "Bad credentials"}', {})
            else:
                status, value, headers = _answer(host, self.command, self.path, content)
                self._send(status, b"" if value is None else json.dumps(value).encode(), headers)

        def _send(self, status: int, body: bytes, headers: dict[str, str]) -> None:
            self.send_response(status)
            for name, value in {"Content-Length": str(len(body)), **headers}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

    return Handler


def _answer(
    host: FakeHost, method: str, target: str, content: dict[str, Any]
) -> tuple[int, object, dict[str, str]]:
    parts = urlsplit(target)
    is_github = parts.path.startswith("/repos/")
    if parts.path == "/user":
        return 200, {"username": host.me}, {}
    if parts.path in {GITHUB_LIST, GITLAB_LIST}:
        if method == "POST":
            host.add(host.me, content["body"])
            return 201, _shown(host.comments[-1], is_github=is_github), {}
        return _page(host, parts.query, is_github=is_github)
    found = GITHUB_ONE.fullmatch(parts.path) or GITLAB_ONE.fullmatch(parts.path)
    wanted = {"PATCH", "DELETE"} if is_github else {"PUT", "DELETE"}
    place = next(
        (at for at, one in enumerate(host.comments) if found and one[0] == int(found[1])), None
    )
    if place is None or method not in wanted:
        return 404, {"message": "Not Found"}, {}
    id_, author, _ = host.comments[place]
    if method == "DELETE":
        del host.comments[place]
        return 204, None, {}
    host.comments[place] = (id_, author, content["body"])
    return 200, _shown(host.comments[place], is_github=is_github), {}


def _page(host: FakeHost, query: str, *, is_github: bool) -> tuple[int, object, dict[str, str]]:
    asked = parse_qs(query)
    size, page = min(int(asked["per_page"][0]), 100), int(asked["page"][0])
    shown = host.comments[(page - 1) * size : page * size]
    more = page * size < len(host.comments)
    headers = (
        {
            "Link": f'<{host.url}/x?page={page + 1}>; rel="next", <x>; rel="last"'
            if more
            else '<x>; rel="first"'
        }
        if is_github
        else {"X-Next-Page": str(page + 1) if more else ""}
    )
    return 200, [_shown(one, is_github=is_github) for one in shown], headers


def _shown(comment: tuple[int, str, str], *, is_github: bool) -> dict[str, Any]:
    id_, author, body = comment
    if is_github:
        return {"id": id_, "user": {"login": author} if author else None, "body": body}
    return {"id": id_, "author": {"username": author}, "body": body, "system": author == "system"}
