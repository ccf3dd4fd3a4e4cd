"""A form as a browser sent it, within bounds."""

from collections.abc import Mapping, Sequence
from typing import Final
from urllib.parse import parse_qs

from starlette.exceptions import HTTPException
from starlette.requests import Request

_MOST_BYTES: Final = 1 << 16
_MOST_FIELDS: Final = 500
_TYPE: Final = "application/x-www-form-urlencoded"


async def sent_form(request: Request) -> Mapping[str, Sequence[str]]:
    """The fields of a form, each with its values. Raises HTTPException for what is none."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != _TYPE:
        raise HTTPException(415, f"a form is sent as {_TYPE}")
    # A browser says where a form stands; one that stands elsewhere is none of ours.
    if request.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        raise HTTPException(403, "a page of another site may not send forms to this one")
    # Read by hand: a header may lie about the length, and there may be none.
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > _MOST_BYTES:
            raise HTTPException(413, f"a form may have {_MOST_BYTES} bytes")
    try:
        return parse_qs(
            body.decode(), keep_blank_values=True, max_num_fields=_MOST_FIELDS, errors="strict"
        )
    except ValueError:
        raise HTTPException(400, "this is no form of this page") from None
