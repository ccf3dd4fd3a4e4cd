"""A command that is started by the command server, with what tests need of subprocess.Popen."""

import atexit
import json
import os
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from threading import Lock, Thread
from typing import Final, TextIO

from tests.e2e.command_server import SIZE
from tests.root import ROOT

_ONLY_NEW: Final = ("LANG", "LC_", "LD_", "MALLOC_", "PYTHON", "TZ")
"""How the names of variables begin that a process reads only at its start."""


class ForkedOn:
    """A command under way, in a session of its own, on the given standard files.

    A `program`, the text of a program in Python, is run instead of the command, with its `argv`.
    """

    def __init__(
        self,
        argv: Sequence[str],
        folder: Path,
        environment: Mapping[str, str],
        files: tuple[int, int, int],
        program: str = "",
    ) -> None:
        order = {"argv": argv, "folder": os.fspath(folder), "environment": dict(environment)}
        words = json.dumps({**order, "program": program, "modules": MORE}).encode()
        assert len(words) <= SIZE
        told, tells = os.pipe()
        with _STARTING:
            server = _server(_place(environment))
        socket.send_fds(server, [words], [*files, tells])
        os.close(tells)
        self._told = os.fdopen(told)
        self.pid = int(self._told.readline())
        self.returncode: int | None = None

    def poll(self) -> int | None:
        """Its exit code, if it has ended."""
        return self._ended(0.0)

    def wait(self, timeout: float | None = None) -> int:
        """Its exit code, when it has ended. Raises TimeoutExpired."""
        code = self._ended(timeout)
        if code is None:
            raise subprocess.TimeoutExpired("stych", timeout or 0.0)
        return code

    def _ended(self, seconds: float | None) -> int | None:
        if self.returncode is None and select.select([self._told], [], [], seconds)[0]:
            with self._told:
                self.returncode = int(self._told.readline())
        return self.returncode

    def send_signal(self, number: int) -> None:
        """Send it a signal, unless it is known to have ended."""
        if self.poll() is None:
            with suppress(ProcessLookupError):
                os.kill(self.pid, number)

    def terminate(self) -> None:
        """Send it SIGTERM."""
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """Send it SIGKILL."""
        self.send_signal(signal.SIGKILL)


class Forked(ForkedOn):
    """The same with nothing to read, and pipes from which one reads what it prints."""

    def __init__(
        self,
        argv: Sequence[str],
        folder: Path,
        environment: Mapping[str, str],
        program: str = "",
    ) -> None:
        (out, to_out), (err, to_err) = os.pipe(), os.pipe()
        nothing = os.open(os.devnull, os.O_RDONLY)
        super().__init__(argv, folder, environment, (nothing, to_out, to_err), program)
        for file in (nothing, to_out, to_err):
            os.close(file)
        self.stdout: TextIO = os.fdopen(out)
        self.stderr: TextIO = os.fdopen(err)
        self._said = {"out": "", "err": ""}
        self._readers: list[Thread] = []

    def communicate(self, timeout: float | None = None) -> tuple[str, str]:
        """All that it still prints, when it has ended. Raises TimeoutExpired."""
        end = None if timeout is None else time.monotonic() + timeout
        if not self._readers:
            pairs = (("out", self.stdout), ("err", self.stderr))
            self._readers = [Thread(target=self._read, args=pair, daemon=True) for pair in pairs]
            for reader in self._readers:
                reader.start()
        for reader in self._readers:
            reader.join(None if end is None else max(0.0, end - time.monotonic()))
            if reader.is_alive():
                raise subprocess.TimeoutExpired("stych", timeout or 0.0)
        self.wait(None if end is None else max(0.0, end - time.monotonic()))
        return self._said["out"], self._said["err"]

    def _read(self, name: str, file: TextIO) -> None:
        with file:
            self._said[name] = file.read()


def begin_on(
    argv: Sequence[str],
    folder: Path,
    environment: Mapping[str, str],
    files: tuple[int, int, int],
) -> "ForkedOn | subprocess.Popen[bytes]":
    """A command on the given standard files, in a session of its own."""
    if may_fork(environment):
        return ForkedOn(argv, folder, environment, files)
    stdin, stdout, stderr = files
    return subprocess.Popen(
        argv,
        cwd=folder,
        env=environment,
        stdin=stdin,
        stdout=stdout,
        stderr=stderr,
        start_new_session=True,
    )


def may_fork(environment: Mapping[str, str]) -> bool:
    """Whether the command server read at its start what a new process would read at its own."""
    return not changed(environment) ^ ({_PATH} if _place(environment) else set())


def changed(environment: Mapping[str, str]) -> set[str]:
    """Those of the variables read only at a start that have changed since the tests began."""
    return {key for key, _ in _read_once(environment).items() ^ _AT_FIRST.items()}


def _place(environment: Mapping[str, str]) -> str:
    """Where the packages lie that this environment adds, if a command server finds them."""
    place = environment.get(_PATH, "")
    return place if place in SERVERS else ""


def _read_once(environment: Mapping[str, str]) -> dict[str, str]:
    return {key: own for key, own in environment.items() if key.startswith(_ONLY_NEW)}


_AT_FIRST: Final = _read_once(os.environ)
_STARTING: Final = Lock()
_PATH: Final = "PYTHONPATH"
SERVERS: Final[dict[str, str]] = {}
"""By PYTHONPATH: the module of the command server for it. For any other path there is none."""
MORE: Final[list[str]] = []
"""Modules that the command server loads as well, before the next command."""


@cache
def _server(place: str) -> socket.socket:
    """The socket to a command server of this process, which ends with this process.

    With a `place` it is the server that finds the packages there.
    """
    module = SERVERS[place] if place else "tests.e2e.command_server"
    more = {_PATH: place} if place else {}
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with theirs:
        process = subprocess.Popen(
            [sys.executable, "-m", module, str(theirs.fileno())],
            cwd=ROOT,
            env={**os.environ, **_AT_FIRST, **more},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            pass_fds=[theirs.fileno()],
            start_new_session=True,
        )
    atexit.register(_end, ours, process)
    return ours


def _end(ours: socket.socket, process: subprocess.Popen[bytes]) -> None:
    ours.close()
    process.wait()
