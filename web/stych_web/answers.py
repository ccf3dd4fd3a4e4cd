"""Answers to browsers and programs: pages, JSON, and errors in one sentence."""

import hashlib
import json
import logging
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from stych_web.rendering import render
from stych_web.security import HEADERS, NEVER, UNCHANGED

_LOG = logging.getLogger(__name__)
_API = "/api/"


def page(request: Request, template: str, **values: Any) -> Response:
    """The page, or that the browser has it already."""
    text = render(template, path=request.url.path, takes_bots=takes_bots(request), **values)
    return _unless_known(request, text.encode(), "text/html; charset=utf-8")


def private_page(request: Request, template: str, status: int = 200, **values: Any) -> Response:
    """The page for one person alone: neither the browser nor anything before it keeps it."""
    text = render(template, path=request.url.path, takes_bots=takes_bots(request), **values)
    # Without an ETag: at one address each person has another page.
    headers = {"Cache-Control": NEVER}
    return Response(text, status, headers=headers, media_type="text/html; charset=utf-8")


def takes_bots(request: Request) -> bool:
    """Whether bots can be submitted to the server."""
    return bool(request.app.state.takes_bots)


def as_json(request: Request, values: Any) -> Response:
    """The values as JSON, or that whoever asks has them already."""
    text = json.dumps(values, ensure_ascii=False)
    return _unless_known(request, text.encode(), "application/json")


def _unless_known(request: Request, body: bytes, kind: str) -> Response:
    # Weak, since the bytes that are sent may be compressed.
    tag = f'W/"{hashlib.sha256(body).hexdigest()[:20]}"'
    headers = {"Cache-Control": UNCHANGED, "ETag": tag}
    known = {each.strip() for each in request.headers.get("if-none-match", "").split(",")}
    if known & {tag, "*"}:
        return Response(status_code=304, headers=headers)
    return Response(body, media_type=kind, headers=headers)


async def not_found(request: Request, error: Exception) -> Response:
    """What there is instead of something that there is not."""
    return _said(request, 404, str(error))


async def failed(request: Request, error: Exception) -> Response:
    """That what is kept cannot be read. Why is told where the server runs: it names paths."""
    _LOG.error("%s: %s", request.url.path, error)
    return _said(request, 500, "what is kept cannot be read; the server's own output says why")


async def crashed(request: Request, error: Exception) -> Response:
    """That the server has an error, which its own output tells with a traceback."""
    del error
    answer = _said(request, 500, "the server has an error, which its own output tells")
    # Outside of everything that adds them to other answers.
    answer.headers.update(HEADERS)
    return answer


async def refused(request: Request, error: Exception) -> Response:
    """Why nothing is shown. The error is an HTTPException."""
    status = error.status_code if isinstance(error, HTTPException) else 500
    words = {
        404: "there is nothing at this address",
        405: f"this address takes no {request.method}",
    }
    said = error.detail if isinstance(error, HTTPException) else str(error)
    answer = _said(request, status, words.get(status, said))
    # Such as Allow, which says what it does take.
    answer.headers.update(getattr(error, "headers", None) or {})
    return answer


def as_sentence(words: str) -> str:
    """What an error says, as a sentence."""
    return words[:1].upper() + words[1:].rstrip(".") + "."


def _said(request: Request, status: int, words: str) -> Response:
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
