"""Answers to browsers and programs: pages, JSON, and errors in one sentence."""

import hashlib
import json
import logging
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from stych_web.rendering import render
from stych_web.security import HEADERS, NEVER, REVALIDATED

_LOG = logging.getLogger(__name__)
_API = "/api/"
"""Errors of addresses that begin with this are answered as JSON."""


def page(request: Request, template: str, **values: Any) -> Response:
    """The page of the template, or the status 304 when the browser has the same page already."""
    text = render(template, path=request.url.path, takes_bots=takes_bots(request), **values)
    return _unless_cached(request, text.encode(), "text/html; charset=utf-8")


def private_page(request: Request, template: str, status: int = 200, **values: Any) -> Response:
    """A page for one person alone, which neither the browser nor a proxy may store."""
    text = render(template, path=request.url.path, takes_bots=takes_bots(request), **values)
    # Without an ETag: at the same address another person gets another page.
    headers = {"Cache-Control": NEVER}
    return Response(text, status, headers=headers, media_type="text/html; charset=utf-8")


def takes_bots(request: Request) -> bool:
    """Whether bots can be submitted to the server."""
    return bool(request.app.state.takes_bots)


def as_json(request: Request, values: Any) -> Response:
    """The values as JSON, or the status 304 when the client has the same ones already."""
    text = json.dumps(values, ensure_ascii=False)
    return _unless_cached(request, text.encode(), "application/json")


def _unless_cached(request: Request, body: bytes, kind: str) -> Response:
    # Weak (W/), since the bytes that are sent may be compressed.
    tag = f'W/"{hashlib.sha256(body).hexdigest()[:20]}"'
    headers = {"Cache-Control": REVALIDATED, "ETag": tag}
    cached = {each.strip() for each in request.headers.get("if-none-match", "").split(",")}
    if cached & {tag, "*"}:
        return Response(status_code=304, headers=headers)
    return Response(body, media_type=kind, headers=headers)


async def not_found(request: Request, error: Exception) -> Response:
    """Answer a NotFoundError with 404 and the text of the error."""
    return _as_error(request, 404, str(error))


async def failed(request: Request, error: Exception) -> Response:
    """Answer 500 for stored data that cannot be read. Only the log has the reason, with paths."""
    _LOG.error("%s: %s", request.url.path, error)
    return _as_error(
        request, 500, "the stored data cannot be read; the output of the server says why"
    )


async def crashed(request: Request, error: Exception) -> Response:
    """Answer 500 for an error of the server, whose output has the traceback."""
    del error
    answer = _as_error(request, 500, "the server had an error; its output says which")
    # Starlette calls this outside of `SecurityHeaders`, which adds headers to all other answers.
    answer.headers.update(HEADERS | {"Cache-Control": NEVER})
    return answer


async def refused(request: Request, error: Exception) -> Response:
    """Answer an HTTPException with its status, and its text as a sentence.

    404 and 405 get texts of their own: Starlette raises them with technical ones.
    """
    status = error.status_code if isinstance(error, HTTPException) else 500
    words = {
        404: "there is nothing at this address",
        405: f"this address takes no {request.method}",
    }
    detail = error.detail if isinstance(error, HTTPException) else str(error)
    answer = _as_error(request, status, words.get(status, detail))
    # An error 405 has the header Allow, which lists the methods that the address takes.
    answer.headers.update(getattr(error, "headers", None) or {})
    return answer


def as_sentence(words: str) -> str:
    """The words of an error as a sentence: with a capital, and one full stop at the end."""
    return words[:1].upper() + words[1:].rstrip(".") + "."


def _as_error(request: Request, status: int, words: str) -> Response:
    sentence = as_sentence(words)
    if request.url.path.startswith(_API):
        body = json.dumps({"error": sentence}, ensure_ascii=False).encode()
        return Response(body, status_code=status, media_type="application/json")
    text = render(
        "error.html",
        path=request.url.path,
        takes_bots=takes_bots(request),
        status=status,
        sentence=sentence,
    )
    return Response(text, status_code=status, media_type="text/html; charset=utf-8")
