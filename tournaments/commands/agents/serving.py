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
"""The path of the URL under which tools are served over HTTP."""
_STOPPED: Final = 130
"""The exit code of `serve_stdio` after a signal."""
_GOODBYE_SECONDS: Final = 5
"""How many seconds open requests over HTTP may take to end, when the server ends."""


async def serve_stdio(folder: AgentFolder, mode: Mode) -> None:
    """Serve the client at standard input and output, until the input ends or a signal comes.

    Only messages of the protocol are written to standard output. After a signal this function does
    not return: the process ends with exit code 130.
    """
    stopped = _on_signal()
    async with agent_server(folder, mode) as server:
        serving = asyncio.create_task(server.run_stdio_async())
        stopping = asyncio.create_task(stopped.wait())
        await asyncio.wait({serving, stopping}, return_when=asyncio.FIRST_COMPLETED)
        input_ended = serving.done()
        stopping.cancel()
        # Calls that are still served are cancelled. The server ends the commands that they started.
        serving.cancel()
        if input_ended:
            await serving
    if not input_ended:
        # A thread still waits for a line of the client. Only the end of the process ends it.
        sys.stderr.flush()
        os._exit(_STOPPED)


async def serve_http(
    folder: AgentFolder, mode: Mode, sockets: Sequence[socket.socket], names: list[str], token: str
) -> None:
    """Serve over HTTP at `sockets`, for requests with the token, until SIGINT or SIGTERM.

    `names` are the names and addresses by which clients may call the server.
    """
    stopped = _on_signal()
    async with agent_server(folder, mode) as server:
        settings = security(names)
        app = server.streamable_http_app(streamable_http_path=PATH, transport_security=settings)
        config = uvicorn.Config(
            HttpGuard(app, token, settings),
            log_level="warning",
            access_log=False,
            server_header=False,
            # Clients keep streams open without end, so the server must not wait until they close.
            timeout_graceful_shutdown=_GOODBYE_SECONDS,
        )
        http_server = _HttpServer(config)
        serving = asyncio.create_task(http_server.serve(list(sockets)))
        stopping = asyncio.create_task(stopped.wait())
        await asyncio.wait({serving, stopping}, return_when=asyncio.FIRST_COMPLETED)
        stopping.cancel()
        http_server.should_exit = True
        await serving


class _HttpServer(uvicorn.Server):
    """A server that leaves signals to `serve_http`, which has to end commands and tables too."""

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
