"""Workers of commands that tests call in their own process: forked where all they need is loaded.

The tests' own process must not fork, as it has threads. multiprocessing has a server for that. A
worker gets what it would have from its parent: variables, standard error, blocked signals.
"""

import multiprocessing
import os
import secrets
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from multiprocessing import connection, forkserver
from multiprocessing.context import BaseContext, SpawnContext
from multiprocessing.process import BaseProcess
from typing import Any
from unittest import mock

import psutil

from tests.e2e import forked_bots
from tests.e2e.forked import changed
from tournaments.person import local_referee
from tournaments.run import worker_handle
from tournaments.system.child import STOPS
from tournaments.system.held_words import StandardError

_LOADED = [
    "stych_bot",
    "tests.e2e.prepared",
    "tournaments.person.local_referee",
    "tournaments.run.worker",
    __name__,
]
"""What the server loads before it forks; also this module, as each worker begins in `_begin`."""


@contextmanager
def forked_workers() -> Iterator[None]:
    """Within this context, commands have forked workers, where that makes no difference.

    It would make one if a test has replaced the context of multiprocessing, or has set variables
    that are read only at the start of a process. Elsewhere than on Linux workers are never forked.
    """
    linux = sys.platform == "linux"
    if type(worker_handle._SPAWN) is not SpawnContext or not linux or changed(os.environ):
        yield
        return
    context = _Context(_server())
    with (
        mock.patch.object(worker_handle, "_SPAWN", context),
        mock.patch.object(local_referee, "_SPAWN", context),
    ):
        yield


def forked_now() -> list[psutil.Process]:
    """The workers of this process that were forked and have not ended."""
    pid = forkserver._forkserver._forkserver_pid  # type: ignore[attr-defined]
    return psutil.Process(pid).children() if pid else []


@cache
def _server() -> BaseContext:
    """The server, started at the first call: it must not inherit files that are opened later."""
    server = multiprocessing.get_context("forkserver")
    server.set_forkserver_preload(_LOADED)
    # A name without a file: a test may have set TMPDIR to a folder whose path is too long for one.
    address = f"\0stych-tests-{os.getpid()}-{secrets.token_hex(8)}"
    with mock.patch.object(connection, "arbitrary_address", return_value=address):
        forkserver.ensure_running()
    return server


class _Context:
    """What the product uses of multiprocessing's context."""

    def __init__(self, server: BaseContext) -> None:
        self._server = server
        self.Pipe = server.Pipe

    def Process(self, target: Callable[..., None], args: tuple[Any, ...]) -> BaseProcess:  # noqa: N802
        given = (dict(os.environ), StandardError(2), target, args)
        process: BaseProcess = self._server.Process(target=_begin, args=given)  # type: ignore[attr-defined]
        return process


def _begin(
    environment: dict[str, str],
    error: StandardError,
    target: Callable[..., None],
    args: tuple[Any, ...],
) -> None:
    signal.pthread_sigmask(signal.SIG_BLOCK, STOPS)
    error.restore()
    os.environ.clear()
    os.environ.update(environment)
    forked_bots.prepare()
    target(*args)
