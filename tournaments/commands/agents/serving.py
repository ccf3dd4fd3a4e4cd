"""Serves agents over standard input and output, or over HTTP, until it is told to stop."""

import asyncio
import os
import socket
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final

import uvicorn

from referee.sandbox.probe import Mode
from tournaments.commands.agents.folder import AgentFolder
from tournaments.commands.agents.guard import HttpGuard, security
from tournaments.commands.agents.server import agent_server
from tournaments.system.child import STOPS

PATH: Final = "/mcp"
"""Where it is served over HTTP."""
_STOPPED: Final = 130
_GOODBYE_SECONDS: Final = 5
"""How long requests over HTTP may take to end, when the server does."""


async def serve_stdio(folder: AgentFolder, mode: Mode) -> None:
    """Serve the client at standard input and output, until the input ends or a signal comes.

    Nothing else is written to standard output. After a signal the process ends in here, with exit
    code 130.
    """
    stopped = _on_signal()
    async with agent_server(folder, mode) as server:
        serving = asyncio.create_task(server.run_stdio_async())
        stopping = asyncio.create_task(stopped.wait())
        await asyncio.wait({serving, stopping}, return_when=asyncio.FIRST_COMPLETED)
        ended = serving.done()
        stopping.cancel()
        # Calls that are still served are given up; what they started is ended with the server.
        serving.cancel()
        if ended:
            await serving
    if not ended:
        # A thread waits for the next line of the client, and nothing can end it.
        sys.stderr.flush()
        os._exit(_STOPPED)


async def serve_http(
    folder: AgentFolder, mode: Mode, sockets: Sequence[socket.socket], names: list[str], token: str
) -> None:
    """Serve over HTTP at these sockets, for requests with the token, until a signal comes."""
    stopped = _on_signal()
    async with agent_server(folder, mode) as server:
        settings = security(names)
        app = server.streamable_http_app(streamable_http_path=PATH, transport_security=settings)
        config = uvicorn.Config(
            HttpGuard(app, token, settings),
            log_level="warning",
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=_GOODBYE_SECONDS,
        )
        # Streams of clients stay open as long as they like, so the end is not left to them.
        listening = _HttpServer(config)
        serving = asyncio.create_task(listening.serve(list(sockets)))
        stopping = asyncio.create_task(stopped.wait())
        await asyncio.wait({serving, stopping}, return_when=asyncio.FIRST_COMPLETED)
        stopping.cancel()
        listening.should_exit = True
        await serving


class _HttpServer(uvicorn.Server):
    """A server that leaves signals to the command, which has more to end than requests."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave all signals as they are."""
        yield


def _on_signal() -> asyncio.Event:
    """An event that SIGINT and SIGTERM set."""
    stopped = asyncio.Event()
    for number in STOPS:
        asyncio.get_running_loop().add_signal_handler(number, stopped.set)
    return stopped
