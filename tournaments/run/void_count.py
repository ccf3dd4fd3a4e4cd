"""Counts voids in a run: decides when a match is played alone, and when the run ends."""

from collections import Counter
from typing import Final

from tournaments.core.errors import AlwaysVoidError
from tournaments.core.fixtures import Fixture
from tournaments.core.voids import Void

_VOIDS_OF_A_MATCH: Final = 5
"""With this many voids of one match the run ends: no busy machine spoils a match every time."""
_VOIDS_AMONG_OTHERS: Final = 3
"""After this many voids a match is played alone: the load of others may have spoiled it."""
_VOIDS_IN_A_ROW: Final = 20
"""This many voids without a played match between them are too many, whatever the matches."""
_VOIDS_IN_A_ROW_OF_EACH: Final = 3
"""Or this many for each match that may be under way, if that is more: a moment may spoil all."""
_THEN: Final = "what was played is kept, and the next run goes on"


class VoidCount:
    """The voids of each match in one run, and of all since a match was last played.

    Only those that `note` is called with: not those of a dead worker, or with a `hold`.
    """

    def __init__(self, at_once: int) -> None:
        """`at_once` is the most matches that may be under way at once, in all workers together."""
        self._voids = Counter[str]()
        self._most_in_a_row = max(_VOIDS_IN_A_ROW, _VOIDS_IN_A_ROW_OF_EACH * at_once)
        self._in_a_row = 0
        self._asked = frozenset[str]()

    def note(self, void: Void, fixture: Fixture) -> bool:
        """Count a void; returns whether its match is to be played alone from now on.

        Raises AlwaysVoidError at the fifth void of a match.
        """
        self._in_a_row += 1
        # A void at no seat in particular may be due to any entrant of the match.
        self._asked |= {void.entrant} if void.entrant else {*fixture.seats}
        self._voids[void.match] += 1
        times = self._voids[void.match]
        if times >= _VOIDS_OF_A_MATCH:
            raise AlwaysVoidError(f"match {void.match} was void {times} times", void.text, _THEN)
        return times >= _VOIDS_AMONG_OTHERS

    def note_played(self) -> None:
        """Note that a match was played: the run makes progress."""
        self._in_a_row, self._asked = 0, frozenset()

    @property
    def failing(self) -> frozenset[str]:
        """The entrants that the voids since a match was last played may be due to.

        Empty as long as these voids are not too many.
        """
        return self._asked if self._in_a_row >= self._most_in_a_row else frozenset()

    def give_up(self, last: Void) -> AlwaysVoidError:
        """The error that ends a run in which only matches of the `failing` entrants are left."""
        what = f"{self._in_a_row} times in a row a match was void, and none was played"
        return AlwaysVoidError(what, last.text, _THEN)
