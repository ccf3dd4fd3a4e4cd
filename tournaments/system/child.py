"""Services for processes that play matches: how they start and end, and their garbage collector."""

import gc
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker
from multiprocessing.process import BaseProcess

from tournaments.system.safe_path import safe_path

_SPARING = 50_000
"""The collector looks at new objects when this many more were made than freed. Python's own number
is 700, or 2000 in newer versions."""
STOPS = (signal.SIGINT, signal.SIGTERM)
"""The signals by which a user or the system stops a run."""


def spare_collector() -> None:
    """Let the garbage collector run less often, and never look at objects that exist now.

    Matches make many small objects that live for a moment, but hardly any cycles. So this saves 7
    to 15 % of the time (docs/performance.md, The wire).
    """
    gc.freeze()
    gc.set_threshold(_SPARING)


@contextmanager
def spared_collector() -> Iterator[None]:
    """Let the garbage collector run less often in the block, which replays or counts many matches.

    That makes many small objects that live for a moment, as playing does.
    """
    before = gc.get_threshold()
    gc.set_threshold(_SPARING, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)


@contextmanager
def held_back_stops() -> Iterator[None]:
    """Block SIGINT and SIGTERM in this thread, and in the processes that it starts in the block.

    The new processes have both signals blocked until they call `ignore_stops`. They run no file of
    the current folder while they begin. In this thread the signals come after the block.
    """
    with safe_path():
        # Otherwise multiprocessing would start its tracker with the first process, and unblock the
        # signals then.
        resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, STOPS)
    try:
        with safe_path():
            yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def end_process(process: BaseProcess, seconds: float) -> None:
    """Wait for a process that was told to end, and kill it if it takes more than `seconds`."""
    process.join(seconds)
    if process.is_alive():
        process.kill()
        process.join()


def ignore_stops() -> None:
    """Ignore SIGINT and SIGTERM from now on, and unblock them after `held_back_stops`.

    Ctrl-C reaches the whole process group, but only the process that started this one decides what
    is done then.
    """
    for number in STOPS:
        signal.signal(number, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPS)
