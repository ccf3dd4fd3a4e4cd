"""The server: it answers browsers, and on Ctrl-C ends its open streams and stops."""

import signal
import socket
from collections.abc import Sequence
from types import FrameType

import uvicorn
from starlette.applications import Starlette

from stych_web.connections import BoundedConnection


class _Server(uvicorn.Server):
    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the streams of events first: uvicorn waits for answers that are not complete."""
        app = self.config.app
        assert isinstance(app, Starlette)  # noqa: S101  `web_server` gives it one
        for close in app.state.close_streams:
            await close()
        await super().shutdown(sockets)


def serve(app: Starlette, sockets: Sequence[socket.socket]) -> None:
    """Serve at the sockets until Ctrl-C or SIGTERM. To be called in the main thread."""
    # uvicorn stops on these signals, and raises them again when it has stopped. By default SIGTERM
    # would then end the process before the folder of an unpacked export is removed, and SIGINT
    # would raise KeyboardInterrupt.
    handlers = {each: signal.signal(each, _ignore) for each in (signal.SIGINT, signal.SIGTERM)}
    try:
        web_server(app).run(list(sockets))
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)


def web_server(app: Starlette) -> uvicorn.Server:
    """A server of the application, which ends its streams when it is stopped."""
    config = uvicorn.Config(
        app,
        http=BoundedConnection,
        ws="none",
        log_config=None,
        access_log=False,
        server_header=False,
        lifespan="on",
        timeout_graceful_shutdown=5,
        # Streams of tournaments and submissions are at most 1,100: pages are answered beside them.
        limit_concurrency=2000,
        # Not here: `attempts.caller` reads what a proxy says, and only if there is one.
        proxy_headers=False,
    )
    return _Server(config)


def _ignore(number: int, _: FrameType | None) -> None:
    del number
