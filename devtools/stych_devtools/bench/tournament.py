"""Measures whole tournaments as `stych run` plays them: busy processors, and growth of memory."""

import os
import resource
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import psutil

from referee.record import Record
from stych_devtools.bench.arena import BOT
from stych_devtools.bench.effort import Effort
from stych_devtools.bench.findings import Findings, Ratio
from tournaments.config import tournament_file
from tournaments.run.organiser import Organiser
from tournaments.storage.store import Store

JOBS: Final = 2
"""Worker processes of a tournament, and processors in `busy`."""
AT_ONCE: Final = 128
"""Matches that a worker has under way: enough for two bots to get full batches."""
_BOTS: Final = 8
"""Bots in a full run of `busy`."""
_LEAST_BUSY: Final = 1.7
"""The goal: the least number of processors that are busy, on average, of two."""
_MOST_GROWTH: Final = 1.1
"""The goal: the most memory at the end, as a multiple of the memory after a tenth."""
_SAMPLES: Final = 50
"""How many times memory is measured, evenly over the matches; a multiple of 10."""


def busy(folder: Path, effort: Effort, note: Callable[[], None]) -> Findings:
    """How many of two processors are busy on average during a tournament of fox.

    Time that other programs took from the processors is left out: the figure is that of two
    processors that have nothing else to do. `note` is called each time that matches were saved.
    """
    with Store(folder) as store, _two_processors() as processors:
        bots = effort.bots_of(_BOTS, 2)
        organiser = organiser_of(store, "busy", "fox", {}, effort.boards, bots)
        used, idle, begun = _used(), _idle(processors), time.perf_counter()
        play(organiser, lambda _: note())
        seconds = time.perf_counter() - begun
        used, idle = _used() - used, _idle(processors) - idle
    # Time of other programs is neither in `used` nor in `idle`.
    value = len(processors) * used / (used + idle)
    text = (
        f"{bots} bots, {effort.boards} boards of fox, {organiser.total():,} matches with {JOBS}"
        f" workers on {len(processors)} processors in {seconds:.0f} s: {used:.0f} s of processor"
        f" time, {idle:.0f} s idle"
    )
    return Findings([Ratio("busy", value, _LEAST_BUSY, at_least=True, text=text)])


def lasting(folder: Path, effort: Effort, note: Callable[[], None]) -> Findings:
    """The memory after many short matches, as a multiple of the memory after a tenth of them.

    `note` is called each time that memory is measured.
    """
    samples: list[int] = []
    played = 0
    with Store(folder) as store:
        options = {"players": 2, "series": "single"}
        organiser = organiser_of(store, "lasting", "nase-hra", options, effort.lasting // 2, 2)

        def sample(records: Sequence[Record]) -> None:
            nonlocal played
            played += len(records)
            while played * _SAMPLES >= effort.lasting * (len(samples) + 1):
                samples.append(_memory())
                note()

        play(organiser, sample)
    # After a tenth of the matches everything is loaded, and caches have their full size.
    settled, last = samples[_SAMPLES // 10 - 1], samples[-1]
    text = (
        f"memory of the runner and its workers after {played:,} matches, over that after a tenth"
        f" of them: {last / 1e6:.0f} MB, {settled / 1e6:.0f} MB"
    )
    return Findings([Ratio("memory", last / settled, _MOST_GROWTH, at_least=False, text=text)])


def organiser_of(
    store: Store, name: str, game: str, options: Mapping[str, Any], boards: int, bots: int
) -> Organiser:
    """The organiser of a round robin of `bots` copies of the bench's bot.

    `name` is the name of the tournament in the store.
    """
    values = {
        "name": name,
        "game": game,
        "seed": "bench",
        "boards": boards,
        "options": options,
        "play": {"matches_at_once": AT_ONCE},
        "conduct": {"decision_ms": 60_000, "start_ms": 600_000},
        "entrants": [{"bot": str(BOT), "name": f"bot-{number}"} for number in range(bots)],
    }
    return Organiser(store, tournament_file.from_mapping(values, name), BOT)


def play(organiser: Organiser, note: Callable[[Sequence[Record]], None]) -> None:
    """Play the whole tournament. `note` is called with records that were saved."""
    organiser.run(JOBS, note, lambda: False)


@contextmanager
def _two_processors() -> Iterator[list[int]]:
    """Restrict this process, and processes that it starts, to two processors; give their numbers.

    There is only one number where this process may use only one processor.
    """
    # Processes that this process starts inherit the restriction.
    allowed = os.sched_getaffinity(0)
    os.sched_setaffinity(0, sorted(allowed)[:JOBS])
    try:
        yield sorted(os.sched_getaffinity(0))
    finally:
        os.sched_setaffinity(0, allowed)


def _used() -> float:
    """Seconds of processor time of this process, and of processes below it that have ended."""
    usages = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in usages)


def _idle(processors: Sequence[int]) -> float:
    """Seconds for which these processors had nothing to do."""
    times = psutil.cpu_times(percpu=True)
    return sum(times[number].idle + times[number].iowait for number in processors)


def _memory() -> int:
    """Bytes of memory of this process and of its workers, without their bots."""
    me = psutil.Process()
    return sum(each.memory_info().rss for each in (me, *me.children()))
