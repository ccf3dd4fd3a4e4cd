"""Reads forms that browsers send: only from pages of this server, and up to a size and a time."""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Final
from urllib.parse import parse_qsl, urlsplit

import anyio
from starlette.datastructures import FormData
from starlette.exceptions import HTTPException
from starlette.formparsers import MultiPartException, MultiPartParser
from starlette.requests import ClientDisconnect, Request

from referee.errors import UserError

_SMALL: Final = 16 << 10
"""Bytes of a form without files, and of each field of a form with files."""
_MOST_FIELDS: Final = 500
"""Fields that a form may have."""
_SECONDS: Final = 600.0
"""Seconds in which a form with files has to arrive."""
_SMALL_SECONDS: Final = 30.0
"""Seconds in which a form without files has to arrive."""


class TooLargeError(UserError):
    """A form has more bytes or more files than are allowed."""


def check_origin(request: Request) -> None:
    """Raise HTTPException unless a page of this server sent the request.

    Browsers name the site of the page in headers, which no page can change.
    """
    site = request.headers.get("sec-fetch-site")
    # Browsers send this header over TLS and to their own machine; elsewhere only the Origin.
    if site is not None:
        is_own = site == "same-origin"
    else:
        host = urlsplit(request.headers.get("origin", "")).netloc
        is_own = bool(host) and host == request.headers.get("host")
    if not is_own:
        raise HTTPException(403, "this was not sent from a page of this server")


async def small_form(request: Request) -> FormData:
    """Read a form without files that a page of this server sent.

    Raises HTTPException for a form of another site, or one that is damaged, too large or too slow.
    """
    check_origin(request)
    try:
        return await read_form(request, _SMALL)
    except TooLargeError:
        raise _too_large() from None


async def read_form(request: Request, most: int, most_files: int = 0) -> FormData:
    """Read a form of at most `most` bytes and `most_files` files.

    The caller must have called `check_origin`, and must `close` a form with files. Raises
    TooLargeError for a larger form, and HTTPException for a body that is no form or does not come
    to its end in time. A URL-encoded form, which has no files, may have `_SMALL` bytes;
    HTTPException is raised for a larger one.
    """
    length = request.headers.get("content-length", "")
    # Cut: `int` refuses texts of thousands of digits, and 20 are enough to be too large.
    if length.isdecimal() and int(length[:20]) > most:
        raise TooLargeError("the form is too large")
    kind = request.headers.get("content-type", "").partition(";")[0].strip()
    try:
        with anyio.fail_after(_SECONDS if most_files else _SMALL_SECONDS):
            if kind == "application/x-www-form-urlencoded":
                return _fields(await _small_body(request))
            async with aclosing(_bounded(request, most)) as stream:
                if kind != "multipart/form-data":
                    raise HTTPException(415, "this is no form")
                parser = MultiPartParser(
                    request.headers,
                    stream,
                    max_files=most_files,
                    max_fields=_MOST_FIELDS,
                    max_part_size=_SMALL,
                )
                return await parser.parse()
    except MultiPartException as error:
        if "Too many files" in error.message:
            raise TooLargeError("the form has too many files") from None
        raise HTTPException(400, "the form is damaged") from None
    # A client that disconnects while it sends a form is no error of the server.
    except ClientDisconnect:
        raise HTTPException(400, "the form did not come to its end") from None
    except TimeoutError:
        raise HTTPException(408, "the form took too long to come") from None


async def _small_body(request: Request) -> bytes:
    # The whole body is held in memory.
    try:
        async with aclosing(_bounded(request, _SMALL)) as stream:
            return b"".join([each async for each in stream])
    except TooLargeError:
        raise _too_large() from None


def _too_large() -> HTTPException:
    return HTTPException(413, f"a form without files may have {_SMALL} bytes")


def _fields(body: bytes) -> FormData:
    try:
        fields = parse_qsl(
            body.decode(), keep_blank_values=True, max_num_fields=_MOST_FIELDS, errors="strict"
        )
    except ValueError:
        raise HTTPException(400, "this is no form of this page") from None
    return FormData([*fields])


async def _bounded(request: Request, most: int) -> AsyncGenerator[bytes, None]:
    # Bytes are counted as they come: the length that a request states may be false, or missing.
    left = most
    async for chunk in request.stream():
        left -= len(chunk)
        if left < 0:
            raise TooLargeError("the form is too large")
        yield chunk


def field(form: FormData, name: str) -> str:
    """The text of the field of this name; "" when the form has none."""
    value = form.get(name)
    return value if isinstance(value, str) else ""
