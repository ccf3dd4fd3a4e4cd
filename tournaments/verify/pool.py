"""Checks many matches in several processes, and gives the checks in the order of the matches."""

import multiprocessing
import signal
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from typing import Final, TypeAlias

from tournaments.core.errors import WorkersDieError
from tournaments.storage.journal import SavedMatch
from tournaments.system.safe_path import safe_path
from tournaments.verify.matches import MatchCheck, check_match
from tournaments.verify.raw_match import RawMatch
from tournaments.verify.setting import Setting

_CHUNK: Final = 32
"""Matches that a process gets at once, so that sending them takes little time beside replaying."""
Work: TypeAlias = tuple[RawMatch, SavedMatch | None]
"""A match as it is stored, and its entry in the journal; None if it has none."""


def check_all(name: str, setting: Setting, work: Iterable[Work], jobs: int) -> Iterator[MatchCheck]:
    """The checks of these matches of the tournament `name`, in the order of `work`.

    They are made in `jobs` processes. `work` is read as checks are taken, so that about a hundred
    matches for each job are in memory at once. Raises WorkersDieError when a process dies.
    """
    # With one job, another process would only have to load all modules again.
    if jobs == 1:
        yield from (check_match(name, setting, *each) for each in work)
        return
    try:
        yield from _check_in_pool(name, setting, iter(work), jobs)
    except BrokenProcessPool as error:
        raise WorkersDieError(f"a process that replays matches died: {error}") from None


def _check_in_pool(
    name: str, setting: Setting, work: Iterator[Work], jobs: int
) -> Iterator[MatchCheck]:
    context = multiprocessing.get_context("spawn")
    under_way: deque[Future[list[MatchCheck]]] = deque()
    # `multiprocessing` starts its resource tracker here, even when there is no work.
    with safe_path():
        pool = ProcessPoolExecutor(jobs, context, initializer=_ignore_ctrl_c)
    with pool:
        while chunk := list(islice(work, _CHUNK)):
            # The pool starts its processes only when work is submitted.
            with safe_path():
                under_way.append(pool.submit(_check_chunk, name, setting, chunk))
            # Each process has one further chunk ready. More chunks would only take memory.
            if len(under_way) > 2 * jobs:
                yield from under_way.popleft().result()
        while under_way:
            yield from under_way.popleft().result()


def _check_chunk(name: str, setting: Setting, chunk: list[Work]) -> list[MatchCheck]:
    return [check_match(name, setting, *each) for each in chunk]


def _ignore_ctrl_c() -> None:
    # Ctrl-C reaches all processes of the terminal, but only the parent has to react to it. Each of
    # these processes would print a traceback.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
