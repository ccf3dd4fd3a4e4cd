"""A cluster on this machine: its scheduler and its machines are commands in processes."""

import os
import signal
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, TextIO, TypeAlias

import psutil

from tests.e2e import forked
from tests.e2e.command import STYCH
from tests.e2e.forked import ForkedOn, may_fork
from tests.e2e.processes import descendants, is_spare, line
from tournaments.storage.address import ADDRESS, DATABASE
from tournaments.storage.store import Store

_LOADED: Final = "tests.cluster.loaded"
_STDERR: Final = 2


class _Forked(ForkedOn):
    """A command that prints into a pipe; its standard error is that of this process."""

    def __init__(self, command: Sequence[str], folder: Path) -> None:
        out, to_out = os.pipe()
        nothing = os.open(os.devnull, os.O_RDONLY)
        super().__init__(command, folder, os.environ, (nothing, to_out, _STDERR))
        for file in (nothing, to_out):
            os.close(file)
        self.stdout: TextIO = os.fdopen(out)


Member: TypeAlias = "subprocess.Popen[str] | _Forked"
"""A command of a cluster."""


class Cluster:
    """A scheduler, and the machines that joined it; `folder` has the data of each."""

    def __init__(self, folder: Path, *, tls: bool, listen: str = "127.0.0.1:0") -> None:
        self.folder = folder
        self._tls = folder / "tls" if tls else None
        self._all: list[Member] = []
        if self._tls:
            made = self._start("cluster", "certificates", str(self._tls))
            assert made.wait() == 0
        self.address = ""
        self._scheduler = self._scheduled(listen)
        self.machines: dict[str, Member] = {}

    @property
    def tls(self) -> list[str]:
        """The option with the certificates, if there are any."""
        return ["--tls", str(self._tls)] if self._tls else []

    @property
    def options(self) -> list[str]:
        """Those with which `stych run` plays here."""
        return ["--cluster", self.address, *self.tls]

    def join(
        self,
        name: str,
        jobs: int = 1,
        *,
        address: str = "",
        before: Sequence[str] = (),
        wait: bool = True,
    ) -> Member:
        """Have a machine of this name join; returns when it has joined, or at once without `wait`.

        The machine dials the scheduler at `address`, or without one at the cluster's own; `before`
        are words before the command.
        """
        data, dialled = str(self.folder / name), address or self.address
        own = ("worker", dialled, "--name", name, "--jobs", str(jobs))
        process = self._start("--data", data, *own, *self.tls, before=before)
        if wait:
            said = first_line(process)
            assert said == f"{name} plays for {dialled}", said
        self.machines[name] = process
        return process

    def kill(self, name: str) -> None:
        """End a machine by kill -9."""
        process = self.machines.pop(name)
        process.kill()
        process.wait()

    def kill_scheduler(self) -> None:
        """End the scheduler by kill -9."""
        self._scheduler.kill()
        self._scheduler.wait()

    @property
    def place(self) -> tuple[str, int]:
        """The host and the port of the scheduler."""
        host, _, port = self.address.partition("://")[2].rpartition(":")
        return host, int(port)

    def start_scheduler(self) -> None:
        """Have another one at the same address."""
        self._scheduler = self._scheduled(self.address.partition("://")[2])

    def _scheduled(self, listen: str) -> Member:
        process = self._start("cluster", "scheduler", "--listen", listen, *self.tls)
        self.address = first_line(process).rpartition(" ")[2]
        return process

    def playing(self) -> list[str]:
        """The command lines of the processes that its machines play with now, and of their bots."""
        below = [each for own in self.machines.values() for each in descendants(own.pid)]
        lines = [line(each) for each in below if not is_spare(each)]
        # The resource tracker of multiprocessing runs as long as its machine, also between matches.
        return [each for each in lines if each and "resource_tracker" not in each]

    def left(self) -> list[str]:
        """The command lines of the processes that run in its folder or below, or name it."""
        folder = str(self.folder)
        found: list[str] = []
        for process in psutil.process_iter():
            with suppress(psutil.NoSuchProcess, psutil.ZombieProcess, psutil.AccessDenied):
                if folder in process.cwd() or folder in line(process):
                    found.append(line(process))
        return found

    def _start(self, *arguments: str, before: Sequence[str] = ()) -> Member:
        command = [*before, str(STYCH), *arguments]
        process: Member
        if not before and may_fork(os.environ):
            forked.MORE[:] = [_LOADED]
            process = _Forked(command, self.folder)
        else:
            process = subprocess.Popen(
                command, cwd=self.folder, stdout=subprocess.PIPE, text=True, start_new_session=True
            )
        self._all.append(process)
        return process

    def end(self) -> None:
        """End all of it."""
        for process in reversed(self._all):
            if process.poll() is None:
                process.send_signal(signal.SIGINT)
            try:
                process.wait(30)
            finally:
                process.kill()
            assert process.stdout
            process.stdout.close()


def first_line(process: Member) -> str:
    """The first line that it prints; waits for it."""
    assert process.stdout
    return process.stdout.readline().strip()


def matches(data: Path) -> int:
    """How many matches of the tournament `cup` are saved by now."""
    if not (data / DATABASE).exists() and not (data / ADDRESS).exists():
        return 0
    with Store(data) as store:
        return len(store.played("cup")) if "cup" in store.tournaments() else 0


@contextmanager
def running(
    folder: Path,
    *machines: str,
    tls: bool = False,
    listen: str = "127.0.0.1:0",
) -> Iterator[Cluster]:
    """A cluster with machines of these names, whose scheduler listens there.

    Its commands are forks, where they can be (tests/e2e/forked.py).
    """
    cluster = Cluster(folder, tls=tls, listen=listen)
    try:
        for name in machines:
            cluster.join(name)
        yield cluster
    finally:
        cluster.end()
