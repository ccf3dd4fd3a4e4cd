"""The fixtures that no worker has yet, given out nearly in their order.

Each needs processes for certain encounters (tournaments.core.dealing). Two workers that play the
seatings as they come would soon have processes for every encounter each; so a worker is rather
given what it has processes for, as long as that lets nothing wait much longer than it would anyway
(docs/performance.md, Processes that meet no deal twice).
"""

from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

from tournaments.core.dealing import Deals, encounters
from tournaments.core.fixtures import Fixture

Encounter = int | None
"""The latest one of any of a fixture's entrants; None when it has processes of its own."""
_Waiting = tuple[int, Encounter, Fixture]
"""A fixture with its place in the order of play and its encounter."""


class FixtureQueue:
    """The fixtures that are still to be given out, in one queue for each encounter.

    Some can be taken; others are held, put off, or to be played alone.
    """

    def __init__(self, fixtures: Iterable[Fixture], deals: Deals, ahead: int) -> None:
        """No fixture is given out more than `ahead` places before the first that waits."""
        self._deals = deals
        self._ahead = ahead
        self._is_held: Callable[[Fixture], bool] = lambda _: False
        self._not_now = frozenset[str]()
        """Those whose fixtures are put off."""
        self._queues: dict[Encounter, deque[_Waiting]] = {}
        self._put_off: list[_Waiting] = []
        self._held: list[_Waiting] = []
        self._alone = deque[Fixture]()
        self._to_be_alone: set[str] = set()
        """The ids of those that are to be played alone, whenever they wait."""
        # Places in the order of play: new fixtures get ever higher ones, those that are played
        # again ever lower ones, below 0.
        self._end = 0
        self._begun = 0
        self.extend(fixtures)

    def __len__(self) -> int:
        """How many fixtures can be taken now."""
        return sum(map(len, self._queues.values()))

    def __iter__(self) -> Iterator[Fixture]:
        """The fixtures that can be taken, in no particular order."""
        return (fixture for queue in self._queues.values() for _, _, fixture in queue)

    def extend(self, fixtures: Iterable[Fixture]) -> None:
        """Add fixtures behind all others."""
        for fixture in fixtures:
            found = encounters(fixture, self._deals)
            self._add((self._end, None if found is None else max(found.values()), fixture))
            self._end += 1

    def put_back(self, fixtures: Sequence[Fixture]) -> None:
        """Put fixtures that were begun and not finished in front of all others.

        Bots play them in processes of their own.
        """
        for fixture in reversed(fixtures):
            if fixture.id in self._to_be_alone:
                self._alone.append(fixture)
                continue
            self._begun -= 1
            # Those who sat in it have seen the deal.
            self._add((self._begun, None, fixture))

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
        """Give out nothing that `is_held`, and all again that was held and is no more."""
        self._is_held = is_held
        self._sift()

    def put_off(self, names: Collection[str]) -> bool:
        """Keep all back in which one of these sits, until `call_back`; whether others are left."""
        self._not_now = frozenset(names)
        self._sift()
        free = (each for each in self._alone if not self._is_held(each))
        return bool(self) or any(self._not_now.isdisjoint(each.seats) for each in free)

    def call_back(self) -> int:
        """Let all wait again that were put off; how many can be taken now."""
        if self._not_now:
            self._not_now = frozenset()
            self._sift()
        return len(self)

    def take_alone(self) -> Fixture | None:
        """The next one that is to be played alone and is not held; None if there is none.

        To be called when no others are left: `take` gives out none of these.
        """
        found = next((each for each in self._alone if not self._is_held(each)), None)
        if found:
            self._alone.remove(found)
        return found

    def _sift(self) -> None:
        every = [
            *self._held,
            *self._put_off,
            *(each for own in self._queues.values() for each in own),
        ]
        self._held, self._put_off = [], []
        for queue in self._queues.values():
            queue.clear()
        for each in sorted(every, key=lambda each: each[0]):
            self._add(each)

    def _add(self, one: _Waiting) -> None:
        """Add one where it belongs now. Its place is above all others there, or below."""
        place, encounter, fixture = one
        if self._is_held(fixture):
            self._held.append(one)
        elif not self._not_now.isdisjoint(fixture.seats):
            self._put_off.append(one)
        else:
            queue = self._queues.setdefault(encounter, deque())
            if queue and place < queue[0][0]:
                queue.appendleft(one)
            else:
                queue.append(one)

    def take(self, own: set[int], others: Collection[Collection[int]]) -> Fixture:
        """The next one for a worker that has processes for its `own` encounters, to which is added.

        `others` are those of all workers. Raises ValueError when nothing waits.
        """
        heads = {encounter: queue[0][0] for encounter, queue in self._queues.items() if queue}
        # Nothing far behind the first that waits: blocks would stay unfinished for long.
        last = min(heads.values()) + self._ahead
        near = (encounter for encounter, place in heads.items() if place <= last)
        chosen = min(near, key=lambda each: (_cost(each, own, others), heads[each]))
        if chosen is not None:
            own.add(chosen)
        return self._queues[chosen].popleft()[2]


def _cost(encounter: Encounter, own: Collection[int], others: Collection[Collection[int]]) -> int:
    """The cost of a fixture of the encounter: 0 if the worker needs no new processes for it.

    A new one costs more the more workers have it, so that workers share them out.
    """
    if encounter is None or encounter in own:
        return 0
    return 1 + sum(encounter in each for each in others)
