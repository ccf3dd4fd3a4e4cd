"""Which matches wait in a run because a service outside of this machine failed an entrant.

A void with such a cause (`Void.hold`) says nothing about the machine. It counts towards no limit of
voids, and the matches of other entrants go on.
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

_LONGEST_FACTOR: Final = 20
"""Each pause in a row is twice as long as the one before, up to this many times the first."""
_LONGEST_STATED_SECONDS: Final = 86_400.0
"""A service may ask for a wait. No more than a day of it is granted."""
_MOST_PAUSES: Final = 10
"""The most pauses in a row of an entrant; then its matches are left to the next run."""


class Holds:
    """The entrants and the matches that wait. An entrant goes through these states:

    playing --void--> paused --time--> playing --void--> paused, longer
    playing --void after _MOST_PAUSES pauses in a row--> left out until the next run
    playing --void that no wait can mend--> left out until the next run
    playing --`Hold.all_after` voids in a row of single matches--> left out until the next run
    """

    def __init__(self, waiting: FixtureQueue, clock: Callable[[], float] = monotonic) -> None:
        """`waiting` has the fixtures of the run; it is told which of them to hold."""
        self._waiting = waiting
        self._clock = clock
        self._until: dict[str, float] = {}
        """By entrant: the time by `clock` at which its pause ends; infinite if it is left out."""
        self._pauses = Counter[str]()
        """By entrant: the number of its pauses since one of its matches was last played."""
        self._matches: dict[str, tuple[str, str]] = {}
        """By id of a single match that is left out: the entrant that was failed, and why."""
        self._left_out = Counter[str]()
        """By entrant: its voids with `all_after` since one of its matches was last played."""
        self._why: dict[str, str] = {}
        """By entrant: why all its matches wait, as the last void says."""

    def note(self, void: Void, fixture: Fixture) -> bool:
        """Put `fixture` back, and hold the matches that `void.hold` names.

        Returns False, and does nothing, if `void.hold` is None.
        """
        if void.hold is None:
            return False
        name, hold = void.entrant, void.hold
        if hold.whole:
            self._why[name] = void.text
            self._pause(name, hold)
        else:
            self._matches[void.match] = name, void.text
            if hold.all_after is not None:
                # Each such void seemed to be due to a question of its own. After `all_after` in
                # a row, something is taken to be wrong with all matches of the entrant.
                self._left_out[name] += 1
                if self._left_out[name] >= hold.all_after:
                    self._why[name] = void.text
                    self._until[name] = math.inf
        # In front of all other fixtures, so that its block is soon whole and counts.
        self._waiting.put_back([fixture])
        self._waiting.hold(self._is_held)
        return True

    def _pause(self, entrant: str, hold: Hold) -> None:
        """Let all matches of the entrant wait: for a time, or for the rest of the run."""
        stated = min(hold.stated, _LONGEST_STATED_SECONDS)
        if hold.seconds is None:
            self._until[entrant] = math.inf
        # A match that was under way when the pause began fails for the same reason. That is no
        # further pause, but it may prolong this one.
        elif entrant in self._until:
            end = self._clock() + max(hold.seconds, stated)
            self._until[entrant] = max(self._until[entrant], end)
        else:
            self._until[entrant] = self._clock() + max(
                self._next_seconds(entrant, hold.seconds), stated
            )

    def _next_seconds(self, entrant: str, first: float) -> float:
        """The seconds of the next pause, counted as such; infinite when there were too many."""
        # A service that is overloaded is left alone for longer each time.
        factor = min(2 ** self._pauses[entrant], _LONGEST_FACTOR)
        self._pauses[entrant] += 1
        return math.inf if self._pauses[entrant] > _MOST_PAUSES else first * factor

    def note_played(self, entrants: Iterable[str]) -> None:
        """Note that a match of these entrants was played: their services answer again."""
        for name in entrants:
            self._pauses.pop(name, None)
            self._left_out.pop(name, None)

    def end_pauses(self) -> bool:
        """End the pauses whose time is over; returns whether there were any."""
        now = self._clock()
        over = [name for name, until in self._until.items() if until <= now]
        for name in over:
            del self._until[name]
        if over:
            self._waiting.hold(self._is_held)
        return bool(over)

    @property
    def is_pausing(self) -> bool:
        """Whether a match is held that may still be played in this run."""
        return any(map(self._will_end, self._waiting.held))

    @property
    def others_pause(self) -> bool:
        """Whether a match is held that may still be played in this run, and not alone."""
        return any(map(self._will_end, self._waiting.held_among_others))

    def pauses_without(self, names: frozenset[str]) -> bool:
        """Whether a match without the entrants `names` is held that may still be played."""
        held = (each for each in self._waiting.held if names.isdisjoint(each.seats))
        return any(map(self._will_end, held))

    def check(self) -> None:
        """Raise HeldError if any match is held; to be called when no other match is left."""
        held = self._waiting.held
        whole = {name for each in held for name in each.seats if name in self._until}
        reasons = [f"{name}: {self._why[name]}" for name in sorted(whole)]
        # Of the single matches of an entrant one reason is told: the others hardly differ from it.
        single = [self._matches[each.id] for each in held if each.id in self._matches]
        times, texts = Counter(name for name, _ in single), dict(single)
        for name in sorted(texts.keys() - whole):
            more = f" (in {times[name]} matches)" if times[name] > 1 else ""
            reasons.append(f"{name}: {texts[name]}{more}")
        if held:
            raise HeldError(reasons)

    def _is_held(self, fixture: Fixture) -> bool:
        return fixture.id in self._matches or not self._until.keys().isdisjoint(fixture.seats)

    def _will_end(self, fixture: Fixture) -> bool:
        """Whether the match, which is held, may be played once all pauses of its entrants end."""
        ends = [self._until[name] for name in fixture.seats if name in self._until]
        return fixture.id not in self._matches and max(ends, default=0.0) < math.inf
