"""Processes that have loaded what workers need, and wait to become one.

To load it takes most of the time of a short tournament. A spare is forked by a command that was
itself forked (tests/e2e/command_server.py), before the command has opened anything: so it is a
child of the command, in its session and with its variables, as a worker is that multiprocessing
spawns. It ends when the command does.
"""

import io
import os
import signal
import socket
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from multiprocessing import get_context, popen_fork, reduction, resource_tracker, spawn
from multiprocessing.context import SpawnProcess, set_spawning_popen
from pathlib import Path
from typing import Any, Final, NoReturn

from tests.e2e import forked_bots
from tournaments.person import local_referee
from tournaments.run import worker_handle
from tournaments.system.child import STOPS
from tournaments.system.ending import end_quickly

_REAL: Final = get_context("spawn")
_MAY_PLAY: Final = frozenset(("duel", "host", "join", "play", "run"))
"""The commands that start workers, beside `bench` and `worker`."""
_RUNS: Final = 6
"""How many runs a machine of a cluster has spares for; for each it has other workers."""
_BENCH: Final = 8
"""How many workers the whole bench starts: two in each of its four tournaments."""
_HOST: Final = 4
"""How many workers a host starts in two divisions with a remote bot; in one it may need but one."""
MODELS: Final = "referee.models.endpoint"
"""What models are called with. It is slow to load, and loaded for the tests that call some."""
NAME: Final = "worker"
"""The name that a spare's process has once it is a worker."""
SPARE: Final = "spare"
"""The name that it has before."""
_COMM: Final = Path("/proc/self/comm")
_WORD: Final = b"work"
_STDERR: Final = 2
_received: list[int] = []
"""In a spare that has become a worker: its files, in the order in which they were handed over."""


@dataclass(frozen=True)
class _Spare:
    pid: int
    orders: socket.socket
    alive: int
    """The end of a pipe whose other end the spare holds: readable when the spare has ended."""


_spares: list[_Spare] = []


def prepare(argv: Sequence[str], times: int = 1) -> None:
    """Fork as many spares as the command will start workers; to be called before all else in it.

    They are enough for commands that are called so many times in this process.
    """
    for _ in range(_number(argv) * times):
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        alive, held = os.pipe()
        if pid := os.fork():
            theirs.close()
            os.close(held)
            _spares.append(_Spare(pid, ours, alive))
            continue
        os.close(alive)
        ours.close()
        for earlier in _spares:
            earlier.orders.close()
            os.close(earlier.alive)
        _spares.clear()
        # As in a worker that is spawned: it ignores them when it has begun.
        signal.pthread_sigmask(signal.SIG_BLOCK, STOPS)
        _wait(theirs)
    spares = _Context()
    worker_handle._SPAWN = local_referee._SPAWN = spares  # type: ignore[assignment]


def _number(argv: Sequence[str]) -> int:
    if "bench" in argv:
        return _BENCH
    is_machine = "worker" in argv
    if not is_machine and not _MAY_PLAY.intersection(argv):
        return 0
    if "host" in argv:
        return _HOST
    jobs = int(argv[argv.index("--jobs") + 1]) if "--jobs" in argv else 1
    if is_machine:
        return _RUNS * jobs
    # Where models may be called (tests/e2e/test_models.py), they have one more in each division.
    return min(jobs, 2) + 3 * (MODELS in sys.modules)


def _wait(orders: socket.socket) -> NoReturn:
    """Be a worker as soon as one is wanted, and end as one that was spawned does."""
    _COMM.write_text(SPARE)
    word, files, _, _ = socket.recv_fds(orders, len(_WORD), 64)
    if word != _WORD:
        os._exit(0)
    _COMM.write_text(NAME)
    forked_bots.prepare()
    work, error, resource_tracker._resource_tracker._fd, *others = files  # type: ignore[attr-defined]
    _received[:] = others
    os.dup2(error, _STDERR)
    os.close(error)
    end_quickly(spawn._main(work, orders.fileno()))


class _Context:
    """What the product uses of multiprocessing's context: processes are spares while there are."""

    Pipe = staticmethod(_REAL.Pipe)

    def Process(self, **how: Any) -> SpawnProcess:  # noqa: N802  its name there
        return (_SpareProcess if _spares else _REAL.Process)(**how)


class _File:
    """A file that is handed to a spare, as it is pickled: its place among all of them."""

    def __init__(self, place: int) -> None:
        self._place = place

    def detach(self) -> int:
        return _received[self._place]


class _Started(popen_fork.Popen):
    """A spare that has become a worker. It is a child of this process, like any other."""

    method = "spawn"
    DupFd = _File

    def __init__(self, process: SpawnProcess) -> None:
        self._files: list[int] = []
        super().__init__(process)

    def duplicate_for_child(self, fd: int) -> int:
        """The place of this file among those that are handed over."""
        self._files.append(fd)
        return len(self._files) - 1

    def _launch(self, process: SpawnProcess) -> None:
        spare = _spares.pop(0)
        work = io.BytesIO()
        set_spawning_popen(self)  # type: ignore[arg-type]
        try:
            reduction.dump(spawn.get_preparation_data(process._name), work)  # type: ignore[attr-defined]
            reduction.dump(process, work)
        finally:
            set_spawning_popen(None)
        self.pid, self.sentinel = spare.pid, spare.alive
        self._orders = spare.orders
        """Closed when this process ends: so the worker can tell whether its parent still runs."""
        tracker = resource_tracker.getfd()
        assert tracker is not None
        with os.fdopen(os.memfd_create("work"), "w+b") as file:
            file.write(work.getbuffer())
            file.seek(0)
            given = [file.fileno(), _STDERR, tracker, *self._files]
            socket.send_fds(spare.orders, [_WORD], given)


class _SpareProcess(SpawnProcess):
    @staticmethod
    def _Popen(process: Any) -> Any:  # noqa: N802  its name there
        return _Started(process)
