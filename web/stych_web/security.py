"""Middleware that sets the security headers of answers, and refuses unknown host names."""

import re
from collections.abc import Sequence
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from referee.text import quoted

POLICY: Final = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self';"
    " form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
)
"""The content security policy: files of this server alone, no inline script or style, no frame."""
HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    # Other sites are told no address of ours. Not `no-referrer`: browsers would send `null` as the
    # Origin of our own forms, which `check_origin` needs.
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=()",
}
"""The headers that every answer of the application has. Answers that the HTTP server gives by
itself, such as those to damaged requests, have none of them."""
_HOST: Final = re.compile(r"(?:\[([0-9A-Fa-f:.]+)\]|([^\[\]@/:\s]+))(?::\d{1,5})?")
"""A Host header: an IPv6 address in brackets, or a name; then the port, if there is one."""
REVALIDATED: Final = "no-cache"
"""Cache-Control of public pages: a browser may store a page, but asks each time whether its ETag is
still the current one."""
FOR_EVER: Final = "public, max-age=31536000, immutable"
"""Cache-Control of files for which a browser need not ask again for a year."""
FOR_A_DAY: Final = "public, max-age=86400"
"""Cache-Control of files whose address stays when they change."""
NEVER: Final = "no-store"
"""Cache-Control of pages for one person alone, and of answers that set none, such as errors:
neither a browser nor a proxy may store them."""


class KnownHosts:
    """Middleware that refuses requests whose Host header is none of `names`; "*" allows all.

    Otherwise another site could point its own name to this server (DNS rebinding), and its pages
    could then read what only browsers of this machine may read.
    """

    def __init__(self, app: ASGIApp, names: Sequence[str]) -> None:
        self._app = app
        self._names = frozenset(name.strip("[]").lower() for name in names)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer as the application does, or with 400 when the host is none of the names."""
        if scope["type"] != "http" or "*" in self._names:
            await self._app(scope, receive, send)
            return
        host = _hostname(Headers(scope=scope).get("host", ""))
        if host in self._names:
            await self._app(scope, receive, send)
            return
        text = f"This server is not called {quoted(host)}; whoever runs it adds --name for that."
        await PlainTextResponse(text + "\n", status_code=400)(scope, receive, send)


def _hostname(header: str) -> str:
    """The host in a Host header, without port and brackets, in lower case; "" for no valid one."""
    match = _HOST.fullmatch(header)
    return (match[1] or match[2]).lower() if match else ""


class SecurityHeaders:
    """Middleware that sets `HEADERS` in each answer; `answers.crashed` sets them itself."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer as the application does, with the headers."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                # These replace headers of the answer: no page may have a weaker policy.
                for name, value in HEADERS.items():
                    headers[name] = value
                # An answer that does not say whether it may be stored may not be stored.
                headers.setdefault("Cache-Control", NEVER)
            await send(message)

        await self._app(scope, receive, with_headers)
