"""Checks requests over HTTP: each needs the token, and has to name a host of this server.

An origin may be left out, as clients that are no browsers do; if one is named, it has to be that of
this server.
"""

import hashlib
import hmac
import json
import logging
from typing import Final

from mcp.server.transport_security import TransportSecurityMiddleware, TransportSecuritySettings
from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

_SENTENCES: Final = {
    401: "the token is wrong or missing: send the header Authorization: Bearer TOKEN, with the"
    " token that `stych mcp` printed when it began, or that was in its STYCH_MCP_TOKEN",
    403: "a page of another origin may not use this server: the header Origin is not its own",
    421: "this server does not have the name in the header Host; `stych mcp --name` adds a name",
}


class HttpGuard:
    """Wraps the application, which gets only requests that pass the checks."""

    def __init__(self, app: ASGIApp, token: str, security: TransportSecuritySettings) -> None:
        self._app = app
        self._expected = _digest(token)
        # The package would log a warning for every request that it refuses; anybody may send many.
        logging.getLogger(TransportSecurityMiddleware.__module__).setLevel(logging.ERROR)
        self._security = TransportSecurityMiddleware(security)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve the request, or answer it with 401, 403 or 421 and a sentence.

        Other connections than those of HTTP get no answer.
        """
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            return
        request = Request(scope)
        # Host and Origin are checked first, so that a page of another origin cannot try tokens.
        refused = await self._security.validate_request(request)
        status = refused.status_code if refused else 0
        if not status and not self._has_token(request.headers.get("authorization", "")):
            status = 401
        if status:
            await _refuse(send, status)
            return
        await self._app(scope, receive, send)

    def _has_token(self, header: str) -> bool:
        kind, _, token = header.partition(" ")
        # Digests have the same length, so the time of the comparison tells nothing of the token.
        is_right = hmac.compare_digest(_digest(token.strip()), self._expected)
        return is_right and kind.lower() == "bearer"


def security(names: list[str]) -> TransportSecuritySettings:
    """Settings that allow `names` in the headers Host and Origin, with any port or none."""
    hosts = [f"{name}:*" for name in names]
    origins = [f"{scheme}://{host}" for host in hosts for scheme in ("http", "https")]
    # A header without a port means the usual port of HTTP or HTTPS.
    hosts += names
    origins += [f"{scheme}://{name}" for name in names for scheme in ("http", "https")]
    return TransportSecuritySettings(
        enable_dns_rebinding_protection=True, allowed_hosts=hosts, allowed_origins=origins
    )


def _digest(token: str) -> bytes:
    return hashlib.sha256(token.encode("utf-8", "surrogateescape")).digest()


async def _refuse(send: Send, status: int) -> None:
    sentence = _SENTENCES.get(status, "this request cannot be served")
    body = json.dumps({"error": sentence}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    if status == 401:
        headers.append((b"www-authenticate", b"Bearer"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
