"""The queue of the fixtures that no worker has yet, given out nearly in the order of play.

A fixture needs processes of its entrants for a certain encounter (tournaments.core.dealing). If two
workers took the fixtures strictly in order, each would soon have processes for every encounter. So
a worker is preferably given fixtures for which it has processes, as long as no other fixture waits
much longer for that (docs/performance.md, Processes that meet no deal twice).
"""

from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

from tournaments.core.dealing import Deals, encounters
from tournaments.core.fixtures import Fixture

Encounter = int | None
"""The highest encounter of a fixture's entrants; None when the match has processes of its own."""
_Entry = tuple[int, Encounter, Fixture]
"""A place in the order of play, the encounter of the fixture, and the fixture."""


class FixtureQueue:
    """The fixtures that are still to be given out, in one queue for each encounter.

    Fixtures in these queues can be taken. All other fixtures are held (`hold`), put off (`put_off`)
    or to be played alone (`put_back_alone`).
    """

    def __init__(self, fixtures: Iterable[Fixture], deals: Deals, ahead: int) -> None:
        """A fixture is not taken while it is more than `ahead` places behind the first in line."""
        self._deals = deals
        self._ahead = ahead
        self._is_held: Callable[[Fixture], bool] = lambda _: False
        self._names_put_off = frozenset[str]()
        """The entrants whose fixtures are put off."""
        self._queues: dict[Encounter, deque[_Entry]] = {}
        self._put_off: list[_Entry] = []
        self._held: list[_Entry] = []
        self._alone = deque[Fixture]()
        self._to_be_alone: set[str] = set()
        """The ids of the fixtures that are to be played alone; they stay here when taken."""
        # Places in the order of play: new fixtures get ever higher numbers, and fixtures that are
        # played again ever lower ones, below 0.
        self._next_place = 0
        self._first_place = 0
        self.extend(fixtures)

    def __len__(self) -> int:
        """How many fixtures can be taken now."""
        return sum(map(len, self._queues.values()))

    def __iter__(self) -> Iterator[Fixture]:
        """The fixtures that can be taken now, in no particular order."""
        return (fixture for queue in self._queues.values() for _, _, fixture in queue)

    def extend(self, fixtures: Iterable[Fixture]) -> None:
        """Add fixtures behind all others."""
        for fixture in fixtures:
            by_name = encounters(fixture, self._deals)
            self._add(
                (self._next_place, None if by_name is None else max(by_name.values()), fixture)
            )
            self._next_place += 1

    def put_back(self, fixtures: Sequence[Fixture]) -> None:
        """Put fixtures that were begun and not finished in front of all others, in this order.

        Their matches get processes of their own. Fixtures that are to be played alone are left to
        `take_alone`.
        """
        for fixture in reversed(fixtures):
            if fixture.id in self._to_be_alone:
                self._alone.append(fixture)
                continue
            self._first_place -= 1
            # The processes that sat in the match have seen the deal, so they must not play it.
            self._add((self._first_place, None, fixture))

    def put_back_alone(self, fixture: Fixture) -> None:
        """Leave a fixture to `take_alone`, now and each time that it is put back."""
        self._to_be_alone.add(fixture.id)
        self._alone.append(fixture)

    @property
    def held(self) -> Sequence[Fixture]:
        """The fixtures that are held, those that are to be played alone among them."""
        return [*self.held_among_others, *filter(self._is_held, self._alone)]

    @property
    def held_among_others(self) -> Sequence[Fixture]:
        """The fixtures that are held and need not be played alone."""
        return [fixture for _, _, fixture in self._held]

    def hold(self, is_held: Callable[[Fixture], bool]) -> None:
        """Hold every fixture for which `is_held` is true, and no other, until the next call."""
        self._is_held = is_held
        self._sift()

    def put_off(self, names: Collection[str]) -> bool:
        """Put off all fixtures in which one of the entrants `names` sits, until `call_back`.

        Returns whether any other fixture can be taken, also one that is to be played alone.
        """
        self._names_put_off = frozenset(names)
        self._sift()
        free = (each for each in self._alone if not self._is_held(each))
        return bool(self) or any(self._names_put_off.isdisjoint(each.seats) for each in free)

    def call_back(self) -> int:
        """End `put_off`; returns how many fixtures can be taken now."""
        if self._names_put_off:
            self._names_put_off = frozenset()
            self._sift()
        return len(self)

    def take_alone(self) -> Fixture | None:
        """Take the next fixture that is to be played alone and is not held; None if there is none.

        To be called when no other match is left or under way. `take` never gives out these.
        """
        fixture = next((each for each in self._alone if not self._is_held(each)), None)
        if fixture:
            self._alone.remove(fixture)
        return fixture

    def _sift(self) -> None:
        """Sort all fixtures anew into those that can be taken, are held, and are put off."""
        entries = [
            *self._held,
            *self._put_off,
            *(entry for queue in self._queues.values() for entry in queue),
        ]
        self._held, self._put_off = [], []
        for queue in self._queues.values():
            queue.clear()
        for entry in sorted(entries, key=lambda entry: entry[0]):
            self._add(entry)

    def _add(self, entry: _Entry) -> None:
        """Add an entry where it belongs now: held, put off, or at an end of its queue.

        So its place must be above all places in that queue, or below all of them.
        """
        place, encounter, fixture = entry
        if self._is_held(fixture):
            self._held.append(entry)
        elif not self._names_put_off.isdisjoint(fixture.seats):
            self._put_off.append(entry)
        else:
            queue = self._queues.setdefault(encounter, deque())
            if queue and place < queue[0][0]:
                queue.appendleft(entry)
            else:
                queue.append(entry)

    def take(self, started: set[int], of_workers: Collection[Collection[int]]) -> Fixture:
        """Take the next fixture for a worker. Raises ValueError when none can be taken.

        `started` are the encounters for which the worker has processes; the fixture's is added.
        `of_workers` are these encounters of every worker.
        """
        places = {encounter: queue[0][0] for encounter, queue in self._queues.items() if queue}
        # A fixture far behind the first that waits is not taken: blocks would stay unfinished.
        last = min(places.values()) + self._ahead
        near = (encounter for encounter, place in places.items() if place <= last)
        chosen = min(near, key=lambda each: (_cost(each, started, of_workers), places[each]))
        if chosen is not None:
            started.add(chosen)
        return self._queues[chosen].popleft()[2]


def _cost(
    encounter: Encounter, started: Collection[int], of_workers: Collection[Collection[int]]
) -> int:
    """The cost of a fixture of this encounter: 0 if no process is added that stays in the worker.

    An encounter that is new to the worker costs more, the more workers have processes for it. So
    the workers divide the encounters among themselves.
    """
    if encounter is None or encounter in started:
        return 0
    return 1 + sum(encounter in each for each in of_workers)
