"""The server of `stych web`, in a thread of the tests."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn
from starlette.applications import Starlette

from stych_web.serving import web_server
from tests.e2e.processes import LONG


@contextmanager
def serving(app: Starlette) -> Iterator[tuple[uvicorn.Server, tuple[str, int]]]:
    """A server of its own for the application, and where it listens."""
    server = web_server(app)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        running = threading.Thread(target=server.run, args=([listening],))
        running.start()
        try:
            yield server, listening.getsockname()
        finally:
            server.should_exit = True
            running.join(LONG)


@contextmanager
def served(app: Starlette) -> Iterator[str]:
    """The address of such a server, as a browser has it."""
    with serving(app) as (_, (host, port)):
        yield f"http://{host}:{port}"
