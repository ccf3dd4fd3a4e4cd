"""How the processes that play matches begin and end."""

import gc
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker
from multiprocessing.process import BaseProcess

from tournaments.system.safe_path import safe_path

_SPARING = 50_000
"""How many more objects there have to be before the collector looks at the new ones."""
STOPS = (signal.SIGINT, signal.SIGTERM)


def spare_collector() -> None:
    """Let the garbage collector run less often, and never look at what is loaded by now.

    Matches leave hardly any cycles, but many small objects that live for a moment; that saves 7 to
    15 % of the time (docs/performance.md, The wire).
    """
    gc.freeze()
    gc.set_threshold(_SPARING)


@contextmanager
def spared_collector() -> Iterator[None]:
    """Let the garbage collector run less often in here, where many matches are replayed.

    Replays leave many small objects for a moment, as matches do.
    """
    before = gc.get_threshold()
    gc.set_threshold(_SPARING, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)


@contextmanager
def held_back_stops() -> Iterator[None]:
    """Start processes in here: SIGINT and SIGTERM do not reach them until they ignore both.

    Nor do they run a file of the current folder while they begin.
    """
    with safe_path():
        # multiprocessing would start it along with the first process, and lift the block then.
        resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, STOPS)
    try:
        with safe_path():
            yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def end(process: BaseProcess, seconds: float) -> None:
    """Wait for a process that was told to end, and kill it after so many seconds."""
    process.join(seconds)
    if process.is_alive():
        process.kill()
        process.join()


def ignore_stops() -> None:
    """Ignore SIGINT and SIGTERM from now on, and end the block of `held_back_stops`.

    Ctrl-C reaches the whole process group, and the runner decides what becomes of it.
    """
    for number in STOPS:
        signal.signal(number, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPS)
