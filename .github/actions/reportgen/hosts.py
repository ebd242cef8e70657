"""Comments on a pull request or merge request, through the hosts' REST APIs and the standard library alone."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from http.client import HTTPException
from typing import Any, Protocol
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlencode
from urllib.request import HTTPRedirectHandler, Request, build_opener

_SECONDS = 30
_PAGE = 100
_MOST_PAGES = 100


class Failed(Exception):
    """The host did not do what was asked of it; the message says what was asked, what it answered, what to do."""


class Unavailable(Failed):
    """The same, where asking again may help."""


@dataclass(frozen=True, slots=True)
class Comment:
    """`id` rises with the time of writing."""

    id: int
    author: str
    body: str


class Host(Protocol):
    @property
    def author(self) -> str:
        """Who writes with this token."""
        ...

    def comments(self) -> Iterator[Comment]:
        """Every comment, whoever wrote it."""
        ...

    def create(self, body: str) -> Comment: ...

    def update(self, comment: Comment, body: str) -> None: ...

    def delete(self, comment: Comment) -> None: ...


class GitHub:
    """Comments of a pull request. The job's own token cannot be asked whose it is: `author` is told."""

    def __init__(self, api: str, repository: str, number: int, token: str, author: str) -> None:
        headers = {
            "Accept": "application/vnd.github+json",
            "Authorization": f"Bearer {token}",
            "X-GitHub-Api-Version": "2022-11-28",
        }
        self._api = _Api(api, headers, "give the job `permissions: pull-requests: write`")
        self._repository = f"/repos/{quote(repository)}/issues"
        self._comments = f"{self._repository}/{number}/comments"
        self.author = author

    def comments(self) -> Iterator[Comment]:
        for page in range(1, _MOST_PAGES + 1):
            found, headers = self._api.call(
                "GET", self._comments, {"per_page": _PAGE, "page": page}
            )
            yield from map(_github_comment, found)
            if 'rel="next"' not in headers.get("link", ""):
                return
        raise Failed(f"the pull request has more than {_PAGE * _MOST_PAGES} comments")

    def create(self, body: str) -> Comment:
        return _github_comment(self._api.call("POST", self._comments, body={"body": body})[0])

    def update(self, comment: Comment, body: str) -> None:
        self._api.call("PATCH", f"{self._repository}/comments/{comment.id}", body={"body": body})

    def delete(self, comment: Comment) -> None:
        self._api.call("DELETE", f"{self._repository}/comments/{comment.id}")


class GitLab:
    """Notes of a merge request."""

    def __init__(self, api: str, project: str, number: int, token: str) -> None:
        remedy = "REPORTGEN_TOKEN has to be a project access token with the scope `api`"
        self._api = _Api(api, {"PRIVATE-TOKEN": token}, remedy)
        self._notes = f"/projects/{quote(project, safe='')}/merge_requests/{number}/notes"
        self.author = str(self._api.call("GET", "/user")[0]["username"])

    def comments(self) -> Iterator[Comment]:
        order: dict[str, str | int] = {"per_page": _PAGE, "sort": "asc", "order_by": "created_at"}
        for page in range(1, _MOST_PAGES + 1):
            found, headers = self._api.call("GET", self._notes, {**order, "page": page})
            yield from (_gitlab_note(note) for note in found if not note.get("system"))
            if not headers.get("x-next-page"):
                return
        raise Failed(f"the merge request has more than {_PAGE * _MOST_PAGES} notes")

    def create(self, body: str) -> Comment:
        return _gitlab_note(self._api.call("POST", self._notes, body={"body": body})[0])

    def update(self, comment: Comment, body: str) -> None:
        self._api.call("PUT", f"{self._notes}/{comment.id}", body={"body": body})

    def delete(self, comment: Comment) -> None:
        self._api.call("DELETE", f"{self._notes}/{comment.id}")


def _github_comment(value: Mapping[str, Any]) -> Comment:
    # Whose account was deleted has no user.
    return Comment(value["id"], (value.get("user") or {}).get("login", ""), value.get("body") or "")


def _gitlab_note(value: Mapping[str, Any]) -> Comment:
    return Comment(
        value["id"], (value.get("author") or {}).get("username", ""), value.get("body") or ""
    )


class _NoRedirect(HTTPRedirectHandler):
    """A redirect would carry the token to wherever it leads, and turn a POST into a GET."""

    def redirect_request(self, *_args: object) -> None:
        return None


class _Api:
    def __init__(self, base: str, headers: Mapping[str, str], remedy: str) -> None:
        self._base = base.rstrip("/")
        self._headers = {"User-Agent": "reportgen", **headers}
        self._remedy = remedy
        self._opener = build_opener(_NoRedirect)

    def call(
        self,
        method: str,
        path: str,
        query: Mapping[str, str | int] | None = None,
        body: Mapping[str, str] | None = None,
    ) -> tuple[Any, dict[str, str]]:
        """The decoded answer (None where it is empty) and its headers, names in lower case."""
        url = self._base + path + (f"?{urlencode(query)}" if query else "")
        asked = f"{method} {url}"
        data, headers = None, dict(self._headers)
        if body is not None:
            data = json.dumps(body).encode()
            headers["Content-Type"] = "application/json; charset=utf-8"
        try:
            request = Request(url, data=data, headers=headers, method=method)
            with self._opener.open(request, timeout=_SECONDS) as answer:
                content = answer.read()
                answered = {name.lower(): value for name, value in answer.headers.items()}
        except HTTPError as error:
            with error:
                raise self._failure(asked, error) from None
        except (URLError, HTTPException, OSError) as error:
            reason = getattr(error, "reason", None) or error
            raise Unavailable(f"{asked} got no answer ({reason})") from None
        except ValueError as error:
            raise Failed(f"{asked} cannot be asked ({error})") from None
        try:
            return (json.loads(content) if content else None), answered
        except ValueError:
            raise Failed(f"{asked} was answered with what is no JSON") from None

    def _failure(self, asked: str, error: HTTPError) -> Failed:
        said = _message(error)
        what = f"{asked} was answered with {error.code}{f' ({said})' if said else ''}"
        if error.code >= 500 or error.code == 429 or error.headers.get("Retry-After"):
            return Unavailable(what)
        if error.code in {401, 403, 404}:
            return Failed(f"{what}; {self._remedy}")
        return Failed(what)


def _message(error: HTTPError) -> str:
    """What the host says, on one line; "" where it says nothing that can be read."""
    try:
        value = json.loads(error.read(10_000))
    except (ValueError, OSError, HTTPException):
        return ""
    said = value.get("message") or value.get("error") if isinstance(value, dict) else None
    return " ".join(str(said).split())[:200] if said else ""
