"""What every answer says to the browser, so that a page can do nothing but what it is for."""

import re
from collections.abc import Sequence
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from referee.text import shown

POLICY: Final = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self';"
    " form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
)
HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    # To other sites nothing is told; of our own forms the Origin, which would be `null` otherwise.
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=()",
}
"""Of every answer."""
_HOST: Final = re.compile(r"(?:\[([0-9A-Fa-f:.]+)\]|([^\[\]@/:\s]+))(?::\d{1,5})?")
"""An address of IPv6 in brackets, or a name; then the port."""
UNCHANGED: Final = "no-cache"
"""Cache-Control of public pages: kept, and asked for again each time, which ETag answers."""
FOR_EVER: Final = "public, max-age=31536000, immutable"
"""Cache-Control of what never changes under its address."""
NEVER: Final = "no-store"
"""Cache-Control of what is for one person alone."""


class KnownHosts:
    """Lets in who calls the server by one of its names; "*" stands for any.

    A page elsewhere could have its own name lead here, and then read what only this machine may.
    """

    def __init__(self, app: ASGIApp, names: Sequence[str]) -> None:
        self._app = app
        self._names = frozenset(name.strip("[]").lower() for name in names)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer as the application does, or that this is no name of the server."""
        if scope["type"] != "http" or "*" in self._names:
            await self._app(scope, receive, send)
            return
        called = _hostname(Headers(scope=scope).get("host", ""))
        if called in self._names:
            await self._app(scope, receive, send)
            return
        said = f"This server is not called {shown(called)}; whoever runs it adds --name for that."
        await PlainTextResponse(said + "\n", status_code=400)(scope, receive, send)


def _hostname(header: str) -> str:
    found = _HOST.fullmatch(header)
    return (found[1] or found[2]).lower() if found else ""


class SecurityHeaders:
    """Adds the headers to each answer of the application."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer as the application does."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                # Over what the answer itself says: no page may have a policy of its own.
                for name, value in HEADERS.items():
                    headers[name] = value
                # Whoever forgets to say how long an answer holds has said that it does not.
                headers.setdefault("Cache-Control", NEVER)
            await send(message)

        await self._app(scope, receive, with_headers)
