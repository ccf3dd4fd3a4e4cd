"""The processes under one of ours: who is there, and whether all are gone."""

import time
from collections.abc import Callable, Iterable
from contextlib import suppress

import psutil

from tests.e2e import spares

LONG = 60.0
"""Seconds after which a wait is taken to have failed; never a measure of speed."""


def until(reached: Callable[[], bool], seconds: float = LONG) -> None:
    """Wait until `reached` returns True; fail the test if it does not within `seconds`."""
    end = time.monotonic() + seconds
    while True:
        began = time.monotonic()
        if reached():
            return
        assert began < end, "waited in vain"
        pause(began)


def pause(began: float) -> None:
    """Wait before the next look, nine times as long as the last one took, which began at `began`.

    The wait is 0.02 s at least and 0.3 s at most.
    """
    time.sleep(min(max(0.02, 9 * (time.monotonic() - began)), 0.3))


def descendants(pid: int | None = None) -> list[psutil.Process]:
    """All processes below this one, or below that of the id."""
    with suppress(psutil.NoSuchProcess):
        return psutil.Process(pid).children(recursive=True)
    return []


def workers(pid: int | None = None) -> list[psutil.Process]:
    """The workers that are children of this process, or of that of the id.

    Only children, since a bot that is just being started still looks like its worker. Those that
    are forked for commands in this process are not among them: tests/e2e/worker_server.py has them.
    """
    with suppress(psutil.NoSuchProcess):
        children = psutil.Process(pid).children()
        return [each for each in children if "spawn_main" in line(each) or _was_spare(each)]
    return []


def _was_spare(process: psutil.Process) -> bool:
    """Whether it is a worker that was forked (tests/e2e/spares.py)."""
    with suppress(psutil.NoSuchProcess):
        return process.name() == spares.NAME
    return False


def is_spare(process: psutil.Process) -> bool:
    """Whether it may become a worker, and is none yet."""
    with suppress(psutil.NoSuchProcess):
        return process.name() == spares.SPARE
    return False


def bots(processes: Iterable[psutil.Process]) -> list[psutil.Process]:
    """Those whose command line names a file bot.py."""
    return [each for each in processes if "bot.py" in line(each)]


def line(process: psutil.Process) -> str:
    with suppress(psutil.NoSuchProcess, psutil.ZombieProcess):
        return " ".join(process.cmdline())
    return ""


def alive(processes: Iterable[psutil.Process]) -> list[str]:
    """The command lines of those that still run; a zombie runs no more."""
    found = []
    for process in processes:
        with suppress(psutil.NoSuchProcess):
            if process.is_running() and process.status() != psutil.STATUS_ZOMBIE:
                found.append(line(process))
    return found


def gone(processes: Iterable[psutil.Process]) -> None:
    """Wait until none of them runs."""
    kept = list(processes)
    until(lambda: not alive(kept))
