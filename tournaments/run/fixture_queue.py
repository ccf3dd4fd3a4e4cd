"""The fixtures that no worker has yet, given out nearly in their order.

Each needs processes of certain lines (tournaments.core.dealing). Two workers that play the seatings
as they come would soon have processes of every line each; so a worker is rather given what it has
processes for, as long as that lets nothing wait much longer than it would anyway
(docs/performance.md, Processes that meet no deal twice).
"""

from collections import deque
from collections.abc import Collection, Iterable, Iterator, Sequence

from tournaments.core.dealing import Deals, lines
from tournaments.core.fixtures import Fixture

Line = int | None
"""The latest meeting of any of a fixture's entrants; None when it has processes of its own."""


class FixtureQueue:
    """The fixtures that are still to be given out, in one queue for each line."""

    def __init__(self, fixtures: Iterable[Fixture], deals: Deals, ahead: int) -> None:
        """No fixture is given out more than `ahead` places before the first that waits."""
        self._deals = deals
        self._ahead = ahead
        self._queues: dict[Line, deque[tuple[int, Fixture]]] = {}
        self._put_off: list[tuple[Line, int, Fixture]] = []
        self.alone = deque[Fixture]()
        """Those that are to be played alone, when no others are left: `take` gives out none."""
        # Places in the order of play: new fixtures get ever higher ones, those that are played
        # again ever lower ones, below 0.
        self._end = 0
        self._begun = 0
        self.extend(fixtures)

    def __len__(self) -> int:
        """How many fixtures can be taken now."""
        return sum(map(len, self._queues.values()))

    def __iter__(self) -> Iterator[Fixture]:
        """The fixtures that wait, in no particular order."""
        return (fixture for queue in self._queues.values() for _, fixture in queue)

    def extend(self, fixtures: Iterable[Fixture]) -> None:
        """Add fixtures behind all others."""
        for fixture in fixtures:
            found = lines(fixture, self._deals)
            line = None if found is None else max(found.values())
            self._queues.setdefault(line, deque()).append((self._end, fixture))
            self._end += 1

    def again(self, fixtures: Sequence[Fixture]) -> None:
        """Put fixtures that were begun in vain in front of all; they get processes of their own."""
        # Those who sat in them have seen the deal.
        queue = self._queues.setdefault(None, deque())
        for fixture in reversed(fixtures):
            self._begun -= 1
            queue.appendleft((self._begun, fixture))

    def put_off(self, names: Collection[str]) -> bool:
        """Keep all back in which one of these sits, until `call_back`; whether others are left."""
        for line, queue in self._queues.items():
            own = [*queue]
            queue.clear()
            for place, fixture in own:
                if set(fixture.seats).isdisjoint(names):
                    queue.append((place, fixture))
                else:
                    self._put_off.append((line, place, fixture))
        return bool(self) or any(set(each.seats).isdisjoint(names) for each in self.alone)

    def call_back(self) -> bool:
        """Let all wait again that were put off; whether there were any. None other may wait."""
        found, self._put_off = self._put_off, []
        for line, place, fixture in sorted(found, key=lambda each: each[1]):
            self._queues[line].append((place, fixture))
        return bool(found)

    def take(self, own: set[int], others: Collection[Collection[int]]) -> Fixture:
        """The next one for a worker that has processes of its `own` lines, to which is added.

        `others` are the lines of all workers. Raises ValueError when nothing waits.
        """
        heads = {line: queue[0][0] for line, queue in self._queues.items() if queue}
        # Nothing far behind the first that waits: blocks would stay unfinished for long.
        last = min(heads.values()) + self._ahead
        near = (line for line, place in heads.items() if place <= last)
        line = min(near, key=lambda line: (_cost(line, own, others), heads[line]))
        if line is not None:
            own.add(line)
        return self._queues[line].popleft()[1]


def _cost(line: Line, own: Collection[int], others: Collection[Collection[int]]) -> int:
    """How dear a fixture of the line is: 0 if the worker needs no new processes for it.

    A new line is dearer the more workers have it, so that workers part the lines between them.
    """
    if line is None or line in own:
        return 0
    return 1 + sum(line in each for each in others)
