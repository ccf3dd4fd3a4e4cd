"""Lets requests over HTTP in: those with the token, from pages of this server alone."""

import hashlib
import hmac
import json
import logging
from typing import Final

from mcp.server.transport_security import TransportSecurityMiddleware, TransportSecuritySettings
from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

_WORDS: Final = {
    401: "the token is wrong or missing: send the header Authorization: Bearer TOKEN, with the"
    " token that `stych mcp` printed when it began",
    403: "a page of another origin may not use this server: the header Origin is not its own",
    421: "this server is not called so: the header Host names another one; --name allows it",
}


class HttpGuard:
    """Around the application: nothing passes that is not let in."""

    def __init__(self, app: ASGIApp, token: str, security: TransportSecuritySettings) -> None:
        self._app = app
        self._expected = _digest(token)
        # It would tell every request that it refuses, of anybody.
        logging.getLogger(TransportSecurityMiddleware.__module__).setLevel(logging.ERROR)
        self._security = TransportSecurityMiddleware(security)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve the request, or answer it with 401, 403 or 421 and a sentence."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            return
        request = Request(scope)
        # Where it comes from goes first: a page elsewhere is not to try tokens.
        refused = await self._security.validate_request(request)
        status = refused.status_code if refused else 0
        if not status and not self._knows(request.headers.get("authorization", "")):
            status = 401
        if status:
            await _refuse(send, status)
            return
        await self._app(scope, receive, send)

    def _knows(self, header: str) -> bool:
        kind, _, token = header.partition(" ")
        # Digests have one length, so that the time of the comparison tells nothing of the token.
        right = hmac.compare_digest(_digest(token.strip()), self._expected)
        return right and kind.lower() == "bearer"


def security(names: list[str]) -> TransportSecuritySettings:
    """The names by which a server may be called, in Host and in Origin, with any port."""
    hosts = [f"{name}:*" for name in names]
    origins = [f"{scheme}://{host}" for host in hosts for scheme in ("http", "https")]
    # Without a port it is the scheme's own.
    hosts += names
    origins += [f"{scheme}://{name}" for name in names for scheme in ("http", "https")]
    return TransportSecuritySettings(
        enable_dns_rebinding_protection=True, allowed_hosts=hosts, allowed_origins=origins
    )


def _digest(token: str) -> bytes:
    return hashlib.sha256(token.encode("utf-8", "surrogateescape")).digest()


async def _refuse(send: Send, status: int) -> None:
    words = _WORDS.get(status, "this request cannot be served")
    body = json.dumps({"error": words}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    if status == 401:
        headers.append((b"www-authenticate", b"Bearer"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
