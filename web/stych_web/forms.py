"""Forms as browsers send them: from our own pages alone, and bounded while they are read."""

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
"""Bytes of a form without files, and of each field of any form."""
_MOST_FIELDS: Final = 500
_SECONDS: Final = 600.0
"""How long a form with files may take to come."""
_SMALL_SECONDS: Final = 30.0


class TooLargeError(UserError):
    """More came with a request than may come."""


def check_origin(request: Request) -> None:
    """Raise HTTPException unless the form was sent by a page of ours.

    Browsers say where a request comes from, and no page can change what they say.
    """
    site = request.headers.get("sec-fetch-site")
    # Browsers send it over TLS and to the machine itself; elsewhere they tell the origin alone.
    if site is not None:
        own = site == "same-origin"
    else:
        host = urlsplit(request.headers.get("origin", "")).netloc
        own = bool(host) and host == request.headers.get("host")
    if not own:
        raise HTTPException(403, "this was not sent from a page of this server")


async def small_form(request: Request) -> FormData:
    """A form without files, from a page of ours. Raises HTTPException for any other."""
    check_origin(request)
    try:
        return await read_form(request, _SMALL)
    except TooLargeError:
        raise HTTPException(413, f"a form may have {_SMALL} bytes") from None


async def read_form(request: Request, most: int, most_files: int = 0) -> FormData:
    """The form, of at most so many bytes and files. The caller must `close` one with files.

    Raises HTTPException for what is no form, and TooLargeError.
    """
    length = request.headers.get("content-length", "")
    if length.isdecimal() and int(length[:20]) > most:
        raise TooLargeError("the form is too large")
    kind = request.headers.get("content-type", "").partition(";")[0].strip()
    try:
        with anyio.fail_after(_SECONDS if most_files else _SMALL_SECONDS):
            async with aclosing(_bounded(request, most)) as stream:
                if kind == "application/x-www-form-urlencoded":
                    return _fields(b"".join([each async for each in stream]))
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
    # Somebody who goes while a form is sent is no fault of the server.
    except ClientDisconnect:
        raise HTTPException(400, "the form did not come to its end") from None
    except TimeoutError:
        raise HTTPException(408, "the form took too long to come") from None


def _fields(body: bytes) -> FormData:
    try:
        found = parse_qsl(
            body.decode(), keep_blank_values=True, max_num_fields=_MOST_FIELDS, errors="strict"
        )
    except ValueError:
        raise HTTPException(400, "this is no form of this page") from None
    return FormData([*found])


async def _bounded(request: Request, most: int) -> AsyncGenerator[bytes, None]:
    # Counted as they come: a length that a request states may be a lie, or missing.
    left = most
    async for chunk in request.stream():
        left -= len(chunk)
        if left < 0:
            raise TooLargeError("the form is too large")
        yield chunk


def field(form: FormData, name: str) -> str:
    """The text of that name; "" when there is none."""
    value = form.get(name)
    return value if isinstance(value, str) else ""
