"""How often matches were void in a run: when one is played alone, and when the run ends."""

from collections import Counter
from typing import Final

from tournaments.core.errors import AlwaysVoidError
from tournaments.core.fixtures import Fixture
from tournaments.core.voids import Void

# A busy machine may spoil a match now and then; one that always does is out of order.
_VOIDS_OF_A_MATCH: Final = 5
# It may have been the load of other matches, so there are tries left for when they are over.
_VOIDS_AMONG_OTHERS: Final = 3
# So many without a played match between them are no chance, whichever matches they are of.
_VOIDS_IN_A_ROW: Final = 20
# All that are under way may be spoiled at once, by one moment of a machine.
_VOIDS_IN_A_ROW_OF_EACH: Final = 3
_THEN: Final = "what was played is kept, and the next run goes on"


class VoidCount:
    """The voids of each match in one run, and of all since a match was last played."""

    def __init__(self, at_once: int) -> None:
        """`at_once` matches are under way at the same time, at most."""
        self._voids = Counter[str]()
        self._most_in_a_row = max(_VOIDS_IN_A_ROW, _VOIDS_IN_A_ROW_OF_EACH * at_once)
        self._in_a_row = 0
        self._asked = frozenset[str]()

    def note(self, void: Void, fixture: Fixture) -> bool:
        """Count a void; returns whether its match is to be played alone from now on.

        Raises AlwaysVoidError at the fifth void of a match.
        """
        self._in_a_row += 1
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
        """Who was asked in the voids since a match was last played, if these are too many.

        Nobody as long as they are not.
        """
        return self._asked if self._in_a_row >= self._most_in_a_row else frozenset()

    def give_up(self, last: Void) -> AlwaysVoidError:
        """The error that ends a run of which nothing is left that could still be played."""
        what = f"{self._in_a_row} times in a row a match was void, and none was played"
        return AlwaysVoidError(what, last.text, _THEN)
