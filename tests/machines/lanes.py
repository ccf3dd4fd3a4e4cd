"""Machines of different places may be played at the same time, those of one place never are."""

import traceback
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from queue import SimpleQueue
from threading import Event

from tests.machines.machine import Machine
from tests.machines.playing import Row


def by_place(machines: Iterable[Machine]) -> list[list[Machine]]:
    """The machines of each place in their order; the place with the most of them comes first."""
    places: dict[object, list[Machine]] = {}
    for machine in machines:
        places.setdefault(machine.place, []).append(machine)
    return sorted(places.values(), key=len, reverse=True)


def play_all(
    machines: Sequence[Machine],
    at_once: int,
    play: Callable[[Machine], Row],
    tell: Callable[[Machine, Row | None], None],
    stopping: Event,
) -> list[Row]:
    """What came of each machine, in the order of the machines; at most `at_once` at the same time.

    `tell` is called in this thread: with None when a machine begins, with its row when it has
    ended. However this ends, `stopping` is set and nothing is played any more: `play` has to end
    soon once that is set.
    """
    news = SimpleQueue[tuple[Machine, Row | None]]()
    rows: dict[str, Row] = {}
    with ThreadPoolExecutor(at_once) as pool:
        try:
            for lane in by_place(machines):
                pool.submit(_play_lane, lane, play, news, stopping)
            while len(rows) < len(machines):
                machine, row = news.get()
                if row:
                    rows[machine.name] = row
                tell(machine, row)
        finally:
            stopping.set()
    return [rows[machine.name] for machine in machines]


def _play_lane(
    lane: Iterable[Machine],
    play: Callable[[Machine], Row],
    news: "SimpleQueue[tuple[Machine, Row | None]]",
    stopping: Event,
) -> None:
    for machine in lane:
        if stopping.is_set():
            return
        news.put((machine, None))
        news.put((machine, _row(machine, play)))


def _row(machine: Machine, play: Callable[[Machine], Row]) -> Row:
    """Whatever goes wrong is a problem of this machine: the others are played all the same.

    Who waits for its row gets one in any case.
    """
    try:
        return play(machine)
    except BaseException:
        return Row(machine.name, machine.title, problems=[traceback.format_exc().rstrip()])
