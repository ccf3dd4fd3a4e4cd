"""Whose matches wait in a run, since a service outside of this machine failed them.

Such voids say nothing of the machine: they count to no limit, and the matches of others go on.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterable
from time import monotonic
from typing import Final

from referee.conduct import Hold
from tournaments.core.errors import HeldError
from tournaments.core.fixtures import Fixture
from tournaments.core.voids import Void
from tournaments.run.fixture_queue import FixtureQueue

_LONGEST: Final = 20
"""Each pause is twice as long as the one before, up to so many times the first."""
_LONGEST_STATED: Final = 86_400.0
"""Seconds that are waited at most because a service said so."""
_MOST_PAUSES: Final = 10
"""Pauses in a row of an entrant; then its matches are left to the next run."""


class Holds:
    """The entrants and the matches that wait.

    playing --void--> paused --time--> playing --void--> paused, longer
    paused --too often--> left out, as is what cannot come to anything in this run
    """

    def __init__(self, waiting: FixtureQueue, clock: Callable[[], float] = monotonic) -> None:
        """`waiting` has the fixtures that wait, and gives out none that is held."""
        self._waiting = waiting
        self._clock = clock
        self._until: dict[str, float] = {}
        """By entrant: when its matches may be played again."""
        self._pauses = Counter[str]()
        """By entrant: its pauses since a match of it was last played."""
        self._matches: dict[str, tuple[str, str]] = {}
        """Single matches that are left to the next run: of whom, and why."""
        self._left_out = Counter[str]()
        """By entrant: its matches that were left out alone since one was last played."""
        self._why: dict[str, str] = {}
        """By entrant: what happened last."""

    def note(self, void: Void, fixture: Fixture) -> bool:
        """Hold what the void says, and put back its fixture; whether there was anything to hold."""
        if void.hold is None:
            return False
        name, hold = void.entrant, void.hold
        if hold.whole:
            self._why[name] = void.text
            self._keep_out(name, hold)
        else:
            self._matches[void.match] = name, void.text
            self._left_out[name] += hold.all_after is not None
            # What nothing but its prompts seemed to be wrong with is wrong with all of it.
            if hold.all_after and self._left_out[name] >= hold.all_after:
                self._why[name] = void.text
                self._until[name] = math.inf
        # In front of all others: its board is whole sooner, and counts sooner.
        self._waiting.put_back([fixture])
        self._waiting.hold(self._holds)
        return True

    def _keep_out(self, entrant: str, hold: Hold) -> None:
        stated = min(hold.stated, _LONGEST_STATED)
        if hold.seconds is None:
            self._until[entrant] = math.inf
        # Matches that were under way when the pause began fail by the same failure.
        elif entrant in self._until:
            again = self._clock() + max(hold.seconds, stated)
            self._until[entrant] = max(self._until[entrant], again)
        else:
            self._until[entrant] = self._clock() + max(self._pause(entrant, hold.seconds), stated)

    def _pause(self, entrant: str, first: float) -> float:
        """How long the next pause of the entrant is, if nobody says anything else."""
        # An endpoint that is overloaded is left alone for longer each time.
        longer = min(2 ** self._pauses[entrant], _LONGEST)
        self._pauses[entrant] += 1
        return math.inf if self._pauses[entrant] > _MOST_PAUSES else first * longer

    def note_played(self, entrants: Iterable[str]) -> None:
        """Note that a match of these entrants was played: what they need answers again."""
        for name in entrants:
            self._pauses.pop(name, None)
            self._left_out.pop(name, None)

    def end_pauses(self) -> bool:
        """End the pauses whose time is over; whether there were any."""
        now = self._clock()
        over = [name for name, until in self._until.items() if until <= now]
        for name in over:
            del self._until[name]
        if over:
            self._waiting.hold(self._holds)
        return bool(over)

    @property
    def is_pausing(self) -> bool:
        """Whether anything is held that may still be played in this run."""
        return any(map(self._is_passing, self._waiting.held))

    @property
    def others_pause(self) -> bool:
        """Whether anything is held that may still be played in this run, and not alone."""
        return any(map(self._is_passing, self._waiting.held_among_others))

    def pauses_without(self, names: frozenset[str]) -> bool:
        """Whether anything is held that may still be played and in which none of these sits."""
        held = (each for each in self._waiting.held if names.isdisjoint(each.seats))
        return any(map(self._is_passing, held))

    def check(self) -> None:
        """Raise HeldError if anything is held; to be called when nothing else is left."""
        held = self._waiting.held
        names = {name for each in held for name in each.seats if name in self._until}
        reasons = [f"{name}: {self._why[name]}" for name in sorted(names)]
        # One of an entrant's is told: there may be many, with almost the same words.
        single = [self._matches[each.id] for each in held if each.id in self._matches]
        times, texts = Counter(name for name, _ in single), dict(single)
        for name in sorted(texts.keys() - names):
            more = f" (in {times[name]} matches)" if times[name] > 1 else ""
            reasons.append(f"{name}: {texts[name]}{more}")
        if held:
            raise HeldError(reasons)

    def _holds(self, fixture: Fixture) -> bool:
        return fixture.id in self._matches or not self._until.keys().isdisjoint(fixture.seats)

    def _is_passing(self, fixture: Fixture) -> bool:
        ends = [self._until[name] for name in fixture.seats if name in self._until]
        return fixture.id not in self._matches and max(ends, default=0.0) < math.inf
