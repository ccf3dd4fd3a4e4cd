"""Checks matches in several processes, a few at a time, in the order given."""

import multiprocessing
import signal
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from typing import Final, TypeAlias

from tournaments.core.errors import WorkersDieError
from tournaments.storage.journal import Witnessed
from tournaments.system.safe_path import safe_path
from tournaments.verify.matches import Checked, check_match
from tournaments.verify.raw_match import RawMatch
from tournaments.verify.setting import Setting

# Matches that are passed on at once, so that passing them on is little beside replaying them.
_CHUNK: Final = 32
Work: TypeAlias = tuple[RawMatch, Witnessed | None]
"""A match as it is kept, and the journal's entry of it, if it has one."""


def check_all(name: str, setting: Setting, work: Iterable[Work], jobs: int) -> Iterator[Checked]:
    """The check of each match of the tournament `name`, in order. Raises WorkersDieError.

    Of all the work, some hundred matches for each job are in memory at once.
    """
    # No process beside this one: it would only have to load everything again.
    if jobs == 1:
        yield from (check_match(name, setting, *each) for each in work)
        return
    try:
        yield from _check_in_pool(name, setting, iter(work), jobs)
    except BrokenProcessPool as error:
        raise WorkersDieError(f"a process that replays matches died: {error}") from None


def _check_in_pool(
    name: str, setting: Setting, left: Iterator[Work], jobs: int
) -> Iterator[Checked]:
    context = multiprocessing.get_context("spawn")
    under_way: deque[Future[list[Checked]]] = deque()
    # Even without work to do it starts a process of Python's own, which tracks resources.
    with safe_path():
        pool = ProcessPoolExecutor(jobs, context, initializer=_leave_stops_to_the_parent)
    with pool:
        while chunk := list(islice(left, _CHUNK)):
            # The pool starts the processes that replay matches only now.
            with safe_path():
                under_way.append(pool.submit(_check_chunk, name, setting, chunk))
            # Each process has the next chunk ready; more would only be in memory.
            if len(under_way) > 2 * jobs:
                yield from under_way.popleft().result()
        while under_way:
            yield from under_way.popleft().result()


def _check_chunk(name: str, setting: Setting, chunk: list[Work]) -> list[Checked]:
    return [check_match(name, setting, *each) for each in chunk]


def _leave_stops_to_the_parent() -> None:
    # Ctrl-C reaches all processes of the terminal, and each would print a traceback.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
