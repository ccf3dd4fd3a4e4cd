"""The server: it listens, and stops on Ctrl-C without leaving anybody waiting."""

import signal
import socket
from collections.abc import Sequence
from types import FrameType

import uvicorn
from starlette.applications import Starlette

from stych_web.connections import BoundedConnection


class _Server(uvicorn.Server):
    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the streams first: uvicorn waits for answers that are under way."""
        app = self.config.app
        assert isinstance(app, Starlette)  # noqa: S101  it was given one
        for close in app.state.streams:
            await close()
        await super().shutdown(sockets)


def serve(app: Starlette, sockets: Sequence[socket.socket]) -> None:
    """Serve until Ctrl-C or SIGTERM."""
    # The server stops on these by itself, and raises them once more when it has stopped. That would
    # end the process before what was unpacked for it is removed.
    before = {each: signal.signal(each, _stopped) for each in (signal.SIGINT, signal.SIGTERM)}
    try:
        web_server(app).run(list(sockets))
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)


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
        # More than may listen, so that pages are answered beside them.
        limit_concurrency=2000,
        # Only a proxy that is told so may say where a request came from.
        proxy_headers=False,
    )
    return _Server(config)


def _stopped(number: int, _: FrameType | None) -> None:
    del number
