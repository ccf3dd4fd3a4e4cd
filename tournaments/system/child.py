"""What processes that play have in common: how they begin and end."""

import gc
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker
from multiprocessing.process import BaseProcess

from tournaments.system.safe_path import safe_path

STOPS = (signal.SIGINT, signal.SIGTERM)


def spare_collector() -> None:
    """Let the collector of garbage look less often, and never at what is loaded now: it stays.

    Matches leave hardly any cycles, but many small objects that live for a moment.
    """
    gc.freeze()
    gc.set_threshold(50_000)


@contextmanager
def held_back_stops() -> Iterator[None]:
    """A process that is started in here hears of no stop until it ignores them.

    It runs no file of the current folder.
    """
    with safe_path():
        # It is started along with the first process, and would lift the block.
        resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, STOPS)
    try:
        with safe_path():
            yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def end(process: BaseProcess, seconds: float) -> None:
    """Wait for it, which was told to end; kill it after so many seconds."""
    process.join(seconds)
    if process.is_alive():
        process.kill()
        process.join()


def ignore_stops() -> None:
    """They reach the whole process group: the runner decides what becomes of it."""
    for number in STOPS:
        signal.signal(number, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPS)
