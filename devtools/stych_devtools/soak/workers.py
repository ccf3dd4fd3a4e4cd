"""Plays the games of a soak in this process, or in several processes that share them out."""

import multiprocessing
import sys
from collections.abc import Generator, Iterator
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Any

from referee.testing.soak import Soak, SoakResult
from tournaments.core.errors import WorkersDieError
from tournaments.system.child import held_back_stops, ignore_stops

_SPAWN = multiprocessing.get_context("spawn")
_TICK_SECONDS = 0.2
"""Seconds without a result after which a None is returned."""


def reports(soak: Soak, numbers: range, jobs: int) -> Generator[SoakResult | None, None, None]:
    """The results of the games with these numbers, in the order in which games end.

    With several `jobs` there is a None each time that no game has ended for a moment. Closing the
    iterator kills the processes. Raises WorkersDieError when one ends with an exit code but 0.
    """
    if jobs == 1:
        yield from map(soak.check, numbers)
        return
    workers = _Workers(soak, numbers, jobs)
    try:
        yield from workers.received()
    finally:
        workers.end()


def endless(first: int) -> range:
    """All numbers from `first` on, as a range that can be shared out."""
    return range(first, sys.maxsize)


class _Workers:
    def __init__(self, soak: Soak, numbers: range, jobs: int) -> None:
        self._by_connection: dict[Any, SpawnProcess] = {}
        for number in range(jobs):
            ours, theirs = _SPAWN.Pipe(duplex=False)
            # Every jobs-th number: which process plays a game does not depend on their speeds.
            process = _SPAWN.Process(
                target=_work, args=(theirs, soak.seed, soak.games, numbers[number::jobs])
            )
            with held_back_stops():
                process.start()
            theirs.close()
            self._by_connection[ours] = process

    def received(self) -> Iterator[SoakResult | None]:
        """The results as they come in, until all processes have ended."""
        while self._by_connection:
            ready: list[Any] = wait(list(self._by_connection), _TICK_SECONDS)
            if not ready:
                yield None
            for connection in ready:
                try:
                    yield connection.recv()
                except EOFError:
                    _expect_end(self._by_connection.pop(connection))

    def end(self) -> None:
        """Kill all processes, which have nothing that could be lost."""
        for process in self._by_connection.values():
            process.kill()
            process.join()


def _expect_end(process: SpawnProcess) -> None:
    process.join()
    if process.exitcode:
        raise WorkersDieError(f"a worker process ended with exit code {process.exitcode}")


def _work(
    connection: "Connection[SoakResult, object]", seed: str, games: tuple[str, ...], numbers: range
) -> None:
    # Ctrl-C is for the main process, which kills this one.
    ignore_stops()
    soak = Soak(seed, games)
    # The pipe breaks when the main process is gone.
    with suppress(BrokenPipeError):
        for number in numbers:
            connection.send(soak.check(number))
