"""Several machines at once: never two of one place, never too many, and each has its row."""

import time
from collections.abc import Callable
from threading import Barrier, Event, Lock
from typing import Final

import pytest

from tests.machines.lanes import by_place, play_all
from tests.machines.machine import MACHINES, PLAIN, Machine, Who
from tests.machines.playing import Row

_LONG: Final = 60.0
"""After so many seconds a test counts as hanging; it is no measure of speed."""
_MOMENT: Final = 0.05
"""Seconds for which a machine is played, so that one that must not begin yet is found out."""
FAKES = A1, A2, A3, B1, B2, C1 = [
    Machine(name, f"title of {name}", checkout=name[0])
    for name in ("a1", "a2", "a3", "b1", "b2", "c1")
]
EACH_OF_ITS_OWN = [Machine(name, name, checkout=name) for name in "abcd"]


def row_of(machine: Machine) -> Row:
    return Row(machine.name, machine.title)


def silent(machine: Machine, row: Row | None) -> None:
    pass


class Watch:
    """Plays machines, and notes what is played beside each and how many are played at once."""

    def __init__(self, together: int) -> None:
        self.beside: dict[str, set[str]] = {}
        self.most = 0
        self.begun: list[str] = []
        self._now: set[str] = set()
        self._lock = Lock()
        self._barrier = Barrier(together)
        """So many are at it at the same time, or this fails."""

    def play(self, machine: Machine) -> Row:
        with self._lock:
            self.begun.append(machine.name)
            self._now.add(machine.name)
            self.most = max(self.most, len(self._now))
            for name in self._now:
                self.beside.setdefault(name, set()).update(self._now)
        self._barrier.wait(_LONG)
        time.sleep(_MOMENT)
        with self._lock:
            self._now.remove(machine.name)
        return row_of(machine)


def test_the_machines_of_the_user_are_of_one_place() -> None:
    """So two of them are never played at once: the user's processes could be of either."""
    assert len({machine.place for machine in MACHINES if machine.who is Who.USER}) == 1


def test_the_machines_of_a_place_keep_their_order_and_the_fullest_comes_first() -> None:
    assert by_place((B1, C1, A1, A2, B2, A3)) == [[A1, A2, A3], [B1, B2], [C1]]
    assert by_place((C1, B1)) == [[C1], [B1]]
    first = [lane[0].name for lane in by_place(MACHINES)]
    assert first == [PLAIN, "system-python", "odd-path"]


@pytest.mark.parametrize("at_once", [1, 2, 4])
def test_so_many_are_played_at_once_and_no_more(at_once: int) -> None:
    watch = Watch(at_once)
    rows = play_all(EACH_OF_ITS_OWN, at_once, watch.play, silent, Event())
    assert [row.problems for row in rows] == [[]] * 4
    assert watch.most == at_once


def test_those_of_one_place_are_played_one_after_another_in_their_order() -> None:
    watch = Watch(1)
    play_all(FAKES, len(FAKES), watch.play, silent, Event())
    for place in "abc":
        of_it = [name for name in watch.begun if name[0] == place]
        assert of_it == [machine.name for machine in FAKES if machine.name[0] == place]
    for name, others in watch.beside.items():
        assert [other for other in others if other[0] == name[0]] == [name]


def after(ended: dict[str, Event], waits_for: dict[str, str]) -> Callable[[Machine], Row]:
    """Plays a machine once the event of the one that it waits for is set."""

    def play(machine: Machine) -> Row:
        if other := waits_for.get(machine.name):
            assert ended[other].wait(_LONG)
        return row_of(machine)

    return play


def test_the_rows_are_in_the_order_of_the_machines_whichever_ends_first() -> None:
    ended = {machine.name: Event() for machine in FAKES}
    told: list[tuple[str, bool]] = []

    def tell(machine: Machine, row: Row | None) -> None:
        told.append((machine.name, row is not None))
        if row is not None:
            ended[machine.name].set()

    rows = play_all((A1, B1, B2), 2, after(ended, {"a1": "b2"}), tell, Event())
    assert [row.name for row in rows] == ["a1", "b1", "b2"]
    assert [row.problems for row in rows] == [[], [], []]
    of_b = [each for each in told if each[0] != "a1"]
    assert of_b == [("b1", False), ("b1", True), ("b2", False), ("b2", True)]
    assert (told.count(("a1", False)), told[-1]) == (1, ("a1", True))


def test_a_failure_ends_neither_its_lane_nor_the_other() -> None:
    failed = Event()

    def play(machine: Machine) -> Row:
        if machine is A1:
            failed.set()
            raise RuntimeError("no room")
        assert failed.wait(_LONG)
        return row_of(machine)

    rows = play_all((A1, A2, B1), 2, play, silent, Event())
    assert [bool(row.problems) for row in rows] == [True, False, False]
    assert rows[0].problems[0].endswith("RuntimeError: no room")
    assert rows[0].title == A1.title


def test_what_stops_it_ends_both_lanes_and_nothing_begins_after_that() -> None:
    """As a signal does, which ends the main thread's waiting by an exception."""
    begun: list[str] = []
    told: list[str] = []
    stopping = Event()

    def play(machine: Machine) -> Row:
        begun.append(machine.name)
        assert stopping.wait(_LONG)
        return row_of(machine)

    def tell(machine: Machine, row: Row | None) -> None:
        told.append(machine.name)
        if len(told) == 2:
            raise SystemExit(3)

    with pytest.raises(SystemExit):
        play_all(FAKES, 2, play, tell, stopping)
    assert sorted(begun) == sorted(told) == ["a1", "b1"]
